// Simulates the card provider's own page: a refund made there, a dispute and its outcome. The
// product finds these as it finds any change at the provider.
import type { Db } from '#platform/database/database.ts'
import { statement } from '#tests/support/test-statement.ts'

const refundThere = statement(
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
/** Its oldest pending refund ends. */
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
const tell = statement(
  'test-tell-at-provider',
  {},
  'insert into sandbox_cards.events (payment_id) values ($1)',
)
const pollNow = statement(
  'test-poll-now',
  {},
  `update provider_polls set next_at = now() - interval '1 second' where provider = $1`,
)
const returnedAt = statement(
  'test-returned-at-provider',
  { refunded_minor: 'int8', lost_minor: 'int8' },
  `select p.refunded_minor, coalesce((select sum(d.amount_minor) from sandbox_cards.disputes d
     where d.payment_id = p.id and d.outcome = 'lost'), 0)::int8 as lost_minor
   from sandbox_cards.payments p where p.step_key = $1 || ':authorise'`,
)

/** Refunds a part of a payment, in minor units; throws if less is left. */
export async function refundAtProvider(db: Db, purchaseId: string, minor: number): Promise<void> {
  const [payment] = await db.run(refundThere, [purchaseId, minor])
  if (payment === undefined) throw new Error('the provider refuses this refund')
  await db.run(tell, [payment.id])
}

/** The outcome of refunds that the product requests from now on. */
export async function setRefundsAtProvider(
  db: Db,
  purchaseId: string,
  status: 'succeeded' | 'pending' | 'failed',
): Promise<void> {
  await db.run(setRefunds, [purchaseId, status])
}

/** A refund of ours ends: a pending one, or one that fails days after it succeeded. */
export async function endRefundAtProvider(
  db: Db,
  purchaseId: string,
  status: 'succeeded' | 'failed',
  isReported = true,
): Promise<void> {
  const from = status === 'failed' ? ['pending', 'succeeded'] : ['pending']
  const [payment] = await db.run(endRefund, [purchaseId, status, from])
  if (payment === undefined) throw new Error('there is no such refund')
  if (isReported) await db.run(tell, [payment.id])
}

/** A refund that was made on the provider's page fails. */
export async function failRefundOnPage(db: Db, purchaseId: string, minor: number): Promise<void> {
  const [payment] = await db.run(shrinkRefunds, [purchaseId, minor])
  if (payment === undefined) throw new Error('so much was not refunded')
  await db.run(tell, [payment.id])
}

/** Opens or ends a dispute, of the whole rest of a payment unless `minor` is set. */
export async function disputeAtProvider(
  db: Db,
  purchaseId: string,
  outcome: 'open' | 'won' | 'lost',
  minor: number | null = null,
  name = '',
): Promise<void> {
  const [dispute] = await db.run(writeDispute, [purchaseId, outcome, minor, name])
  if (dispute === undefined) throw new Error('there is no such payment')
  await db.run(tell, [dispute.payment_id])
}

/** The refunded amount of a payment, as the provider reports it. */
export async function returnedAtProvider(db: Db, purchaseId: string) {
  const [row] = await db.run(returnedAt, [purchaseId])
  return row ?? { refunded_minor: 0, lost_minor: 0 }
}

/** The next poll is due at once. */
export async function makePollDue(db: Db, provider: 'cards' | 'sms'): Promise<void> {
  await db.run(pollNow, [provider])
}
