// Computes the estimate of a user's year from five answers (docs/product.md#estimate-of-a-year). Pure.
import {
  answeredPercent,
  carFactors,
  countryFigures,
  dietKgPerDay,
  electricCar,
  flightFactors,
  heatingFactors,
  worldFigures,
} from '#values/lists/estimate-factors.ts'

/** `electric`: the home's electricity includes it. `other`: district heat or wood, which is not counted. */
export const heatings = ['gas', 'oil', 'lpg', 'electric', 'other'] as const
export const cars = ['none', 'petrol', 'diesel', 'hybrid', 'electric'] as const
export const diets = ['high', 'medium', 'low', 'fish', 'vegetarian', 'vegan'] as const

export type Heating = (typeof heatings)[number]
export type Car = (typeof cars)[number]
export type Diet = (typeof diets)[number]

/** Country in the answers of a user whose country a source lacks. */
export const world = 'WW'

export type Answers = {
  readonly heating: Heating
  /** kWh of gas, or litres of oil or LPG, of the whole home and year. */
  readonly heatingAmount: number
  /** kWh of the whole home and year, without the car's. */
  readonly electricityKwh: number
  /** People in the home. */
  readonly people: number
  readonly car: Car
  /** Kilometres in a week. A user who shares the car counts a share of the distance. */
  readonly carKm: number
  /** Return flights in a year. */
  readonly shortFlights: number
  readonly mediumFlights: number
  readonly longFlights: number
  readonly diet: Diet
  /** ISO 3166 alpha-2 of a country in `countryFigures`, or `world`. */
  readonly country: string
}

/** Limits of the answers that are whole numbers. */
export const answerLimits = {
  heatingAmount: { min: 0, max: 200_000 },
  electricityKwh: { min: 0, max: 100_000 },
  people: { min: 1, max: 20 },
  carKm: { min: 0, max: 10_000 },
  shortFlights: { min: 0, max: 200 },
  mediumFlights: { min: 0, max: 200 },
  longFlights: { min: 0, max: 200 },
} as const

export type NumberAnswer = keyof typeof answerLimits

/** Parts of the estimate, in the order of the questions. `rest`: goods, services and the public sector. */
export const yearParts = ['home', 'car', 'flights', 'food', 'rest'] as const

/** Whole kilograms of CO₂e in a year. `total` is the sum of the parts. */
export type YearEstimate = Readonly<Record<(typeof yearParts)[number] | 'total', number>>

const daysOfYear = 365
const daysOfWeek = 7

/** Returns the fuel of a heating, whose amount is asked; undefined for a heating without one. */
export function fuelOf(heating: Heating | undefined) {
  return heating === 'electric' || heating === 'other' ? undefined : heating
}

export function isWholeIn(value: unknown, { min, max }: { min: number; max: number }): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
}

/** Returns true for complete answers within their limits. A stored value may be of another build. */
export function isAnswers(value: unknown): value is Answers {
  if (typeof value !== 'object' || value === null) return false
  const answers = new Map<string, unknown>(Object.entries(value))
  const isOneOf = (name: keyof Answers, list: readonly unknown[]) =>
    list.includes(answers.get(name))
  return (
    Object.entries(answerLimits).every(([name, limits]) => isWholeIn(answers.get(name), limits)) &&
    isOneOf('heating', heatings) &&
    isOneOf('car', cars) &&
    isOneOf('diet', diets) &&
    isOneOf('country', [world, ...countryFigures.keys()])
  )
}

export function estimateYear(answers: Answers): YearEstimate {
  const [consumptionKg, gramsPerKwh] = countryFigures.get(answers.country) ?? worldFigures
  const kgPerKwh = gramsPerKwh / 1000
  const fuel = fuelOf(answers.heating)
  const heatingKg = fuel ? answers.heatingAmount * withSupply(heatingFactors[fuel]) : 0
  const carKmOfYear = (answers.carKm / daysOfWeek) * daysOfYear
  const { food, home, mobility } = answeredPercent
  const parts = {
    home: Math.round((heatingKg + answers.electricityKwh * kgPerKwh) / answers.people),
    car: Math.round(carKmOfYear * carKgPerKm(answers.car, kgPerKwh)),
    flights: Math.round(
      flightKg('short', answers.shortFlights) +
        flightKg('medium', answers.mediumFlights) +
        flightKg('long', answers.longFlights),
    ),
    food: Math.round(dietKgPerDay[answers.diet] * daysOfYear),
    rest: Math.round((consumptionKg * (100 - food - home - mobility)) / 100),
  }
  return { ...parts, total: yearParts.reduce((sum, part) => sum + parts[part], 0) }
}

function withSupply({ use, supply }: { use: number; supply: number }): number {
  return use + supply
}

/** Returns the factor of a kilometre. An electric car takes the electricity of the user's country. */
function carKgPerKm(car: Car, kgPerKwh: number): number {
  if (car === 'none') return 0
  if (car === 'electric') return (electricCar.ukKgPerKm / electricCar.ukKgPerKwh) * kgPerKwh
  return withSupply(carFactors[car])
}

function flightKg(band: keyof typeof flightFactors, returnFlights: number): number {
  const factor = flightFactors[band]
  return returnFlights * 2 * factor.kmCounted * withSupply(factor)
}
