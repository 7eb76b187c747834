// How wallet and card share a total, and from how many kilograms a card may pay (contract 6): pure, in
// integers. The server decides with it; the browser shows with it what the server is about to answer.
import { totalMinorOf } from '#values/money.ts'

/**
 * The wallet part of a total when wallet and card may both pay: all that the wallets reach, lowered
 * until a card part is at least the provider's minimum. 0 where the whole total is under it.
 */
export function walletShareOf(totalMinor: number, reachMinor: number, cardMinimumMinor: number) {
  if (reachMinor >= totalMinor) return totalMinor
  return Math.max(0, Math.min(reachMinor, totalMinor - cardMinimumMinor))
}

/** The least kg, up to `kgMax`, whose total reaches the card's minimum; null where none does. */
export function leastCardKg(
  priceMicros: number,
  rate: string,
  cardMinimumMinor: number,
  kgMax: number,
): number | null {
  const reaches = (kg: number) => totalMinorOf(priceMicros, kg, rate) >= cardMinimumMinor
  if (!reaches(kgMax)) return null
  let [low, high] = [1, kgMax]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (reaches(middle)) high = middle
    else low = middle + 1
  }
  return low
}
