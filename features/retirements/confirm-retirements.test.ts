// Tests registries' lists against our records: what is confirmed, what is not, which batches go off sale, and what the
// log, the audit and the figures show of it.
import { Readable } from 'node:stream'
import { register } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirmationChecks } from '#features/retirements/check-confirmations.ts'
import { confirmRetirements } from '#features/retirements/confirm-retirements.ts'
import { correctRetirement } from '#features/retirements/correct-retirement.ts'
import { watchRetirements } from '#features/retirements/next-retirement.ts'
import type { FileRow } from '#platform/actions/file-rows.ts'
import { Person } from '#tests/support/people/person.ts'
import {
  appendOnce,
  closeWithLog,
  issueGoldStandard,
  recordRows,
  retiredRow,
  startRetirementApp,
  testBeneficiary,
  unaudited,
} from '#tests/support/people/retirements.ts'
import { runSql } from '#tests/support/postgres.ts'
import { fetchLog } from '#tests/support/rfc6962.ts'
import { holdLock } from '#tests/support/servers/waiting-locks.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const findOffer = statement(
  'test-offer-of-listed-batch',
  { offer: 'text', offer_reason: 'text?' },
  'select offer, offer_reason from batches where id = $1',
)
const findConfirmed = statement(
  'test-confirmed-places',
  { first_place: 'int8', last_place: 'int8', confirmed_on: 'date' },
  `select first_place, last_place, confirmed_on from confirmed_places where batch_id = $1
   order by first_place`,
)

let test: TestApp
let buyer: Person
beforeAll(async () => {
  test = await startRetirementApp()
  buyer = await new Person(test.url).signIn()
})
afterAll(() => closeWithLog(test))

const db = () => test.services.db
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const today = day(0)
const retiredOn = '2026-11-20'
type Batch = Awaited<ReturnType<typeof issueGoldStandard>>

/** Returns a batch with this number of tonnes sold, and a record of each range. */
async function recordedBatch(tonnes: number, ...records: readonly [number, number, string][]) {
  const batch = await issueGoldStandard(db(), tonnes + 2)
  await buyer.buyByCard(batch, tonnes * 1_000)
  await record(batch, ...records)
  return batch
}

async function record(batch: Batch, ...records: readonly [number, number, string][]) {
  if (records.length === 0) return
  const rows = records.map(([first, last, reference]) =>
    retiredRow(batch.part(first, last), last - first + 1, reference),
  )
  expect((await recordRows(db(), rows)).faults).toEqual([])
}

type Row = {
  readonly registry?: string
  readonly serial: string
  readonly retired_on?: string
  readonly beneficiary?: string
  readonly reference?: string
}
const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
function listOf(rows: readonly Row[]): string {
  const lines = rows.map(({ registry = 'GS', serial, ...others }) => {
    const { retired_on = retiredOn, beneficiary = testBeneficiary, reference = '' } = others
    return [registry, serial, retired_on, beneficiary, reference].map(cell).join(',')
  })
  return ['registry,serial,retired_on,beneficiary,reference', ...lines].join('\n')
}

async function confirmText(text: string, takenOn = today, project: string | null = null) {
  const report: FileRow[] = []
  const source = { file: 'list.csv', open: () => Readable.from([Buffer.from(text)]) }
  const order = { takenOn, today, project, audit: unaudited, report }
  return { ...(await confirmRetirements(db(), source, order)), report }
}
const confirm = (...rows: readonly Row[]) => confirmText(listOf(rows))
const confirmedOf = async ({ id }: Batch) =>
  (await db().run(findConfirmed, [id])).map((row) => [row.first_place, row.last_place])
const offerOf = async ({ id }: Batch) => (await db().run(findOffer, [id]))[0]?.offer
const figure = async (name: string) => {
  await watchRetirements(db(), 90)
  return (await register.getSingleMetric(name)?.get())?.values[0]?.value
}

describe('a record that a list of 30 days later lacks', () => {
  const backdate = (batch: Batch, days: number) =>
    runSql(
      test.databaseUrl,
      `alter table retirements disable trigger user;
       update retirements set recorded_at = now() - interval '${days} days'
       where batch_id = '${batch.id}';
       alter table retirements enable trigger user`,
    )
  const unlisted = () => figure('retirements_unlisted_tonnes')
  const strange = { serial: 'GS1-1-UG-GS1-16-2024-1-1-1' }

  // The first lists of this file: a later one would be the newest.
  it('is none by a list of another project or registry, or of an earlier day', async () => {
    const [batch, other] = [await recordedBatch(1, [1, 1, 'RET-K']), await recordedBatch(1)]
    await backdate(batch, 30)
    await confirmText(listOf([strange]), today, other.project)
    await confirmText(listOf([strange]), day(-1))
    await confirm({ ...strange, registry: 'VCS' })
    expect(await unlisted()).toBe(0)
    await confirmText(listOf([strange]), today, batch.project)
    expect(await unlisted()).toBe(1)
    await confirm({ serial: batch.part(1, 1) })
    expect(await unlisted()).toBe(0)
    await backdate(batch, 0)
  })

  it('is an alarm, whether it was confirmed before or not', async () => {
    const batch = await recordedBatch(3, [1, 3, 'RET-J'])
    await confirm({ serial: batch.part(1, 3) })
    await backdate(batch, 29)
    await confirm(strange)
    expect(await unlisted()).toBe(0)
    await backdate(batch, 30)
    expect(await unlisted()).toBe(3)
    await confirm({ serial: batch.part(1, 3), beneficiary: 'Mallory Ltd' })
    expect(await unlisted()).toBe(3)
    // A list with a part of its units does not show the record.
    await confirm({ serial: batch.part(1, 2) })
    expect(await unlisted()).toBe(3)
    await confirm({ serial: batch.part(1, 3) })
    expect(await unlisted()).toBe(0)
    await backdate(batch, 0)
  })
})

describe('a record is confirmed', () => {
  it('by a row with its units, once, and the log has it', async () => {
    const batch = await recordedBatch(2, [1, 2, 'RET-A'])
    const done = await confirm({ serial: batch.part(1, 2) })
    expect(done).toMatchObject({ rows: 1, leftOut: 0, confirmedTonnes: 2, withdrawn: [] })
    expect(done.report).toEqual([
      { line: 2, subject: batch.part(1, 2), outcome: 'new', text: 'RET-A, 2 t, is confirmed.' },
    ])
    const again = await confirm({ serial: batch.part(1, 2) })
    expect(again).toMatchObject({ confirmedTonnes: 0, knownTonnes: 2 })
    expect(again.report).toEqual([
      { line: 2, subject: batch.part(1, 2), outcome: 'unchanged', text: 'RET-A was confirmed.' },
    ])
    expect(await db().run(findConfirmed, [batch.id])).toEqual([
      { first_place: 1, last_place: 2_000, confirmed_on: today },
    ])
    expect(await offerOf(batch)).toBe('offered')
    await appendOnce(test)
    const entries = (await fetchLog(`${test.url}/log`)).entries.map(String)
    expect(entries.filter((entry) => entry.includes('"confirm"')).slice(-1)).toEqual([
      `{"kind":"confirm","registry":"GS","serial":"${batch.serial}","first":1,"last":2000,"reference":"RET-A","day":"${today}"}`,
    ])
  })

  it.each<[string, (batch: Batch) => Row[]]>([
    [
      'other separators',
      (batch) => [{ serial: batch.part(1, 2).replaceAll('-', ' – ').toLowerCase() }],
    ],
    ['a label', (batch) => [{ serial: `Serial number: ${batch.part(1, 2)}` }]],
    ['two rows', (batch) => [{ serial: batch.part(1, 1) }, { serial: batch.part(2, 2) }]],
    ['overlapping rows', (batch) => [{ serial: batch.part(1, 2) }, { serial: batch.part(2, 2) }]],
    ['a row twice', (batch) => [{ serial: batch.part(1, 2) }, { serial: batch.part(1, 2) }]],
    [
      'the name of the registry',
      (batch) => [{ serial: batch.part(1, 2), registry: 'Gold Standard' }],
    ],
    ['no beneficiary', (batch) => [{ serial: batch.part(1, 2), beneficiary: '' }]],
    [
      'the beneficiary among other words',
      (batch) => [
        { serial: batch.part(1, 2), beneficiary: `Retired for: HOLDERS in the log, of a TEST (x)` },
      ],
    ],
    ['the next day', (batch) => [{ serial: batch.part(1, 2), retired_on: '11/21/2026' }]],
    ['the day before', (batch) => [{ serial: batch.part(1, 2), retired_on: '2026-11-19' }]],
  ])('from a list with %s', async (name, rowsOf) => {
    const batch = await recordedBatch(2, [1, 2, `RET-B ${name}`])
    expect((await confirm(...rowsOf(batch))).confirmedTonnes).toBe(2)
    expect(await confirmedOf(batch)).toEqual([[1, 2_000]])
  })

  it('by the list of Gold Standard, in its own columns', async () => {
    const batch = await recordedBatch(2, [1, 2, 'RET-GS'])
    const list = [
      'GSID,Project Name,Vintage,Quantity,Serial Number,Retirement Date,Using Entity,Note',
      `${batch.project},Stoves,2024,"2.0",${batch.part(1, 2)},2026-11-20,A broker,"${testBeneficiary}"`,
      `${batch.project},Stoves,2024,1,${batch.part(4, 4)},,,`,
    ].join('\n')
    const done = await confirmText(list)
    expect(done).toMatchObject({ rows: 2, leftOut: 0, confirmedTonnes: 2, unrecorded: [] })
    const published = [
      'registry,external_project_id,serial_number,quantity_tco2e,status,retirement_date',
      `GS,${batch.project},${batch.part(1, 2)},2,RETIRED,2026-11-20`,
      `GS,${batch.project},${batch.part(4, 4)},1,ISSUED,`,
    ].join('\n')
    expect(await confirmText(published)).toMatchObject({ knownTonnes: 2, unrecorded: [] })
  })

  it('by a list that writes the number of their project in another way', async () => {
    const batch = await recordedBatch(4, [1, 4, 'RET-P'])
    const number = batch.project.replace(/\D/g, '')
    const rows = [number, `0${number}`, `GS00${number}`, `gs ${number}`].map(
      (project, index) => `GS,${project},${batch.part(index + 1, index + 1)},2026-11-20`,
    )
    const header = 'registry,project,serial,retired_on'
    const done = await confirmText([header, ...rows].join('\n'))
    expect(done).toMatchObject({ rows: 4, leftOut: 0, confirmedTonnes: 4, unrecorded: [] })
  })

  it('each on its own, if a row covers several', async () => {
    const batch = await recordedBatch(4, [1, 2, 'RET-C1'], [3, 4, 'RET-C2'])
    const done = await confirm({ serial: batch.part(1, 3) })
    expect(done.confirmedTonnes).toBe(2)
    expect(done.unconfirmed).toEqual([{ reference: 'RET-C2', tonnes: 2, why: 'part' }])
    const row = { line: 2, subject: batch.part(1, 3) }
    expect(done.report).toEqual([
      { ...row, outcome: 'new', text: 'RET-C1, 2 t, is confirmed.' },
      {
        ...{ ...row, outcome: 'different' },
        text: 'RET-C2 is not confirmed: the list does not show all of its tonnes as ours.',
      },
    ])
    expect(await confirmedOf(batch)).toEqual([[1, 2_000]])
  })

  it('again after its correction and a new record', async () => {
    const batch = await recordedBatch(1, [1, 1, 'RET-D'])
    await confirm({ serial: batch.part(1, 1) })
    await correctRetirement(db(), 'RET-D', 'a wrong reference', unaudited)
    expect(await confirmedOf(batch)).toEqual([])
    await record(batch, [1, 1, 'RET-D2'])
    expect((await confirm({ serial: batch.part(1, 1) })).confirmedTonnes).toBe(1)
    expect(await confirmedOf(batch)).toEqual([[1, 1_000]])
  })
})

describe('a record is not confirmed', () => {
  it.each<[string, string, Row]>([
    ['other_beneficiary', 'another beneficiary', { serial: '', beneficiary: 'Mallory Ltd' }],
    [
      'other_beneficiary',
      'a longer name',
      { serial: '', beneficiary: `${testBeneficiary}ing Ltd` },
    ],
    ['other_day', 'a day before', { serial: '', retired_on: '2026-11-18' }],
    ['other_day', 'the day after the next', { serial: '', retired_on: '2026-11-22' }],
    ['other_day', 'a day long after', { serial: '', retired_on: '2026-11-25' }],
  ])('(%s) if the list has %s', async (why, name, row) => {
    const reference = `RET-E ${name}`
    const batch = await recordedBatch(2, [1, 2, reference])
    const done = await confirm({ ...row, serial: batch.part(1, 2) })
    expect(done).toMatchObject({ confirmedTonnes: 0, withdrawn: [] })
    expect(done.unconfirmed).toEqual([{ reference, tonnes: 2, why }])
    const words: Record<string, string> = {
      other_beneficiary: 'the list names another beneficiary',
      other_day: 'the list has another day of retirement',
    }
    const text = `${reference} is not confirmed: ${why}: ${words[why]}.`
    expect(done.report).toEqual([
      { line: 2, subject: batch.part(1, 2), outcome: 'different', text },
    ])
    expect(await confirmedOf(batch)).toEqual([])
  })

  it('if one of several rows says something else', async () => {
    const batch = await recordedBatch(2, [1, 2, 'RET-F'])
    const other = { serial: batch.part(2, 2), beneficiary: 'Mallory Ltd' }
    const done = await confirm({ serial: batch.part(1, 2) }, other)
    expect(done.unconfirmed).toMatchObject([{ why: 'other_beneficiary' }])
    const cancelled = await confirmText(
      `registry,serial,retired_on,beneficiary,status\nGS,${batch.part(1, 2)},2026-11-20,,Cancelled`,
    )
    expect(cancelled.unconfirmed).toEqual([{ reference: 'RET-F', tonnes: 2, why: 'cancelled' }])
    expect(cancelled.report).toMatchObject([
      { text: 'RET-F is not confirmed: cancelled: the registry cancelled the units.' },
    ])
    expect(await confirmedOf(batch)).toEqual([])
  })

  it.each<[string, (batch: Batch) => Row, string]>([
    [
      'of another project',
      (b) => ({ serial: b.part(1, 2).replace(b.project, 'GS5') }),
      'another project',
    ],
    ['of another vintage', (b) => ({ serial: b.part(1, 2).replace('-2024-', '-2023-') }), 'period'],
    ['of no grammar', (b) => ({ serial: `${b.part(1, 2)}-x` }), 'in no grammar of GS'],
    ['of two ranges', (b) => ({ serial: `${b.part(1, 1)}, ${b.part(2, 2)}` }), 'in no grammar'],
    [
      'of another registry',
      (b) => ({ serial: b.part(1, 2), registry: 'VCS' }),
      'in no grammar of VCS',
    ],
    ['of an unknown registry', (b) => ({ serial: b.part(1, 2), registry: 'X' }), 'X is not known'],
    ['of a future day', (b) => ({ serial: b.part(1, 2), retired_on: day(1) }), 'is after the list'],
    ['of no day', (b) => ({ serial: b.part(1, 2), retired_on: '2026-02-30' }), 'is no day'],
  ])('by a row %s, which is left out', async (name, rowOf, text) => {
    const batch = await recordedBatch(2, [1, 2, `RET-G ${name}`])
    const done = await confirm(rowOf(batch), { serial: 'GS1-1-UG-GS1-16-2024-1-1-1' })
    expect(done).toMatchObject({ leftOut: 1, confirmedTonnes: 0, unconfirmed: [], unrecorded: [] })
    expect(done.report).toMatchObject([{ line: 2, text: expect.stringContaining(text) }])
    expect(await confirmedOf(batch)).toEqual([])
  })

  it.each(['VCS', 'ACR', 'PoA '])(
    'by a row whose project has the number of its own with %s before it',
    async (code) => {
      const batch = await recordedBatch(2, [1, 2, `RET-P ${code}`])
      const listWith = (project: string) =>
        [
          'registry,project,serial,retired_on,beneficiary',
          ['GS', project, batch.part(1, 2), retiredOn, testBeneficiary].map(cell).join(','),
        ].join('\n')
      const project = batch.project.replace('GS', code)
      const done = await confirmText(listWith(project))
      expect(done).toMatchObject({ leftOut: 1, confirmedTonnes: 0 })
      expect(done.report).toMatchObject([
        { text: expect.stringContaining(`${project} is not ${batch.project}`) },
      ])
      const spelled = batch.project.replace('GS', 'gs-0')
      expect((await confirmText(listWith(spelled))).confirmedTonnes).toBe(2)
    },
  )

  it('by units next to its own, or by equal numbers of another block', async () => {
    const [batch, other] = [await recordedBatch(2, [1, 2, 'RET-H']), await recordedBatch(2)]
    const numbers = batch.part(1, 2).split('-').slice(-3).join('-')
    const [, , block] = other.part(1, 2).split('-').slice(-4)
    const elsewhere = batch.part(1, 2).replace(numbers, numbers.replace(/^\d+/, `9${block}`))
    const done = await confirm({ serial: elsewhere })
    expect(done).toMatchObject({ rows: 1, leftOut: 0, confirmedTonnes: 0, unrecorded: [] })
    expect(await confirmedOf(batch)).toEqual([])
  })
})

describe('units that a list shows as retired and no record has', () => {
  it('take their batch off sale, with an alarm until they are recorded', async () => {
    const batch = await recordedBatch(2, [1, 1, 'RET-I'])
    expect(await figure('retirements_unrecorded_batches')).toBe(0)
    const done = await confirm({ serial: batch.part(1, 2) })
    expect(done).toMatchObject({ confirmedTonnes: 1, withdrawn: [batch.serial] })
    const row = { line: 2, subject: batch.part(1, 2) }
    expect(done.report).toEqual([
      { ...row, outcome: 'new', text: 'RET-I, 1 t, is confirmed.' },
      {
        ...row,
        outcome: 'changed',
        text: '1 t are not recorded here, so their batch is off sale.',
      },
    ])
    expect(await db().run(findOffer, [batch.id])).toEqual([
      {
        offer: 'withdrawn',
        offer_reason: `The registry's list of ${today} shows 1 t of it as retired that are not recorded here.`,
      },
    ])
    expect(await figure('retirements_unrecorded_batches')).toBe(1)
    await record(batch, [2, 2, 'RET-I2'])
    expect(await figure('retirements_unrecorded_batches')).toBe(0)
    expect((await confirm({ serial: batch.part(1, 2) })).confirmedTonnes).toBe(1)
  })

  it('take it off sale if they are unsold, cancelled, or reach beyond the batch', async () => {
    const batches = [
      await recordedBatch(1),
      await recordedBatch(1),
      await recordedBatch(1),
    ] as const
    const [unsold, cancelled, wide] = batches
    const done = await confirm({ serial: unsold.part(3, 3), beneficiary: 'Mallory Ltd' })
    expect(done.withdrawn).toEqual([unsold.serial])
    const header = 'registry,serial,retired_on,status'
    const list = `${header}\nGS,${cancelled.part(1, 1)},2026-11-20,Cancelled`
    expect((await confirmText(list)).withdrawn).toEqual([cancelled.serial])
    expect((await confirm({ serial: wide.part(3, 9) })).withdrawn).toEqual([wide.serial])
    // One list takes off sale each batch that it names.
    const [one, other] = [await recordedBatch(1), await recordedBatch(1)]
    const both = await confirm({ serial: one.part(2, 2) }, { serial: other.part(2, 2) })
    expect(both.withdrawn.toSorted()).toEqual([one.serial, other.serial].toSorted())
    expect([await offerOf(one), await offerOf(other)]).toEqual(['withdrawn', 'withdrawn'])
    await confirm({ serial: wide.part(3, 9) })
    // A newer list without them ends the alarm.
    expect(await figure('retirements_unrecorded_batches')).toBe(1)
    await confirm({ serial: 'GS1-1-UG-GS1-16-2024-1-1-1' })
    expect(await figure('retirements_unrecorded_batches')).toBe(0)
    expect(await offerOf(wide)).toBe('withdrawn')
  })
})

describe('a list', () => {
  it.each([
    ['', /is empty/],
    ['registry,serial\nGS,a', /no column retired_on/],
    ['registry,retired_on\nGS,2026-11-20', /no column serial/],
    ['registry,serial,Serial Number,retired_on\nGS,a,b,2026-11-20', /serial and Serial Number/],
    ['registry,serial,retired_on\nXX,a,2026-11-20', /no row of the list can be read/],
  ])('is refused whole if it is %j', async (text, fault) => {
    const { faults, rows } = await confirmText(text)
    expect([faults[0]?.fault, rows]).toEqual([expect.stringMatching(fault), 0])
  })

  it('is refused from a future day, and for a project that is not there or one of several registries', async () => {
    const text = listOf([{ serial: 'GS1-1-UG-GS1-16-2024-1-1-1' }])
    expect((await confirmText(text, day(1))).faults[0]?.fault).toContain('after today')
    expect((await confirmText(text, today, 'GS-none')).faults[0]?.fault).toContain('no project')
    const serial = 'GS1-1-UG-GS1-16-2024-1-1-1'
    const verra = '9482-132420611-132421210-VCS-VCU-997-VER-TR-1-1200-01012020-31122020-0'
    const mixed = listOf([{ serial }, { serial: verra, registry: 'VCS' }])
    const { faults } = await confirmText(mixed, today, 'GS-none')
    expect(faults[0]?.fault).toContain('rows of one registry only')
  })

  it('waits for a running correction, and does not confirm what it took back', async () => {
    const batch = await recordedBatch(1, [1, 1, 'RET-L'])
    const lock = await holdLock(test, `select from batches where id = '${batch.id}' for update`)
    const racing = [
      correctRetirement(db(), 'RET-L', 'a wrong block', unaudited),
      confirm({ serial: batch.part(1, 1) }),
    ] as const
    await lock.untilWaiting('row', 2)
    await lock.release()
    const [, done] = await Promise.all(racing)
    const confirmed = await confirmedOf(batch)
    expect(confirmed).toEqual([])
    expect(done.confirmedTonnes + done.unrecorded.length).toBe(1)
  })

  it('and a running record wait for each other, and the batch is off sale if the list is first', async () => {
    const batch = await recordedBatch(1)
    const lock = await holdLock(test, `select from batches where id = '${batch.id}' for update`)
    const racing = [
      recordRows(db(), [retiredRow(batch.part(1, 1), 1, 'RET-W')]),
      confirm({ serial: batch.part(1, 1) }),
    ] as const
    await lock.untilWaiting('row', 2)
    await lock.release()
    const [recorded, done] = await Promise.all(racing)
    expect(recorded.tonnes).toBe(1)
    const isFirst = done.confirmedTonnes === 0
    expect(done.unrecorded.length).toBe(isFirst ? 1 : 0)
    expect(await offerOf(batch)).toBe(isFirst ? 'withdrawn' : 'offered')
  })

  it('that fails half-way leaves nothing', async () => {
    const batch = await recordedBatch(2, [1, 1, 'RET-Q'])
    const source = {
      file: 'list.csv',
      open: () => Readable.from([Buffer.from(listOf([{ serial: batch.part(1, 2) }]))]),
    }
    const audit = () => Promise.reject(new Error('killed'))
    const order = { takenOn: today, today, project: null, audit }
    await expect(confirmRetirements(db(), source, order)).rejects.toThrow('killed')
    expect([await confirmedOf(batch), await offerOf(batch)]).toEqual([[], 'offered'])
    expect((await confirm({ serial: batch.part(1, 2) })).withdrawn).toEqual([batch.serial])
  })

  it('of 100,000 rows is read in chunks, and finds the one row that matters', async () => {
    const batch = await recordedBatch(1, [1, 1, 'RET-M'])
    const rows = Array.from({ length: 100_000 }, (_, at) => {
      const serial = at === 77_777 ? batch.part(1, 1) : `GS1-1-UG-GS1-16-2024-${900_000 + at}-1-5`
      return `GS,${serial},2026-11-20,,`
    })
    const lines = ['registry,serial,retired_on,beneficiary,reference', ...rows]
    const source = {
      file: 'long.csv',
      open: () => Readable.from(lines.map((line) => `${line}\n`)).map((line) => Buffer.from(line)),
    }
    const order = { takenOn: today, today, project: null, audit: unaudited }
    const done = await confirmRetirements(db(), source, order)
    expect(done).toMatchObject({ rows: 100_000, leftOut: 0, confirmedTonnes: 1, withdrawn: [] })
  }, 240_000)
})

describe('the database and the audit', () => {
  it('refuse a confirmation that the rows of its list do not carry', async () => {
    const batch = await recordedBatch(2, [1, 2, 'RET-N'])
    await confirm({ serial: batch.part(1, 1) })
    const insert = `insert into retirement_confirmations (notice_id, retirement_id, list_id)
      select (select max(id) from log_notices), r.notice_id, (select max(list_id) from retirement_list_rows)
      from retirements r where r.batch_id = '${batch.id}'`
    await expect(runSql(test.databaseUrl, insert)).rejects.toThrow('does not confirm retirement')
    await expect(
      runSql(test.databaseUrl, 'update retirement_list_rows set is_cancelled = true'),
    ).rejects.toThrow('insert-only')
  })

  it('find a confirmation whose stored rows were changed', async () => {
    const batch = await recordedBatch(2, [1, 2, 'RET-O'])
    await confirm({ serial: batch.part(1, 2) })
    const faults = async () => {
      const [check] = Object.values(confirmationChecks)
      return db().transaction(async (tx) => (await check?.(tx))?.faults)
    }
    expect(await faults()).toEqual([])
    const change = (set: string) =>
      runSql(
        test.databaseUrl,
        `alter table retirement_list_rows disable trigger user;
         update retirement_list_rows set ${set} where batch_id = '${batch.id}';
         alter table retirement_list_rows enable trigger user`,
      )
    const wrong = [{ subject: `RET-O of ${batch.serial}`, expected: 2_000 }]
    await change(`serial = '${batch.part(1, 1)}'`)
    expect(await faults()).toMatchObject([{ ...wrong[0], found: 1_000 }])
    await change(`serial = '${batch.part(1, 2)}', beneficiary = 'Mallory Ltd'`)
    expect(await faults()).toMatchObject([{ ...wrong[0], found: 0 }])
    await change(`beneficiary = '', retired_on = '2026-11-10'`)
    expect(await faults()).toMatchObject([{ ...wrong[0], found: 0 }])
    await change(`retired_on = '2026-11-20', is_cancelled = true`)
    expect(await faults()).toMatchObject([{ ...wrong[0], found: 0 }])
    await change('is_cancelled = false')
    expect(await faults()).toEqual([])
  })
})
