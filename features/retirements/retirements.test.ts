// Tests retirement through the operator's use cases and over HTTP: due tonnes, records, the
// holders' lists and the public log.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logComparisons } from '#features/log/check-log.ts'
import { retirementComparisons } from '#features/retirements/check-retirements.ts'
import { correctRetirement } from '#features/retirements/correct-retirement.ts'
import { exportDue, fillAll } from '#features/retirements/export-due.ts'
import { listParts } from '#features/retirements/list-parts.ts'
import type { Audit } from '#platform/database/audit/audit-trail.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { cardOrder, Person } from '#tests/support/people/person.ts'
import {
  type Answered,
  answerRows,
  appendOnce,
  closeWithLog,
  dueOf,
  faultsOfRows,
  issueTonnes,
  recordLines,
  recordRows,
  retiredRow,
  startRetirementApp,
  unaudited,
} from '#tests/support/people/retirements.ts'
import { fetchLog } from '#tests/support/rfc6962.ts'
import { holdLock, raceFor, times } from '#tests/support/servers/waiting-locks.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

/** A copy under another spelling, like batches imported before serials were compared. */
const copyInConflict = statement(
  'test-copy-in-conflict',
  {},
  `with copy as (
     insert into batches (project_id, name, vintage_year, serial_number, price_micros, currency,
       offer, offer_reason)
     select project_id, name, vintage_year, lower(serial_number), price_micros, currency,
       'conflicting', 'it has tonnes of another one' from batches where id = $1 returning id),
   places as (insert into batch_places (batch_id) select id from copy)
   insert into batch_stock (batch_id, issued_kg, available_kg) select id, 0, 0 from copy`,
)

const reasonsOf = statement(
  'test-reasons-of-corrections',
  { reason: 'text' },
  `select c.reason from retirement_corrections c
   join retirements r on r.notice_id = c.retirement_id where r.reference = $1`,
)

let test: TestApp
beforeAll(async () => {
  test = await startRetirementApp()
})
afterAll(() => closeWithLog(test))

const person = () => new Person(test.url).signIn()
const batchOf = (tonnes: number) => issueTonnes(test.services.db, tonnes)
const record = (rows: readonly Answered[], fill = false) => recordRows(test.services.db, rows, fill)
const append = () => appendOnce(test)
const dueNow = (batch: IssuedBatch) => dueOf(test.services.db, batch)
const faultsOf = (rows: readonly Answered[]) => faultsOfRows(test.services.db, rows)

describe('the due tonnes', () => {
  it('are the sold ones, in whole tonnes', async () => {
    const batch = await batchOf(5)
    const buyer = await person()
    await buyer.buyByCard(batch, 2_600)
    expect(await dueNow(batch)).toMatchObject({ soldTonnes: 2.6, retiredTonnes: 0, dueTonnes: 2 })
    await record([retiredRow(batch.part(1, 1), 1, 'R-DUE-1')])
    expect(await dueNow(batch)).toMatchObject({ retiredTonnes: 1, dueTonnes: 1 })
    expect(await dueNow(await batchOf(1))).toBeUndefined()
  })

  it('go to the registry in its own spelling, as far as the log contains them', async () => {
    const batch = await batchOf(5)
    const buyer = await person()
    await buyer.buyByCard(batch, 2_000)
    const rowsOf = async () =>
      (await exportDue(test.services.db)).filter(({ serial }) =>
        serial.startsWith(batch.part(1, 1).slice(0, -8)),
      )
    expect(await rowsOf()).toEqual([])
    await append()
    const { note } = await fetchLog(`${test.url}/log`)
    expect(await rowsOf()).toEqual([
      {
        batchId: batch.id,
        registry: 'TST',
        project: expect.any(String),
        serial: batch.part(1, 2),
        tonnes: 2,
        firstPlace: 1,
        lastPlace: 2_000,
        beneficiary: `Holders of Carbon Passport kilograms in the public log ${note.origin}, as of its entry ${note.size}`,
      },
    ])
    // The third tonne is sold, and the log contains a part of it.
    await buyer.buyByCard(batch, 400)
    await append()
    await buyer.buyByCard(batch, 600)
    expect((await rowsOf()).map(({ tonnes, lastPlace }) => [tonnes, lastPlace])).toEqual([
      [2, 2_000],
    ])
  })
})

describe('a record', () => {
  it('shows in activity, kilogram by kilogram, and in the profile', async () => {
    const batch = await batchOf(3)
    const [first, second] = await Promise.all([person(), person()])
    await first.buyByCard(batch, 999)
    await second.buyByCard(batch, 300)
    const recorded = await record([
      retiredRow(batch.part(1, 1), 1, 'R-1', 'https://registry.example/1'),
    ])
    expect(recorded).toEqual({ tonnes: 1, batches: 1, filledKg: 0, faults: [] })
    const seen = async (buyer: Person) => {
      const [entry] = (await buyer.get('/api/tokens/transaction/me?tokens=none')).body
      const profile = (await buyer.get('/passport/me')).body
      const tokens = (await buyer.get(`/api/tokens/transaction/${entry.tx_id}/tokens`)).body
      const states = tokens.map(({ state }: { state: string }) => state)
      return {
        allocated: entry.allocated_kg,
        retired: entry.retired_kg,
        profile: profile.retired_kg,
        tokens: states.filter((state: string) => state === 'retired').length,
        lastToken: states.at(-1),
      }
    }
    const whole = { allocated: 0, retired: 999, profile: 999, tokens: 999, lastToken: 'retired' }
    expect(await seen(first)).toEqual(whole)
    const part = { allocated: 299, retired: 1, profile: 1, tokens: 1, lastToken: 'allocated' }
    expect(await seen(second)).toEqual(part)
  })

  it('is in the log, and so is its correction, with a reason and once', async () => {
    const batch = await batchOf(2)
    const buyer = await person()
    await buyer.buyByCard(batch, 1_000)
    await append()
    await record([retiredRow(batch.part(1, 1), 1, 'R-LOG')])
    await append()
    const { db } = test.services
    expect(await correctRetirement(db, 'R-LOG', ' ', unaudited)).toMatchObject({
      problem: 'reason_needed',
    })
    const tooLong = await correctRetirement(db, 'R-LOG', 'x'.repeat(501), unaudited)
    expect(tooLong).toMatchObject({ problem: 'reason_needed' })
    expect(await correctRetirement(db, 'R-LOG', 'x'.repeat(500), unaudited)).toEqual({
      kg: 1_000,
      records: 1,
    })
    expect(await db.run(reasonsOf, ['R-LOG'])).toEqual([{ reason: 'x'.repeat(500) }])
    const again = await correctRetirement(db, 'R-LOG', 'the wrong block', unaudited)
    expect(again).toMatchObject({ problem: 'retirement_not_found' })
    expect((await buyer.get('/passport/me')).body.retired_kg).toBe(0)
    await record([retiredRow(batch.part(1, 1), 1, 'R-LOG-2')])
    await append()
    const entries = (await fetchLog(`${test.url}/log`)).entries.map(String)
    const index = entries.findIndex((entry) => entry.includes('"reference":"R-LOG"'))
    const day = `"day":"${new Date().toISOString().slice(0, 10)}"`
    expect(entries.slice(index)).toEqual([
      `{"kind":"retire","registry":"TST","serial":"${batch.serial}","first":1,"last":1000,"reference":"R-LOG",${day},"retired_on":"2026-11-20"}`,
      `{"kind":"correct","index":${index},${day}}`,
      `{"kind":"retire","registry":"TST","serial":"${batch.serial}","first":1,"last":1000,"reference":"R-LOG-2",${day},"retired_on":"2026-11-20"}`,
    ])
  })

  it('is the whole file or none, and each wrong row is named', async () => {
    const batch = await batchOf(5)
    const buyer = await person()
    await buyer.buyByCard(batch, 3_500)
    const faults = await faultsOf([
      retiredRow(batch.part(1, 1), 1, 'R-A'),
      retiredRow(batch.part(1, 1), 1, 'R-B'),
      retiredRow(batch.part(3, 3), 1, 'R-C'),
      retiredRow(batch.part(4, 4), 1, 'R-D'),
    ])
    expect(faults).toEqual([
      expect.stringMatching(/^3: .*retired already/),
      expect.stringMatching(/^4: .*wait until place 1001 is retired/),
      expect.stringMatching(/^5: .*not sold/),
    ])
    expect(await dueNow(batch)).toMatchObject({ retiredTonnes: 0, dueTonnes: 3 })
    expect(
      await faultsOf([
        retiredRow(batch.part(2, 3), 1, 'R-E'),
        retiredRow('GS1-1-UG-GS1-16-2024-0-1-1', 1, 'R-F'),
        retiredRow(batch.part(5, 6), 2, 'R-G'),
      ]),
    ).toEqual([
      '2: serial_number: does not name the tonnes of places 1001 to 2000',
      '3: project: is not that of the export',
      expect.stringMatching(
        /^4: first_place, last_place: places 4001 to 6000 are not within one row/,
      ),
    ])
  })

  it('is found at each of its places, the first and the last too, and at no other', async () => {
    const batch = await batchOf(3)
    await (await person()).buyByCard(batch, 2_001)
    for (const tonne of [1, 2]) {
      const url = `https://registry.example/${tonne}`
      await record([retiredRow(batch.part(tonne, tonne), 1, `R-PART-${tonne}`, url)])
    }
    const partsOf = async (first: number, last: number) =>
      (await listParts(test.services.db, batch.id, { first, last })).map((part) => [
        part.first,
        part.last,
        part.reference,
      ])
    expect(await partsOf(1_000, 1_001)).toEqual([
      [1_000, 1_000, 'R-PART-1'],
      [1_001, 1_001, 'R-PART-2'],
    ])
    expect(await partsOf(2_000, 2_001)).toEqual([
      [2_000, 2_000, 'R-PART-2'],
      [2_001, 2_001, null],
    ])
    expect(await partsOf(2_001, 2_001)).toEqual([[2_001, 2_001, null]])
  })

  it('is of the batch that is sold where another one has its tonnes and is in conflict', async () => {
    const batch = await batchOf(1)
    await (await person()).buyByCard(batch, 1_000)
    await test.services.db.run(copyInConflict, [batch.id])
    const recorded = await record([retiredRow(batch.part(1, 1), 1, 'R-CONFLICT')])
    expect(recorded).toMatchObject({ tonnes: 1, faults: [] })
  })

  it('is made once under concurrent commands', async () => {
    const batch = await batchOf(2)
    await (await person()).buyByCard(batch, 2_000)
    const all = await raceFor(
      test,
      { lockSql: `select from batches where id = '${batch.id}' for update`, waiting: 4 },
      times(4, (turn) => record([retiredRow(batch.part(1, 2), 2, `R-RACE-${turn}`)])),
    )
    expect(all.filter(({ faults }) => faults.length === 0)).toHaveLength(1)
    expect(await dueNow(batch)).toMatchObject({ retiredTonnes: 2, dueTonnes: 0 })
  })

  it('of several batches is counted whole, and corrected whole and once', async () => {
    const { db } = test.services
    const [one, other] = [await batchOf(2), await batchOf(1)]
    const buyer = await person()
    for (const [batch, kg] of [
      [one, 2_000],
      [other, 1_000],
    ] as const) {
      await buyer.buyByCard(batch, kg)
    }
    const rows = [one.part(1, 1), one.part(2, 2), other.part(1, 1)]
    const answers = rows.map((part) => retiredRow(part, 1, 'R-BOTH'))
    const lines = await answerRows(db, answers)
    const recorded = await recordLines(db, lines, { allowsSameReference: true })
    expect(recorded).toMatchObject({ tonnes: 3, batches: 2, faults: [] })
    const audited: (readonly string[])[] = []
    const audit: Audit = async (_tx, about) => void audited.push(about)
    const ends = await raceFor(
      test,
      { lockSql: `select from batches where id = '${one.id}' for update`, waiting: 2 },
      times(2, () => correctRetirement(db, 'R-BOTH', ' the wrong block ', audit)),
    )
    expect(ends).toContainEqual({ kg: 3_000, records: 3 })
    expect(ends).toContainEqual(expect.objectContaining({ problem: 'retirement_not_found' }))
    expect(audited.map((about) => new Set(about))).toEqual([new Set([one.id, other.id, 'R-BOTH'])])
    const reason = 'the wrong block'
    expect(await db.run(reasonsOf, ['R-BOTH'])).toEqual([{ reason }, { reason }, { reason }])
  })

  it('in a file of more than 10,000 rows is refused with the whole file', async () => {
    const faultsOfFile = async (count: number) => {
      const rows = Array.from({ length: count }, () => 'x,'.repeat(10).slice(0, -1))
      return (await recordLines(test.services.db, rows)).faults
    }
    expect(await faultsOfFile(10_000)).toHaveLength(10_000)
    expect(await faultsOfFile(10_001)).toEqual([
      { file: 'retired.csv', line: 10_002, fault: 'the file has more than 10000 rows' },
    ])
  })

  it('takes the oldest tonnes of a batch whose serial counts none', async () => {
    const batch = await issueTestBatch(test.services.db, { kg: 3_000 })
    await (await person()).buyByCard(batch, 2_000)
    expect((await record([retiredRow(batch.serial, 1, 'R-PLAIN-1')])).faults).toEqual([])
    expect((await record([retiredRow(batch.serial, 1, 'R-PLAIN-2')])).faults).toEqual([])
    expect(await faultsOf([retiredRow(batch.serial, 1, 'R-PLAIN-3')])).toHaveLength(1)
  })

  it('cannot be changed, removed, doubled or made of unsold places in the database', async () => {
    const batch = await batchOf(2)
    await (await person()).buyByCard(batch, 1_000)
    await record([retiredRow(batch.part(1, 1), 1, 'R-DB')])
    const { db } = test.services
    const copy = (first: string, last: string) =>
      `insert into retirements select id, r.batch_id, ${first}, ${last}, r.serial, r.reference, r.url,
         r.retired_on, now() from retirements r, log_notices n
       where r.reference = 'R-DB' and n.kind = 'retire'
         and not exists (select from retirements o where o.notice_id = n.id + 1) limit 1`
    const attempts = [
      [`update retirements set reference = 'other'`, 'insert-only'],
      ['delete from retirements', 'insert-only'],
      ['truncate retirements, retirement_corrections, retirement_confirmations', 'insert-only'],
      [`update log_notices set reference = 'other'`, 'the log only grows'],
      [copy('1', '1000'), 'retired already'],
      [copy('1000', '1999'), 'retired already'],
      [copy('1001', '2000'), 'was not sold'],
    ] as const
    for (const [index, [sql, refusal]] of attempts.entries()) {
      const attempt = db.run(statement(`test-retirement-change-${index}`, {}, sql))
      await expect(attempt, sql).rejects.toThrow(refusal)
    }
  })
})

describe('a part-filled tonne', () => {
  it('goes to the operator and is retired with the rest', async () => {
    const batch = await batchOf(2)
    const buyer = await person()
    await buyer.buyByCard(batch, 700)
    expect(await faultsOf([retiredRow(batch.part(1, 1), 1, 'R-FILL')])).toHaveLength(1)
    const recorded = await record([retiredRow(batch.part(1, 1), 1, 'R-FILL')], true)
    expect(recorded).toEqual({ tonnes: 1, batches: 1, filledKg: 300, faults: [] })
    expect((await buyer.get('/passport/me')).body).toMatchObject({
      total_offsets: 700,
      retired_kg: 700,
    })
    await buyer.buyByCard(batch, 200)
    await append()
    const entries = (await fetchLog(`${test.url}/log`)).entries.map((e) => JSON.parse(String(e)))
    const own = entries.filter(({ serial }) => serial === batch.serial)
    expect(own.map(({ kind, first, last }) => [kind, first, last])).toEqual([
      ['issue', undefined, undefined],
      ['allocate', 1, 700],
      ['allocate', 701, 1_000],
      ['retire', 1, 1_000],
      ['allocate', 1_001, 1_200],
    ])
  })

  it('is filled to its end, whatever is bought from it meanwhile', async () => {
    const [batch, buyer] = [await batchOf(2), await person()]
    await buyer.buyByCard(batch, 700)
    const { body } = await buyer.reserve(cardOrder(batch, 100, await buyer.cardToken()))
    // The completion has taken its places by then.
    const held = await holdLock(test, `select from passports where id = '${buyer.id}' for update`)
    const completing = buyer.complete(body.txId)
    await held.untilWaiting('row', 1)
    const filling = fillAll(test.services.db, unaudited)
    await held.untilWaiting('row', 2)
    await held.release()
    expect((await completing).status).toBe(200)
    await filling
    expect(await dueNow(batch)).toMatchObject({ soldTonnes: 1 })
  })

  it('stays where a record is refused, and where the batch has no kilograms left for it', async () => {
    const batch = await batchOf(2)
    const buyer = await person()
    await buyer.buyByCard(batch, 700)
    const wrong = await record([retiredRow(batch.part(2, 2), 1, 'R-NO-FILL')], true)
    expect(wrong.faults).toHaveLength(1)
    expect(await dueNow(batch)).toMatchObject({ soldTonnes: 0.7 })
    const small = await issueTestBatch(test.services.db, { kg: 500 })
    await buyer.buyByCard(small, 200)
    await fillAll(test.services.db, unaudited)
    expect(await dueNow(small)).toMatchObject({ soldTonnes: 0.2 })
    expect(await dueNow(batch)).toMatchObject({ soldTonnes: 1 })
    // The last kilograms of a batch suffice where they are exactly as many.
    const last = await batchOf(1)
    await buyer.buyByCard(last, 700)
    await fillAll(test.services.db, unaudited)
    expect(await dueNow(last)).toMatchObject({ soldTonnes: 1 })
  })
})

describe('the ledger check', () => {
  let changes = 0
  /** Returns the faults after the statement, which is rolled back. */
  async function wrongAfter(change: string): Promise<string[]> {
    const { db } = test.services
    const [back, wrong] = [new Error('back'), [] as string[]]
    const [, table = ''] = / (?:from|into|update) (\w+)/.exec(` ${change}`) ?? []
    const changing = db.transaction(async (tx) => {
      for (const sql of [`alter table ${table} disable trigger user`, change]) {
        changes += 1
        await tx.run(statement(`test-check-change-${changes}`, {}, sql))
      }
      for (const [check, sums] of Object.entries({ ...logComparisons, ...retirementComparisons })) {
        const rows = await tx.run(sums)
        if (rows.some(({ subject }) => subject !== null)) wrong.push(check)
      }
      throw back
    })
    await expect(changing).rejects.toThrow(back)
    return wrong
  }
  const entries = 'a log has as many entries as its checkpoint says'
  const facts = 'the log has told of every posting and notice that it looked at'
  const places = 'places in the log are those of its entries'
  const noted = 'every retirement and correction is a notice of the log'

  it('finds a change in the log or among retirements', async () => {
    await append()
    for (const [change, ...seen] of [
      ['update log_heads set size = size + 1', entries],
      ['delete from log_entries where entry_index = 0', entries, facts],
      ['update log_batches set allocated_kg = allocated_kg + 1', places],
      [
        'update batch_places set sold_kg = 1 where batch_id in (select batch_id from retirements)',
        'no place is retired that was not sold',
      ],
      [
        `insert into retirements select n.id, r.batch_id, r.first_place, r.last_place, r.serial,
           r.reference, null, r.retired_on, now() from retired_places r, log_notices n
         where n.kind = 'allocate' limit 1`,
        'no place is retired twice',
      ],
      [
        `insert into purchase_places (purchase_id, batch_id, first_place, kg, replaced_by)
         select p.id, p.batch_id, r.last_place, 1, b.id from purchases p
         join retired_places r on r.batch_id = p.batch_id join batches b on b.id <> p.batch_id limit 1`,
        'no place is retired that was replaced',
      ],
      [`update retirements set reference = 'another'`, noted],
      ['delete from retirement_corrections', 'no place is retired twice', noted],
      [
        `delete from log_notices where kind = 'allocate'`,
        ...[facts, places, 'the operator holds the places that it took'],
      ],
    ] as const) {
      expect([change, ...(await wrongAfter(change))]).toEqual([change, ...seen])
    }
  })
})
