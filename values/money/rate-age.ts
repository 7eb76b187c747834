// Computes the age of exchange rates. Reference rates pause on weekends and holidays, so the last
// published day serves; a person sees when it is long ago.

/** Older rates are shown as old, and the operator is warned. */
export const ratesOldAfterDays = 7
const dayMs = 86_400_000

/** Whole days since the day of publication, `2026-04-13`; the day itself is 0. */
export function ratesAgeDays(asOf: string, nowMs: number): number {
  return Math.floor((nowMs - Date.parse(asOf)) / dayMs)
}

export function areOldRates(asOf: string, nowMs: number): boolean {
  return ratesAgeDays(asOf, nowMs) > ratesOldAfterDays
}
