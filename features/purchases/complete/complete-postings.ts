// What a completion posts, and later a gift that finds its holder: kilograms get their holder, money
// becomes sales. Pure; docs/ledger.md has examples.
import type { Hold } from '#features/purchases/lock-holds.ts'
import type { WalletPart } from '#features/wallet/wallet-split.ts'
import { kgAccounts, type MoneyAccount, moneyAccounts } from '#ledger/accounts.ts'
import type { KgPosting, MoneyPosting, Postings } from '#ledger/postings.ts'

export type Sale = Hold & {
  /** The buyer's currency, in which it was sold. */
  readonly currency: string
  readonly cardMinor: number
  /** Where the kilograms go: a passport, or a gift that waits for its number (null). */
  readonly holderId: string | null
  /** In whose week a sale of an earlier day counts; now unless told. */
  readonly soldAt?: Date
}

/** A piece of a gift that has waited: all of it, unless a registry took some of it back. */
export type ReceivedPiece = {
  readonly purchaseId: string
  readonly batchId: string
  readonly kg: number
  /** Who receives it. */
  readonly passportId: string
}

export function completePostings(sales: readonly Sale[]): Postings {
  return { kg: sales.map(kgOf), money: sales.flatMap(moneyOf) }
}

/** Gifts that waited for a number pass to its passport. */
export function handOverPostings(pieces: readonly ReceivedPiece[]): Postings {
  return {
    kg: pieces.map(({ purchaseId, batchId, kg: quantityKg, passportId }) => ({
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

/** A wallet's money goes from `source` and arrives in the currency of the purchase. */
export function spentPostings(
  { purchaseId, currency }: Pick<Sale, 'purchaseId' | 'currency'>,
  { walletCurrency, walletMinor, roundingMinor, paidMinor }: WalletPart,
  source: MoneyAccount,
  destination: MoneyAccount,
): MoneyPosting[] {
  const { fx, rounding } = moneyAccounts
  const taken = { causeId: purchaseId, currency: walletCurrency, source }
  if (walletCurrency === currency) return [{ ...taken, destination, amountMinor: walletMinor }]
  const given = { causeId: purchaseId, currency, source: fx }
  return [
    { ...taken, destination: fx, amountMinor: walletMinor - roundingMinor },
    { ...taken, destination: rounding, amountMinor: roundingMinor },
    { ...given, destination, amountMinor: paidMinor },
  ]
}
