// Declares the SQL of the evidence for a bank: one purchase, its kilograms, its buyer's sessions and
// its messages.
import { sqlTakenBack } from '#features/purchases/states/state-sql.ts'
import type { Db } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'

const findPurchase = statement(
  'evidence-purchase',
  {
    id: 'uuid',
    tx_id: 'text',
    buyer_id: 'uuid',
    buyer_phone: 'text?',
    buyer_country: 'bpchar',
    buyer_since: 'timestamptz',
    is_gift: 'bool',
    is_holder_buyer: 'bool',
    is_received: 'bool',
    is_taken_back: 'bool',
    quantity_kg: 'int4',
    refunded_kg: 'int4',
    price_micros: 'int8',
    batch_currency: 'bpchar',
    currency: 'bpchar',
    rate: 'numeric',
    total_minor: 'int8',
    wallet_minor: 'int8',
    card_minor: 'int8',
    card_payment_id: 'text?',
    refunded_minor: 'int8',
    created_at: 'timestamptz',
    completed_at: 'timestamptz?',
    received_at: 'timestamptz?',
    is_planned: 'bool',
    plan_id: 'text?',
    plan_since: 'timestamptz?',
    is_off_session: 'bool?',
    card_saved_at: 'timestamptz?',
    card_saved_with: 'text?',
    project: 'text',
    project_country: 'text',
    registry_name: 'text',
    registry_url: 'text?',
    certificate: 'text?',
  },
  `select p.id, p.tx_id, p.buyer_id, buyer.phone as buyer_phone, buyer.country as buyer_country,
     buyer.created_at as buyer_since, p.is_gift, coalesce(p.holder_id = p.buyer_id, false) as is_holder_buyer,
     p.holder_id is not null as is_received, ${sqlTakenBack()} as is_taken_back, p.quantity_kg, p.refunded_kg, p.price_micros, p.batch_currency,
     p.currency, p.rate, p.total_minor, p.wallet_minor, p.card_minor, p.card_payment_id,
     coalesce(r.refunded_minor, 0) as refunded_minor, p.created_at, p.completed_at, p.received_at,
     p.is_planned, plan.id as plan_id, plan.created_at as plan_since, used.off_session as is_off_session,
     card.created_at as card_saved_at, saving.tx_id as card_saved_with,
     project.name as project, project.country_name as project_country, project.registry_name,
     project.external_url as registry_url,
     (select code from certificates where purchase_id = p.id) as certificate
   from purchases p join passports buyer on buyer.id = p.buyer_id
     join projects project on project.id = p.project_id
     left join purchase_reversals r on r.purchase_id = p.id
     left join plan_runs run on run.purchase_id = p.id
     left join plans plan on plan.id = run.plan_id
     left join saved_card_payments used on used.purchase_id = p.id
     left join saved_cards card on card.id = used.card_id
     left join purchases saving on saving.id = card.id
   where p.id = $1`,
)
const findSegments = statement(
  'evidence-places',
  {
    batch_id: 'uuid',
    serial_number: 'text',
    vintage_year: 'int2',
    first_place: 'int8',
    kg: 'int8',
  },
  `select pl.batch_id, b.serial_number, b.vintage_year, pl.first_place, pl.kg
   from present_places pl join batches b on b.id = pl.batch_id
   where pl.purchase_id = $1 order by b.serial_number, pl.first_place`,
)
/** Selects the buyer's sessions that were in use within a day of the purchase, at most 50. */
const findSessions = statement(
  'evidence-sessions',
  {
    browser: 'text?',
    system: 'text?',
    created_at: 'timestamptz',
    code_at: 'timestamptz',
    last_seen_at: 'timestamptz',
  },
  `select s.browser, s.system, s.created_at, s.code_at, s.last_seen_at
   from sessions s join purchases p on p.buyer_id = s.passport_id
   where p.id = $1 and s.created_at <= coalesce(p.completed_at, p.created_at) + interval '1 day'
     and s.last_seen_at >= p.created_at - interval '1 day'
   order by s.created_at, s.id limit 50`,
)
/** Selects the messages about the purchase, and those about its monthly plan before it. */
const findMessages = statement(
  'evidence-messages',
  {
    template: 'text',
    state: 'text',
    created_at: 'timestamptz',
    sent_at: 'timestamptz?',
    arrival: 'text?',
  },
  `select o.template, o.state, o.created_at, o.sent_at, s.outcome as arrival
   from outbox o left join sms_outcomes s on s.provider_id = o.provider_id
   where split_part(o.subject, '/', 1) = $1::text
     or exists (select from plan_runs run join purchases p on p.id = run.purchase_id
       where p.id = $1::uuid and split_part(o.subject, '/', 1) = p.buyer_id::text
         and split_part(o.subject, '/', 2) = run.plan_id and o.created_at <= p.created_at)
   order by o.id`,
)

export type EvidenceSegment = RowOf<typeof findSegments>

/** Reads the evidence. Returns null if the purchase does not exist. */
export async function findEvidence(db: Db, purchaseId: string) {
  const [[purchase], segments, sessions, messages] = await Promise.all([
    db.run(findPurchase, [purchaseId]),
    db.run(findSegments, [purchaseId]),
    db.run(findSessions, [purchaseId]),
    db.run(findMessages, [purchaseId]),
  ])
  return purchase === undefined ? null : { purchase, segments, sessions, messages }
}
