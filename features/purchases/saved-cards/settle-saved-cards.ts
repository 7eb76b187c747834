// Keeps the cards of completed purchases, and removes others at the card provider. Idempotent: after a failure
// or a kill the same steps run again.
import { lockPassports } from '#features/people/lock-people.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { KeptCard } from '#providers/cards/card-provider.ts'
import { customerStepKey } from './charge-card.ts'
import {
  type DueCard,
  deleteCard,
  findKept,
  keptValues,
  savedCardsMax,
  takeDueCards,
  writeKept,
  writeRenewed,
  writeUnkept,
} from './saved-card-queries.ts'

/** Maximum number of cards that a round settles concurrently. */
const roundMax = 10

/** Settles a round of cards that wait for the provider. Returns their number. */
export async function settleSavedCards(services: Services): Promise<number> {
  const dueCards = await takeDueCards(services.db, roundMax)
  await Promise.all(
    dueCards.map((card) =>
      settleCard(services, card).catch((error: unknown) =>
        services.log.warn('saved card not settled yet', { error }),
      ),
    ),
  )
  return dueCards.length
}

async function settleCard(services: Services, card: DueCard): Promise<void> {
  const { id, customer_id: customerId, passport_id: passportId } = card
  const { db, cards } = services
  if (card.state === 'removing') return removeCard(services, card)
  const isPaid = card.is_completed && customerId !== null && passportId !== null
  const keptCard = isPaid ? await cards.findKeptCard(customerId) : null
  const isSettled =
    isPaid &&
    keptCard !== null &&
    (await db.transaction((tx) => keepCard(tx, { id, passportId, keptCard })))
  if (!isSettled) await writeUnkept(db, id)
}

type Keeping = {
  readonly id: string
  readonly passportId: string
  readonly keptCard: KeptCard
}

/**
 * Keeps a card. A card of the same number keeps its id and gets the new expiry, after the purchases that it
 * pays have ended. Returns false if the user has the maximum number of cards.
 */
async function keepCard(tx: Transaction, { id, passportId, keptCard }: Keeping): Promise<boolean> {
  await lockPassports(tx, [passportId])
  const kept = await findKept(tx, passportId, keptCard.fingerprint)
  if (kept === null) throw new Error('a count has no row')
  const { count, same_id: sameId, is_used } = kept
  if (sameId !== null) {
    // The next round asks again.
    if (!is_used) await tx.run(writeRenewed, [...keptValues(sameId, keptCard), id])
    return true
  }
  if (count >= savedCardsMax) return false
  await tx.run(writeKept, keptValues(id, keptCard))
  return true
}

/**
 * Deletes a card's customer at the provider, then its row. Without a stored customer, the step that creates it
 * runs again, because its answer may have been lost.
 */
async function removeCard({ db, cards }: Services, { id, customer_id }: DueCard): Promise<void> {
  await cards.forgetCustomer(customer_id ?? (await cards.openCustomer(customerStepKey(id))))
  await deleteCard(db, id)
}
