// Computes the money of a refund in part. Amounts are in minor units. Pure.
import type { WalletPart } from '#features/wallet/wallet-split.ts'
import { divideHalfEven } from '#values/money/money.ts'

/** The payment of a number of kilograms: by the card and by each wallet, in the buyer's currency. */
export type Payment = {
  readonly kg: number
  readonly cardMinor: number
  readonly walletParts: readonly WalletPart[]
}

/** `ratio` of `amount`, rounded half-even. */
const shareOf = (amount: number, numerator: number, denominator: number) =>
  denominator === 0
    ? 0
    : Number(divideHalfEven(BigInt(amount) * BigInt(numerator), BigInt(denominator)))

export function paidByWallets(parts: readonly WalletPart[]): number {
  return parts.reduce((sum, { paidMinor }) => sum + paidMinor, 0)
}

const totalOf = ({ cardMinor, walletParts }: Payment) => cardMinor + paidByWallets(walletParts)

/**
 * Returns the money of the next `kg` kilograms. `paid` is the whole purchase, `rest` what earlier parts left of it, with
 * the wallets in the same order. The amount is the total x kg / all kilograms, half-even and at most the rest. The last
 * kilograms get the whole rest. Each wallet gets its share of the amount, and the card what remains. If the card has too
 * little left, the wallets get the difference in their order.
 */
export function partAmountsOf(paid: Payment, rest: Payment, kg: number): Payment {
  if (kg === rest.kg) return rest
  const totalMinor = totalOf(paid)
  const amountMinor = Math.min(shareOf(totalMinor, kg, paid.kg), totalOf(rest))
  let leftMinor = amountMinor
  const shares = rest.walletParts.map((part, index) => {
    const wholeMinor = paid.walletParts[index]?.paidMinor ?? 0
    const share = shareOf(amountMinor, wholeMinor, totalMinor)
    const paidMinor = Math.min(share, part.paidMinor, leftMinor)
    leftMinor -= paidMinor
    return { part, paidMinor }
  })
  const cardMinor = Math.min(leftMinor, rest.cardMinor)
  leftMinor -= cardMinor
  const walletParts = shares.map(({ part, paidMinor }) => {
    const addedMinor = Math.min(leftMinor, part.paidMinor - paidMinor)
    leftMinor -= addedMinor
    return walletShareOf(part, paidMinor + addedMinor)
  })
  return { kg, cardMinor, walletParts }
}

/** Returns `paidMinor` of what is left of a wallet's payment, in the wallet's currency too. */
function walletShareOf(left: WalletPart, paidMinor: number): WalletPart {
  if (paidMinor === left.paidMinor) return left
  // The rounding goes back with the last share.
  const exchangedMinor = left.walletMinor - left.roundingMinor
  const walletMinor = Math.min(exchangedMinor, shareOf(exchangedMinor, paidMinor, left.paidMinor))
  return { ...left, walletMinor, paidMinor, roundingMinor: 0 }
}

/** A wallet's payment, or what went back of it. */
type PartKey = Pick<WalletPart, 'programmeId' | 'walletCurrency'>

/** Returns what is left of the wallets' payments after `returned` went back. */
export function leftOfWallets(
  parts: readonly WalletPart[],
  returned: readonly WalletPart[],
): WalletPart[] {
  return parts.map((part) => {
    const isSameWallet = (other: PartKey) =>
      other.programmeId === part.programmeId && other.walletCurrency === part.walletCurrency
    const gone = returned.filter(isSameWallet)
    const sumOf = (amount: (each: WalletPart) => number) =>
      gone.reduce((sum, each) => sum + amount(each), 0)
    return {
      ...part,
      walletMinor: part.walletMinor - sumOf(({ walletMinor }) => walletMinor),
      paidMinor: part.paidMinor - sumOf(({ paidMinor }) => paidMinor),
      roundingMinor: part.roundingMinor - sumOf(({ roundingMinor }) => roundingMinor),
    }
  })
}
