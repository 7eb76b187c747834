// Declares the SQL that finds a batch by its serial, takes it off sale or puts it back on, and reads
// batches for the audit. A batch's `offer` is `offered`, `withdrawn` by the operator, `conflicting` (shares
// tonnes with another batch) or `unread` (its serial matches no grammar).
import type { Db, Transaction } from '#platform/database/database.ts'
import { type RowOf, sqlFirstUuid, statement } from '#platform/database/statement.ts'

const offerColumns = {
  id: 'uuid',
  serial_number: 'text',
  offer: 'text',
  offer_reason: 'text?',
  is_replaced: 'bool',
  project: 'text',
  unlisted_status: 'text?',
  issued_kg: 'int8',
  available_kg: 'int8',
  sold_kg: 'int8',
  held_kg: 'int8',
} as const
const offer = `select b.id, b.serial_number, b.offer, b.offer_reason,
     b.replaced_at is not null as is_replaced, p.registry || ' ' || p.external_id as project, p.unlisted_status, s.issued_kg,
     s.available_kg, o.sold_kg, s.issued_kg - s.available_kg - o.sold_kg as held_kg
   from batches b join batch_stock s on s.batch_id = b.id
   join batch_places o on o.batch_id = b.id join projects p on p.id = b.project_id`

/**
 * Returns the batch with that exact serial first, then batches with the same tonnes in another notation.
 */
export const findOffersBySerial = statement(
  'find-offers-by-serial',
  offerColumns,
  `${offer} cross join read_serial($1) as parts
   where b.serial_number = $1 or (trunk_number(b.serial_trunk) && trunk_number(parts[1])
     and b.serial_tonnes = tonnes_of_serial(parts))
   order by b.serial_number <> $1, b.created_at, b.id`,
).rows<[serialNumber: string]>()

const lockOffer = statement(
  'lock-offer',
  { offer: 'text', offer_reason: 'text?', is_replaced: 'bool' },
  `select offer, offer_reason, replaced_at is not null as is_replaced from batches
   where id = $1 for no key update`,
)

/** Marks a batch as replaced, so that it is never offered again. The caller must first take it off sale. */
export const writeReplaced = statement(
  'mark-replaced-batch',
  {},
  'update batches set replaced_at = now() where id = $1 and replaced_at is null',
).effect<[batchId: string], Transaction>()

/**
 * Changes the offer. Returns false, and changes nothing, if the batch already has this offer, if it is
 * `conflicting`, or if an `unread` batch would be withdrawn.
 */
export const writeOffer = statement(
  'change-offer',
  { id: 'uuid' },
  `update batches set offer = $2, offer_reason = $3, offer_changed_at = now()
   where id = $1 and offer <> $2 and offer <> 'conflicting'
     and (offer <> 'unread' or $2 = 'offered') returning id`,
).found<[batchId: string, offer: 'offered' | 'withdrawn', reason: string], Transaction>()

const findNotOffered = statement(
  'find-batches-not-offered',
  offerColumns,
  `${offer} where b.offer <> 'offered' order by b.offer, b.serial_number`,
)
const findUnlisted = statement(
  'find-unlisted-projects',
  { project: 'text', name: 'text', status: 'text', batches: 'int8', sold_kg: 'int8' },
  `select p.registry || ' ' || p.external_id as project, p.name, p.unlisted_status as status,
     count(b.id) as batches, coalesce(sum(o.sold_kg), 0)::bigint as sold_kg
   from projects p left join batches b on b.project_id = p.id left join batch_places o on o.batch_id = b.id
   where p.unlisted_status is not null group by p.id order by 1`,
)

/**
 * Returns at most 10,000 batches with an id above `after`, ordered by id: on sale and off sale, because a
 * batch off sale may have been sold before.
 */
export const readBatchPage = statement(
  'batches-and-their-tonnes',
  {
    id: 'uuid',
    registry: 'text',
    project: 'text',
    serial_number: 'text',
    offer: 'text',
    is_uncompared: 'bool',
    issued_kg: 'int8',
    sold_kg: 'int8',
  },
  `select b.id, p.registry, p.registry || ' ' || p.external_id as project, b.serial_number, b.offer,
     b.is_uncompared, s.issued_kg, o.sold_kg
   from batches b join batch_stock s on s.batch_id = b.id
   join batch_places o on o.batch_id = b.id join projects p on p.id = b.project_id
   where b.id > coalesce($1::uuid, ${sqlFirstUuid}) order by b.id limit 10000`,
).rows<[after: string | null]>()

export const readReplacedPlaces = statement(
  'replaced-places-of-batches',
  { batch_id: 'uuid', first_place: 'int8', kg: 'int8' },
  `select batch_id, first_place, kg from purchase_places
   where batch_id = any($1::uuid[]) and replaced_by is not null`,
).rows<[batchIds: readonly string[]]>()

export type TonneBatch = RowOf<typeof readBatchPage>
export type ReplacedPlaces = RowOf<typeof readReplacedPlaces>
export type OfferRow = RowOf<typeof findNotOffered>

/** Locks the batch's row until the transaction ends, and returns its offer. */
export async function lockBatchOffer(tx: Transaction, batchId: string) {
  const [row] = await tx.run(lockOffer, [batchId])
  if (row === undefined) throw new Error(`batch ${batchId} is gone`)
  return row
}

/** Returns the batches off sale and the unlisted projects. */
export async function readOffers(db: Db) {
  const [notOffered, unlisted] = await Promise.all([db.run(findNotOffered), db.run(findUnlisted)])
  return { notOffered, unlisted }
}
