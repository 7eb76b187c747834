// Generates the parts of a batch that no registry publishes: its name, price and currency. The prices are
// our own, from 20 to 60 per tonne (docs/product.md#demonstration).
import type { RegistryBatch } from '#providers/registries/tables/batch-file.ts'
import { type Currency, featuredCurrencyOf } from './featured-choice.ts'
import { type ProjectFacts, pickNumber } from './project-facts.ts'
import { type ProjectKind, projectKindOf } from './registry-project-kind.ts'

export type Offer = {
  readonly batch: RegistryBatch
  readonly name: string
  readonly currency: Currency
  /** Price of one kilogram as decimal text, such as `0.0243`. */
  readonly pricePerKg: string
}

const currencies: readonly Currency[] = ['GBP', 'EUR', 'USD']
const tonnePriceMin = 20
const tonnePriceMax = 60
/** Of the projects with several batches, one in this number sells them in several currencies. */
const manyCurrenciesEvery = 5
/** Discount on the price of a tonne for each year of its vintage's age. */
const discountPerYear = 0.4
const newestVintage = 2025

/** Range of the price of a tonne by kind of project. Planting and soil cost most, power plants least. */
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

/** Returns offers of a project's batches. `projectIndex` counts projects, to spread the currencies. */
export function offersOf(project: ProjectFacts, projectIndex: number): Offer[] {
  const featuredCurrency = featuredCurrencyOf(project)
  const hasSeveralCurrencies =
    featuredCurrency === undefined &&
    project.batches.length > 1 &&
    projectIndex % manyCurrenciesEvery === 0
  return project.batches.map((batch, index) => ({
    batch,
    name: nameOf(batch, project.batches),
    currency:
      featuredCurrency ??
      currencies[(projectIndex + (hasSeveralCurrencies ? index : 0)) % 3] ??
      'GBP',
    pricePerKg: (tonnePriceOf(project, batch) / 1_000).toFixed(5).replace(/0$/, ''),
  }))
}

function tonnePriceOf(project: ProjectFacts, batch: RegistryBatch): number {
  const [low, high] = tonnePrices[projectKindOf(project)] ?? otherPrices
  const rangeShare = pickNumber(`${project.externalId} price`, 1_000) / 1_000
  const age = Math.max(0, newestVintage - batch.vintageYear)
  const price = low + rangeShare * (high - low) - age * discountPerYear
  const isFineStep = pickNumber(`${project.externalId} cents`, 4) === 0
  const stepsPerUnit = isFineStep ? 20 : 10
  return Math.min(
    tonnePriceMax,
    Math.max(tonnePriceMin, Math.round(price * stepsPerUnit) / stepsPerUnit),
  )
}

function nameOf(batch: RegistryBatch, siblings: readonly RegistryBatch[]): string {
  const sameYear = siblings.filter((each) => each.vintageYear === batch.vintageYear)
  if (sameYear.length === 1) return `Vintage ${batch.vintageYear}`
  return `Vintage ${batch.vintageYear}, block ${sameYear.indexOf(batch) + 1}`
}
