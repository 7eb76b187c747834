// SQL that moves purchases from state to state, forward only. The caller has locked the rows, or names
// the state that it moves from.
import type { Db } from '#server/database.ts'
import { statement } from '#server/statement.ts'

const markChecked = statement(
  'mark-purchase-checked',
  {},
  'update purchases set card_checked_at = now() where id = $1',
)
const moveCard = statement(
  'move-purchase-card',
  { id: 'uuid' },
  `update purchases set state = $4, card_state = $5, card_checked_at = now(),
     card_payment_id = coalesce($6, card_payment_id)
   where id = $1 and state = $2 and card_state = $3
     and (state not in ('HELD', 'READY') or expires_at > now())
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
const endPurchases = statement(
  'end-purchases',
  {},
  `update purchases p set state = given.state, card_state = given.card_state,
     failure_code = given.failure_code, card_checked_at = now()
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

/** Moves a purchase and its card together, only from where they are said to be. */
export async function movePurchase(
  db: Db,
  id: string,
  from: readonly [state: string, cardState: string],
  to: readonly [state: string, cardState: string],
  paymentId: string | null,
): Promise<boolean> {
  const rows = await db.run(moveCard, [id, ...from, ...to, paymentId])
  return rows.length === 1
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
