// Declares the SQL of saved cards. A card is `saving` until its purchase has ended, then `kept`, and `removing`
// until the provider has deleted it. A removed card has no data except the provider's customer.
import { openCardStates, openStates } from '#features/purchases/states/state.ts'
import { sqlCards, sqlState, sqlStates } from '#features/purchases/states/state-sql.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import type { KeptCard } from '#providers/cards/card-provider.ts'

export const savedCardsMax = 5

/** Returns a user's saved cards, newest first. */
export const findCardsOf = statement(
  'saved-cards-of-passport',
  {
    id: 'uuid',
    brand: 'text',
    last_four: 'text',
    exp_month: 'int2',
    exp_year: 'int2',
    created_at: 'timestamptz',
  },
  `select id, brand, last_four, exp_month, exp_year, created_at from saved_cards
   where passport_id = $1 and state = 'kept' order by created_at desc, id desc`,
).rows<[passportId: string]>()

/** Returns true if a user keeps a card with that id. */
export const isCardKept = statement(
  'is-card-kept',
  { id: 'uuid' },
  `select id from saved_cards where id = $1 and passport_id = $2 and state = 'kept'`,
).found<[id: string, passportId: string]>()

/** Returns the card that a purchase saves or that pays it. */
export const findCardOfPurchase = statement(
  'saved-card-of-purchase',
  {
    id: 'uuid',
    state: 'text',
    customer_id: 'text?',
    method_id: 'text?',
    is_payment: 'bool',
    off_session: 'bool?',
  },
  `select c.id, c.state, c.customer_id, c.method_id, p.card_id is not null as is_payment, p.off_session
   from saved_cards c left join saved_card_payments p on p.card_id = c.id and p.purchase_id = $1
   where c.id = coalesce((select card_id from saved_card_payments where purchase_id = $1), $1)`,
).row<[purchaseId: string]>()

/** Stores the customer of a card that is being saved. */
export const writeCustomer = statement(
  'write-customer-of-saved-card',
  {},
  'update saved_cards set customer_id = $2 where id = $1',
).effect<[id: string, customerId: string]>()

const emptied = `state = 'removing', passport_id = null, method_id = null, fingerprint = null, brand = null,
     last_four = null, exp_month = null, exp_year = null, attempts = 0, due_at = now()`

/** Marks a user's kept card for removal. Returns false if the user has no card with that id. */
export const writeRemoval = statement(
  'remove-saved-card',
  { id: 'uuid' },
  `update saved_cards set ${emptied} where id = $1 and passport_id = $2 and state = 'kept'
   returning id`,
).found<[id: string, passportId: string], Transaction>()

/** Marks all cards of a passport for removal, also those that are being saved. */
export const writeRemovals = statement(
  'remove-saved-cards-of-passport',
  {},
  `update saved_cards set ${emptied} where passport_id = $1`,
).effect<[passportId: string], Transaction>()

/** Marks a card that was not kept for removal. */
export const writeUnkept = statement(
  'remove-unkept-card',
  {},
  `update saved_cards set ${emptied} where id = $1 and state = 'saving'`,
).effect<[id: string]>()

const isOpen = (table: string) =>
  `(${table}.state in ${sqlStates(openStates)} or ${table}.card_state in ${sqlCards(openCardStates)})`
const hasOpenPayment = (cardId: string) => `exists (select from saved_card_payments use
       join purchases paid on paid.id = use.purchase_id
       where use.card_id = ${cardId} and ${isOpen('paid')})`

/**
 * Takes cards that wait for the provider, and sets the time of the next attempt. A card waits for the end of all
 * its purchases, because the provider refuses steps of a payment whose customer is deleted.
 */
export const takeDueCards = statement(
  'take-due-saved-cards',
  {
    id: 'uuid',
    state: ['saving', 'removing'],
    customer_id: 'text?',
    passport_id: 'uuid?',
    is_completed: 'bool',
  },
  `with taken as materialized (
     select due.id, saved.state = ${sqlState('COMPLETED')} as is_completed
     from saved_cards due join purchases saved on saved.id = due.id
     where due.state <> 'kept' and due.due_at <= now() and not ${isOpen('saved')}
       and not ${hasOpenPayment('due.id')}
     order by due.due_at limit $1 for update of due skip locked)
   update saved_cards c set attempts = least(attempts + 1, 20),
     due_at = now() + least(interval '15 seconds' * 2 ^ attempts, interval '1 hour')
   from taken where c.id = taken.id
   returning c.id, c.state, c.customer_id, c.passport_id, taken.is_completed`,
).rows<[max: number], Database>()
export type DueCard = RowOf<typeof takeDueCards>

export const deleteCard = statement(
  'delete-saved-card',
  {},
  `delete from saved_cards where id = $1 and state = 'removing'`,
).effect<[id: string]>()

/** Returns the number of kept cards, and the one with this fingerprint. The caller has locked the passport. */
export const findKept = statement(
  'kept-cards-of-passport',
  { count: 'int8', same_id: 'uuid?', is_used: 'bool' },
  `select count(*) as count, (array_agg(id) filter (where fingerprint = $2))[1] as same_id,
     coalesce(bool_or(fingerprint = $2 and ${hasOpenPayment('c.id')}), false) as is_used
   from saved_cards c where passport_id = $1 and state = 'kept'`,
).row<[passportId: string, fingerprint: string], Transaction>()

const keepValues = `method_id = $2, fingerprint = $3, brand = $4, last_four = $5, exp_month = $6,
     exp_year = $7`

/** Keeps a card that was being saved. */
export const writeKept = statement(
  'keep-card',
  {},
  `update saved_cards set state = 'kept', ${keepValues} where id = $1 and state = 'saving'`,
)
/** Gives a kept card the details of a card that was being saved, and that card the previous customer. */
export const writeRenewed = statement(
  'renew-saved-card',
  {},
  `with pair as (select previous.customer_id as previous_id, renewal.customer_id as renewal_id
     from saved_cards previous join saved_cards renewal on renewal.id = $8 and renewal.state = 'saving'
     where previous.id = $1 and previous.state = 'kept' for update),
   confirmed as (insert into saved_card_sessions (card_id, session_id)
     select $1, session_id from saved_card_sessions, pair where card_id = $8 on conflict do nothing),
   removed as (update saved_cards set ${emptied}, customer_id = pair.previous_id
     from pair where id = $8)
   update saved_cards c set ${keepValues}, customer_id = pair.renewal_id from pair where c.id = $1`,
)

export function keptValues(id: string, card: KeptCard): unknown[] {
  const { methodId, fingerprint, brand, lastFour, expMonth, expYear } = card
  return [id, methodId, fingerprint, brand, lastFour, expMonth, expYear]
}
