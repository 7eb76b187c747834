// Plays a year of the books at random: purchases in eight countries and four currencies, refunds, disputes, late
// reports, costs, and the close of each month. An oracle in memory, which shares no code with the product, knows every
// balance. FAULT_STEPS sets how many purchases, FAULT_SEED repeats a run.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { payoutComparisons } from '#features/accounts/check-payouts.ts'
import { closeMonth } from '#features/accounts/close-month.ts'
import { costComparisons } from '#features/accounts/costs/check-costs.ts'
import { recordCost } from '#features/accounts/costs/record-cost.ts'
import { recordEntries } from '#features/accounts/record-entries.ts'
import { recordPayouts } from '#features/accounts/record-payouts.ts'
import { checkLedger } from '#features/purchases/inspect/check-ledger.ts'
import { pollCardEvents } from '#features/purchases/refund/handle-card-events.ts'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { taxComparisons } from '#features/tax/check-tax.ts'
import { balancesAt } from '#ledger/balances-at.ts'
import { sourceOfText } from '#providers/registries/tables/file-source.ts'
import { buyAtRandom } from '#tests/faults/random-orders.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import {
  disputeAtProvider,
  endRefundAtProvider,
  makePollDue,
} from '#tests/support/people/card-provider-page.ts'
import { newPartner, type Partner } from '#tests/support/people/partner.ts'
import { newPhone, Person } from '#tests/support/people/person.ts'
import { costAll } from '#tests/support/people/posted-costs.ts'
import { numberAll } from '#tests/support/people/receipt-numbers.ts'
import { randomFrom } from '#tests/support/random.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { isProblem } from '#values/problem.ts'
import { readMonth } from '#values/text/calendar-month.ts'

const months = 12
const perMonth = Math.max(
  2,
  Math.round(Math.min(400, Number(process.env.FAULT_STEPS ?? 36)) / months),
)
const seed = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 2 ** 31))
const random = randomFrom(seed)
const message = `FAULT_SEED=${seed}`

/** Rates in percent, from the first day on. */
const rates = [
  ['*', 0],
  ['GB', 20],
  ['DE', 19],
  ['FR', 20],
  ['NL', 21],
  ['ES', 21],
  ['IT', 22],
  ['TR', 20],
] as const
const digits = (count: number) =>
  Array.from({ length: count }, () => String(random.between(2, 9))).join('')
const phones: Readonly<Record<string, () => string>> = {
  GB: newPhone,
  DE: () => `+49151${newPhone().slice(-8)}`,
  FR: () => `+336${newPhone().slice(-8)}`,
  NL: () => `+316${newPhone().slice(-8)}`,
  ES: () => `+346${digits(8)}`,
  IT: () => `+39333${digits(7)}`,
  TR: () => `+90532${digits(7)}`,
  US: () => `+1212${digits(7)}`,
}

const thaw = ['money_postings', 'kg_postings', 'purchases'].map((table) =>
  statement(`books-model-thaw-${table}`, {}, `alter table ${table} disable trigger user`),
)
const freeze = ['money_postings', 'kg_postings', 'purchases'].map((table) =>
  statement(`books-model-freeze-${table}`, {}, `alter table ${table} enable trigger user`),
)
const moveMoney = statement(
  'books-model-move-money',
  {},
  `update money_postings set created_at = ($2::text || 'T12:00Z')::timestamptz,
     value_date = case when value_date is not null then $2::text::date end where id > $1`,
)
const moveKilograms = statement(
  'books-model-move-kilograms',
  {},
  `update kg_postings set created_at = ($2::text || 'T12:00Z')::timestamptz where id > $1`,
)
const moveSale = statement(
  'books-model-move-sale',
  {},
  `update purchases set completed_at = ($2::text || 'T12:00Z')::timestamptz where tx_id = $1`,
)
const findEnds = statement(
  'books-model-ends',
  { money: 'int8', kg: 'int8' },
  `select coalesce((select max(id) from money_postings), 0) as money,
     coalesce((select max(id) from kg_postings), 0) as kg`,
)
const findSale = statement(
  'books-model-sale',
  {
    id: 'uuid',
    currency: 'bpchar',
    total_minor: 'int8',
    card_minor: 'int8',
    card_payment_id: 'text?',
    discount_minor: 'int8',
  },
  `select p.id, p.currency, p.total_minor, p.card_minor, p.card_payment_id,
     coalesce((select sum(w.paid_minor) from purchase_wallet_parts w
       where w.purchase_id = p.id and w.programme_id = 'welcome'), 0)::int8 as discount_minor
   from purchases p where p.tx_id = $1`,
)

type Sale = {
  readonly txId: string
  readonly id: string
  readonly country: string
  readonly currency: string
  readonly total: number
  readonly card: number
  readonly payment: string | null
  readonly kg: number
  readonly batch: CostedBatch
  /** The amount that is taxed. */
  readonly gross: number
  back: 'nothing' | 'part' | 'whole' | 'failed' | 'lost'
}
type CostedBatch = {
  readonly batch: IssuedBatch
  readonly issued: number
  /** In minor units of GBP; 0 while it is unknown. */
  cost: number
  sold: number
  lost: number
}

let test: TestApp
let partner: Partner
beforeAll(async () => {
  const table = rates.map(([country, rate]) => ({ country, rate: `${rate}`, from: '2020-01-01' }))
  test = await startTestApp(
    {},
    ({ settings }) => ({ settings: { ...settings, tax: { rates: table } } }),
    { background: false },
  )
  partner = await newPartner(test.services, test.url)
})
afterAll(async () => {
  const comparisons = { ...taxComparisons, ...costComparisons, ...payoutComparisons }
  const { faults } = await checkLedger(test.services.db, comparisons)
  await test.close()
  expect([message, faults]).toEqual([message, []])
})

/** The balances of the oracle, by currency and account. Debits are negative, as in the ledger. */
const balances = new Map<string, number>()
function add(currency: string, account: string, minor: number): void {
  const key = `${currency} ${account}`
  balances.set(key, (balances.get(key) ?? 0) + minor)
}

/** The nearest whole number of `numerator / denominator`, the even one of two. */
function nearest(numerator: number, denominator: number): number {
  const low = Math.floor(numerator / denominator)
  const twice = (numerator - low * denominator) * 2
  if (twice === denominator) return low % 2 === 0 ? low : low + 1
  return twice > denominator ? low + 1 : low
}

function taxOf(gross: number, country: string): number {
  const [, rate = 0] = rates.find(([name]) => name === country) ?? []
  return nearest(gross * rate, 100 + rate)
}

/** Runs a step, and moves its postings to a day. A posting with a value date of its own moves too. */
async function onDay<Result>(day: string, step: () => Promise<Result>): Promise<Result> {
  const { db } = test.services
  const [ends] = await db.run(findEnds)
  const result = await step()
  await db.transaction(async (tx) => {
    for (const each of thaw) await tx.run(each)
    await tx.run(moveMoney, [ends?.money ?? 0, day])
    await tx.run(moveKilograms, [ends?.kg ?? 0, day])
    if (typeof result === 'string') await tx.run(moveSale, [result, day])
    for (const each of freeze) await tx.run(each)
  })
  return result
}

const record = async () => undefined

async function buy(day: string, batch: CostedBatch): Promise<Sale> {
  const country = random.pick(Object.keys(phones))
  const left = batch.issued - batch.sold - batch.lost
  const kg = left < 140 ? left : random.between(70, Math.min(400, left - 70))
  const txId = await onDay(day, async () => {
    const buyer = await new Person(test.url, phones[country]?.()).signIn()
    const { currency } = (await buyer.get('/passport/me')).body
    if (random.between(0, 1) === 1) {
      await partner.credit(buyer.phone, random.between(1, 400) / 100, random.pick(['GBP', 'EUR']))
    }
    return buyAtRandom({ buyer, batch: batch.batch, currency, kg, random })
  })
  const [row] = await test.services.db.run(findSale, [txId])
  if (row === undefined) throw new Error('there is no such sale')
  const { id, currency, total_minor: total, card_minor: card, card_payment_id: payment } = row
  const gross = total - row.discount_minor
  add(currency, 'sales', total - taxOf(gross, country))
  add(currency, `tax:${country}`, taxOf(gross, country))
  add(currency, 'card_clearing', -card)
  batch.sold += kg
  return { txId, id, country, currency, total, card, payment, kg, batch, gross, back: 'nothing' }
}

async function hearProvider(): Promise<void> {
  await makePollDue(test.services.db, 'cards')
  await pollCardEvents(test.services)
}

/** Takes an amount back from the sale in the oracle, with its tax. `chargeback` is card money that a bank took. */
function takeBack(sale: Sale, minor: number, kg: number, chargeback = 0): void {
  const { country, currency, total, card, gross, batch } = sale
  const isWhole = minor === total
  const tax = taxOf(isWhole ? gross : minor, country)
  add(currency, 'sales', -(minor - chargeback) + tax)
  add(currency, `tax:${country}`, -tax)
  add(currency, 'chargebacks', -chargeback)
  add(currency, 'card_clearing', isWhole ? card : minor)
  batch.sold -= kg
  batch.lost += kg
}

/** Whether a purchase of the least size can be bought. */
const hasLeft = ({ issued, sold, lost }: CostedBatch) => issued - sold - lost >= 70

type Movement = {
  readonly kind: 'charge' | 'refund' | 'dispute'
  readonly sale: Sale
  readonly minor: number
  readonly day: string
}

/** Sends a sale back in some way. Returns the movement that the provider's report has of it. */
async function goBack(day: string, sale: Sale): Promise<Movement | null> {
  const { db } = test.services
  const { txId, id, total, card, kg } = sale
  const isByCardAlone = card === total
  const way = random.pick(['part', 'whole', 'lost', 'fail'] as const)
  if (way === 'part' && sale.back === 'nothing' && isByCardAlone) {
    const partKg = random.between(1, kg - 1)
    const minor = nearest(total * partKg, kg)
    if (minor === 0 || minor === total) return null
    await onDay(day, async () => {
      const refund = { txId, keepsKilograms: false, kg: partKg, record }
      expect(isProblem(await refundPurchase(test.services, refund))).toBe(false)
      await hearProvider()
    })
    sale.back = 'part'
    takeBack(sale, minor, partKg)
    return { kind: 'refund', sale, minor, day }
  }
  if (way === 'whole' && sale.back === 'nothing') {
    await onDay(day, async () => {
      const refund = { txId, keepsKilograms: false, record }
      expect(isProblem(await refundPurchase(test.services, refund))).toBe(false)
      await hearProvider()
    })
    sale.back = 'whole'
    takeBack(sale, total, kg)
    return card === 0 ? null : { kind: 'refund', sale, minor: card, day }
  }
  if (way === 'lost' && sale.back === 'nothing' && card > 0) {
    await onDay(day, async () => {
      await disputeAtProvider(db, id, 'lost')
      await hearProvider()
    })
    sale.back = 'lost'
    takeBack(sale, total, kg, card)
    return { kind: 'dispute', sale, minor: card, day }
  }
  if (way === 'fail' && sale.back === 'whole' && card > 0) {
    await onDay(day, async () => {
      await endRefundAtProvider(db, id, 'failed')
      await hearProvider()
    })
    sale.back = 'failed'
    add(sale.currency, 'card_clearing', -card)
    add(sale.currency, 'refunds_due', card)
  }
  return null
}

const header =
  'balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,payment_intent_id,automatic_payout_id'
let lastLine = 0
const units = (minor: number) => (minor / 100).toFixed(2)

/** Returns a line of the provider's report, and books its fee and payout in the oracle. */
function line(
  day: string,
  currency: string,
  kind: string,
  gross: number,
  fee: number,
  payment = '',
) {
  lastLine += 1
  const cost = kind === 'fee' ? -gross : fee
  add(currency, 'fees', -cost)
  add(currency, 'card_clearing', cost)
  if (kind === 'payout') {
    add(currency, 'bank', gross)
    add(currency, 'card_clearing', -gross)
  }
  const amounts = [units(gross), units(fee), units(gross - fee)].join(',')
  return `txn_${lastLine},${day} 11:00:00,${currency.toLowerCase()},${amounts},${kind},${payment},`
}

async function report(lines: readonly string[]): Promise<void> {
  const file = sourceOfText({ name: 'report.csv', text: `${[header, ...lines].join('\n')}\n` })
  expect(await recordPayouts(test.services.db, file, record)).toMatchObject({
    newLines: lines.length,
  })
}

const lineOf = ({ kind, sale, minor, day }: Movement) => {
  const fee = kind === 'charge' ? random.between(5, 60) : kind === 'dispute' ? 1_500 : 0
  const gross = kind === 'charge' ? minor : -minor
  return line(day, sale.currency, kind, gross, fee, sale.payment ?? '')
}

/** The oracle's books of a cost, in minor units: cost of sales and write-offs, each rounded down over all kilograms. */
function addCosts(all: readonly CostedBatch[]): void {
  let [sales, lost, bought] = [0, 0, 0]
  for (const each of all) {
    const gone = Math.floor((each.cost * (each.sold + each.lost)) / each.issued)
    const wasted = Math.floor((each.cost * each.lost) / each.issued)
    lost += wasted
    sales += gone - wasted
    bought += each.cost
  }
  balances.set('GBP cost_of_sales', -sales)
  balances.set('GBP write_offs', -lost)
  balances.set('GBP suppliers', bought)
  balances.set('GBP stock', -(bought - sales - lost))
}

const known =
  /^(sales|tax:.*|card_clearing|fees|bank|refunds_due|chargebacks|costs|stock|suppliers|cost_of_sales|write_offs)$/

/** Returns the balances before a day. Each currency comes to zero. */
async function foundBefore(day: string) {
  const { money } = await balancesAt(test.services.db, new Date(day))
  for (const rows of Map.groupBy(money, ({ currency }) => currency).values()) {
    expect([message, rows.reduce((sum, { amount }) => sum + amount, 0)]).toEqual([message, 0])
  }
  return money.flatMap(({ currency, account, amount }) =>
    amount === 0 ? [] : [[`${currency} ${account}`, amount] as const],
  )
}

async function close(name: string): Promise<string> {
  const month = readMonth(name)
  if (month === null) throw new Error(`no month: ${name}`)
  const order = { month, by: 'Ada', now: new Date('2026-06-01'), record }
  const closed = await closeMonth(test.services.db, order)
  return isProblem(closed) ? closed.problem : 'closed'
}

it('every month of a year is closed with the balances of the oracle, and stays so', async () => {
  const { db } = test.services
  await onDay('2025-01-01', async () => {
    await partner.credit((await newBuyer()).phone, 1, 'GBP')
  })
  const costed: CostedBatch[] = []
  // The first two are sold out in the year, so that their last kilogram takes the rest of their cost.
  for (const kg of [perMonth * 500, perMonth * 400 + 1, perMonth * 6_000]) {
    const batch = await onDay('2025-01-01', () => issueTestBatch(db, { kg, priceMicros: 23_457 }))
    costed.push({ batch, issued: kg, cost: 0, sold: 0, lost: 0 })
  }
  const sales: Sale[] = []
  const kept = new Map<string, readonly (readonly [string, number])[]>()
  for (let at = 0; at < months; at += 1) {
    const name = `2025-${String(at + 1).padStart(2, '0')}`
    const month = readMonth(name)
    if (month === null) throw new Error('no month')
    const lastDay = new Date(Date.parse(month.next) - 86_400_000).getUTCDate()
    const anyDay = () => `${name}-${String(random.between(1, lastDay)).padStart(2, '0')}`
    // The first batch has its cost from the start, the second one from April on, and the third never.
    const late = [0, 3][costed.findIndex(({ cost }) => cost === 0)]
    const uncosted = costed.find(({ cost }) => cost === 0)
    if (late === at && uncosted !== undefined) {
      uncosted.cost = 123_457
      const cost = { serial: uncosted.batch.serial, amountMinor: uncosted.cost, currency: 'GBP' }
      expect(isProblem(await recordCost(db, { ...cost, today: `${name}-01`, record }))).toBe(false)
    }
    const movements: Movement[] = []
    for (let step = 0; step < perMonth; step += 1) {
      const day = anyDay()
      const sale = await buy(day, random.pick(costed.filter(hasLeft)))
      sales.push(sale)
      if (sale.card > 0) movements.push({ kind: 'charge', sale, minor: sale.card, day })
      if (random.between(0, 1) === 1) {
        const movement = await goBack(anyDay(), random.pick(sales))
        if (movement !== null) movements.push(movement)
      }
      if (random.between(0, 2) === 0) await numberAll(test.services, random.between(1, 40))
      if (random.between(0, 2) === 0) await costAll(db, random.between(1, 40))
    }
    const [missing, ...reported] = movements
    const lines = reported.map(lineOf)
    // A fee of a closed month comes late, and counts on the first day of this month.
    if (at > 0)
      lines.push(line(`2025-0${random.between(1, Math.min(at, 9))}-28`, 'GBP', 'fee', -77, 0))
    lines.push(line(`${name}-${lastDay}`, 'GBP', 'payout', -random.between(100, 900), 0))
    await report(lines)
    const entry = `debit,credit,amount,currency,value_date,reason\ncosts,bank,1.25,GBP,${anyDay()},Bank charge\n`
    await recordEntries(db, sourceOfText({ name: 'entry.csv', text: entry }), '2026-06-01', record)
    add('GBP', 'costs', -125)
    add('GBP', 'bank', 125)
    await numberAll(test.services)
    await costAll(db)
    if (missing !== undefined) {
      expect([message, name, await close(name)]).toEqual([message, name, 'report_missing'])
      await report([lineOf(missing)])
    }
    expect([message, name, await close(name)]).toEqual([message, name, 'closed'])
    addCosts(costed)
    const found = await foundBefore(month.next)
    kept.set(month.next, found)
    const own = found.filter(([key]) => known.test(key.slice(4)))
    const expected = [...balances].filter(([, minor]) => minor !== 0)
    expect([message, name, Object.fromEntries(own)]).toEqual([
      message,
      name,
      Object.fromEntries(expected),
    ])
  }
  for (const [next, found] of kept) {
    expect([message, next, await foundBefore(next)]).toEqual([message, next, found])
  }
}, 900_000)

const newBuyer = () => new Person(test.url).signIn()
