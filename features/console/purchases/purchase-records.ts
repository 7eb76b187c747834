// Reads what happened to one purchase besides its own row: people, places, certificate, log, retirement,
// refunds and changes by staff.
import { readAudit } from '#features/staff/read-audit.ts'
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'

const findFacts = statement(
  'console-facts-of-purchase',
  {
    holder_first_name: 'text?',
    holder_last_name: 'text?',
    holder_nickname: 'text?',
    holder_phone: 'text?',
    received_at: 'timestamptz?',
    thanked_at: 'timestamptz?',
    deliver_on: 'date?',
    delivered_at: 'timestamptz?',
    certificate: 'text?',
    certificate_at: 'timestamptz?',
    log_entry: 'int8?',
    refund_since: 'timestamptz?',
    stage_since: 'timestamptz?',
    wallet_returned_at: 'timestamptz?',
  },
  `select h.first_name as holder_first_name, h.last_name as holder_last_name, h.nickname as holder_nickname,
     h.phone as holder_phone, p.received_at, p.thanked_at, p.deliver_on, p.delivered_at,
     c.code as certificate,
     c.created_at as certificate_at,
     (select e.entry_index from kg_postings k join logs l on l.closed_at is null
       join log_entries e on e.log_number = l.number and e.fact_id = k.id
       where k.purchase_id = p.id and e.entry like '{"kind":"allocate"%' limit 1) as log_entry,
     r.created_at as refund_since, r.stage_since, r.wallet_returned_at
   from purchases p left join passports h on h.id = p.holder_id
     left join certificates c on c.purchase_id = p.id
     left join purchase_reversals r on r.purchase_id = p.id
   where p.id = $1`,
).row<[purchaseId: string]>()

/**
 * Returns the ids of completed purchases of the same buyer, kilograms and total within an hour, oldest first: the buyer
 * may have paid twice by mistake.
 */
export const findSimilarPurchases = statement(
  'console-similar-purchases',
  { id: 'uuid' },
  `select other.id from purchases p join purchases other on other.buyer_id = p.buyer_id
   where p.id = $1 and other.id <> p.id and p.completed_at is not null and other.completed_at is not null
     and (other.quantity_kg, other.total_minor, other.currency)
       = (p.quantity_kg, p.total_minor, p.currency)
     and other.created_at between p.created_at - interval '1 hour' and p.created_at + interval '1 hour'
   order by other.id limit 5`,
).rows<[purchaseId: string]>()

/** Returns the card provider's ids of charges and refunds, with the time at which each was stored. */
const findReferences = statement(
  'console-card-references-of-purchase',
  { id: 'text', kind: ['charge', 'refund'], created_at: 'timestamptz' },
  'select id, kind, created_at from card_references where purchase_id = $1 order by created_at, id',
).rows<[purchaseId: string]>()

const findPayments = statement(
  'console-refund-payments-of-purchase',
  { way: 'text', amount_minor: 'int8', reference: 'text?', created_at: 'timestamptz' },
  `select way, amount_minor, reference, created_at from refund_payments
   where purchase_id = $1 order by created_at, id`,
).rows<[purchaseId: string]>()

const findRetirements = statement(
  'console-retirements-of-purchase',
  { serial: 'text', reference: 'text', recorded_at: 'timestamptz' },
  `select distinct r.serial, r.reference, t.recorded_at
   from present_places pl join retired_places r on r.batch_id = pl.batch_id
     and r.first_place < pl.first_place + pl.kg and r.last_place >= pl.first_place
   join retirements t on t.notice_id = r.notice_id
   where pl.purchase_id = $1 order by t.recorded_at, r.serial`,
).rows<[purchaseId: string]>()

const findReplacements = statement(
  'console-replacements-of-purchase',
  { serial_number: 'text', kg: 'int8', written_at: 'timestamptz' },
  `select b.serial_number, w.kg, w.written_at
   from purchase_places w join batches b on b.id = w.batch_id
   where w.purchase_id = $1 and w.replaced_by is null order by w.written_at, w.first_place`,
).rows<[purchaseId: string]>()

/** Returns the database id of the purchase with a transaction id. */
export const findPurchaseId = statement(
  'console-id-of-purchase',
  { id: 'uuid' },
  'select id from purchases where tx_id = $1',
).row<[txId: string]>()

/** Commands that read. Their rows of the audit trail are no part of a purchase's history. */
const readingCommand = /\b(show|find|list|evidence)\b/

/** Returns the records; null if there is no purchase with this transaction id. */
export async function readPurchaseRecords(db: Db, txId: string) {
  const purchase = await findPurchaseId(db, txId)
  if (purchase === null) return null
  const { id } = purchase
  const [facts, references, payments, retirements, replacements, entries] = await Promise.all([
    findFacts(db, id),
    findReferences(db, id),
    findPayments(db, id),
    findRetirements(db, id),
    findReplacements(db, id),
    readAudit(db, { about: txId }),
  ])
  if (facts === null) return null
  const changes = entries.filter(
    ({ action, outcome }) =>
      outcome !== 'read' && outcome !== 'previewed' && !readingCommand.test(action),
  )
  return { id, facts, references, payments, retirements, replacements, changes }
}
