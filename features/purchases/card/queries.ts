// SQL of the card's steps: what the provider answered is written down, each move once and forward
// only.
import { type PurchaseRow, purchaseColumns, purchaseSelect } from '#features/purchases/queries.ts'
import { type EndedCardMove, openCardStates } from '#features/purchases/state.ts'
import { sqlCard, sqlCards, sqlMove, sqlState } from '#features/purchases/state-sql.ts'
import type { Db, Transaction } from '#server/database.ts'
import { givenRows } from '#server/given-rows.ts'
import { statement } from '#server/statement.ts'

type Payment = { readonly purchaseId: string; readonly paymentId: string }

const payment = givenRows<Payment>({
  id: ['uuid', ({ purchaseId }) => purchaseId],
  payment_id: ['text', ({ paymentId }) => paymentId],
})
const authorised = sqlMove('HELD AUTHORISING', 'READY AUTHORISED')
/** Locked in order first: other groups take several of these rows too. */
const authoriseCards = statement(
  'move-purchases-to-authorised',
  { id: 'uuid' },
  `with given as (select * from ${payment.rows}),
   locked as (select id from purchases where id = any(${payment.array('id')}) order by id for update)
   update purchases p set ${authorised.set}, card_checked_at = now(),
     card_payment_id = given.payment_id
   from given join locked on locked.id = given.id
   where p.id = given.id and ${authorised.at} and p.expires_at > now()
   returning p.id`,
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
  `update purchases set card_state = ${sqlCard('VOIDED')}, card_checked_at = now()
   where id = $1 and card_state = ${sqlCard('VOIDING')}
     and expires_at < now() - make_interval(secs => ${neverArrivedSeconds})`,
)
const completing = sqlState('COMPLETING')
const findUnsettled = statement(
  'find-unsettled-purchases',
  purchaseColumns,
  `select ${purchaseSelect} from purchases p
   where (p.card_state in ${sqlCards(openCardStates)} or p.state = ${completing})
     and coalesce(p.card_checked_at, p.created_at) < now() - make_interval(secs => $1)
   order by p.state <> ${completing}, coalesce(p.card_checked_at, p.created_at) limit $2`,
)

/**
 * Moves held purchases whose cards were authorised; answers the ids of those that were still held.
 */
export async function moveToAuthorised(
  tx: Transaction,
  payments: readonly Payment[],
): Promise<Set<string>> {
  const rows = await tx.run(authoriseCards, payment.values(payments))
  return new Set(rows.map(({ id }) => id))
}

/** Moves the card of a purchase that has ended; false where another process did before. */
export async function moveCardOfEnded(
  db: Db,
  id: string,
  [from, to]: EndedCardMove,
  paymentId: string | null,
): Promise<boolean> {
  const rows = await db.run(moveEndedCard, [id, from, to, paymentId])
  return rows.length === 1
}

/**
 * Lets a card go that the provider never heard of, once no try of it can be on its way any more.
 */
export async function giveUpPayment(db: Db, id: string): Promise<void> {
  await db.run(moveUnheardCard, [id])
}

/** Purchases whose card step has had no outcome for `seconds`. */
export function findUnsettledPurchases(
  db: Db,
  seconds: number,
  limit: number,
): Promise<PurchaseRow[]> {
  return db.run(findUnsettled, [seconds, limit])
}
