// Tests that postings and ended purchases cannot be changed, even by SQL, and that the ledger check
// finds every planted difference. Moves of a purchase: purchases/states/.
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordEntries } from '#features/accounts/record-entries.ts'
import { eraseForOwner } from '#features/own-data/erase-passport.ts'
import { checkLedger } from '#features/purchases/inspect/check-ledger.ts'
import { pollCardEvents } from '#features/purchases/refund/handle-card-events.ts'
import { payRefund } from '#features/purchases/refund/pay-otherwise.ts'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { replaceBatch } from '#features/purchases/replace/replace-batch.ts'
import { fundProgramme } from '#features/wallet/programmes/manage-programmes.ts'
import { sourceOfText } from '#providers/registries/tables/file-source.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import {
  disputeAtProvider,
  setRefundsAtProvider,
} from '#tests/support/people/card-provider-page.ts'
import { creditTestWallet } from '#tests/support/people/credit.ts'
import { cardOrder, newPhone, Person, type TestBatch } from '#tests/support/people/person.ts'
import { purchaseIdOf } from '#tests/support/people/purchase-books.ts'
import { claim, newAchiever, rewardOrder } from '#tests/support/people/rewards.ts'
import { splitOrder } from '#tests/support/people/split-order.ts'
import { failCards } from '#tests/support/stand-ins/sandbox-faults.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let test: TestApp
let sql: pg.Client
beforeAll(async () => {
  test = await startTestApp({ OPEN_RESERVATIONS_MAX: '10' }, undefined, { background: false })
  sql = new pg.Client({ connectionString: test.databaseUrl })
  await sql.connect()
  await playEverything()
})
afterAll(async () => {
  await sql.end()
  await test.close()
})

/** Makes one purchase of every kind, so that no sum is empty. */
async function playEverything(): Promise<void> {
  const { db } = test.services
  const batch = await issueTestBatch(db, { kg: 10_000 })
  const buyer = await new Person(test.url).signIn()
  await creditTestWallet(db, { passportId: buyer.id, currency: 'EUR', amountMinor: 500 })
  const deleted = await new Person(test.url).signIn()
  await creditTestWallet(db, { passportId: deleted.id, currency: 'EUR', amountMinor: 500 })
  const owner = { passportId: deleted.id, phone: deleted.phone }
  expect(await eraseForOwner(test.services, owner, async () => undefined)).toBeNull()
  const open = { ...cardOrder(batch, 20, ''), payment_method: 'wallet', wallet_used: 0.4 }
  const foreign = { ...cardOrder(batch, 150, ''), payment_method: 'wallet', wallet_used: 3 }
  expect((await buyer.reserve(open)).status).toBe(200)
  for (const order of [
    foreign,
    { ...cardOrder(batch, 30, await buyer.cardToken()), is_gift: 1, telephone: newPhone() },
    cardOrder(batch, 25, await buyer.cardToken()),
  ]) {
    const { status, body } = await buyer.reserve(order)
    expect(status).toBe(200)
    expect((await buyer.complete(body.txId)).status).toBe(200)
  }
  expect((await buyer.reserve(cardOrder(batch, 25, await buyer.cardToken()))).status).toBe(200)
  const { me, token } = await newAchiever(test.url, batch)
  await claim(me, token)
  const reward = await me.reserve(rewardOrder(batch, token))
  expect((await me.complete(reward.body.txId)).status).toBe(200)
  const disputed = await me.buyByCard(batch, 25)
  await disputeAtProvider(db, await purchaseIdOf(db, disputed), 'lost')
  await pollCardEvents(test.services)
  await requestRefund(buyer, batch)
  await payFailed(buyer, batch)
  await replaceSome(buyer)
  await refundParts(batch)
  const paid = { programmeId: 'test-bank', currency: 'GBP', amountMinor: 2_000 }
  await fundProgramme(db, paid, record)
  await closeEmptyMonth()
  await makeEntry()
  expect((await checkLedger(db)).faults).toEqual([])
}

const record = async () => undefined

/** Makes an entry by hand between accounts that purchases and reports post to. */
async function makeEntry(): Promise<void> {
  const text = [
    'debit,credit,amount,currency,value_date,reason',
    'goodwill,card_clearing,1.00,GBP,2026-01-10,A correction',
    'fees,bank,2.00,GBP,2026-01-10,Bank charge',
    'sales,chargebacks,3.00,GBP,2026-01-10,A correction',
  ].join('\n')
  const source = sourceOfText({ name: 'entries.csv', text })
  await recordEntries(test.services.db, source, '2026-01-11', record)
}

/** Closes a month without postings. */
async function closeEmptyMonth(): Promise<void> {
  await sql.query(
    `insert into closed_months (month, closed_by, postings) values ('2015-01-01', 'Ada', 0)`,
  )
  await sql.query(`insert into closed_sums values ('2015-01-01', 'GBP', 'sales', 0, 0, 0)`)
  await sql.query(`update ledger_close set closed_through = '2015-01-31'`)
}

/**
 * Makes money that returns to a wallet for kilograms that stay, and money that is owed to a card.
 */
async function requestRefund(buyer: Person, batch: TestBatch): Promise<void> {
  const { db } = test.services
  await creditTestWallet(db, { passportId: buyer.id, currency: 'GBP', amountMinor: 100 })
  const order = { ...cardOrder(batch, 20, ''), payment_method: 'wallet', wallet_used: 0.4 }
  const { txId } = (await buyer.reserve(order)).body
  expect((await buyer.complete(txId)).status).toBe(200)
  const kept = await refundPurchase(test.services, { txId, keepsKilograms: true, record })
  expect(kept).toEqual({ stage: 'refunded kept' })
  await failCards(db, 'refund', 'error')
  const owed = { txId: await buyer.buyByCard(batch, 25), keepsKilograms: false, record }
  expect(await refundPurchase(test.services, owed)).toEqual({ stage: 'refunding' })
}

/** Makes failed refunds: one stays owed, two are paid in another way. */
async function payFailed(buyer: Person, batch: TestBatch): Promise<void> {
  const { db } = test.services
  for (const reference of [undefined, null, 'bank 1']) {
    const txId = await buyer.buyByCard(batch, 25)
    await setRefundsAtProvider(db, await purchaseIdOf(db, txId), 'failed')
    const order = { txId, keepsKilograms: false, record }
    expect(await refundPurchase(test.services, order)).toEqual({ stage: 'refund_failed' })
    if (reference === undefined) continue
    const paid = await payRefund(test.services, { txId, reference, record })
    expect(paid).toEqual({ stage: 'refunded' })
  }
}

/** Makes two refunds in part of a purchase that a wallet and a card paid. */
async function refundParts(batch: TestBatch): Promise<void> {
  const { db } = test.services
  const buyer = await new Person(test.url).signIn()
  const { txId } = (await buyer.reserve(await splitOrder(buyer, batch, 100))).body
  expect((await buyer.complete(txId)).status).toBe(200)
  for (const kg of [7, 20]) {
    const order = { txId, keepsKilograms: false, kg, record }
    expect(await refundPurchase(test.services, order)).toEqual({ stage: 'none' })
  }
  expect((await checkLedger(db)).faults).toEqual([])
}

async function replaceSome(buyer: Person): Promise<void> {
  const { db } = test.services
  const [former, other] = [
    await issueTestBatch(db, { kg: 50 }),
    await issueTestBatch(db, { kg: 50 }),
  ]
  for (const kg of [15, 20]) await buyer.buyByCard(former, kg)
  const { serial } = former
  const order = { serial, bySerial: other.serial, reason: 'taken back', audit: record }
  expect(await replaceBatch(db, order)).toMatchObject({ purchases: 2, kg: 35 })
}

/** Runs statements and rolls them back. Returns the SQLSTATE of the first refused one. */
async function refusalOf(...statements: readonly string[]): Promise<string | null> {
  await sql.query('begin')
  try {
    for (const each of statements) await sql.query(each)
    return null
  } catch (error) {
    return error instanceof pg.DatabaseError ? (error.code ?? null) : null
  } finally {
    await sql.query('rollback')
  }
}

describe('postings', () => {
  it.each(['money_postings', 'kg_postings'])(
    'of %s cannot be changed or removed',
    async (table) => {
      const column = table === 'money_postings' ? 'amount_minor' : 'quantity_kg'
      expect(await refusalOf(`update ${table} set ${column} = ${column} + 1`)).toBe('23001')
      expect(await refusalOf(`delete from ${table}`)).toBe('23001')
      expect(await refusalOf(`truncate ${table}`)).toBe('23001')
    },
  )
})

it('every trigger of the database is described in docs/ledger.md', async () => {
  const { rows } = await sql.query(
    'select distinct tgname from pg_trigger where not tgisinternal order by tgname',
  )
  const told = readFileSync('docs/ledger.md', 'utf8')
  expect(rows.length).toBeGreaterThan(5)
  expect(rows.filter(({ tgname }) => !told.includes(`\`${tgname}\``))).toEqual([])
})

describe('a purchase', () => {
  it('that has ended keeps its figures, and is never removed', async () => {
    const ended = `where state = 'COMPLETED'`
    for (const change of [
      'quantity_kg = quantity_kg + 1',
      'total_minor = total_minor + 1, card_minor = card_minor + 1',
      'first_place = first_place + 1',
      'buyer_id = gen_random_uuid()',
      `tx_id = tx_id || 'X'`,
    ]) {
      expect(await refusalOf(`update purchases set ${change} ${ended}`)).toBe('23001')
    }
    expect(await refusalOf(`delete from purchases ${ended}`)).toBe('23001')
    expect(await refusalOf('truncate purchases cascade')).toBe('23001')
    expect(
      await refusalOf(`update purchases set note = null, recipient_name = null ${ended}`),
    ).toBe(null)
  })
})

/** Every figure that the ledger keeps, with a change that plants one unit too many. */
const plants: readonly (readonly [table: string, change: string, where?: string])[] = [
  ['wallets', 'balance_minor = balance_minor + 1'],
  ['wallets', 'held_minor = held_minor + 1'],
  ['programme_balances', 'balance_minor = balance_minor + 1'],
  ['reward_budgets', 'balance_minor = balance_minor + 1'],
  ['wallet_credits', 'amount_minor = amount_minor + 1'],
  ['programmes', 'window_minor = window_minor + 1'],
  ['programme_payments', 'amount_minor = amount_minor + 1'],
  ['card_disputes', 'amount_minor = amount_minor + 1'],
  ['refund_payments', 'amount_minor = amount_minor + 1'],
  ['purchase_reversals', 'due_minor = due_minor + 1'],
  ['batch_stock', 'available_kg = available_kg - 1'],
  ['batch_stock', 'issued_kg = issued_kg + 1'],
  ['batch_stock', 'available_kg = available_kg + 1, issued_kg = issued_kg + 1'],
  ['batch_places', 'sold_kg = sold_kg + 1'],
  ['batch_weeks', 'sold_kg = sold_kg + 1'],
  ['passports', 'total_kg = total_kg + 1'],
  ['purchases', 'quantity_kg = quantity_kg + 1'],
  ['purchases', 'first_place = first_place + 1'],
  ['purchases', 'total_minor = total_minor + 1, card_minor = card_minor + 1'],
  ['purchases', 'total_minor = total_minor + 1, wallet_minor = wallet_minor + 1'],
  ['purchase_wallet_parts', 'wallet_minor = wallet_minor + 1'],
  ['purchase_wallet_parts', 'paid_minor = paid_minor + 1'],
  ['purchase_wallet_parts', 'rounding_minor = 1 - rounding_minor'],
  ['money_postings', 'amount_minor = amount_minor + 1'],
  ['money_postings', 'amount_minor = amount_minor + 1', `where source in ('goodwill', 'sales')`],
  ['kg_postings', 'quantity_kg = quantity_kg + 1'],
  ['purchase_places', 'kg = kg + 1'],
  ['manual_entries', 'amount_minor = amount_minor + 1'],
  ['closed_months', 'postings = postings + 1'],
  ['closed_sums', 'debit_minor = debit_minor + 1'],
  ['closed_sums', 'credit_minor = credit_minor + 1'],
  ['closed_sums', 'balance_minor = balance_minor + 1'],
  // The last day of the next month.
  ['ledger_close', 'closed_through = closed_through + 1 * 28'],
  ['purchases', 'refunded_kg = refunded_kg + 1', 'where refunded_kg > 0'],
  ['purchase_reversals', 'part_minor = part_minor + 1', 'where part_minor > 0'],
  ['refund_parts', 'kg = kg + 1'],
  ['refund_parts', 'card_minor = card_minor + 1'],
  [
    'refund_parts',
    'previous_posting_id = previous_posting_id + 1 * 1e6, posting_id = posting_id + 1 * 1e6',
  ],
  ['refund_part_wallets', 'paid_minor = paid_minor + 1'],
  ['refund_part_wallets', 'wallet_minor = wallet_minor + 1'],
]

const takenBack = (change: string) =>
  change.replaceAll(/([+-]) 1/g, (_all, sign) => (sign === '+' ? '- 1' : '+ 1'))

/** Returns a condition for the rows in which the change has an effect. */
function whereOf(table: string, change: string): string {
  if (table !== 'purchases') return ''
  if (change.includes('first_place')) return 'where first_place is not null'
  if (change.includes('card_minor')) return 'where card_minor > 0'
  return change.includes('wallet_minor') ? 'where wallet_minor > 0' : ''
}

const figures = plants.map(
  ([table, change, where = whereOf(table, change)]) => [table, change, where] as const,
)

describe('the ledger check', () => {
  /** Sums that found a difference. */
  const found = new Set<string>()

  it.each(figures)('finds one unit planted in any row of %s (%s)', async (table, change, where) => {
    await sql.query(`alter table ${table} disable trigger user`)
    const { rows } = await sql.query(`select ctid::text as row from ${table} ${where} limit 20`)
    expect(rows.length).toBeGreaterThan(0)
    for (const { row } of rows) {
      const plant = async (what: string, at: string) => {
        const text = `update ${table} set ${what} where ctid = $1 returning ctid::text as row`
        return (await sql.query(text, [at])).rows[0].row
      }
      const planted = await plant(change, row)
      const { ok, faults } = await checkLedger(test.services.db)
      await plant(takenBack(change), planted)
      expect([ok, faults.length > 0]).toEqual([false, true])
      for (const { check } of faults) found.add(check)
    }
    await sql.query(`alter table ${table} enable trigger user`)
    expect((await checkLedger(test.services.db)).faults).toEqual([])
  })

  it('has no sum that finds no planted difference', async () => {
    const { checked } = await checkLedger(test.services.db)
    expect(Object.keys(checked).filter((check) => !found.has(check))).toEqual([])
  })
})
