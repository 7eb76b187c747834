// Computes the postings of a completion and of the receipt of a waiting gift (docs/ledger.md).
import type { Hold } from '#features/purchases/lock-holds.ts'
import type { WalletPart } from '#features/wallet/wallet-split.ts'
import { kgAccounts, type MoneyAccount, moneyAccounts } from '#ledger/accounts.ts'
import type { KgPosting, MoneyPosting, Postings } from '#ledger/postings.ts'

export type Sale = Hold & {
  /** The buyer's currency, in which the sale was made. */
  readonly currency: string
  readonly cardMinor: number
  /** The passport that receives the kilograms. Null for a gift to a number without a passport. */
  readonly holderId: string | null
  /** The time of the sale, which decides the week that counts it. Default: now. */
  readonly soldAt?: Date
}

/** One segment of a waiting gift that its receiver gets. */
export type ReceivedSegment = {
  readonly purchaseId: string
  readonly batchId: string
  readonly kg: number
  /** The receiver's passport. */
  readonly passportId: string
}

export function completePostings(sales: readonly Sale[]): Postings {
  return { kg: sales.map(kgPosting), money: sales.flatMap(moneyPostings) }
}

/** Returns the postings that move the kilograms of waiting gifts to their receivers' passports. */
export function handOverPostings(segments: readonly ReceivedSegment[]): Postings {
  return {
    kg: segments.map(({ purchaseId, batchId, kg: quantityKg, passportId }) => ({
      causeId: purchaseId,
      batchId,
      source: kgAccounts.waiting(purchaseId),
      destination: kgAccounts.holder(passportId),
      quantityKg,
    })),
    money: [],
  }
}

function kgPosting({ purchaseId, batchId, quantityKg, holderId, soldAt }: Sale): KgPosting {
  const { held, holder, waiting } = kgAccounts
  return {
    causeId: purchaseId,
    batchId,
    source: held,
    destination: holderId === null ? waiting(purchaseId) : holder(holderId),
    quantityKg,
    ...(soldAt && { soldAt }),
  }
}

function moneyPostings(sale: Sale): MoneyPosting[] {
  const { purchaseId, currency, cardMinor, reward } = sale
  const toSales = { causeId: purchaseId, destination: moneyAccounts.sales }
  const rewardSource = moneyAccounts.held(purchaseId, null)
  return [
    ...sale.walletParts.flatMap((part) => walletPostings(sale, part)),
    ...(reward === null ? [] : [{ ...toSales, source: rewardSource, ...reward }]),
    { ...toSales, currency, source: moneyAccounts.cardClearing, amountMinor: cardMinor },
  ]
}

function walletPostings(sale: Sale, part: WalletPart): MoneyPosting[] {
  const wallet = { passportId: sale.buyerId, programmeId: part.programmeId }
  const held = moneyAccounts.held(sale.purchaseId, wallet)
  return walletPaymentPostings(sale, part, held, moneyAccounts.sales)
}

/**
 * Returns the postings that pay a wallet's part from `source` to `destination`. Money in a different
 * currency goes from `source` to `fx` and `rounding`, and the buyer's currency from `fx` to `destination`.
 */
export function walletPaymentPostings(
  { purchaseId, currency }: Pick<Sale, 'purchaseId' | 'currency'>,
  { walletCurrency, walletMinor, roundingMinor, paidMinor }: WalletPart,
  source: MoneyAccount,
  destination: MoneyAccount,
): MoneyPosting[] {
  const { fx, rounding } = moneyAccounts
  const fromSource = { causeId: purchaseId, currency: walletCurrency, source }
  if (walletCurrency === currency) {
    return [{ ...fromSource, destination, amountMinor: walletMinor }]
  }
  const fromFx = { causeId: purchaseId, currency, source: fx }
  return [
    { ...fromSource, destination: fx, amountMinor: walletMinor - roundingMinor },
    { ...fromSource, destination: rounding, amountMinor: roundingMinor },
    { ...fromFx, destination, amountMinor: paidMinor },
  ]
}
