// Parses a request to buy or gift, and checks the rules that need no database
// (docs/product.md#reservation).

import { randomUUIDv7 } from 'node:crypto'
import type { Viewer } from '#features/people/find-session.ts'
import type { ReserveBody } from '#features/purchases/purchases-calls.ts'
import type { CardUse } from '#features/purchases/saved-cards/card-uses.ts'
import type { Quote } from '#features/wallet/quote.ts'
import type { NumberKeys } from '#platform/keys.ts'
import { refusedCardNumber } from '#values/money/card-number-check.ts'
import { nearestMinor, unitsToMicros } from '#values/money/money.ts'
import { noteMaxLength, purchaseMaxKg } from '#values/money/order-limits.ts'
import { type Problem, problem } from '#values/problem.ts'
import { canonicalPhone } from '#values/text/canonical-phone.ts'
import { cleanNote, cleanText, lengthOf } from '#values/text/free-text.ts'
import { nicknamePattern, tidyName } from '#values/text/nickname.ts'
import { isFitName } from '#values/text/shown-name.ts'
import { newTransactionId } from '#values/text/transaction-id.ts'
import { isUuid } from '#values/text/uuid.ts'

export type Gift = {
  readonly recipientPhone: string
  /** Hash of the receiver's phone number. Facts contain it even after the number is erased. */
  readonly recipientKey: string
  readonly recipientName: string | null
  /** The giver's name in the gift's message. */
  readonly fromName: string | null
  /** The day on which the gift arrives, such as `2026-12-24`. Null for a gift that goes at once. */
  readonly deliverOn: string | null
}

/** The buyer's passport, and the currency of the buyer's figures. */
type Buyer = Pick<Viewer, 'passportId' | 'currency'> & {
  /** The number whose country is the country of taxation. Null for a purchase that is reserved already. */
  readonly phone: string | null
  /** Null without a session, as in a monthly plan. */
  readonly sessionId: string | null
}

export type Order = {
  readonly purchaseId: string
  readonly txId: string
  readonly buyer: Buyer
  readonly batchId: string
  readonly quantityKg: number
  /** The price per kilogram that the buyer saw. Null if it is absent or invalid. */
  readonly priceMicros: number | null
  readonly batchCurrency: string
  readonly method: 'wallet' | 'card' | 'wallet+card'
  /** The client's figures for wallet and card, in minor units of the buyer's currency. Null if absent. */
  readonly walletMinor: number | null
  readonly cardMinor: number | null
  /** The wallet quote. Null if it is absent, invalid or expired. */
  readonly quote: Quote | null
  /** True if the order contains a quote that is forged, another user's or expired. */
  readonly isQuoteRefused: boolean
  /** A new token of the card provider. Null for a saved card, or no card. */
  readonly cardToken: string | null
  /** The saved card that pays. */
  readonly savedCard: CardUse | null
  /** True if the card of the new token is kept when the purchase completes. */
  readonly savesCard: boolean
  readonly gift: Gift | null
  /** The giver's note to the receiver, or the buyer's own note. */
  readonly note: string | null
  /** The reward that pays the whole order. Null if the buyer pays. */
  readonly rewardId: string | null
  /** True for the purchase of a monthly plan, which is no open reservation (docs/product.md#monthly-plans). */
  readonly isPlanned: boolean
}

export type OrderProblem =
  | 'invalid_selection'
  | 'invalid_recipient'
  | 'note_too_long'
  | 'invalid_from_name'
  | 'card_number_refused'
  | 'reward_not_claimed'

/**
 * Returns the order, with new ids. Problems: `OrderProblem`. `sentBody` is the unparsed body, which must
 * not contain a card number.
 */
export function readOrder(
  body: ReserveBody,
  sentBody: unknown,
  buyer: Viewer,
  quote: Quote | null,
  numbers: NumberKeys,
): Order | Problem<OrderProblem> {
  const cardNumber = refusedCardNumber(sentBody)
  if (cardNumber !== null) return cardNumber
  const rewardId = body.is_reward === true ? readReward(body) : null
  if (rewardId !== null && typeof rewardId !== 'string') return rewardId
  const batchId = body.batchId ?? ''
  const quantityKg = body.count ?? 0
  if (!isUuid(batchId) || !isQuantity(quantityKg)) {
    if (rewardId !== null) return problem('reward_not_claimed')
    return problem('invalid_selection', {
      fields: { field: isUuid(batchId) ? 'count' : 'batchId' },
    })
  }
  const gift = body.is_gift === true ? readGift(body, buyer.passportId, numbers) : null
  if (gift !== null && 'problem' in gift) return gift
  const note = readNote(body)
  if (note !== null && typeof note !== 'string') return note
  return {
    purchaseId: randomUUIDv7(),
    txId: newTransactionId(),
    buyer,
    batchId: batchId.toLowerCase(),
    quantityKg,
    priceMicros: typeof body.amount === 'number' ? unitsToMicros(body.amount) : null,
    batchCurrency: body.currency ?? '',
    method: body.payment_method ?? 'card',
    walletMinor: typeof body.wallet_used === 'number' ? nearestMinor(body.wallet_used) : null,
    cardMinor: typeof body.card_used === 'number' ? nearestMinor(body.card_used) : null,
    quote,
    isQuoteRefused: quote === null && (body.wallet_tx_id ?? '') !== '',
    ...readCard(body, buyer.sessionId),
    gift,
    note,
    rewardId,
    isPlanned: false,
  }
}

/** Prefix of a `card_token` that names a saved card. */
const savedPrefix = 'saved:'

/** Returns the card of an order. An id that is no UUID names no card. */
function readCard(
  { card_token, save_card }: ReserveBody,
  sessionId: string,
): Pick<Order, 'cardToken' | 'savedCard' | 'savesCard'> {
  const token = card_token || null
  if (token?.startsWith(savedPrefix)) {
    const cardId = token.slice(savedPrefix.length).toLowerCase()
    const savedCard = isUuid(cardId) ? { cardId, sessionId } : null
    return { cardToken: null, savedCard, savesCard: false }
  }
  return { cardToken: token, savedCard: null, savesCard: token !== null && save_card === true }
}

function isQuantity(kg: number): boolean {
  return Number.isInteger(kg) && kg >= 1 && kg <= purchaseMaxKg
}

/**
 * Returns the id of the reward that pays for the order. The order's amounts must be 0, and a gift needs a
 * valid phone number (docs/product.md#reward-claims).
 */
function readReward(body: ReserveBody): string | Problem<OrderProblem> {
  const { reward_id, amount, wallet_used, card_used } = body
  const isFree = [amount, wallet_used, card_used].every((each) => (each ?? 0) === 0)
  const lacksRecipient = body.is_gift === true && canonicalPhone(body.telephone ?? '') === null
  if (!isFree || lacksRecipient || !isUuid(reward_id ?? '')) return problem('reward_not_claimed')
  return (reward_id ?? '').toLowerCase()
}

/** Returns the field `note`, or else `message`, or null if both are empty. Problem: `note_too_long`. */
function readNote({ note, message }: ReserveBody): string | null | Problem<OrderProblem> {
  const notes = [note, message].map((each) => cleanNote(each ?? ''))
  if (notes.some((each) => lengthOf(each) > noteMaxLength)) return problem('note_too_long')
  return notes.find((each) => each !== '') ?? null
}

/** Returns the receiver and the signature of a gift. Problems: `invalid_recipient`, `invalid_from_name`. */
function readGift(
  body: ReserveBody,
  giverId: string,
  numbers: NumberKeys,
): Gift | Problem<OrderProblem> {
  const recipientPhone = canonicalPhone(body.telephone ?? '')
  if (recipientPhone === null) return problem('invalid_recipient')
  const name = cleanText(body.name ?? '')
  const fromName = tidyName(body.from_name ?? '')
  if (fromName !== '' && !(nicknamePattern.test(fromName) && isFitName(fromName))) {
    return problem('invalid_from_name')
  }
  const recipientKey = numbers.giftKeyOf(giverId, recipientPhone)
  return {
    recipientPhone,
    recipientKey,
    recipientName: name || null,
    fromName: fromName || null,
    deliverOn: body.deliver_on ?? null,
  }
}
