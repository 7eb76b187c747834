// Computes the age of exchange rates. Reference rates pause on weekends and holidays, so the last
// published day is used. The page shows the age of old rates.

/** Age in days above which rates are shown as old and the operator is warned. */
export const ratesOldAfterDays = 7
const dayMs = 86_400_000

/** Returns the whole days since the day of publication (`2026-04-13`); 0 on that day. */
export function ratesAgeDays(asOf: string, nowMs: number): number {
  return Math.floor((nowMs - Date.parse(asOf)) / dayMs)
}
