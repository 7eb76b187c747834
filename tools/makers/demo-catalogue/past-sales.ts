// Makes the sales of the demonstration, so that charts have bars and some batches are sold out.
// Amounts and times are ours; the seeder books them like real purchases.
import type { Offer } from './demo-offer.ts'
import { pickNumber } from './project-facts.ts'

export type PastSale = {
  readonly serialNumber: string
  readonly minutesAgo: number
  readonly quantityKg: number
}

/** Batches up to this size are sold out, at most `soldOutBatchesMax` in each of these projects. */
export const soldOutTonnesMax = 7
const soldOutProjects = ['GS2913', 'GS12383', 'VCS2532', 'VCS513', 'GS7566']
const soldOutBatchesMax = 4
/** The most kg of one sale of a sold-out batch; the last sale takes the rest. */
const soldOutSaleKg = 1_400

/** Number of batches with sales: the first ones of `lively`. */
const livelyBatches = 34
const weeks = 12
const minutesPerWeek = 10_080
const usualKg = [
  1, 2, 5, 5, 10, 10, 20, 25, 30, 50, 60, 75, 100, 120, 150, 250, 500, 1_000,
] as const

export function pastSalesOf(offers: readonly Offer[], lively: readonly Offer[]): PastSale[] {
  const soldOut = soldOutProjects.flatMap((id) => soldOutBatches(id, offers))
  const busy = lively.filter((offer) => !soldOut.includes(offer)).slice(0, livelyBatches)
  return [...soldOut.flatMap(sellOut), ...busy.flatMap(sellSome)].sort(
    (a, b) => b.minutesAgo - a.minutesAgo,
  )
}

function soldOutBatches(externalProjectId: string, offers: readonly Offer[]): Offer[] {
  return offers
    .filter(({ batch }) => batch.externalProjectId === externalProjectId)
    .filter(({ batch }) => batch.quantityTonnes <= soldOutTonnesMax)
    .slice(0, soldOutBatchesMax)
}

function sellOut({ batch }: Offer): PastSale[] {
  const sales: PastSale[] = []
  let leftKg = batch.quantityKg
  while (leftKg > 0) {
    const seed = `${batch.serialNumber} ${sales.length}`
    const share = 200 + pickNumber(seed, soldOutSaleKg - 199)
    const quantityKg = leftKg - share < 200 ? leftKg : share
    sales.push({
      serialNumber: batch.serialNumber,
      minutesAgo: minutesAgo(seed, weeks),
      quantityKg,
    })
    leftKg -= quantityKg
  }
  return sales
}

/** Some weeks are quiet, some have two sales, as at a small shop. */
function sellSome({ batch }: Offer): PastSale[] {
  const sales: PastSale[] = []
  for (let week = 0; week < weeks; week += 1) {
    const count = [0, 0, 1, 1, 1, 2][pickNumber(`${batch.serialNumber} week ${week}`, 6)] ?? 0
    for (let sale = 0; sale < count; sale += 1) {
      const seed = `${batch.serialNumber} ${week} ${sale}`
      const quantityKg = usualKg[pickNumber(`${seed} kg`, usualKg.length)] ?? 1
      const at = week * minutesPerWeek + minutesAgo(seed, 1)
      sales.push({ serialNumber: batch.serialNumber, minutesAgo: at, quantityKg })
    }
  }
  return sales
}

/** Returns a time between an hour and `weeksMax` weeks ago, in minutes. */
function minutesAgo(seed: string, weeksMax: number): number {
  return 60 + pickNumber(`${seed} minute`, weeksMax * minutesPerWeek - 120)
}
