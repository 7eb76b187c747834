// How a total is shared between wallets and card (contract 6): pure arithmetic, no clock, no
// database. The preview, the reservation and the quote of a refusal all use this one rule.
import type { WalletPart } from '#ledger/holds.ts'
import { divideHalfEven, ratioOf, walletDebitMinor, walletReachMinor } from '#values/money.ts'

export type SpendableWallet = {
  readonly programmeId: string
  readonly currency: string
  readonly balanceMinor: number
  readonly createdAt: Date
  /** From the wallet's currency to the person's. */
  readonly rate: string
}

/** Contract 6: own currency first, then the oldest programme. */
export function inSpendingOrder<Wallet extends SpendableWallet>(
  wallets: readonly Wallet[],
  ownCurrency: string,
): Wallet[] {
  return wallets.toSorted(
    (a, b) =>
      Number(b.currency === ownCurrency) - Number(a.currency === ownCurrency) ||
      a.createdAt.getTime() - b.createdAt.getTime() ||
      a.programmeId.localeCompare(b.programmeId),
  )
}

/** The most that the wallets can give, in minor units of the person's currency. */
export function reachOf(wallets: readonly SpendableWallet[]): number {
  return wallets.reduce(
    (sum, wallet) => sum + walletReachMinor(wallet.balanceMinor, wallet.rate),
    0,
  )
}

/**
 * The wallet part of a total when wallet and card may both pay: all that the wallets reach, lowered
 * until a card part is at least the provider's minimum. 0 where the whole total is under it.
 */
export function walletShareOf(totalMinor: number, reachMinor: number, cardMinimumMinor: number) {
  if (reachMinor >= totalMinor) return totalMinor
  return Math.max(0, Math.min(reachMinor, totalMinor - cardMinimumMinor))
}

/** Takes `shareMinor` from the wallets in their order, or null where they do not reach it. */
export function takeFromWallets(
  wallets: readonly SpendableWallet[],
  shareMinor: number,
): WalletPart[] | null {
  const parts: WalletPart[] = []
  let missing = shareMinor
  for (const { programmeId, currency, balanceMinor, rate } of wallets) {
    const paidMinor = Math.min(missing, walletReachMinor(balanceMinor, rate))
    if (paidMinor === 0) continue
    const walletMinor = walletDebitMinor(paidMinor, rate)
    const roundingMinor = walletMinor - nearestDebitMinor(paidMinor, rate)
    parts.push({ programmeId, walletCurrency: currency, walletMinor, paidMinor, roundingMinor })
    missing -= paidMinor
  }
  return missing === 0 ? parts : null
}

function nearestDebitMinor(paidMinor: number, rate: string): number {
  const { numerator, denominator } = ratioOf(rate)
  return Number(divideHalfEven(BigInt(paidMinor) * denominator, numerator))
}
