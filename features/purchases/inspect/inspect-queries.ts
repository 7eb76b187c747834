// Declares the SQL of operators' views: a whole purchase, dead letters and unsettled card steps.

import { reversalStates } from '#features/purchases/states/reversal-state.ts'
import {
  cardStates,
  failureCodes,
  openCardStates,
  purchaseStates,
} from '#features/purchases/states/state.ts'
import { sqlCards, sqlReversal, sqlState } from '#features/purchases/states/state-sql.ts'
import { statement } from '#platform/database/statement.ts'

export const findWholePurchase = statement(
  'whole-purchase',
  {
    id: 'uuid',
    tx_id: 'text',
    buyer_id: 'uuid',
    batch_id: 'uuid',
    serial_number: 'text',
    quantity_kg: 'int4',
    is_gift: 'bool',
    is_reward: 'bool',
    recipient_phone: 'text?',
    holder_id: 'uuid?',
    currency: 'bpchar',
    rate: 'numeric',
    total_minor: 'int8',
    wallet_minor: 'int8',
    card_minor: 'int8',
    state: purchaseStates,
    card_state: cardStates,
    card_payment_id: 'text?',
    failure_code: [...failureCodes, null],
    completion_failures: 'int2',
    first_place: 'int8?',
    created_at: 'timestamptz',
    expires_at: 'timestamptz',
    card_checked_at: 'timestamptz?',
    completed_at: 'timestamptz?',
    reversal: reversalStates,
    keeps_kilograms: 'bool',
    refunded_kg: 'int4',
    refunded_minor: 'int8',
    lost_minor: 'int8',
    due_minor: 'int8',
    paid_minor: 'int8',
    reinstated_minor: 'int8',
    overpaid_minor: 'int8',
    attempt: 'int4',
    pending_since: 'timestamptz?',
    is_wallet_lapsed: 'bool',
  },
  `select p.id, p.tx_id, p.buyer_id, p.batch_id, b.serial_number, p.quantity_kg, p.is_gift,
     p.is_reward, p.recipient_phone, p.holder_id, p.currency, p.rate, p.total_minor,
     p.wallet_minor, p.card_minor, p.state, p.card_state, p.card_payment_id, p.failure_code,
     p.completion_failures, p.first_place, p.created_at, p.expires_at, p.card_checked_at,
     p.completed_at, p.reversal, p.keeps_kilograms, p.refunded_kg,
     coalesce(r.refunded_minor, 0) as refunded_minor, coalesce(r.lost_minor, 0) as lost_minor,
     coalesce(r.due_minor, 0) as due_minor, coalesce(r.paid_minor, 0) as paid_minor,
     coalesce(r.reinstated_minor, 0) as reinstated_minor,
     coalesce(r.overpaid_minor, 0) as overpaid_minor, coalesce(r.attempt, 1) as attempt,
     r.pending_since, coalesce(r.wallet_returned_at >= o.erased_at, false) as is_wallet_lapsed
   from purchases p join batches b on b.id = p.batch_id join passports o on o.id = p.buyer_id
     left join purchase_reversals r on r.purchase_id = p.id where p.tx_id = $1`,
).row<[txId: string]>()

export const findMessages = statement(
  'messages-of-purchase',
  {
    id: 'int8',
    template: 'text',
    state: 'text',
    attempts: 'int2',
    created_at: 'timestamptz',
    due_at: 'timestamptz',
    sent_at: 'timestamptz?',
    provider_id: 'text?',
    last_error: 'text?',
    arrival: 'text?',
    arrived_at: 'timestamptz?',
  },
  `select o.id, o.template, o.state, o.attempts, o.created_at, o.due_at, o.sent_at, o.provider_id,
     o.last_error, s.outcome as arrival, s.heard_at as arrived_at
   from outbox o left join sms_outcomes s on s.provider_id = o.provider_id
   where split_part(o.subject, '/', 1) = $1 order by o.id`,
).rows<[purchaseId: string]>()

/** Returns dead letters: messages about purchases that could not be sent. */
export const findDeadLetters = statement(
  'dead-letters',
  { tx_id: 'text', template: 'text', last_error: 'text?' },
  `select p.tx_id, o.template, o.last_error from outbox o
   join purchases p on p.id::text = split_part(o.subject, '/', 1)
   where o.state = 'dead' order by o.id limit $1`,
).rows<[limit: number]>()

/** Returns purchases whose card step or refund has no outcome yet. */
export const findOpenSteps = statement(
  'unsettled-purchases',
  { tx_id: 'text', state: purchaseStates, card_state: cardStates, reversal: reversalStates },
  `select tx_id, state, card_state, reversal from purchases
   where card_state in ${sqlCards(openCardStates)}
     or state = ${sqlState('COMPLETING')} or reversal = ${sqlReversal('refunding')}
     or id in (select purchase_id from purchase_reversals where part_minor > 0
       and due_minor > 0 and not is_part_failed)
   order by id limit $1`,
).rows<[limit: number]>()
