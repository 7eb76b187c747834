// Splits a total between wallet and card, and computes from how many kilograms a card may pay
// (docs/product.md#payment-split). Pure, in integers. The server decides with it; the browser previews the
// server's answer with it.
import { totalMinorOf } from './money.ts'

/**
 * The wallet part of a total when wallet and card may both pay: all that the wallets reach, lowered
 * until a card part is at least the provider's minimum. 0 where the whole total is under it.
 */
export function walletShareOf(totalMinor: number, reachMinor: number, cardMinimumMinor: number) {
  if (reachMinor >= totalMinor) return totalMinor
  return Math.max(0, Math.min(reachMinor, totalMinor - cardMinimumMinor))
}

/**
 * The least kg, up to `kgMax`, whose total reaches the card's minimum; null where no quantity does.
 */
export function leastCardKg(
  priceMicros: number,
  rate: string,
  cardMinimumMinor: number,
  kgMax: number,
): number | null {
  return leastKg((kg) => totalMinorOf(priceMicros, kg, rate) >= cardMinimumMinor, kgMax)
}

/** The most kg, up to `kgMax`, that a wallet of this reach pays alone; may be 0. */
export function mostWalletKg(
  priceMicros: number,
  rate: string,
  reachMinor: number,
  kgMax: number,
): number {
  const tooMany = leastKg((kg) => totalMinorOf(priceMicros, kg, rate) > reachMinor, kgMax)
  return tooMany === null ? kgMax : tooMany - 1
}

/**
 * The least of 1 to `kgMax` for which `holds` is true, as for all above it; null where it is false
 * for all.
 */
function leastKg(holds: (kg: number) => boolean, kgMax: number): number | null {
  if (kgMax < 1 || !holds(kgMax)) return null
  let [low, high] = [1, kgMax]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
