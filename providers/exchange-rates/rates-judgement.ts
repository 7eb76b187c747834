// Validates published rates. Impossible rates are refused; unlikely ones need the operator's
// confirmation. Only faults of the product's own currencies stop a publication. Pure.
import type { DailyRates } from '#providers/exchange-rates/exchange-rates.ts'
import { currencies, isOwnCurrency } from '#values/money/currencies.ts'

/** Maximum relative change since the last accepted rates that needs no confirmation. */
const jumpMax = 0.1

export type RatesValidation = {
  /** Error messages for missing or impossible rates of the product's own currencies. */
  readonly faults: readonly string[]
  /** Messages for rates of the product's own currencies that changed too much. */
  readonly jumps: readonly string[]
  /** Messages for rates of other currencies that are impossible or changed too much. */
  readonly skipped: readonly string[]
}

/** Returns the earlier rates that a new rate of a currency is compared with. */
type EarlierRates = (currency: string, rate: string) => readonly (string | undefined)[]

/**
 * Validates the rates of one day. `today` is the database's day, such as `2026-04-13`; `acceptJump` is
 * the operator's confirmation. `accepted` are the rates without the skipped ones.
 */
export function validateRates(
  { source, asOf, unitsPerEur }: DailyRates,
  earlierRates: EarlierRates,
  today: string,
  acceptJump: boolean,
): RatesValidation & { readonly accepted: DailyRates } {
  const faults: string[] = []
  const jumps: string[] = []
  const skipped: string[] = []
  const accepted: Record<string, string> = {}
  for (const [currency, rate] of Object.entries(unitsPerEur)) {
    const isOwn = isOwnCurrency(currency)
    const jumpsFrom = acceptJump
      ? []
      : earlierRates(currency, rate).filter((each) => isJump(each, rate))
    if (!isRate(rate)) {
      const list = isOwn ? faults : skipped
      list.push(`${currency} is ${rate || 'empty'}.`)
    } else if (jumpsFrom.length > 0) {
      const list = isOwn ? jumps : skipped
      for (const each of new Set(jumpsFrom)) {
        list.push(`${currency} went from ${each} to ${rate} for a euro.`)
      }
    } else accepted[currency] = rate
  }
  for (const currency of currencies) {
    if (unitsPerEur[currency] === undefined)
      faults.push(`${currency} is missing, or has several rates.`)
  }
  // Refuses a future day, because it would hide all rates until then.
  if (!(Date.parse(asOf) <= Date.parse(today))) {
    faults.push(`${asOf} is yet to come: today is ${today} in UTC.`)
  }
  return {
    faults,
    jumps: faults.length > 0 ? [] : jumps,
    skipped,
    accepted: { source, asOf, unitsPerEur: accepted },
  }
}

function isJump(earlierRate: string | undefined, rate: string): boolean {
  return earlierRate !== undefined && Math.abs(Number(rate) / Number(earlierRate) - 1) > jumpMax
}

/** Rates by day and currency. */
export type RatesByDay = ReadonlyMap<string, ReadonlyMap<string, string>>

/**
 * Validates the rates of many days. Each rate is compared with the stored rate of its day and with the
 * nearest earlier rate, if these exist. The earlier rate may be stored or in the file. A jump between two
 * stored rates needs no confirmation, because it was confirmed before.
 */
export function validateDays(
  published: readonly DailyRates[],
  stored: RatesByDay,
  today: string,
  acceptJump: boolean,
): RatesValidation & { readonly accepted: readonly DailyRates[] } {
  const days = published.toSorted((one, other) => (one.asOf < other.asOf ? -1 : 1))
  const all = new Map(stored)
  const order = [...new Set([...stored.keys(), ...days.map(({ asOf }) => asOf)])].sort()
  const isStored = (day: string, currency: string, rate: string) =>
    Number(stored.get(day)?.get(currency)) === Number(rate)
  const dayResults = days.map((rates, index) => {
    const { asOf } = rates
    const isDuplicateDay = days[index + 1]?.asOf === asOf
    const earlierDays = order.slice(0, order.indexOf(asOf))
    const earlierRates: EarlierRates = (currency, rate) => {
      const earlierDay = earlierDays.findLast((day) => all.get(day)?.has(currency)) ?? ''
      const earlierRate = all.get(earlierDay)?.get(currency)
      const isConfirmed =
        isStored(asOf, currency, rate) &&
        earlierRate !== undefined &&
        isStored(earlierDay, currency, earlierRate)
      return [isConfirmed ? undefined : earlierRate, stored.get(asOf)?.get(currency)]
    }
    const dayResult = validateRates(rates, earlierRates, today, acceptJump)
    const { unitsPerEur } = dayResult.accepted
    // Keeps a jump of an own currency for the comparison with later days, but no skipped rate.
    const ownRates = Object.entries(rates.unitsPerEur).filter(([currency]) =>
      isOwnCurrency(currency),
    )
    const comparedRates = [...(stored.get(asOf) ?? []), ...ownRates, ...Object.entries(unitsPerEur)]
    all.set(asOf, new Map(comparedRates))
    return isDuplicateDay
      ? { ...dayResult, faults: [`${asOf} stands twice.`], jumps: [] }
      : dayResult
  })
  const sentences = (name: 'faults' | 'jumps' | 'skipped') =>
    dayResults.flatMap(({ [name]: list, accepted: { asOf } }) =>
      list.map((each) => `${asOf}: ${each}`),
    )
  return {
    faults: sentences('faults'),
    jumps: sentences('jumps'),
    skipped: sentences('skipped'),
    accepted: dayResults.map(({ accepted }) => accepted),
  }
}

/** Returns true for decimal text above zero. */
function isRate(text: string): boolean {
  return /^\d{1,9}(\.\d{1,12})?$/.test(text) && Number(text) > 0
}
