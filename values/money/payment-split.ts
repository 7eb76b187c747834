// Splits a total between wallet and card, and computes from how many kilograms a card may pay
// (docs/product.md#payment-split). Pure, in integers. The server decides with it; the browser previews the
// server's answer with it.
import { totalMinorOf } from './money.ts'

/**
 * Returns the wallet's part of a total that wallet and card share. It leaves at least the provider's
 * minimum for the card. It is 0 if the wallets do not cover the total and the total is below that
 * minimum.
 */
export function walletShareOf(totalMinor: number, reachMinor: number, cardMinimumMinor: number) {
  if (reachMinor >= totalMinor) return totalMinor
  return Math.max(0, Math.min(reachMinor, totalMinor - cardMinimumMinor))
}

/**
 * Returns the smallest quantity in kg, up to `kgMax`, whose total reaches the card's minimum; null if
 * none does.
 */
export function leastCardKg(
  priceMicros: number,
  rate: string,
  cardMinimumMinor: number,
  kgMax: number,
): number | null {
  return leastKg((kg) => totalMinorOf(priceMicros, kg, rate) >= cardMinimumMinor, kgMax)
}

/** Returns the largest quantity in kg, up to `kgMax`, that a wallet of this reach pays alone; may be 0. */
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
 * Returns the smallest kg up to `kgMax` for which `holds` is true; null if it never is. If `holds` is
 * true for a quantity, it must be true for every larger one.
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
