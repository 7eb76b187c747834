// Generates the past sales of the demonstration, so that charts have bars and some batches are sold out.
// Amounts and times are ours. The seeder books them like real purchases.
import type { Offer } from './demo-offer.ts'
import { pickNumber } from './project-facts.ts'

export type PastSale = {
  readonly serialNumber: string
  readonly minutesAgo: number
  readonly quantityKg: number
}

/** Maximum size of a sold-out batch, in tonnes. Each of `soldOutProjects` has up to `soldOutBatchesMax`. */
export const soldOutTonnesMax = 7
const soldOutProjects = ['GS2913', 'GS12383', 'VCS2532', 'VCS513', 'GS7566']
const soldOutBatchesMax = 4
/** Maximum kilograms of one sale of a sold-out batch. The last sale takes the rest and may exceed it. */
const soldOutSaleMaxKg = 1_400

/** Number of batches that have sales but are not sold out: the first ones of `activeOffers`. */
const activeBatchCount = 34
const weeks = 12
const minutesPerWeek = 10_080
const usualKg = [
  1, 2, 5, 5, 10, 10, 20, 25, 30, 50, 60, 75, 100, 120, 150, 250, 500, 1_000,
] as const

export function pastSalesOf(offers: readonly Offer[], activeOffers: readonly Offer[]): PastSale[] {
  const soldOut = soldOutProjects.flatMap((id) => soldOutBatches(id, offers))
  const activeBatches = activeOffers
    .filter((offer) => !soldOut.includes(offer))
    .slice(0, activeBatchCount)
  return [...soldOut.flatMap(salesOfWholeBatch), ...activeBatches.flatMap(salesOfActiveBatch)].sort(
    (a, b) => b.minutesAgo - a.minutesAgo,
  )
}

function soldOutBatches(externalProjectId: string, offers: readonly Offer[]): Offer[] {
  return offers
    .filter(({ batch }) => batch.externalProjectId === externalProjectId)
    .filter(({ batch }) => batch.quantityTonnes <= soldOutTonnesMax)
    .slice(0, soldOutBatchesMax)
}

function salesOfWholeBatch({ batch }: Offer): PastSale[] {
  const sales: PastSale[] = []
  let leftKg = batch.quantityKg
  while (leftKg > 0) {
    const seed = `${batch.serialNumber} ${sales.length}`
    const saleKg = 200 + pickNumber(seed, soldOutSaleMaxKg - 199)
    const quantityKg = leftKg - saleKg < 200 ? leftKg : saleKg
    sales.push({
      serialNumber: batch.serialNumber,
      minutesAgo: minutesAgo(seed, weeks),
      quantityKg,
    })
    leftKg -= quantityKg
  }
  return sales
}

/** Returns up to two sales in each week, and none in some weeks, as a small shop has. */
function salesOfActiveBatch({ batch }: Offer): PastSale[] {
  const sales: PastSale[] = []
  for (let week = 0; week < weeks; week += 1) {
    const count = [0, 0, 1, 1, 1, 2][pickNumber(`${batch.serialNumber} week ${week}`, 6)] ?? 0
    for (let sale = 0; sale < count; sale += 1) {
      const seed = `${batch.serialNumber} ${week} ${sale}`
      const quantityKg = usualKg[pickNumber(`${seed} kg`, usualKg.length)] ?? 1
      const saleMinutesAgo = week * minutesPerWeek + minutesAgo(seed, 1)
      sales.push({ serialNumber: batch.serialNumber, minutesAgo: saleMinutesAgo, quantityKg })
    }
  }
  return sales
}

/** Returns a time between an hour and `weeksMax` weeks ago, in minutes. */
function minutesAgo(seed: string, weeksMax: number): number {
  return 60 + pickNumber(`${seed} minute`, weeksMax * minutesPerWeek - 120)
}
