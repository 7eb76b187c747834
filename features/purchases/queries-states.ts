// SQL that moves purchases from state to state, forward only. The caller has locked the rows, or names
// the state that it moves from.
import { reservationMinutes } from '#features/purchases/queries-reserve.ts'
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'

const markChecked = statement(
  'mark-purchase-checked',
  {},
  'update purchases set card_checked_at = now() where id = $1',
)
/** Contract 6: so long a purchase waits for its buyer's answer to the bank. */
const actionSeconds = 180
const openAction = statement(
  'move-purchase-to-action',
  { expires_at: 'timestamptz' },
  `update purchases set state = 'READY', card_state = 'ACTION', card_checked_at = now(),
     card_payment_id = $2,
     expires_at = least(expires_at, now() + make_interval(secs => ${actionSeconds}))
   where id = $1 and state = 'HELD' and card_state = 'AUTHORISING' and expires_at > now()
   returning expires_at`,
)
/** Money stands behind it now: it lives on as any other reservation does. */
const confirmAction = statement(
  'move-purchase-from-action',
  { id: 'uuid' },
  `update purchases set card_state = 'AUTHORISED', card_checked_at = now(),
     card_payment_id = coalesce($2, card_payment_id),
     expires_at = greatest(expires_at, created_at + make_interval(mins => ${reservationMinutes}))
   where id = $1 and state = 'READY' and card_state = 'ACTION' and expires_at > now()
   returning id`,
)
/** Locked in order first: other groups take several of these rows too. */
const authoriseCards = statement(
  'move-purchases-to-authorised',
  { id: 'uuid' },
  `with given as (select * from unnest($1::uuid[], $2::text[]) as each (id, payment_id)),
   locked as (select id from purchases where id = any($1::uuid[]) order by id for update)
   update purchases p set state = 'READY', card_state = 'AUTHORISED', card_checked_at = now(),
     card_payment_id = given.payment_id
   from given join locked on locked.id = given.id
   where p.id = given.id and p.state = 'HELD' and p.card_state = 'AUTHORISING'
     and p.expires_at > now()
   returning p.id`,
)
/** Only this beats the sweeper; the caller has locked the rows and found them in time. */
const startCapture = statement(
  'move-purchases-to-capturing',
  {},
  `update purchases set state = 'COMPLETING', card_state = 'CAPTURING', card_checked_at = now()
   where id = any($1::uuid[]) and state = 'READY' and card_state = 'AUTHORISED'
     and expires_at > now()`,
)
const moveEndedCard = statement(
  'move-card-of-ended-purchase',
  { id: 'uuid' },
  `update purchases set card_state = $3, card_checked_at = now(),
     card_payment_id = coalesce($4, card_payment_id) where id = $1 and card_state = $2
   returning id`,
)
/** So long after its end a try that the provider never heard of will not arrive any more. */
const neverArrivedSeconds = 60
const moveUnheardCard = statement(
  'move-card-never-heard-of',
  {},
  `update purchases set card_state = 'VOIDED', card_checked_at = now()
   where id = $1 and card_state = 'VOIDING'
     and expires_at < now() - make_interval(secs => ${neverArrivedSeconds})`,
)
const countFailure = statement(
  'count-completion-failure',
  { completion_failures: 'int2' },
  `update purchases set completion_failures = least(completion_failures + 1, 1000)
   where id = $1 and state = 'COMPLETING' returning completion_failures`,
)
/** A hold that is cancelled sooner kept nothing from anybody; one that lapses always did. */
const briefHoldSeconds = 30
const endPurchases = statement(
  'end-purchases',
  {},
  `update purchases p set state = given.state, card_state = given.card_state,
     failure_code = given.failure_code, card_checked_at = now(),
     abandoned_at = case when given.state = 'EXPIRED' and not p.is_reward
       and (p.expires_at <= now()
         or p.created_at < now() - make_interval(secs => ${briefHoldSeconds})) then now() end
   from unnest($1::uuid[], $2::text[], $3::text[], $4::text[])
     as given (id, state, card_state, failure_code)
   where p.id = given.id`,
)
const completePurchases = statement(
  'complete-purchases',
  {},
  `update purchases p set state = 'COMPLETED', completed_at = now(),
     card_state = case when p.card_minor > 0 then 'CAPTURED' else 'NONE' end,
     first_place = given.first_place, holder_id = given.holder_id, recipient_id = given.recipient_id
   from unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::uuid[])
     as given (id, first_place, holder_id, recipient_id)
   where p.id = given.id`,
)
export async function markPurchaseChecked(db: Db, id: string): Promise<void> {
  await db.run(markChecked, [id])
}

/** Leaves a held purchase to the bank's question; answers when it lapses, null where it moved on. */
export async function moveToAction(db: Db, id: string, paymentId: string): Promise<Date | null> {
  const [row] = await db.run(openAction, [id, paymentId])
  return row?.expires_at ?? null
}

/** The bank's question was answered well: from here on the payment stands. */
export async function moveFromAction(db: Db, id: string, paymentId: string | null): Promise<void> {
  await db.run(confirmAction, [id, paymentId])
}

/** Moves held purchases whose cards were authorised; answers the ids of those that were still held. */
export async function moveToAuthorised(
  tx: Db,
  payments: readonly { readonly purchaseId: string; readonly paymentId: string }[],
): Promise<Set<string>> {
  const rows = await tx.run(authoriseCards, [
    payments.map(({ purchaseId }) => purchaseId),
    payments.map(({ paymentId }) => paymentId),
  ])
  return new Set(rows.map(({ id }) => id))
}

/** Lets authorised purchases be captured; those that are being captured already stay as they are. */
export async function moveToCapturing(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.run(startCapture, [ids])
}

/** Moves the card of a purchase that has ended; false where another process did before. */
export async function moveCardOfEnded(
  db: Db,
  id: string,
  [from, to]: readonly [from: string, to: string],
  paymentId: string | null,
): Promise<boolean> {
  const rows = await db.run(moveEndedCard, [id, from, to, paymentId])
  return rows.length === 1
}

/** Lets a card go that the provider never heard of, once no try of it can be on its way any more. */
export async function giveUpPayment(db: Db, id: string): Promise<void> {
  await db.run(moveUnheardCard, [id])
}

/** Answers how often a purchase has failed to complete, this time included; 0 where it has ended. */
export async function writeCompletionFailure(tx: Db, id: string): Promise<number> {
  const [row] = await tx.run(countFailure, [id])
  return row?.completion_failures ?? 0
}

export type PurchaseEnd = {
  readonly id: string
  readonly state: 'FAILED' | 'EXPIRED'
  readonly cardState: string
  readonly failureCode: string | null
}

export async function writeEnds(tx: Db, ends: readonly PurchaseEnd[]): Promise<void> {
  await tx.run(endPurchases, [
    ends.map((end) => end.id),
    ends.map((end) => end.state),
    ends.map((end) => end.cardState),
    ends.map((end) => end.failureCode),
  ])
}

export type PurchaseCompletion = {
  readonly id: string
  readonly firstPlace: number
  readonly holderId: string | null
  readonly recipientId: string | null
}

export async function writeCompletions(
  tx: Db,
  completions: readonly PurchaseCompletion[],
): Promise<void> {
  await tx.run(completePurchases, [
    completions.map((each) => each.id),
    completions.map((each) => each.firstPlace),
    completions.map((each) => each.holderId),
    completions.map((each) => each.recipientId),
  ])
}
