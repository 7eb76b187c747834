// Locks the saved cards that orders name, and stores for a reservation which card pays and which is to be kept.
import { freshSeconds } from '#features/people/own-sessions.ts'
import type { Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'
import type { Write } from '#platform/database/write.ts'

/** Use of a saved card for an order. `sessionId` is null without the cardholder. */
export type CardUse = { readonly cardId: string; readonly sessionId: string | null }
const use = unnestRows<CardUse>({
  card_id: ['uuid', ({ cardId }) => cardId],
  session_id: ['uuid', ({ sessionId }) => sessionId],
})
/** Locks kept cards, so that none is removed before its purchase is stored. */
const lockCards = statement(
  'lock-saved-cards',
  { card_id: 'uuid', session_id: 'uuid?', passport_id: 'uuid', is_confirmed: 'bool' },
  `with locked as (select id, passport_id from saved_cards
     where id = any(${use.array('card_id')}) and state = 'kept' order by id for share)
   select given.card_id, given.session_id, locked.passport_id, given.session_id is null
     or exists (select from saved_card_sessions s
       where s.card_id = given.card_id and s.session_id = given.session_id)
     or exists (select from sessions s where s.id = given.session_id
       and s.code_at >= now() - make_interval(secs => ${freshSeconds})) as is_confirmed
   from ${use.rows} join locked on locked.id = given.card_id`,
)
type LockedCard = { readonly passportId: string; readonly isConfirmed: boolean }

const useName = ({ cardId, sessionId }: CardUse) => `${cardId} ${sessionId}`
export type LockedCards = { get(cardUse: CardUse): LockedCard | undefined }

/** Locks and returns the cards of uses. Sends no statement if there are none. */
export async function lockUsedCards(
  tx: Transaction,
  uses: readonly CardUse[],
): Promise<LockedCards> {
  const rows = uses.length === 0 ? [] : await tx.run(lockCards, use.values(uses))
  const cards = new Map(
    rows.map(({ card_id, session_id, passport_id, is_confirmed }) => [
      useName({ cardId: card_id, sessionId: session_id }),
      { passportId: passport_id, isConfirmed: is_confirmed },
    ]),
  )
  return { get: (cardUse) => cards.get(useName(cardUse)) }
}

type Payment = CardUse & { readonly purchaseId: string }
const payment = unnestRows<Payment>({
  purchase_id: ['uuid', ({ purchaseId }) => purchaseId],
  card_id: ['uuid', ({ cardId }) => cardId],
  session_id: ['uuid', ({ sessionId }) => sessionId],
})
const insertPayments = statement(
  'insert-payments-by-saved-cards',
  {},
  `with confirmed as (insert into saved_card_sessions (card_id, session_id)
     select card_id, session_id from ${payment.rows} where session_id is not null
     on conflict do nothing)
   insert into saved_card_payments (purchase_id, card_id, off_session)
   select purchase_id, card_id, session_id is null from ${payment.rows}`,
)
type Saving = {
  readonly purchaseId: string
  readonly passportId: string
  readonly sessionId: string
}
const saving = unnestRows<Saving>({
  id: ['uuid', ({ purchaseId }) => purchaseId],
  passport_id: ['uuid', ({ passportId }) => passportId],
  session_id: ['uuid', ({ sessionId }) => sessionId],
})
const insertSaving = statement(
  'insert-saved-cards',
  {},
  `with cards as (insert into saved_cards (id, passport_id, state)
     select id, passport_id, 'saving' from ${saving.rows})
   insert into saved_card_sessions (card_id, session_id) select id, session_id from ${saving.rows}`,
)

export function cardWrites(payments: readonly Payment[], savings: readonly Saving[]): Write[] {
  return [...payment.writes(insertPayments, payments), ...saving.writes(insertSaving, savings)]
}
