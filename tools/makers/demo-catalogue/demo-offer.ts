// Makes the demonstration's own part of a batch: its name, its price and its currency. No registry
// publishes retail prices, so all of them are ours, from 20 to 60 a tonne (docs/product.md#demonstration).
import type { RegistryBatch } from '#providers/registries/tables/batch-file.ts'
import { type Currency, featuredCurrencyOf } from './featured-choice.ts'
import { type ProjectFacts, pickNumber } from './project-facts.ts'
import { type ProjectKind, projectKindOf } from './registry-project-kind.ts'

export type Offer = {
  readonly batch: RegistryBatch
  readonly name: string
  readonly currency: Currency
  /** Decimal text of the currency for one kg, such as `0.0243`. */
  readonly pricePerKg: string
}

const currencies: readonly Currency[] = ['GBP', 'EUR', 'USD']
const tonneMin = 20
const tonneMax = 60
/** One project in five with several batches sells them in several currencies. */
const manyCurrenciesEvery = 5
/** The discount on a tonne for each year of age. */
const perYear = 0.4
const newestVintage = 2025

/** The price range of a tonne by kind. Planting and soil cost most, power plants least. */
const tonnePrices: Readonly<Partial<Record<ProjectKind, readonly [number, number]>>> = {
  wind: [20.5, 30],
  hydro: [20, 28],
  solar: [20.5, 30],
  geothermal: [21, 30],
  landfill: [20.5, 29],
  'mine-gas': [20, 27],
  'waste-heat': [20, 26],
  biomass: [21, 30],
  'farm-biogas': [22, 32],
  wastewater: [22, 32],
  compost: [24, 34],
  lighting: [24, 36],
  'household-biogas': [26, 42],
  cookstove: [26, 44],
  water: [28, 46],
  transport: [28, 44],
  'forest-protection': [24, 42],
  'forest-management': [30, 48],
  soil: [34, 54],
  wetland: [38, 58],
  planting: [40, 60],
}
const otherPrices = [22, 34] as const

/** `place` is the project's place among those with batches: it spreads the currencies evenly. */
export function offersOf(project: ProjectFacts, place: number): Offer[] {
  const featured = featuredCurrencyOf(project)
  const several =
    featured === undefined && project.batches.length > 1 && place % manyCurrenciesEvery === 0
  return project.batches.map((batch, index) => ({
    batch,
    name: nameOf(batch, project.batches),
    currency: featured ?? currencies[(place + (several ? index : 0)) % 3] ?? 'GBP',
    pricePerKg: (tonnePriceOf(project, batch) / 1_000).toFixed(5).replace(/0$/, ''),
  }))
}

function tonnePriceOf(project: ProjectFacts, batch: RegistryBatch): number {
  const [low, high] = tonnePrices[projectKindOf(project)] ?? otherPrices
  const share = pickNumber(`${project.externalId} price`, 1_000) / 1_000
  const age = Math.max(0, newestVintage - batch.vintageYear)
  const price = low + share * (high - low) - age * perYear
  const inCents = pickNumber(`${project.externalId} cents`, 4) === 0
  const steps = inCents ? 20 : 10
  return Math.min(tonneMax, Math.max(tonneMin, Math.round(price * steps) / steps))
}

function nameOf(batch: RegistryBatch, siblings: readonly RegistryBatch[]): string {
  const sameYear = siblings.filter((each) => each.vintageYear === batch.vintageYear)
  if (sameYear.length === 1) return `Vintage ${batch.vintageYear}`
  return `Vintage ${batch.vintageYear}, block ${sameYear.indexOf(batch) + 1}`
}
