// Checks published rates: impossible ones are refused, unlikely ones need the operator's
// confirmation. Pure.
import type { DailyRates } from '#providers/exchange-rates/exchange-rates.ts'
import { currencies } from '#values/money/currencies.ts'

/** The greatest change since the last accepted rates that needs no confirmation. */
const jumpMax = 0.1
const dayMs = 86_400_000

export type RatesJudgement = {
  /** Sentences about impossible rates. */
  readonly faults: readonly string[]
  /** Sentences about currencies that moved too far. */
  readonly jumps: readonly string[]
}

/** `last` are the rates in force; `today` is the database's day, `2026-04-13`. */
export function judgeRates(
  { asOf, unitsPerEur }: DailyRates,
  last: ReadonlyMap<string, string>,
  today: string,
): RatesJudgement {
  const faults = Object.entries(unitsPerEur).flatMap(([currency, rate]) =>
    isRate(rate) ? [] : [`${currency} is ${rate || 'empty'}.`],
  )
  for (const currency of currencies) {
    if (unitsPerEur[currency] === undefined) faults.push(`${currency} is missing.`)
  }
  // Clocks and time zones differ by less than a day. A day further ahead would hide all rates until then.
  if (!(Date.parse(asOf) <= Date.parse(today) + dayMs)) faults.push(`${asOf} is yet to come.`)
  if (faults.length > 0) return { faults, jumps: [] }
  const jumps = Object.entries(unitsPerEur).flatMap(([currency, rate]) => {
    const before = last.get(currency)
    if (before === undefined || Math.abs(Number(rate) / Number(before) - 1) <= jumpMax) return []
    return [`${currency} went from ${before} to ${rate} for a euro.`]
  })
  return { faults, jumps }
}

/** Rates of one day by currency, of days of which each is named once. */
export type RatesByDay = ReadonlyMap<string, ReadonlyMap<string, string>>

/**
 * Judges many days at once. Each is compared with the known rates of that day, and with the nearest
 * day before it, from the file or known; a day before all known ones is compared with none. A jump
 * between two known rates was confirmed before.
 */
export function judgeDays(
  published: readonly DailyRates[],
  known: RatesByDay,
  today: string,
): RatesJudgement {
  const days = published.toSorted((one, other) => (one.asOf < other.asOf ? -1 : 1))
  const all = new Map(known)
  for (const { asOf, unitsPerEur } of days) all.set(asOf, new Map(Object.entries(unitsPerEur)))
  const order = [...all.keys()].sort()
  const judged = days.map((rates, index) => {
    const { asOf } = rates
    if (days[index + 1]?.asOf === asOf) return { faults: [`${asOf} stands twice.`], jumps: [] }
    const before = order[order.indexOf(asOf) - 1] ?? ''
    const isKnown = (day: string, currency: string, rate: string | undefined) =>
      Number(known.get(day)?.get(currency)) === Number(rate)
    const isAccepted = ([currency, rate]: readonly [string, string]) =>
      isKnown(asOf, currency, rates.unitsPerEur[currency]) && isKnown(before, currency, rate)
    const compared = [...(all.get(before) ?? [])].filter((each) => !isAccepted(each))
    const last = judgeRates(rates, new Map(compared), today)
    const same = judgeRates(rates, known.get(asOf) ?? new Map(), today)
    const jumps = new Set([...last.jumps, ...same.jumps])
    return {
      faults: last.faults.map((fault) => `${asOf}: ${fault}`),
      jumps: [...jumps].map((jump) => `${asOf}: ${jump}`),
    }
  })
  return {
    faults: judged.flatMap(({ faults }) => faults),
    jumps: judged.flatMap(({ jumps }) => jumps),
  }
}

/** Decimal text above zero. */
function isRate(text: string): boolean {
  return /^\d{1,9}(\.\d{1,12})?$/.test(text) && Number(text) > 0
}
