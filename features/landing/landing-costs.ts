// Reads what the landing page says about costs: the price of a few kilograms, and that of as many as a person of the
// reader's country emits in a year.
import { listFeaturedProjects } from '#features/catalogue/list-projects.ts'
import { currentRates, rateBetween } from '#features/wallet/rates/rates.ts'
import { cardMinimumOf } from '#features/wallet/wallet-split.ts'
import type { Db } from '#platform/database/database.ts'
import { within } from '#platform/within.ts'
import { amountIn, countIn } from '#texts/figures-in.ts'
import { callingCodes } from '#values/lists/calling-codes.ts'
import { carFactors, countryFigures } from '#values/lists/estimate-factors.ts'
import { type Language, languageHomes, localeOf } from '#values/lists/languages.ts'
import type { CurrencyCode } from '#values/money/currencies.ts'
import { minorToUnits, nearestMicros, totalMinorOf } from '#values/money/money.ts'

/** Kilograms of an example: the first that a card can pay. */
const examplesKg = [10, 20, 50, 100, 200, 500]

/**
 * Values of landing-sections.tsx by the name of a part. A part with an empty list is not shown: both without a
 * featured project in stock or a rate, `year` if the batch has fewer kilograms.
 */
export type LandingCosts = Readonly<
  Record<'costs' | 'year', readonly Readonly<Record<string, string>>[]>
>

export const noCosts: LandingCosts = { costs: [], year: [] }

/**
 * Returns the costs at the project from which "Buy Offsets" buys for a user of the language's home country.
 * `cardMinimumMinor` has the card's minimum by currency.
 */
export async function readLandingCosts(
  db: Db,
  cardMinimumMinor: Readonly<Record<CurrencyCode, number>>,
  language: Language,
): Promise<LandingCosts> {
  const country = languageHomes[language]
  const currency = callingCodes.find((each) => each.country === country)?.currency ?? 'EUR'
  const [projects, rates] = await Promise.all([listFeaturedProjects(db, country), currentRates(db)])
  const project = projects.find(({ preferred_batch }) => hasKg(preferred_batch, 1))
  const batch = project?.preferred_batch
  if (project === undefined || !batch) return noCosts
  const rate = rateBetween(rates, batch.currency, currency)
  if (rate === null) return noCosts
  const minorOf = (kg: number) => totalMinorOf(nearestMicros(batch.price_per_kg), kg, rate)
  const priceOf = (kg: number) => amountIn(language, minorToUnits(minorOf(kg)), currency)
  const least = cardMinimumOf(cardMinimumMinor, currency)
  const exampleKg = examplesKg.find((kg) => minorOf(kg) >= least)
  if (exampleKg === undefined || !hasKg(batch, exampleKg)) return noCosts
  const { use, supply } = carFactors.petrol
  const [yearKg = 0] = countryFigures.get(country) ?? []
  const example = {
    price: priceOf(exampleKg),
    kg: countIn(language, exampleKg),
    km: countIn(language, Math.round(exampleKg / (use + supply))),
    project: project.shown_name,
  }
  const year = {
    yearPrice: priceOf(yearKg),
    yearKg: countIn(language, yearKg),
    country: new Intl.DisplayNames(localeOf(language), { type: 'region' }).of(country) ?? country,
  }
  return { costs: [example], year: yearKg > 0 && hasKg(batch, yearKg) ? [year] : [] }
}

function hasKg(batch: { readonly kg_available: number } | null, kg: number): boolean {
  return batch !== null && batch.kg_available >= kg
}

/** Times for which costs are not read again, after an answer and after a failure, in milliseconds. */
const lifeMs = 60_000
const failureMs = 5_000
/** Maximum time that a page waits for its costs, in milliseconds. A page must open without the database. */
const waitMs = 300

type Reading = { costs: LandingCosts; untilMs: number; next: Promise<void> | null }

/** Returns a reader of costs that caches them. If they cannot be read in time, it returns the last ones, or none. */
export function openLandingCosts(
  read: (language: Language) => Promise<LandingCosts>,
  clock: () => number,
): (language: Language) => Promise<LandingCosts> {
  const readings = new Map<Language, Reading>()
  async function refresh(reading: Reading, language: Language): Promise<void> {
    let life = failureMs
    try {
      reading.costs = await read(language)
      life = lifeMs
    } catch {
      // The last costs stay.
    }
    reading.untilMs = clock() + life
    reading.next = null
  }
  return async (language) => {
    const reading = readings.get(language) ?? { costs: noCosts, untilMs: 0, next: null }
    readings.set(language, reading)
    if (clock() >= reading.untilMs) {
      reading.next ??= refresh(reading, language)
      await within(waitMs, reading.next)
    }
    return reading.costs
  }
}
