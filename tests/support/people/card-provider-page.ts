// Simulates actions on the card provider's own page: refunds, disputes and their outcomes. The product
// finds them as it finds any change at the provider.
import { pollCardEvents } from '#features/purchases/refund/handle-card-events.ts'
import type { Db } from '#platform/database/database.ts'
import { statement } from '#tests/support/test-statement.ts'

const refundPayment = statement(
  'test-refund-at-provider',
  { id: 'text' },
  `update sandbox_cards.payments p set refunded_minor = p.refunded_minor + $2,
     status = case when p.refunded_minor + $2 = p.amount_minor then 'refunded' else p.status end
   where p.step_key = $1 || ':authorise' and p.status = 'captured'
     and p.refunded_minor + $2 <= p.amount_minor
   returning id`,
)
const writeDispute = statement(
  'test-dispute-at-provider',
  { payment_id: 'text' },
  `insert into sandbox_cards.disputes (id, payment_id, amount_minor, outcome)
   select 'dp_' || id || $4, id, coalesce($3, amount_minor - refunded_minor), $2
   from sandbox_cards.payments where step_key = $1 || ':authorise'
   on conflict (id) do update set outcome = excluded.outcome returning payment_id`,
)
const setRefunds = statement(
  'test-set-refunds-at-provider',
  {},
  `update sandbox_cards.payments set refunds_are = $2 where step_key = $1 || ':authorise'`,
)
/** Ends the oldest refund of a payment whose status is one of $3. */
const endRefund = statement(
  'test-end-refund-at-provider',
  { id: 'text' },
  `with ended as (
     update sandbox_cards.refunds r set status = $2
     where r.id = (select f.id from sandbox_cards.refunds f
       join sandbox_cards.payments p on p.id = f.payment_id
       where p.step_key = $1 || ':authorise' and f.status = any($3::text[])
       order by f.created_at limit 1)
     returning r.payment_id, r.amount_minor, r.status)
   update sandbox_cards.payments p set
     refunded_minor = p.refunded_minor - case ended.status when 'failed' then ended.amount_minor else 0 end,
     status = case ended.status when 'failed' then 'captured' else p.status end
   from ended where p.id = ended.payment_id returning p.id`,
)
const shrinkRefunds = statement(
  'test-shrink-refunds-at-provider',
  { id: 'text' },
  `update sandbox_cards.payments set refunded_minor = refunded_minor - $2, status = 'captured'
   where step_key = $1 || ':authorise' and refunded_minor >= $2 returning id`,
)
const recordEvent = statement(
  'test-tell-at-provider',
  {},
  'insert into sandbox_cards.events (payment_id) values ($1)',
)
const pollNow = statement(
  'test-poll-now',
  {},
  `update provider_polls set next_at = now() - interval '1 second' where provider = $1`,
)
const findReturned = statement(
  'test-returned-at-provider',
  { refunded_minor: 'int8', lost_minor: 'int8' },
  `select p.refunded_minor, coalesce((select sum(d.amount_minor) from sandbox_cards.disputes d
     where d.payment_id = p.id and d.outcome = 'lost'), 0)::int8 as lost_minor
   from sandbox_cards.payments p where p.step_key = $1 || ':authorise'`,
)

/** Refunds a part of a payment, in minor units. Throws if the rest of the payment is smaller. */
export async function refundAtProvider(db: Db, purchaseId: string, minor: number): Promise<void> {
  const [payment] = await db.run(refundPayment, [purchaseId, minor])
  if (payment === undefined) throw new Error('the provider refuses this refund')
  await db.run(recordEvent, [payment.id])
}

/** Sets the outcome of the refunds that the product requests later for a payment. */
export async function setRefundsAtProvider(
  db: Db,
  purchaseId: string,
  status: 'succeeded' | 'pending' | 'failed',
): Promise<void> {
  await db.run(setRefunds, [purchaseId, status])
}

/** Ends a pending refund that the product requested, or lets one fail after it succeeded. */
export async function endRefundAtProvider(
  db: Db,
  purchaseId: string,
  status: 'succeeded' | 'failed',
  isReported = true,
): Promise<void> {
  const from = status === 'failed' ? ['pending', 'succeeded'] : ['pending']
  const [payment] = await db.run(endRefund, [purchaseId, status, from])
  if (payment === undefined) throw new Error('there is no such refund')
  if (isReported) await db.run(recordEvent, [payment.id])
}

/** Lets a refund fail that was made on the provider's page. */
export async function failRefundOnPage(db: Db, purchaseId: string, minor: number): Promise<void> {
  const [payment] = await db.run(shrinkRefunds, [purchaseId, minor])
  if (payment === undefined) throw new Error('so much was not refunded')
  await db.run(recordEvent, [payment.id])
}

/** Opens or ends a dispute over `minor`, or over the whole rest of the payment if `minor` is null. */
export async function disputeAtProvider(
  db: Db,
  purchaseId: string,
  outcome: 'open' | 'won' | 'lost',
  minor: number | null = null,
  name = '',
): Promise<void> {
  const [dispute] = await db.run(writeDispute, [purchaseId, outcome, minor, name])
  if (dispute === undefined) throw new Error('there is no such payment')
  await db.run(recordEvent, [dispute.payment_id])
}

/** Returns the refunded amount and the amount of lost disputes of a payment, in minor units. */
export async function returnedAtProvider(db: Db, purchaseId: string) {
  const [row] = await db.run(findReturned, [purchaseId])
  return row ?? { refunded_minor: 0, lost_minor: 0 }
}

/** Makes the next poll of the provider due immediately. */
export async function makePollDue(db: Db, provider: 'cards' | 'sms'): Promise<void> {
  await db.run(pollNow, [provider])
}

/** Polls the provider, also for what a poll of moments ago has read already. */
export async function pollProvider(services: Parameters<typeof pollCardEvents>[0]): Promise<void> {
  await pollCardEvents(services)
  await makePollDue(services.db, 'cards')
  await pollCardEvents(services)
}
