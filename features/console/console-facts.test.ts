// Tests that the console shows each fact of a purchase in its own place: on its page, on the desk, in the lists and
// among the figures of the day. The facts differ from each other, so that a swapped one is found.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DeskCase } from '#features/console/desk/desk-calls.ts'
import type { PurchaseEvent } from '#features/console/purchases/console-purchases-calls.ts'
import { warningHoldDays } from '#features/purchases/disputes/warning-hold.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { cardOrder, Person } from '#tests/support/people/person.ts'
import {
  appendOnce,
  issueTonnes,
  recordRows,
  retiredRow,
} from '#tests/support/people/retirements.ts'
import { runSql } from '#tests/support/postgres.ts'
import { type ConsoleReader, openConsoleReader } from '#tests/support/servers/console-reader.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let test: TestApp
let reader: ConsoleReader
beforeAll(async () => {
  const env = { OPEN_RESERVATIONS_MAX: '100' }
  test = await startTestApp(env, undefined, { background: false })
  reader = await openConsoleReader(test)
})
afterAll(async () => {
  await reader.close()
  await test.close()
})

const db = () => test.services.db
const sql = (text: string) => runSql(test.databaseUrl, text)
/** Changes purchases as the triggers of the product do not allow. */
const force = (text: string) =>
  sql(
    `alter table purchases disable trigger user; ${text}; alter table purchases enable trigger user`,
  )
const signedIn = () => new Person(test.url).signIn()
const idOf = (txId: string) => `(select id from purchases where tx_id = '${txId}')`
const rename = (person: Person, first: string, last: string, nickname: string) =>
  sql(`update passports set first_name = '${first}', last_name = '${last}', nickname = '${nickname}'
       where id = '${person.id}'`)

type Row = { readonly tx_id: string }
const txIdsOf = (rows: readonly Row[]) => rows.map(({ tx_id }) => tx_id)
const listed = async (query: string) => txIdsOf((await reader.read(`purchases?${query}`)).body)
const shown = async (txId: string) => (await reader.read(`purchases/${txId}`)).body
const casesOf = async (txId: string): Promise<DeskCase[]> =>
  (await reader.read('desk?limit=100')).body.filter(({ tx_id }: Row) => tx_id === txId)
const tilesOf = async () => {
  const { body } = await reader.read('today')
  const tiles: readonly { id: string; value: string; level: string }[] = body.tiles
  return Object.fromEntries(tiles.map(({ id, value, level }) => [id, `${value}, ${level}`]))
}

async function bought(kg = 50, buyer?: Person) {
  const person = buyer ?? (await signedIn())
  const batch = await issueTestBatch(db(), { kg: 200 })
  return { buyer: person, batch, txId: await person.buyByCard(batch, kg) }
}

describe('the page of a purchase', () => {
  it('names as similar no purchase that is open, of another total, or of another person', async () => {
    const { buyer, batch, txId } = await bought()
    const { body: open } = await buyer.reserve(cardOrder(batch, 50, await buyer.cardToken()))
    const dearer = await issueTestBatch(db(), { kg: 200, priceMicros: 30_000 })
    await buyer.buyByCard(dearer, 50)
    await (await signedIn()).buyByCard(batch, 50)
    expect((await shown(txId)).similar).toEqual([])
    await buyer.cancel(open.txId)
    const twin = await buyer.buyByCard(batch, 50)
    expect(txIdsOf((await shown(txId)).similar)).toEqual([twin])
  })

  it('names the holder of a gift, and its times and sums each by its own', async () => {
    const [giver, receiver] = [await signedIn(), await signedIn()]
    await rename(giver, 'Ada', 'Lovelace', 'Countess')
    await rename(receiver, 'Marie', 'Curie', 'Madame')
    const batch = await issueTestBatch(db(), { kg: 200 })
    const order = cardOrder(batch, 50, await giver.cardToken())
    const { body } = await giver.reserve({ ...order, is_gift: 1, telephone: receiver.phone })
    expect((await giver.complete(body.txId)).status).toBe(200)
    await force(
      `update purchases set created_at = created_at - interval '3 minutes', refunded_kg = 7,
         reversal = 'refunded', keeps_kilograms = true where tx_id = '${body.txId}';
       insert into purchase_reversals (purchase_id, refunded_minor, lost_minor, part_minor)
       values (${idOf(body.txId)}, 14, 3, 14)`,
    )
    const found = await shown(body.txId)
    expect(found).toMatchObject({
      ...{ buyer: 'Ada Lovelace', buyer_id: giver.id },
      ...{ holder: 'Marie Curie', holder_id: receiver.id },
      ...{ refunded_kg: 7, refunded: 0.14, lost: 0.03, keeps_kilograms: true },
    })
    const [created, completed, expires] = [
      found.created_at,
      found.completed_at,
      found.expires_at,
    ].map(Date.parse)
    expect((completed ?? 0) - (created ?? 0)).toBeGreaterThan(179_000)
    expect(expires).not.toBe(completed)
    await force(`update purchases set reversal = 'none', keeps_kilograms = false, refunded_kg = 0
      where tx_id = '${body.txId}'; delete from purchase_reversals where purchase_id = ${idOf(body.txId)}`)
  })

  it('has what staff tried, refused, failed and unfinished, too', async () => {
    const { txId } = await bought()
    for (const outcome of ['started', 'done', 'refused', 'failed', 'previewed', 'read']) {
      await sql(`insert into audit_trail (by_name, command, about, outcome)
                 values ('Grace', 'purchases ${outcome}', '{${txId}}', '${outcome}')`)
    }
    const timeline: readonly PurchaseEvent[] = (await shown(txId)).timeline
    const staff = timeline.filter(({ kind }) => kind === 'staff')
    expect(staff.map(({ title, detail }) => `${title}, ${detail}`).toSorted()).toEqual([
      'Grace: purchases done, done',
      'Grace: purchases failed, failed',
      'Grace: purchases refused, refused',
      'Grace: purchases started, unfinished',
    ])
  })

  it('has the retirement of each tonne that it shares with others, and of no other tonne', async () => {
    const batch = await issueTonnes(db(), 3)
    const buyer = await signedIn()
    // Places 1 to 1,500 and 1,501 to 3,000: they share the second tonne.
    const [first, second] = [
      await buyer.buyByCard(batch, 1_500),
      await buyer.buyByCard(batch, 1_500),
    ]
    await appendOnce(test)
    for (const tonne of [1, 2, 3]) {
      await recordRows(db(), [retiredRow(batch.part(tonne, tonne), 1, `R-${tonne}`)])
    }
    const retiredOf = async (txId: string) => {
      const timeline: readonly PurchaseEvent[] = (await shown(txId)).timeline
      const retired = timeline.filter(({ kind }) => kind === 'retirement')
      return retired.map(({ detail }) => detail?.split(', ').at(-1))
    }
    expect(await retiredOf(first)).toEqual(['R-1', 'R-2'])
    expect(await retiredOf(second)).toEqual(['R-2', 'R-3'])
  })
})

describe('a search within the purchases of a person', () => {
  it('finds a gift by its id for giver and receiver, and for no other', async () => {
    const [giver, receiver, other] = [await signedIn(), await signedIn(), await signedIn()]
    const batch = await issueTestBatch(db(), { kg: 200 })
    const order = cardOrder(batch, 20, await giver.cardToken())
    const { body } = await giver.reserve({ ...order, is_gift: 1, telephone: receiver.phone })
    await giver.complete(body.txId)
    for (const [person, expected] of [
      [giver, [body.txId]],
      [receiver, [body.txId]],
      [other, []],
    ] as const) {
      expect(await listed(`q=${body.txId}&person=${person.id}`)).toEqual(expected)
    }
  })

  it('by a name finds those of the person only if it is their name', async () => {
    const name = `Zoe${randomUUID().replace(/[^a-f]/g, '')}`
    const [one, twin, other] = [await bought(), await bought(), await bought()]
    for (const { buyer } of [one, twin]) await rename(buyer, name, 'Curie', name)
    expect((await listed(`q=${name}`)).toSorted()).toEqual([one.txId, twin.txId].toSorted())
    expect(await listed(`q=${name}&person=${one.buyer.id}`)).toEqual([one.txId])
    expect(await listed(`q=${name}&person=${other.buyer.id}`)).toEqual([])
  })
})

describe('a refund in part that failed', () => {
  it('is in the list, on the desk with what is owed, and an alarm of the day', async () => {
    const { txId } = await bought()
    const failedBefore = (await tilesOf()).refunds_failed
    await sql(`insert into purchase_reversals (purchase_id, due_minor, part_minor, is_part_failed)
               values (${idOf(txId)}, 40, 40, true)`)
    expect(await listed('state=REFUND_FAILED')).toEqual([txId])
    expect(await listed('state=REINSTATED')).toEqual([])
    expect(await casesOf(txId)).toMatchObject([
      { kind: 'refund_failed', amount: 0.4, detail: 'of a refund in part', due_at: null },
    ])
    expect(failedBefore).toBe('0 purchases, fine')
    expect((await tilesOf()).refunds_failed).toBe('1 purchase, alarm')
    await sql(`delete from purchase_reversals where purchase_id = ${idOf(txId)}`)
  })

  it.each(['refund_failed', 'reinstated', 'refunding'])(
    'as %s is on the desk with what is owed, and not with what was paid',
    async (reversal) => {
      const { txId } = await bought()
      await force(`update purchases set reversal = '${reversal}' where tx_id = '${txId}';
        insert into purchase_reversals (purchase_id, due_minor, stage_since, created_at)
        values (${idOf(txId)}, 40, '2026-11-20T09:30:00Z', '2026-11-10T09:30:00Z')`)
      expect(await casesOf(txId)).toMatchObject([
        { amount: 0.4, currency: 'GBP', since: '2026-11-20T09:30:00.000Z' },
      ])
      await force(`update purchases set reversal = 'none' where tx_id = '${txId}';
        delete from purchase_reversals where purchase_id = ${idOf(txId)}`)
    },
  )
})

describe('a fraud warning', () => {
  it.each([
    [warningHoldDays - 1, 'none', 1],
    [warningHoldDays + 1, 'none', 0],
    [1, 'refunded', 0],
  ])(
    'of %i days ago about a purchase with the reversal %s is %i case',
    async (days, reversal, count) => {
      const { txId } = await bought()
      await force(`update purchases set reversal = '${reversal}' where tx_id = '${txId}';
      insert into fraud_warnings (id, purchase_id, kind, warned_at)
      values ('issfr_${txId}', ${idOf(txId)}, 'made_with_stolen_card', now() - interval '${days} days')`)
      expect((await casesOf(txId)).map(({ kind }) => kind)).toEqual(
        Array.from({ length: count }, () => 'fraud_warning'),
      )
      expect((await tilesOf()).fraud_warnings).toMatch(new RegExp(`^${count} warning`))
      // The list keeps it for good.
      expect(await listed('state=FRAUD_WARNING')).toContain(txId)
      await force(`delete from fraud_warnings where id = 'issfr_${txId}';
      update purchases set reversal = 'none' where tx_id = '${txId}'`)
    },
  )
})

describe('disputes', () => {
  const addDispute = (id: string, txId: string, values: string) =>
    sql(`insert into disputes (id, purchase_id, status, outcome, amount_minor, currency, opened_at, due_at, closed_at, read_at)
         values ('${id}', ${idOf(txId)}, ${values}, now())`)
  const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id)
  async function pagesOf(path: string): Promise<string[]> {
    const ids: string[] = []
    let next: string | null = `${path}&limit=2`
    while (next !== null) {
      const page = await reader.read(next)
      ids.push(...idsOf(page.body))
      next = page.next
    }
    return ids
  }

  it('without a deadline come after those with one, and each sort pages over equal rows', async () => {
    const [one, other] = [(await bought()).txId, (await bought()).txId]
    const day = (at: number) => `'2026-11-${at}T00:00:00Z'`
    await addDispute(
      'du_1',
      one,
      `'warning_needs_response', 'open', 200, 'GBP', ${day(11)}, null, null`,
    )
    await addDispute(
      'du_2',
      one,
      `'needs_response', 'open', 100, 'GBP', ${day(12)}, ${day(29)}, null`,
    )
    await addDispute(
      'du_3',
      other,
      `'needs_response', 'open', 200, 'EUR', ${day(13)}, ${day(28)}, null`,
    )
    await addDispute('du_4', other, `'under_review', 'open', 200, 'GBP', ${day(12)}, null, null`)
    await addDispute('du_5', other, `'lost', 'lost', 300, 'GBP', ${day(14)}, ${day(27)}, now()`)
    await addDispute('du_6', one, `'won', 'won', 50, 'GBP', ${day(15)}, ${day(26)}, now()`)
    const own = ['du_3', 'du_2', 'du_1', 'du_4', 'du_6', 'du_5']
    expect(await pagesOf('disputes?')).toEqual(own)
    expect(await pagesOf('disputes?outcome=open')).toEqual(own.slice(0, 4))
    expect(await pagesOf('disputes?outcome=lost')).toEqual(['du_5'])
    for (const [sort, order] of [
      ['amount', ['du_6', 'du_2', 'du_1', 'du_3', 'du_4', 'du_5']],
      ['opened_at', ['du_1', 'du_2', 'du_4', 'du_3', 'du_5', 'du_6']],
    ] as const) {
      expect([sort, ...(await pagesOf(`disputes?sort=${sort}`))]).toEqual([sort, ...order])
      expect(await pagesOf(`disputes?sort=-${sort}`)).toEqual(order.toReversed())
    }
    expect(await pagesOf('disputes?outcome=open&sort=-amount')).toEqual([
      ...['du_4', 'du_3', 'du_1', 'du_2'],
    ])
    const { body } = await reader.read('disputes/du_3')
    expect(body).toMatchObject({
      ...{ tx_id: other, amount: 2, currency: 'EUR', outcome: 'open', status: 'needs_response' },
      ...{ opened_at: '2026-11-13T00:00:00.000Z', due_at: '2026-11-28T00:00:00.000Z' },
    })
    expect(await pagesOf('desk?kind=dispute')).toEqual(
      ['du_1', 'du_3', 'du_2'].map((id) => `dispute:${id}`),
    )
    // An inquiry leaves the purchase as it is, and yet counts as a dispute.
    expect((await listed('state=DISPUTED')).toSorted()).toEqual([one, other].toSorted())
    expect((await tilesOf()).disputes).toMatch(/^4, evidence due 2026-11-28 00:00 UTC/)
    await sql('delete from disputes')
    expect((await tilesOf()).disputes).toBe('none, fine')
  })

  it('name who made the newest file with the evidence, refused and previewed ones apart', async () => {
    const { txId } = await bought()
    await addDispute(
      'du_7',
      txId,
      `'needs_response', 'open', 200, 'GBP', now(), '2999-01-01', null`,
    )
    const write = (by: string, command: string, outcome: string) =>
      sql(`insert into audit_trail (by_name, command, about, outcome)
           values ('${by}', '${command}', '{${txId}}', '${outcome}')`)
    for (const outcome of ['previewed', 'refused', 'failed']) {
      await write('Eve', 'purchases evidence', outcome)
    }
    await write('Eve', 'purchases reconcile', 'done')
    expect((await casesOf(txId))[0]).toMatchObject({
      evidence: null,
      next: { words: expect.stringMatching(/^Make the/) },
    })
    await write('Ada', 'purchases evidence', 'done')
    await write('Grace', 'purchases evidence --force', 'started')
    await write('Eve', 'purchases evidence', 'previewed')
    expect((await casesOf(txId))[0]?.evidence).toMatchObject({ by: 'Grace' })
    await sql(`delete from disputes where id = 'du_7'`)
  })
})

describe('the figures of the day', () => {
  it('count open purchases by their age', async () => {
    const ages = ['9 minutes', '11 minutes', '59 minutes', '61 minutes', '3 hours', '2 days']
    const batch = await issueTestBatch(db(), { kg: 200 })
    for (const age of ages) {
      const buyer = await signedIn()
      const { body } = await buyer.reserve(cardOrder(batch, 20, await buyer.cardToken()))
      await force(
        `update purchases set created_at = now() - interval '${age}' where tx_id = '${body.txId}'`,
      )
    }
    expect((await tilesOf()).open_purchases).toBe('1 under 10 min, 2 under 1 h, 3 older, warning')
  })

  it('count sales by currency and the day of their completion', async () => {
    const salesOf = async (at: number) => {
      const { body } = await reader.read('today')
      return body.days.at(at)
    }
    await force(`update purchases set completed_at = completed_at - interval '100 days'
               where completed_at is not null`)
    expect((await tilesOf()).sales).toBe('none yet, fine')
    const [today, second, early, first, before] = [
      ...[await bought(20), await bought(30), await bought(40)],
      ...[await bought(50), await bought(60)],
    ].map((each) => each?.txId)
    const change = (txId: string | undefined, set: string) =>
      force(`update purchases set ${set} where tx_id = '${txId}'`)
    await change(second, `currency = 'EUR'`)
    const midnight = `date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'`
    // One that was charged the day after its reservation, and those of the first day and before it.
    await change(early, `completed_at = ${midnight} - interval '1 second'`)
    await change(first, `completed_at = ${midnight} - interval '29 days'`)
    await change(before, `completed_at = ${midnight} - interval '29 days 1 second'`)
    expect(today).toMatch(/^CP-/)
    expect(await salesOf(-1)).toMatchObject({
      ...{ purchases: 2, kilograms: 50 },
      sums: [
        { currency: 'EUR', amount: 0.6 },
        { currency: 'GBP', amount: 0.4 },
      ],
    })
    expect((await tilesOf()).sales).toBe('0.60 EUR, 0.40 GBP in 2 purchases, fine')
    expect(await salesOf(-2)).toMatchObject({ purchases: 1, kilograms: 40 })
    expect(await salesOf(0)).toMatchObject({ purchases: 1, kilograms: 50 })
  })

  it('count as stock what is offered of listed projects, and featured ones without any', async () => {
    await sql(`update batches set offer = 'withdrawn', offer_reason = 'Test'`)
    const [offered, withdrawn, unlisted] = [
      await issueTestBatch(db(), { kg: 100 }),
      await issueTestBatch(db(), { kg: 200 }),
      await issueTestBatch(db(), { kg: 400 }),
    ]
    await sql(`update batches set offer = 'withdrawn', offer_reason = 'Test' where id = '${withdrawn.id}';
      update projects set unlisted_status = 'Withdrawn' where id = '${unlisted.projectId}';
      insert into featured_projects (country, position, project_id) values
        ('GB', 1, '${offered.projectId}'), ('GB', 2, '${withdrawn.projectId}'),
        ('DE', 1, '${withdrawn.projectId}')`)
    expect((await tilesOf()).stock).toMatch(/^100 kg; 1 featured project sold out,/)
  })
})
