// The SQL of what is offered: finding a batch by what its registry calls it, taking it off sale and
// back on, and what an audit looks for.
import type { Db } from '#platform/database/database.ts'
import { type RowOf, sqlFirstUuid, statement } from '#platform/database/statement.ts'

const offerColumns = {
  id: 'uuid',
  serial_number: 'text',
  offer: 'text',
  offer_reason: 'text?',
  project: 'text',
  unlisted_status: 'text?',
  issued_kg: 'int8',
  available_kg: 'int8',
  sold_kg: 'int8',
  held_kg: 'int8',
} as const
const offer = `select b.id, b.serial_number, b.offer, b.offer_reason,
     p.registry || ' ' || p.external_id as project, p.unlisted_status, s.issued_kg,
     s.available_kg, o.sold_kg, s.issued_kg - s.available_kg - o.sold_kg as held_kg
   from batches b join batch_stock s on s.batch_id = b.id
   join batch_places o on o.batch_id = b.id join projects p on p.id = b.project_id`

const findBySerial = statement(
  'find-offers-by-serial',
  offerColumns,
  `${offer} cross join read_serial($1) as parts
   where b.serial_number = $1 or (trunk_number(b.serial_trunk) && trunk_number(parts[1])
     and b.serial_tonnes = tonnes_of_serial(parts))
   order by b.serial_number <> $1, b.created_at, b.id`,
)
const changeOffer = statement(
  'change-offer',
  { id: 'uuid' },
  `update batches set offer = $2, offer_reason = $3, offer_changed_at = now()
   where id = $1 and offer <> $2 and offer <> 'conflicting' returning id`,
)
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
const meets = (one: string, other: string) => `trunk_number(${one}.serial_trunk)
     && trunk_number(${other}.serial_trunk) and ${one}.serial_tonnes && ${other}.serial_tonnes
     and ${one}.serial_trunk = ${other}.serial_trunk and ${one}.id <> ${other}.id`
const findMet = statement(
  'find-batches-met-by-conflicting',
  { id: 'uuid', serial_number: 'text' },
  `select b.id, other.serial_number from batches b join batches other on ${meets('b', 'other')}
   where b.offer = 'conflicting' and other.offer <> 'conflicting' order by b.id, other.serial_number`,
)
/** Along each trunk in order: where two ranges meet, one of them meets its neighbour. */
const findMeeting = statement(
  'find-meeting-batches',
  { serial_number: 'text', other: 'text' },
  `select serial_number, other from (
     select serial_number, lag(serial_number) over trunk as other,
       serial_tonnes && lag(serial_tonnes) over trunk as meets
     from batches where offer <> 'conflicting'
     window trunk as (partition by serial_trunk order by serial_tonnes)) as beside
   where meets order by serial_number`,
)
const findUneven = statement(
  'find-batches-of-another-quantity',
  { serial_number: 'text', tonnes: 'int8', issued_kg: 'int8' },
  `select b.serial_number, upper(b.serial_tonnes) - lower(b.serial_tonnes) as tonnes, s.issued_kg
   from batches b join batch_stock s on s.batch_id = b.id
   where (upper(b.serial_tonnes) - lower(b.serial_tonnes)) * 1000 <> s.issued_kg
   order by b.serial_number`,
)

const spelledBatches = statement(
  'batches-and-their-spelling',
  {
    id: 'uuid',
    serial_number: 'text',
    offer: 'text',
    project: 'text',
    issued_kg: 'int8',
    sold_kg: 'int8',
  },
  `select b.id, b.serial_number, b.offer, p.registry || ' ' || p.external_id as project,
     s.issued_kg, o.sold_kg
   from batches b join batch_stock s on s.batch_id = b.id
   join batch_places o on o.batch_id = b.id join projects p on p.id = b.project_id
   where b.offer <> 'conflicting' and b.id > coalesce($1::uuid, ${sqlFirstUuid})
   order by b.id limit 10000`,
)

export type SpelledBatch = RowOf<typeof spelledBatches>
export type OfferRow = RowOf<typeof findNotOffered>

/** The batch of that very serial first, then those of the same tonnes in another spelling. */
export function findOffersBySerial(db: Db, serialNumber: string): Promise<OfferRow[]> {
  return db.run(findBySerial, [serialNumber])
}

/** False where it was so already, or is conflicting, which no offer ends. */
export async function writeOffer(
  db: Db,
  batchId: string,
  offer: 'offered' | 'withdrawn',
  reason: string,
): Promise<boolean> {
  return (await db.run(changeOffer, [batchId, offer, reason])).length > 0
}

/** Batches behind the one of `after`, by id; none at the end. Those marked conflicting are left out. */
export function readBatchPage(db: Db, after: string | null): Promise<SpelledBatch[]> {
  return db.run(spelledBatches, [after])
}

/** Everything that an audit of the batches reads. Reads all of them. */
export async function readOffers(db: Db) {
  const [notOffered, met, meeting, uneven, unlisted] = await Promise.all([
    db.run(findNotOffered),
    db.run(findMet),
    db.run(findMeeting),
    db.run(findUneven),
    db.run(findUnlisted),
  ])
  return { notOffered, met, meeting, uneven, unlisted }
}
