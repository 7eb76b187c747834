// Sells and refunds at random over a year. Compares every receipt, credit note and quarter with an oracle in memory,
// which shares no code with the product. FAULT_STEPS sets how many purchases, FAULT_SEED repeats a run.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkLedger } from '#features/purchases/inspect/check-ledger.ts'
import { pollCardEvents } from '#features/purchases/refund/handle-card-events.ts'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { taxComparisons } from '#features/tax/check-tax.ts'
import { numberDocuments } from '#features/tax/number-documents.ts'
import { readTaxSums } from '#features/tax/tax-report.ts'
import { buyAtRandom } from '#tests/faults/random-orders.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import {
  disputeAtProvider,
  endRefundAtProvider,
  makePollDue,
  refundAtProvider,
} from '#tests/support/people/card-provider-page.ts'
import { newPartner, type Partner } from '#tests/support/people/partner.ts'
import { newPhone, Person } from '#tests/support/people/person.ts'
import { numberAll } from '#tests/support/people/receipt-numbers.ts'
import { randomFrom } from '#tests/support/random.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const count = Math.min(400, Number(process.env.FAULT_STEPS ?? 40))
const seed = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 2 ** 31))
const random = randomFrom(seed)

const table = [
  ['*', '0', '2020-01-01'],
  ['*', '7.5', '2025-09-01'],
  ['GB', '20', '2020-01-01'],
  ['GB', '17.5', '2025-07-15'],
  ['DE', '19', '2025-03-01'],
  ['DE', '16.25', '2025-11-30'],
] as const
const rates = table.map(([country, rate, from]) => ({ country, rate, from }))

const thaw = statement('tax-model-thaw', {}, 'alter table purchases disable trigger user')
const freeze = statement('tax-model-freeze', {}, 'alter table purchases enable trigger user')
const moveSale = statement(
  'tax-model-move',
  {},
  'update purchases set completed_at = $2 where tx_id = $1',
)
const findSale = statement(
  'tax-model-sale',
  { id: 'uuid', currency: 'bpchar', card_minor: 'int8', parts: 'json' },
  `select p.id, p.currency, p.card_minor, coalesce((select json_object_agg(w.programme_id, w.paid_minor)
     from (select programme_id, sum(paid_minor) as paid_minor from purchase_wallet_parts
       where purchase_id = p.id group by 1) w), '{}') as parts
   from purchases p where p.tx_id = $1`,
)
const findDocuments = statement(
  'tax-model-documents',
  {
    purchase_id: 'uuid',
    kind: 'text',
    year: 'int2',
    sequence: 'int4',
    day: 'date',
    country: 'bpchar',
    currency: 'bpchar',
    rate: 'numeric',
    gross_minor: 'int8',
    tax_minor: 'int8',
  },
  `select purchase_id, kind, year, sequence, day, country, currency, rate, gross_minor, tax_minor
   from tax_documents order by kind desc, year, sequence`,
)

/** A purchase of the oracle. Amounts are in minor units. */
type Sale = {
  readonly txId: string
  readonly id: string
  readonly day: string
  readonly country: string
  readonly currency: string
  readonly card: number
  /** Amount of the wallets that are no discounts. */
  readonly funded: number
  /** All that the card ever got back, also if it failed later. */
  cardBack: number
  isWhole: boolean
  hasFailed: boolean
}

let test: TestApp
let partner: Partner
beforeAll(async () => {
  test = await startTestApp({}, ({ settings }) => ({ settings: { ...settings, tax: { rates } } }), {
    background: false,
  })
  partner = await newPartner(test.services, test.url)
})
// The sales of other days disagree with their weeks, which closeWithBooks compares too.
afterAll(async () => {
  const { faults } = await checkLedger(test.services.db, taxComparisons)
  await test.close()
  expect(faults).toEqual([])
})

/** The oracle's rate in ten-thousandths of a percent: the last row of the country's, else of all countries. */
function rateOn(country: string, day: string): number {
  let found = -1
  for (const wanted of [country, '*']) {
    let newest = ''
    for (const [name, rate, from] of table) {
      if (name !== wanted || from > day || from < newest) continue
      newest = from
      found = Math.round(Number(rate) * 10_000)
    }
    if (found >= 0) return found
  }
  return 0
}

/** The oracle's rounding: the whole number whose distance is least, the even one of two. */
function taxOf(gross: number, rate: number): number {
  const whole = 1_000_000 + rate
  const low = Math.floor((gross * rate) / whole)
  const rest = gross * rate - low * whole
  if (rest * 2 === whole) return low % 2 === 0 ? low : low + 1
  return rest * 2 > whole ? low + 1 : low
}

const phones = [
  () => newPhone(),
  () => `+49151${newPhone().slice(-8)}`,
  () => `+336${newPhone().slice(-8)}`,
] as const
const countries = ['GB', 'DE', 'FR'] as const

async function buy(): Promise<Sale> {
  const { db } = test.services
  const index = random.between(0, 2)
  const buyer = await new Person(test.url, phones[index]?.()).signIn()
  const { currency } = (await buyer.get('/passport/me')).body
  if (random.between(0, 1) === 1) {
    await partner.credit(buyer.phone, random.between(1, 300) / 100, random.pick(['GBP', 'EUR']))
  }
  const batch = await issueTestBatch(db, { kg: 2_000, priceMicros: 23_457 })
  const kg = random.between(70, 500)
  const txId = await buyAtRandom({ buyer, batch, currency, kg, random })
  const day = new Date(Date.UTC(2025, 0, 1 + random.between(0, 364))).toISOString().slice(0, 10)
  await db.transaction(async (tx) => {
    await tx.run(thaw)
    await tx.run(moveSale, [txId, `${day}T${random.pick(['00:00', '23:59'])}Z`])
    await tx.run(freeze)
  })
  const [row] = await db.run(findSale, [txId])
  if (row === undefined) throw new Error('there is no such sale')
  const parts = Object.entries(row.parts as Record<string, number>)
  return {
    ...{ txId, id: row.id, day, country: countries[index] ?? '', currency: row.currency },
    card: row.card_minor,
    funded: parts.reduce((sum, [name, minor]) => sum + (name === 'welcome' ? 0 : minor), 0),
    ...{ cardBack: 0, isWhole: false, hasFailed: false },
  }
}

async function hearProvider(): Promise<void> {
  await makePollDue(test.services.db, 'cards')
  await pollCardEvents(test.services)
}

/** Sends something of a sale back, or lets a refund fail. */
async function goBack(sale: Sale): Promise<void> {
  const { db } = test.services
  const way = random.pick(['part', 'whole', 'kept', 'lost', 'fail'] as const)
  const left = sale.card - sale.cardBack
  if (way === 'part' && left > 1 && !sale.isWhole) {
    const minor = random.between(1, left - 1)
    await refundAtProvider(db, sale.id, minor)
    sale.cardBack += minor
  } else if ((way === 'whole' || way === 'kept') && !sale.isWhole) {
    const record = async () => undefined
    const order = { txId: sale.txId, keepsKilograms: way === 'kept', record }
    expect(await refundPurchase(test.services, order)).toHaveProperty('stage')
    Object.assign(sale, { isWhole: true, cardBack: sale.card })
  } else if (way === 'lost' && !sale.isWhole && sale.cardBack === 0 && sale.card > 0) {
    await disputeAtProvider(db, sale.id, 'lost')
    Object.assign(sale, { isWhole: true, cardBack: sale.card, hasFailed: true })
  } else if (way === 'fail' && sale.isWhole && !sale.hasFailed && left === 0 && sale.card > 0) {
    sale.hasFailed = true
    await endRefundAtProvider(db, sale.id, 'failed').catch(() => undefined)
  }
  await hearProvider()
}

it('receipts, credit notes and quarters of a year equal the oracle', async () => {
  const { db } = test.services
  const tax = { rates }
  const sales: Sale[] = []
  for (let step = 0; step < count; step += 1) {
    sales.push(await buy())
    if (random.between(0, 1) === 1) await goBack(random.pick(sales))
    if (random.between(0, 2) === 0) await numberDocuments(db, tax, random.between(1, 40))
    if (random.between(0, 4) === 0) {
      await Promise.all([numberDocuments(db, tax), numberDocuments(db, tax)])
    }
  }
  await numberAll(test.services)
  const documents = await db.run(findDocuments)
  const message = `FAULT_SEED=${seed}`

  for (const [name, each] of Map.groupBy(documents, ({ kind, year }) => `${kind} ${year}`)) {
    const found = each.map(({ sequence }) => sequence)
    expect([message, name, found]).toEqual([message, name, found.map((_, index) => index + 1)])
  }
  const quarters = new Map<string, { gross: number; tax: number }>()
  for (const sale of sales) {
    const own = documents.filter((each) => each.purchase_id === sale.id)
    const gross = sale.card + sale.funded
    const rate = rateOn(sale.country, sale.day)
    const receipts = own.filter(({ kind }) => kind === 'receipt')
    const notes = own.filter(({ kind }) => kind === 'credit_note')
    const expected = { country: sale.country, day: sale.day, currency: sale.currency }
    const figures = { gross_minor: gross, tax_minor: taxOf(gross, rate) }
    expect([message, receipts]).toMatchObject([
      message,
      gross === 0 ? [] : [{ ...expected, ...figures, year: 2025 }],
    ])
    const back = gross === 0 ? 0 : sale.cardBack + (sale.isWhole ? sale.funded : 0)
    const sumOf = (field: 'gross_minor' | 'tax_minor') =>
      notes.reduce((sum, each) => sum + each[field], 0)
    expect([message, sale.txId, sumOf('gross_minor'), sumOf('tax_minor')]).toEqual([
      ...[message, sale.txId, back, taxOf(back, rate)],
    ])
    if (gross === 0) continue
    const quarter = Math.floor((Number(sale.day.slice(5, 7)) - 1) / 3)
    const key = `${quarter} ${sale.country} ${sale.currency} ${rate}`
    const sum = quarters.get(key) ?? { gross: 0, tax: 0 }
    quarters.set(key, { gross: sum.gross + gross, tax: sum.tax + taxOf(gross, rate) })
  }
  const ends = ['2025-01-01', '2025-04-01', '2025-07-01', '2025-10-01', '2026-01-01'] as const
  for (const [quarter, from] of ends.slice(0, 4).entries()) {
    const rows = await readTaxSums(db, { from, until: ends[quarter + 1] ?? '' })
    const found = rows.map(({ country, currency, rate, gross_minor, tax_minor }) => [
      `${quarter} ${country} ${currency} ${Math.round(Number(rate) * 10_000)}`,
      { gross: gross_minor, tax: tax_minor },
    ])
    const wanted = [...quarters].filter(([key]) => key.startsWith(`${quarter} `))
    expect([message, Object.fromEntries(found)]).toEqual([message, Object.fromEntries(wanted)])
  }
}, 600_000)
