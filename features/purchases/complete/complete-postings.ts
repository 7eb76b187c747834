// Computes the postings of a completion and of a waiting gift that is received. Pure; docs/ledger.md
// has examples.
import type { Hold } from '#features/purchases/lock-holds.ts'
import type { WalletPart } from '#features/wallet/wallet-split.ts'
import { kgAccounts, type MoneyAccount, moneyAccounts } from '#ledger/accounts.ts'
import type { KgPosting, MoneyPosting, Postings } from '#ledger/postings.ts'

export type Sale = Hold & {
  /** The buyer's currency, in which the sale was made. */
  readonly currency: string
  readonly cardMinor: number
  /** The passport that receives the kilograms; null for a gift that waits for its number. */
  readonly holderId: string | null
  /** Time that selects the week of the sale. Default now. */
  readonly soldAt?: Date
}

/** One segment of a waiting gift, less the kilograms that a registry took back. */
export type ReceivedSegment = {
  readonly purchaseId: string
  readonly batchId: string
  readonly kg: number
  /** The receiver's passport. */
  readonly passportId: string
}

export function completePostings(sales: readonly Sale[]): Postings {
  return { kg: sales.map(kgOf), money: sales.flatMap(moneyOf) }
}

/** Returns the postings that move waiting gifts to the passports of their numbers. */
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

function kgOf({ purchaseId, batchId, quantityKg, holderId, soldAt }: Sale): KgPosting {
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

function moneyOf(sale: Sale): MoneyPosting[] {
  const { purchaseId, currency, cardMinor, reward } = sale
  const toSales = { causeId: purchaseId, destination: moneyAccounts.sales }
  const rewardSource = moneyAccounts.held(purchaseId, null)
  return [
    ...sale.walletParts.flatMap((part) => walletMoneyOf(sale, part)),
    ...(reward === null ? [] : [{ ...toSales, source: rewardSource, ...reward }]),
    { ...toSales, currency, source: moneyAccounts.cardClearing, amountMinor: cardMinor },
  ]
}

function walletMoneyOf(sale: Sale, part: WalletPart): MoneyPosting[] {
  const wallet = { passportId: sale.buyerId, programmeId: part.programmeId }
  const held = moneyAccounts.held(sale.purchaseId, wallet)
  return spentPostings(sale, part, held, moneyAccounts.sales)
}

/**
 * Returns the postings that move wallet money out of `source` and into the currency of the
 * purchase.
 */
export function spentPostings(
  { purchaseId, currency }: Pick<Sale, 'purchaseId' | 'currency'>,
  { walletCurrency, walletMinor, roundingMinor, paidMinor }: WalletPart,
  source: MoneyAccount,
  destination: MoneyAccount,
): MoneyPosting[] {
  const { fx, rounding } = moneyAccounts
  const taken = { causeId: purchaseId, currency: walletCurrency, source }
  if (walletCurrency === currency) return [{ ...taken, destination, amountMinor: walletMinor }]
  const shared = { causeId: purchaseId, currency, source: fx }
  return [
    { ...taken, destination: fx, amountMinor: walletMinor - roundingMinor },
    { ...taken, destination: rounding, amountMinor: roundingMinor },
    { ...shared, destination, amountMinor: paidMinor },
  ]
}
