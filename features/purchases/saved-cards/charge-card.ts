// Chooses the card and the customer of an authorisation. A saved card pays with its customer, and a card that
// is to be kept needs a customer before it pays.
import type { Database } from '#platform/database/database.ts'
import type { AuthoriseStep, CardProvider } from '#providers/cards/card-provider.ts'
import { findCardOfPurchase, writeCustomer } from './saved-card-queries.ts'

type Services = { readonly db: Database; readonly cards: CardProvider }
type Charge = Pick<AuthoriseStep, 'cardToken' | 'customer'>

/** The card of a request: a new token, or the id of a saved card. */
export type RequestedCard = {
  readonly cardToken: string | null
  readonly savedCardId: string | null
}

/** Returns the provider's key of the step that creates a card's customer. */
export const customerStepKey = (cardId: string): string => `${cardId}:customer`

/**
 * Returns the card of a purchase's authorisation, as the reservation stored it: a saved card in the session or
 * off session, a card to keep with its new customer, or the token alone. A request that repeats the call may
 * have another token. Without a usable card the token is empty, and the provider refuses it.
 */
export async function chargeOf(
  { db, cards }: Services,
  purchaseId: string,
  { cardToken, savedCardId }: RequestedCard,
): Promise<Charge> {
  const row = await findCardOfPurchase(db, purchaseId)
  if (savedCardId !== null) {
    const { customer_id: customerId, method_id: methodId } = row ?? {}
    const isStored = row?.is_payment === true && row.id === savedCardId
    if (!isStored || customerId == null || methodId == null) return { cardToken: '' }
    const use = row.off_session === true ? 'off_session' : 'on_session'
    return { cardToken: methodId, customer: { customerId, use } }
  }
  const token = { cardToken: cardToken ?? '' }
  if (row === null || row.is_payment || row.state !== 'saving') return token
  const customerId = row.customer_id ?? (await cards.openCustomer(customerStepKey(row.id)))
  if (row.customer_id === null) await writeCustomer(db, row.id, customerId)
  return { ...token, customer: { customerId, use: 'keep' } }
}
