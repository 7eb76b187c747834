// Writes the demonstration's past sales: purchases of one invented passport, in the tables and with the
// postings of real purchases. The passport has no phone number, so no user can sign in to it, and is on no
// leaderboard. This code must not run on a database with real sales.
import { z } from 'zod'
import { addHoldings } from '#features/achievements/raise-standings.ts'
import { writeHiddenPassport } from '#features/people/passport-writes.ts'
import { completePostings, type Sale } from '#features/purchases/complete/complete-postings.ts'
import { reservePostings } from '#features/purchases/reserve/reserve-postings.ts'
import { sqlStage } from '#features/purchases/states/state-sql.ts'
import { takePlaces } from '#ledger/places.ts'
import { post } from '#ledger/post.ts'
import type { MoneyPosting, Postings } from '#ledger/postings.ts'
import type { Transaction } from '#platform/database/database.ts'
import { inOrder } from '#platform/database/in-order.ts'
import { statement } from '#platform/database/statement.ts'
import { bundledRates } from '#providers/exchange-rates/bundled-rates.ts'
import { positiveInteger, required } from '#providers/registries/projects/registry-fields.ts'
import { readCsvRows } from '#providers/registries/tables/csv-rows.ts'
import { type FileSource, isFault } from '#providers/registries/tables/file-source.ts'
import { crossRate, totalMinorOf } from '#values/money/money.ts'
import { newTransactionId } from '#values/text/transaction-id.ts'
import { utcDayOf } from '#values/text/utc-day.ts'

const saleRow = z
  .object({
    serial_number: required,
    minutes_ago: positiveInteger,
    quantity_kg: positiveInteger,
  })
  .transform((row) => ({
    serialNumber: row.serial_number,
    minutesAgo: row.minutes_ago,
    quantityKg: row.quantity_kg,
  }))
export type DemoSale = z.output<typeof saleRow>

const holderCountry = 'GB'
const holderCurrency = 'GBP'
const minuteMs = 60_000
const completionOf = (soldAt: Date) => new Date(soldAt.getTime() + minuteMs)

/** Finds the batches of sales, and generates purchase ids that are ordered by the time of the sale. */
const demoBatches = statement(
  'demo-sale-batches',
  {
    purchase_id: 'uuid',
    batch_id: 'uuid',
    project_id: 'uuid',
    price_micros: 'int8',
    currency: 'bpchar',
  },
  `select uuidv7(sold_at - now()) as purchase_id, b.id as batch_id, b.project_id, b.price_micros,
     b.currency
   from unnest($1::text[], $2::timestamptz[]) with ordinality
     as sale (serial_number, sold_at, place)
   join batches b on b.serial_number = sale.serial_number order by place`,
)
const soldStage = sqlStage('COMPLETED CAPTURED')
const insertPurchases = statement(
  'insert-demo-purchases',
  {},
  `insert into purchases (id, tx_id, buyer_id, holder_id, batch_id, project_id, quantity_kg,
     price_micros, batch_currency, currency, rate, total_minor, wallet_minor, card_minor, state,
     card_state, first_place, created_at, expires_at, completed_at)
   select id, tx_id, $1, $1, batch_id, project_id, quantity_kg, price_micros, batch_currency, $2,
     rate, total_minor, 0, total_minor, ${soldStage.state}, ${soldStage.cardState}, first_place, sold_at,
     sold_at + interval '10 minutes', completed_at
   from jsonb_to_recordset($3::jsonb) as given (id uuid, tx_id text, batch_id uuid,
     project_id uuid, quantity_kg integer, price_micros bigint, batch_currency text, rate numeric,
     total_minor bigint, first_place bigint, sold_at timestamptz, completed_at timestamptz)`,
)

/**
 * Reads the sales, oldest first. Throws if the file is invalid, which is a defect of the product.
 */
export async function readDemoSales(source: FileSource): Promise<DemoSale[]> {
  const sales: DemoSale[] = []
  for await (const result of readCsvRows(source, saleRow)) {
    if (isFault(result)) throw new Error(`${result.file}, line ${result.line}: ${result.fault}`)
    sales.push(result.row)
  }
  return sales.sort((a, b) => b.minutesAgo - a.minutesAgo)
}

/** Creates the hidden passport and writes its purchases, places, postings and kilograms. */
export async function bookDemoSales(
  tx: Transaction,
  sales: readonly DemoSale[],
  now: Date,
): Promise<void> {
  const holderId = await writeHiddenPassport(tx, {
    country: holderCountry,
    currency: holderCurrency,
  })
  const times = sales.map((sale) => new Date(now.getTime() - sale.minutesAgo * minuteMs))
  const serials = sales.map((sale) => sale.serialNumber)
  const batches = await tx.run(demoBatches, [serials, times])
  if (batches.length !== sales.length) throw new Error('a sale names a batch that is not there')

  const pricedSales = batches.map((batch, index) => {
    const { quantityKg } = elementAt(sales, index)
    const soldAt = elementAt(times, index)
    const rate = rateToHolder(batch.currency)
    const totalMinor = totalMinorOf(batch.price_micros, quantityKg, rate)
    return { ...batch, quantityKg, soldAt, rate, totalMinor }
  })
  const postedSales = pricedSales.map(
    (sale): Sale => ({
      purchaseId: sale.purchase_id,
      batchId: sale.batch_id,
      buyerId: holderId,
      holderId,
      quantityKg: sale.quantityKg,
      walletParts: [],
      reward: null,
      currency: holderCurrency,
      cardMinor: sale.totalMinor,
      soldAt: sale.soldAt,
    }),
  )
  const days = new Map(
    pricedSales.map((sale) => [sale.purchase_id, utcDayOf(completionOf(sale.soldAt))]),
  )
  const postOnItsDay = ({ kg, money }: Postings) => {
    const dated = money.map((posting): MoneyPosting => {
      return { ...posting, valueDate: days.get(posting.causeId ?? '') }
    })
    return post(tx, { kg, money: dated })
  }
  // The keys are sent in the order of locks. Only the places are needed afterwards.
  const { places } = await inOrder({
    places: takePlaces(
      tx,
      postedSales.map(({ purchaseId, ...sale }) => ({ causeId: purchaseId, ...sale })),
    ),
    reserved: postOnItsDay(reservePostings(postedSales)),
    completed: postOnItsDay(completePostings(postedSales)),
  })
  const records = pricedSales.map((sale) => ({
    id: sale.purchase_id,
    tx_id: newTransactionId(),
    batch_id: sale.batch_id,
    project_id: sale.project_id,
    quantity_kg: sale.quantityKg,
    price_micros: sale.price_micros,
    batch_currency: sale.currency,
    rate: sale.rate,
    total_minor: sale.totalMinor,
    first_place: places.get(sale.purchase_id),
    sold_at: sale.soldAt,
    completed_at: completionOf(sale.soldAt),
  }))
  await tx.run(insertPurchases, [holderId, holderCurrency, JSON.stringify(records)])
  await addHoldings(
    tx,
    pricedSales.map(({ quantityKg }) => ({ passportId: holderId, quantityKg, isReward: false })),
  )
}

/** Returns the bundled exchange rate to the passport's currency, the only rate of a new database. */
function rateToHolder(currency: string): string {
  if (currency === holderCurrency) return '1'
  const from = bundledRates.unitsPerEur[currency]
  const to = bundledRates.unitsPerEur[holderCurrency]
  if (from === undefined || to === undefined) throw new Error(`no rate for ${currency}`)
  return crossRate(from, to)
}

/** Returns an element. Throws if it is missing. */
function elementAt<Value>(values: readonly Value[], index: number): Value {
  const value = values[index]
  if (value === undefined) throw new Error('the sales of the demonstration got out of step')
  return value
}
