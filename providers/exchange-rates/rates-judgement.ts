// Validates published rates. Impossible rates are refused; unlikely ones need the operator's
// confirmation. Only faults of the product's own currencies stop a publication. Pure.
import type { DailyRates } from '#providers/exchange-rates/exchange-rates.ts'
import { currencies, isOwnCurrency } from '#values/money/currencies.ts'

/** Maximum relative change since the last accepted rates that needs no confirmation. */
const jumpMax = 0.1
const dayMs = 86_400_000

export type RatesJudgement = {
  /** Sentences about impossible rates. */
  readonly faults: readonly string[]
  /** Sentences about the product's own currencies that moved too far. */
  readonly jumps: readonly string[]
  /** Sentences about other currencies that are impossible or moved too far. */
  readonly skipped: readonly string[]
}

/** Returns the known rates that a new rate of a currency is compared with. */
type Compared = (currency: string, rate: string) => readonly (string | undefined)[]

/**
 * Validates the rates of one day. `today` is the database's day, such as `2026-04-13`; `acceptJump` is
 * the operator's confirmation. `accepted` are the rates without the skipped ones.
 */
export function judgeRates(
  { source, asOf, unitsPerEur }: DailyRates,
  compared: Compared,
  today: string,
  acceptJump: boolean,
): RatesJudgement & { readonly accepted: DailyRates } {
  const faults: string[] = []
  const jumps: string[] = []
  const skipped: string[] = []
  const accepted: Record<string, string> = {}
  for (const [currency, rate] of Object.entries(unitsPerEur)) {
    const isOwn = isOwnCurrency(currency)
    const from = acceptJump ? [] : compared(currency, rate).filter((each) => isJump(each, rate))
    if (!isRate(rate)) {
      const list = isOwn ? faults : skipped
      list.push(`${currency} is ${rate || 'empty'}.`)
    } else if (from.length > 0) {
      const list = isOwn ? jumps : skipped
      for (const each of new Set(from)) {
        list.push(`${currency} went from ${each} to ${rate} for a euro.`)
      }
    } else accepted[currency] = rate
  }
  for (const currency of currencies) {
    if (unitsPerEur[currency] === undefined) faults.push(`${currency} is missing.`)
  }
  // Refuses a day more than one day ahead, because it would hide all rates until then. Clocks and time
  // zones differ by less than a day.
  if (!(Date.parse(asOf) <= Date.parse(today) + dayMs)) faults.push(`${asOf} is yet to come.`)
  return {
    faults,
    jumps: faults.length > 0 ? [] : jumps,
    skipped,
    accepted: { source, asOf, unitsPerEur: accepted },
  }
}

function isJump(before: string | undefined, rate: string): boolean {
  return before !== undefined && Math.abs(Number(rate) / Number(before) - 1) > jumpMax
}

/** Rates by day and currency. */
export type RatesByDay = ReadonlyMap<string, ReadonlyMap<string, string>>

/**
 * Validates the rates of many days. Each rate is compared with the known rate of its day, and with the
 * nearest earlier one, known or from the file. A rate without an earlier one is compared with none. A
 * jump between two known rates was confirmed before.
 */
export function judgeDays(
  published: readonly DailyRates[],
  known: RatesByDay,
  today: string,
  acceptJump: boolean,
): RatesJudgement & { readonly accepted: readonly DailyRates[] } {
  const days = published.toSorted((one, other) => (one.asOf < other.asOf ? -1 : 1))
  const all = new Map(known)
  const order = [...new Set([...known.keys(), ...days.map(({ asOf }) => asOf)])].sort()
  const isKnown = (day: string, currency: string, rate: string) =>
    Number(known.get(day)?.get(currency)) === Number(rate)
  const judged = days.map((rates, index) => {
    const { asOf } = rates
    const isTwice = days[index + 1]?.asOf === asOf
    const earlierDays = order.slice(0, order.indexOf(asOf))
    const compared: Compared = (currency, rate) => {
      const before = earlierDays.findLast((day) => all.get(day)?.has(currency)) ?? ''
      const earlier = all.get(before)?.get(currency)
      const isConfirmed =
        isKnown(asOf, currency, rate) && earlier !== undefined && isKnown(before, currency, earlier)
      return [isConfirmed ? undefined : earlier, known.get(asOf)?.get(currency)]
    }
    const judgement = judgeRates(rates, compared, today, acceptJump)
    const { unitsPerEur } = judgement.accepted
    // Keeps a jump of an own currency for the comparison with later days, but no skipped rate.
    const own = Object.entries(rates.unitsPerEur).filter(([currency]) => isOwnCurrency(currency))
    const kept = [...(known.get(asOf) ?? []), ...own, ...Object.entries(unitsPerEur)]
    all.set(asOf, new Map(kept))
    return isTwice ? { ...judgement, faults: [`${asOf} stands twice.`], jumps: [] } : judgement
  })
  const sentences = (name: 'faults' | 'jumps' | 'skipped') =>
    judged.flatMap(({ [name]: list, accepted: { asOf } }) => list.map((each) => `${asOf}: ${each}`))
  return {
    faults: sentences('faults'),
    jumps: sentences('jumps'),
    skipped: sentences('skipped'),
    accepted: judged.map(({ accepted }) => accepted),
  }
}

/** Returns true for decimal text above zero. */
function isRate(text: string): boolean {
  return /^\d{1,9}(\.\d{1,12})?$/.test(text) && Number(text) > 0
}
