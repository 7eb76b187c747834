// Splits the wallets' part of a total between wallets. Wallets in the user's currency pay first, then the
// oldest (docs/product.md#payment-split). values/money/payment-split.ts computes the wallets' part.
import { type CurrencyCode, isOwnCurrency } from '#values/money/currencies.ts'
import { divideHalfEven, ratioOf, walletDebitMinor, walletReachMinor } from '#values/money/money.ts'

/** One wallet's payment: `walletMinor` is debited in the wallet's currency and pays `paidMinor`. */
export type WalletPart = {
  readonly programmeId: string
  readonly walletCurrency: string
  readonly walletMinor: number
  /** Minor units of the buyer's currency. */
  readonly paidMinor: number
  /** The part of `walletMinor`, at most 1, that rounding up added (docs/product.md#rounding). */
  readonly roundingMinor: number
}

export type SpendableWallet = {
  readonly programmeId: string
  readonly currency: string
  readonly balanceMinor: number
  readonly createdAt: Date
  /** Converts the wallet's currency to the user's. */
  readonly rate: string
}

/** The columns of a wallet's row that spending needs. */
type WalletBalanceRow = {
  readonly programme_id: string
  readonly currency: string
  readonly balance_minor: number
  readonly created_at: Date
}

/**
 * Returns the wallets that can pay, in the order of spending. Leaves out wallets without a known rate. If
 * `programmeId` is not null, also leaves out wallets of other programmes.
 */
export function spendableWallets(
  rows: readonly WalletBalanceRow[],
  ownCurrency: string,
  programmeId: string | null,
  rateOf: (currency: string) => string | null,
): SpendableWallet[] {
  const wallets = rows.flatMap((row) => {
    const rate = rateOf(row.currency)
    const isInScope = programmeId === null || row.programme_id === programmeId
    if (rate === null || !isInScope) return []
    return [
      {
        programmeId: row.programme_id,
        currency: row.currency,
        balanceMinor: row.balance_minor,
        createdAt: row.created_at,
        rate,
      },
    ]
  })
  return inSpendingOrder(wallets, ownCurrency)
}

/** Returns the card provider's minimum amount in a currency, in minor units. */
export function cardMinimumOf(
  minimums: Readonly<Record<CurrencyCode, number>>,
  currency: string,
): number {
  return isOwnCurrency(currency) ? minimums[currency] : 1
}

/** Sorts wallets in the user's currency first, then the oldest. */
function inSpendingOrder<Wallet extends SpendableWallet>(
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

/** Returns the maximum amount that the wallets can pay, in minor units of the user's currency. */
export function reachOf(wallets: readonly SpendableWallet[]): number {
  return wallets.reduce(
    (sum, wallet) => sum + walletReachMinor(wallet.balanceMinor, wallet.rate),
    0,
  )
}

/**
 * Splits `shareMinor`, in the user's currency, between the wallets in their order. Returns null if
 * the wallets contain less than that.
 */
export function takeFromWallets(
  wallets: readonly SpendableWallet[],
  shareMinor: number,
): WalletPart[] | null {
  const parts: WalletPart[] = []
  let missingMinor = shareMinor
  for (const { programmeId, currency, balanceMinor, rate } of wallets) {
    const paidMinor = Math.min(missingMinor, walletReachMinor(balanceMinor, rate))
    if (paidMinor === 0) continue
    const walletMinor = walletDebitMinor(paidMinor, rate)
    const roundingMinor = walletMinor - nearestDebitMinor(paidMinor, rate)
    parts.push({ programmeId, walletCurrency: currency, walletMinor, paidMinor, roundingMinor })
    missingMinor -= paidMinor
  }
  return missingMinor === 0 ? parts : null
}

/** Returns the debit in the wallet's currency, rounded to the nearest minor unit instead of up. */
function nearestDebitMinor(paidMinor: number, rate: string): number {
  const { numerator, denominator } = ratioOf(rate)
  return Number(divideHalfEven(BigInt(paidMinor) * denominator, numerator))
}
