// Lists and removes saved cards of a user (docs/product.md#saved-cards).
import type { Viewer } from '#features/people/find-session.ts'
import type { OwnDataPart } from '#features/people/own-data-part.ts'
import type { Database, Db, Transaction } from '#platform/database/database.ts'
import { type Nonce, recordNonces } from '#platform/http/guard/request-signature.ts'
import { type Problem, problem } from '#values/problem.ts'
import { isUuid } from '#values/text/uuid.ts'
import { findCardsOf, isCardKept, writeRemoval, writeRemovals } from './saved-card-queries.ts'
import type { SavedCard } from './saved-cards-calls.ts'

export async function listSavedCards(db: Db, passportId: string): Promise<SavedCard[]> {
  const rows = await findCardsOf(db, passportId)
  return rows.map(({ id, brand, last_four, exp_month, exp_year }) => ({
    id,
    brand,
    last4: last_four,
    exp_month,
    exp_year,
  }))
}

/** Returns true if the user keeps the card, so that it may pay. */
export const keepsCard = (db: Db, cardId: string, passportId: string): Promise<boolean> =>
  isCardKept(db, cardId, passportId)

/** Returns the last month in which a card is valid, such as `2028-05`. */
export function expiryMonth({ exp_month, exp_year }: Pick<SavedCard, 'exp_month' | 'exp_year'>) {
  return `${exp_year}-${String(exp_month).padStart(2, '0')}`
}

/** Removes a card. A background task removes it at the provider. Returns null, or the problem. */
export function removeSavedCard(
  db: Database,
  { passportId }: Viewer,
  nonce: Nonce,
  id: string,
): Promise<Problem<'card_not_found' | 'replayed'> | null> {
  return db.transaction(async (tx) => {
    if ((await recordNonces(tx, [nonce])).size === 0) return problem('replayed')
    const isRemoved = isUuid(id) && (await writeRemoval(tx, id, passportId))
    return isRemoved ? null : problem('card_not_found')
  })
}

/** Removes all cards of a passport, which the caller has locked. */
export function removeAllSavedCards(tx: Transaction, passportId: string): Promise<void> {
  return writeRemovals(tx, passportId)
}

export const savedCardsOwnData: OwnDataPart = {
  title: 'saved cards',
  processing: {
    data: 'brand, last four digits and expiry of saved cards, and their id at the card provider',
    purpose: 'pay again without typing the card',
    basis: 'consent',
    retention: [['saved cards', 'they are removed, or the passport is deleted']],
    recipients: ['card provider'],
  },
  async read(db, { passportId }) {
    const cards = await findCardsOf(db, passportId)
    return cards.map(({ brand, last_four, exp_month, exp_year, created_at }) => ({
      brand,
      'last four digits': last_four,
      expires: expiryMonth({ exp_month, exp_year }),
      saved: created_at,
    }))
  },
  erase: (tx, { passportId }) => writeRemovals(tx, passportId),
}
