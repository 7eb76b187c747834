// Decides whether an order can be reserved, and computes its figures from locked rows. The client's figures
// are only compared with the computed ones.
import type { Hold } from '#features/purchases/lock-holds.ts'
import { cardMinimumProblem } from '#features/purchases/reserve/card-minimum.ts'
import { deliveryOf } from '#features/purchases/reserve/delivery-day.ts'
import {
  countHold,
  type HoldLimits,
  holdCountProblem,
  holdKgProblem,
  noHolds,
  type PersonHolds,
  stockProblem,
} from '#features/purchases/reserve/hold-limits.ts'
import type { Stock } from '#features/purchases/reserve/lock-inventory.ts'
import type { Order } from '#features/purchases/reserve/order.ts'
import {
  claimOf,
  type RewardInventory,
  type RewardProblem,
  rewardFigures,
} from '#features/purchases/reserve/reward-decision.ts'
import type { LockedCards } from '#features/purchases/saved-cards/card-uses.ts'
import { type Rates, rateBetween } from '#features/wallet/rates/rates.ts'
import {
  cardMinimumOf,
  reachOf,
  type SpendableWallet,
  spendableWallets,
  takeFromWallets,
  type WalletPart,
} from '#features/wallet/wallet-split.ts'
import type { WalletRow } from '#ledger/locks.ts'
import type { CurrencyCode } from '#values/money/currencies.ts'
import { microsToUnits, minorToUnits, totalMinorOf } from '#values/money/money.ts'
import { walletShareOf } from '#values/money/payment-split.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'

/** The locked rows. Each accepted order of the group reduces them. */
export type Inventory = RewardInventory & {
  readonly stock: Map<string, Stock>
  readonly wallets: WalletRow[]
  /** Holds by buyer. */
  readonly holds: Map<string, PersonHolds>
  readonly rates: Rates
  /** The saved cards that the orders name. */
  readonly cards: LockedCards
  /** The present time, by the database's clock. */
  readonly now: Date
}

export type ReserveLimits = HoldLimits & {
  readonly cardMinimumMinor: Readonly<Record<CurrencyCode, number>>
}

export type AcceptedOrder = {
  readonly order: Order
  readonly projectId: string
  readonly priceMicros: number
  readonly batchCurrency: string
  readonly rate: string
  readonly totalMinor: number
  readonly walletMinor: number
  readonly cardMinor: number
  readonly walletParts: readonly WalletPart[]
  /** Amount that the account `rewards` pays. Null if the buyer pays. */
  readonly reward: Hold['reward']
  /** The earliest delivery of a gift with a day. Null for any other order. */
  readonly deliverAt: Date | null
  /** Latest expiry. A reservation with a reward expires with its claim. Null for the usual expiry. */
  readonly endsAt: Date | null
}

export type ReserveProblem =
  | 'invalid_selection'
  | 'invalid_delivery_day'
  | 'not_offered'
  | 'too_many_reservations'
  | 'rate_limited'
  | 'insufficient_stock'
  | 'quote_changed'
  | 'card_minimum'
  | 'card_details_required'
  | 'code_required'
  | 'rate_unknown'
  | RewardProblem

/**
 * Accepted difference between the client's figures and the server's, in minor units
 * (docs/product.md#reservation).
 */
const toleranceMinor = 1

/** Decides one order. Subtracts an accepted order from the inventory. */
export function decideReservation(
  order: Order,
  inventory: Inventory,
  limits: ReserveLimits,
): AcceptedOrder | Problem<ReserveProblem> {
  const claim = claimOf(order, inventory)
  if (claim !== null && 'problem' in claim) return claim
  const delivery = deliveryOf(order.gift, inventory.now)
  if (isProblem(delivery)) return delivery
  const stock = inventory.stock.get(order.batchId)
  if (stock === undefined) return problem('invalid_selection')
  if (!stock.is_offered) return problem('not_offered')
  const holds = inventory.holds.get(order.buyer.passportId) ?? noHolds()
  const countProblem = holdCountProblem(order, holds, limits)
  if (countProblem !== null) return countProblem
  if (stock.available_kg < order.quantityKg) return stockProblem(stock.available_kg)
  const kgProblem = holdKgProblem(order, holds, stock.available_kg, limits)
  if (kgProblem !== null) return kgProblem

  const figures =
    claim === null
      ? figuresOf(order, stock, inventory, limits)
      : rewardFigures(order, claim, stock, inventory)
  if ('problem' in figures) return figures
  subtractOrder(inventory, order, figures.walletParts, holds)
  return {
    order,
    projectId: stock.project_id,
    priceMicros: stock.price_micros,
    batchCurrency: stock.currency,
    reward: null,
    endsAt: null,
    ...delivery,
    ...figures,
  }
}

type Figures = Pick<
  AcceptedOrder,
  'rate' | 'totalMinor' | 'walletMinor' | 'cardMinor' | 'walletParts'
>

/** Returns the figures of an order that the buyer pays. They must match the client's figures. */
function figuresOf(
  order: Order,
  stock: Stock,
  inventory: Inventory,
  limits: ReserveLimits,
): Figures | Problem<ReserveProblem> {
  const { currency } = order.buyer
  const quote = order.method === 'card' ? null : order.quote
  const currentRate = rateBetween(inventory.rates, stock.currency, currency)
  if (currentRate === null) return problem('rate_unknown')
  const rate = quote?.batchCurrency === stock.currency ? quote.rate : currentRate
  const totalMinor = totalMinorOf(stock.price_micros, order.quantityKg, rate)
  const wallets = walletsOf(order, inventory, quote?.walletRates ?? {})
  const minimumMinor = cardMinimumOf(limits.cardMinimumMinor, currency)
  const quoteChanged = () => changedQuoteProblem(order, stock, inventory, currentRate, minimumMinor)

  if (order.priceMicros !== stock.price_micros || order.batchCurrency !== stock.currency) {
    return quoteChanged()
  }
  const walletMinor = walletPartOf(order, stock.currency, totalMinor, minimumMinor)
  if (walletMinor === null) return quoteChanged()
  const cardMinor = totalMinor - walletMinor
  if (differs(order.walletMinor, walletMinor) || differs(order.cardMinor, cardMinor)) {
    return quoteChanged()
  }
  if (cardMinor > 0 && cardMinor < minimumMinor)
    return cardMinimumProblem(stock, rate, minimumMinor, order)
  const cardProblem = cardMinor > 0 ? findCardProblem(order, inventory.cards) : null
  if (cardProblem !== null) return cardProblem
  const walletParts = takeFromWallets(wallets, walletMinor)
  return walletParts === null
    ? quoteChanged()
    : { rate, totalMinor, walletMinor, cardMinor, walletParts }
}

/** Returns the problem of an order's card. Another user's card is the same as one that is not there. */
function findCardProblem(
  { cardToken, savedCard, buyer }: Order,
  cards: LockedCards,
): Problem<'card_details_required' | 'code_required'> | null {
  if (cardToken !== null) return null
  const card = savedCard === null ? undefined : cards.get(savedCard)
  if (card?.passportId !== buyer.passportId) return problem('card_details_required')
  return card.isConfirmed ? null : problem('code_required')
}

/**
 * Returns the part of the total that the wallets pay by the payment method. Returns null if the order needs
 * a quote, and the quote is missing or does not match the total.
 */
function walletPartOf(
  { method, quote, isQuoteRefused }: Order,
  batchCurrency: string,
  totalMinor: number,
  minimumMinor: number,
): number | null {
  if (method === 'card') return 0
  if (isQuoteRefused) return null
  if (method === 'wallet') return totalMinor
  if (quote === null || quote.batchCurrency !== batchCurrency) return null
  // The quoted total may have been rounded in the batch's currency, by at most half of its minor unit.
  const roundingMinor = Math.ceil(Number(quote.rate) / 2)
  if (Math.abs(quote.totalMinor - totalMinor) > toleranceMinor + roundingMinor) return null
  if (quote.cardMinor === 0) return totalMinor
  return walletShareOf(totalMinor, quote.walletMinor, minimumMinor)
}

/** Returns true if the client sent a figure that differs from the server's by more than the tolerance. */
function differs(clientMinor: number | null, serverMinor: number): boolean {
  return clientMinor !== null && !(Math.abs(clientMinor - serverMinor) <= toleranceMinor)
}

function walletsOf(
  { buyer, quote }: Order,
  inventory: Inventory,
  quotedRates: Readonly<Record<string, string>>,
): SpendableWallet[] {
  return spendableWallets(
    inventory.wallets.filter((row) => row.passport_id === buyer.passportId),
    buyer.currency,
    quote?.programmeId ?? null,
    (currency) => quotedRates[currency] ?? rateBetween(inventory.rates, currency, buyer.currency),
  )
}

/** Returns a problem that contains a quote at the current price and rate, which the dialog then shows. */
function changedQuoteProblem(
  order: Order,
  stock: Stock,
  inventory: Inventory,
  rate: string,
  minimumMinor: number,
): Problem<'quote_changed'> {
  const totalMinor = totalMinorOf(stock.price_micros, order.quantityKg, rate)
  const reachMinor = order.method === 'card' ? 0 : reachOf(walletsOf(order, inventory, {}))
  const walletMinor = walletShareOf(totalMinor, reachMinor, minimumMinor)
  return problem('quote_changed', {
    fields: {
      quote: {
        price_per_kg: microsToUnits(stock.price_micros),
        currency: stock.currency,
        rate: Number(rate),
        total: minorToUnits(totalMinor),
        wallet_used: minorToUnits(walletMinor),
        card_needed: minorToUnits(totalMinor - walletMinor),
      },
    },
  })
}

/** Subtracts an accepted order from stock and wallets, and adds it to the buyer's holds. */
function subtractOrder(
  inventory: Inventory,
  order: Order,
  parts: readonly WalletPart[],
  holds: PersonHolds,
): void {
  const { batchId, quantityKg, buyer } = order
  const stock = inventory.stock.get(batchId)
  if (stock !== undefined) stock.available_kg -= quantityKg
  for (const part of parts) {
    const wallet = inventory.wallets.find(
      (row) =>
        row.passport_id === buyer.passportId &&
        row.programme_id === part.programmeId &&
        row.currency === part.walletCurrency,
    )
    if (wallet !== undefined) wallet.balance_minor -= part.walletMinor
  }
  countHold(order, holds)
  inventory.holds.set(buyer.passportId, holds)
}
