// Tests that each filter of the list of purchases has every purchase of its state, in both orders and on each page.
// Other tests are of a person's list, and of purchases that look like duplicates.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listedFilters } from '#features/purchases/inspect/list-purchases.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { cardOrder, Person } from '#tests/support/people/person.ts'
import { runSql } from '#tests/support/postgres.ts'
import { type ConsoleReader, openConsoleReader } from '#tests/support/servers/console-reader.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let test: TestApp
let reader: ConsoleReader
let buyer: Person
let receiver: Person
/** Transaction id of a completed purchase, of which the others are copies. */
let sold: string
let open: string
beforeAll(async () => {
  test = await startTestApp({ OPEN_RESERVATIONS_MAX: '100' }, undefined, { background: false })
  reader = await openConsoleReader(test)
  const batch = await issueTestBatch(test.services.db, { kg: 500 })
  buyer = await new Person(test.url).signIn()
  receiver = await new Person(test.url).signIn()
  sold = await buyer.buyByCard(batch, 20)
  const order = cardOrder(batch, 30, await buyer.cardToken())
  open = (await buyer.reserve(order)).body.txId
})
afterAll(async () => {
  await reader.close()
  await test.close()
})

const sql = (text: string) => runSql(test.databaseUrl, text)
/** Changes purchases as the triggers of the product do not allow. */
const force = (text: string) =>
  sql(
    `alter table purchases disable trigger user; ${text}; alter table purchases enable trigger user`,
  )
const idOf = (txId: string) => `(select id from purchases where tx_id = '${txId}')`

let copies = 0
type Columns = Readonly<Record<string, unknown>>
/** Returns SQL that copies a purchase with other columns, and the copy's transaction id. The next copy is newer. */
function copyOf(columns: Columns, of = sold) {
  copies += 1
  const txId = `CP-2222-2222-${2000 + copies}`
  const hex = (Date.UTC(2026, 10, 1, 9) + copies * 60_000).toString(16).padStart(12, '0')
  const id = `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000001`
  const created_at = new Date(Date.UTC(2026, 10, 1, 9) + copies * 60_000)
  const more = JSON.stringify({ id, tx_id: txId, created_at, card_payment_id: null, ...columns })
  const text = `insert into purchases select (jsonb_populate_record(p, '${more}')).* from purchases p
    where tx_id = '${of}'`
  return { txId, text }
}
async function copied(columns: Columns, of = sold): Promise<string> {
  const { txId, text } = copyOf(columns, of)
  await force(text)
  return txId
}
const reversed = (txId: string, columns: string, values: string) =>
  sql(`insert into purchase_reversals (purchase_id, ${columns}) values (${idOf(txId)}, ${values})`)
const unsold = { first_place: null, completed_at: null, holder_id: null, card_state: 'VOIDED' }

async function pagesOf(query: string, limit: number): Promise<string[]> {
  const ids: string[] = []
  let next: string | null = `purchases?${query}&limit=${limit}`
  while (next !== null) {
    const page = await reader.read(next)
    ids.push(...page.body.map(({ tx_id }: { tx_id: string }) => tx_id))
    next = page.next
  }
  return ids
}

describe('each filter', () => {
  const own = new Map<string, string[]>()
  beforeAll(async () => {
    const later = { expires_at: '2999-01-01T00:00:00Z' }
    const past = { expires_at: '2026-11-01T09:00:00Z' }
    own.set('PENDING', [await copied(later, open), await copied(later, open), open])
    own.set('FAILED', [
      await copied({ ...unsold, state: 'FAILED', failure_code: 'card_declined' }),
      await copied({ ...unsold, state: 'FAILED', failure_code: 'not_completed' }),
    ])
    own.set('EXPIRED', [
      await copied({ ...past, card_state: 'VOIDED', state: 'EXPIRED' }, open),
      await copied(past, open),
      await copied({ ...past, card_state: 'VOIDED', state: 'EXPIRED' }, open),
      await copied(past, open),
    ])
    own.set('REFUNDED', [
      await copied({ reversal: 'refunded' }),
      await copied({ reversal: 'refunded' }),
    ])
    own.set('DISPUTED', [await copied({ reversal: 'disputed' }), await copied({})])
    own.set('REFUND_FAILED', [await copied({ reversal: 'refund_failed' }), await copied({})])
    own.set('REINSTATED', [
      await copied({ reversal: 'reinstated' }),
      await copied({ reversal: 'reinstated' }),
    ])
    own.set('GOODWILL', [await copied({}), await copied({})])
    own.set('FRAUD_WARNING', [await copied({}), await copied({})])
    const [refunded, again, , inquired, failed, part, , , ...rest] = [
      ...(own.get('REFUNDED') ?? []),
      ...(own.get('DISPUTED') ?? []),
      ...(own.get('REFUND_FAILED') ?? []),
      ...(own.get('REINSTATED') ?? []),
      ...(own.get('GOODWILL') ?? []),
      ...(own.get('FRAUD_WARNING') ?? []),
    ]
    for (const txId of [refunded, again]) await reversed(txId ?? '', 'refunded_minor', '40')
    await sql(`insert into disputes (id, purchase_id, status, outcome, amount_minor, currency, opened_at, read_at)
      values ('du_1', ${idOf(inquired ?? '')}, 'warning_needs_response', 'open', 1, 'GBP', now(), now())`)
    await reversed(failed ?? '', 'due_minor', '40')
    await reversed(part ?? '', 'due_minor, part_minor, is_part_failed', '40, 40, true')
    for (const txId of own.get('REINSTATED') ?? []) await reversed(txId, 'due_minor', '40')
    for (const txId of own.get('GOODWILL') ?? []) await reversed(txId, 'refunded_minor', '7')
    for (const txId of own.get('FRAUD_WARNING') ?? []) {
      await sql(`insert into fraud_warnings (id, purchase_id, kind, warned_at)
        values ('issfr_${txId}', ${idOf(txId)}, 'misc', now())`)
    }
    expect(rest).toHaveLength(4)
    // The kilograms of a failed refund are back, too, unless a part was refunded.
    const failedWhole = [failed ?? '', ...(own.get('REINSTATED') ?? [])]
    own.set('REFUNDED', [...(own.get('REFUNDED') ?? []), ...failedWhole])
    own.set('COMPLETED', [
      ...[...(own.get('DISPUTED') ?? []), part ?? '', ...(own.get('GOODWILL') ?? [])],
      ...[...(own.get('FRAUD_WARNING') ?? []), sold],
    ])
  })

  it('is in this test', () => {
    expect([...own.keys()].toSorted()).toEqual([...listedFilters].toSorted())
  })

  it.each(listedFilters)(
    '%s has its purchases in both orders, on pages as on one',
    async (state) => {
      const oldest = own.get(state) ?? []
      const newest = oldest.toReversed()
      for (const person of ['', `&person=${buyer.id}`]) {
        for (const limit of [1, 100]) {
          const query = `state=${state}${person}`
          expect([person, limit, await pagesOf(query, limit)]).toEqual([person, limit, newest])
          expect([person, limit, await pagesOf(`${query}&sort=created_at`, limit)]).toEqual([
            ...[person, limit, oldest],
          ])
        }
      }
      expect(await pagesOf(`state=${state}&person=${receiver.id}`, 10)).toEqual([])
      const ofCopies = newest.filter((txId) => txId.startsWith('CP-2222'))
      expect(await pagesOf(`state=${state}&until=2026-11-01`, 1)).toEqual(ofCopies)
      expect(await pagesOf(`state=${state}&since=2026-11-01&until=2026-11-01`, 3)).toEqual(ofCopies)
      expect(await pagesOf(`state=${state}&until=2026-10-31`, 10)).toEqual([])
      expect(await pagesOf(`state=${state}&since=2026-11-02`, 10)).toEqual(
        newest.filter((txId) => !txId.startsWith('CP-2222')),
      )
    },
  )

  it('without a state there are all, and a blank search narrows nothing', async () => {
    const all = await pagesOf('', 100)
    expect(new Set(all)).toEqual(new Set([...own.values()].flat()))
    expect(await pagesOf('q=%20', 100)).toEqual(all)
    expect(await pagesOf('', 5)).toEqual(all)
    expect(await pagesOf('sort=created_at', 5)).toEqual(all.toReversed())
    expect(await pagesOf('sort=-created_at', 5)).toEqual(all)
    expect(await pagesOf(`q=%20&person=${receiver.id}`, 5)).toEqual([])
    expect(await pagesOf(`q=%20${sold}%20`, 5)).toEqual([sold])
  })
})

it('A person’s list has what they bought and what they hold, the newest 50 on their page', async () => {
  const copies = Array.from({ length: 51 }, (_, count) =>
    copyOf(
      count % 2 === 0
        ? { holder_id: receiver.id, is_gift: true, recipient_id: receiver.id }
        : { buyer_id: receiver.id, is_gift: true, holder_id: buyer.id },
    ),
  )
  await force(copies.map(({ text }) => text).join(';'))
  const own = copies.map(({ txId }) => txId)
  const newest = own.toReversed()
  expect(await pagesOf(`person=${receiver.id}`, 20)).toEqual(newest)
  expect(await pagesOf(`person=${receiver.id}&sort=created_at`, 20)).toEqual(own)
  const { body } = await reader.read(`people/${receiver.id}`)
  expect(body.purchases.map(({ tx_id }: { tx_id: string }) => tx_id)).toEqual(newest.slice(0, 50))
  await force(`delete from purchases where tx_id in ('${own.join("', '")}')`)
})

it('Similar purchases are at most 5, an hour before and after, of the same currency', async () => {
  const minutes = (count: number) => ({
    created_at: new Date(Date.UTC(2026, 9, 1, 12, count)),
    completed_at: new Date(Date.UTC(2026, 9, 1, 12, count)),
  })
  const similarOf = async (txId: string) =>
    (await reader.read(`purchases/${txId}`)).body.similar.map(
      ({ tx_id }: { tx_id: string }) => tx_id,
    )
  const own = await copied(minutes(0))
  const before = [await copied(minutes(-60)), await copied(minutes(-1))]
  const after = [await copied(minutes(1)), await copied(minutes(60))]
  await copied(minutes(-61))
  await copied(minutes(61))
  await copied({ ...minutes(2), currency: 'EUR' })
  await copied({ ...minutes(2), quantity_kg: 21 })
  await copied({ ...minutes(2), ...unsold, completed_at: null, state: 'FAILED' })
  const found = await similarOf(own)
  expect(found).toEqual([...before, ...after].toReversed())
  const [fifth, sixth] = [await copied(minutes(3)), await copied(minutes(4))]
  expect(await similarOf(own)).toEqual([fifth, ...found])
  expect(sixth).toMatch(/^CP-/)
})
