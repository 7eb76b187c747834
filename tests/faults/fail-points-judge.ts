// Checks one buyer's purchase after a kill, once everything has healed: one purchase, one end, and the
// providers' own logs agree. The card is charged once and the message is sent once.
import { expect } from 'vitest'
import { sendDueMessages } from '#features/messages/send-messages.ts'
import { reconcilePurchases } from '#features/purchases/card/reconcile-purchases.ts'
import { expirePurchases } from '#features/purchases/end/end-purchases.ts'
import { checkLedger } from '#features/purchases/inspect/check-ledger.ts'
import type { Services } from '#server/services.ts'
import { statement } from '#tests/support/test-statement.ts'

const purchasesOf = statement(
  'judge-purchases',
  {
    id: 'uuid',
    state: 'text',
    card_state: 'text',
    card_minor: 'int8',
    quantity_kg: 'int4',
    is_gift: 'bool',
  },
  `select id, state, card_state, card_minor, quantity_kg, is_gift from purchases
   where buyer_id = $1`,
)
const paymentOf = statement(
  'judge-payment',
  { status: 'text', amount_minor: 'int8', captures: 'int8', refunds: 'int8' },
  `select p.status, p.amount_minor, count(*) filter (where l.event = 'captured') as captures,
     count(*) filter (where l.event = 'refunded') as refunds
   from sandbox_cards.payments p left join sandbox_cards.log l on l.payment_id = p.id
   where p.step_key = $1 group by p.id`,
)
const messagesOf = statement(
  'judge-messages',
  { template: 'text', sent: 'int8' },
  `select o.template, count(*) filter (where l.event = 'sent') as sent
   from outbox o left join sandbox_sms.log l on l.key = 'outbox-' || o.id
   where o.subject = $1 group by o.id`,
)
const unsettled = statement(
  'judge-unsettled',
  { count: 'int8', messages: 'int8' },
  `select count(*) as count, (select count(*) from outbox where state = 'queued') as messages
   from purchases where state in ('HELD', 'READY', 'COMPLETING')
     or card_state in ('AUTHORISING', 'CAPTURING', 'VOIDING', 'REFUNDING')
     or reversal = 'refunding'`,
)
const endLeases = statement(
  'judge-end-leases',
  {},
  `update idempotency_keys set lease_ends_at = now() where status is null`,
)
const endMessageLeases = statement(
  'judge-end-message-leases',
  {},
  `update outbox set due_at = now() where state = 'queued'`,
)
const lapseOpen = statement(
  'judge-lapse-open',
  {},
  `update purchases set expires_at = now() - interval '2 minutes'
   where state in ('HELD', 'READY') or card_state = 'VOIDING'`,
)

/** As if the 30 s of every lease had passed: what a killed process had taken is anybody's again. */
export async function passLeases({ db }: Services): Promise<void> {
  await db.run(endLeases)
  await db.run(endMessageLeases)
}

/** Does the work of minutes in the background: expire, release, ask, send, until nothing is open. */
export async function heal(services: Services): Promise<void> {
  await services.db.run(lapseOpen)
  for (let round = 0; round < 50; round += 1) {
    await passLeases(services)
    await expirePurchases(services)
    await reconcilePurchases(services, 0)
    await sendDueMessages(services)
    const [open] = await services.db.run(unsettled)
    if (open?.count === 0 && open.messages === 0) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('something stays open whatever is tried')
}

/** Which states of a payment at the provider agree with a purchase's card. */
const agreeing: Readonly<Record<string, readonly string[]>> = {
  NONE: ['none'],
  CAPTURED: ['captured'],
  VOIDED: ['voided', 'declined', 'none'],
  REFUNDED: ['refunded'],
}

/** Answers the state that the buyer's one purchase ended in, and its kg. */
export async function judge({ db }: Services, buyerId: string) {
  const purchases = await db.run(purchasesOf, [buyerId])
  expect(purchases).toHaveLength(1)
  const [purchase] = purchases
  if (purchase === undefined) throw new Error('there is no purchase')
  const { id, state, card_state, card_minor } = purchase
  expect(['COMPLETED', 'FAILED', 'EXPIRED']).toContain(state)
  const [payment] = await db.run(paymentOf, [`${id}:authorise`])
  expect(agreeing[card_state]).toContain(payment?.status ?? 'none')
  expect(card_state === 'CAPTURED').toBe(state === 'COMPLETED' && card_minor > 0)
  if (payment !== undefined) {
    const wasTaken = ['captured', 'refunded'].includes(payment.status)
    expect(payment.captures).toBe(wasTaken ? 1 : 0)
    expect(payment.refunds).toBe(payment.status === 'refunded' ? 1 : 0)
    expect(payment.amount_minor).toBe(card_minor)
  }
  const template = purchase.is_gift ? 'gift_success' : 'purchase_success'
  const messages = await db.run(messagesOf, [id])
  expect(messages).toEqual(state === 'COMPLETED' ? [{ template, sent: 1 }] : [])
  expect((await checkLedger(db)).faults).toEqual([])
  return { state, kg: state === 'COMPLETED' && !purchase.is_gift ? purchase.quantity_kg : 0 }
}
