// Declares the SQL of certificates. A certificate exists only while its purchase is in force and the holder
// is not erased. A refund therefore closes a certificate without a write.
import { sqlShownName } from '#features/catalogue/show-projects.ts'
import { sqlInForce } from '#features/purchases/states/state-sql.ts'
import type { Transaction } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'

const ownColumns = { code: 'text', name: 'text?' } as const
/** SQL condition: the purchase `p` is in force, and its holder `h` is not erased. */
const held = `${sqlInForce('p')} and h.erased_at is null`

const insertOwn = statement(
  'insert-certificate',
  { code: 'text' },
  `insert into certificates (code, purchase_id, name)
   select $3, p.id, $4 from purchases p join passports h on h.id = p.holder_id
   where p.tx_id = $1 and h.id = $2 and ${held}
   on conflict (purchase_id) do nothing returning code`,
)

/** Returns the certificate of a purchase; null if there is none, or the passport is not the holder. */
export const findOwnCertificate = statement(
  'find-own-certificate',
  ownColumns,
  `select c.code, c.name from purchases p join passports h on h.id = p.holder_id
   join certificates c on c.purchase_id = p.id
   where p.tx_id = $1 and h.id = $2 and ${held}`,
).row<[txId: string, holderId: string]>()

/** Changes the name. Returns the certificate, or null if the holder has none with this code. */
export const writeName = statement(
  'name-certificate',
  ownColumns,
  `update certificates c set name = $3
   from purchases p join passports h on h.id = p.holder_id
   where c.code = $1 and p.id = c.purchase_id and h.id = $2 and ${held} returning c.code, c.name`,
).row<[code: string, holderId: string, name: string | null]>()

/** Deletes the holder's certificate. Returns false if it did not exist. */
export const deleteCertificate = statement(
  'delete-certificate',
  { code: 'text' },
  `delete from certificates c using purchases p join passports h on h.id = p.holder_id
   where c.code = $1 and p.id = c.purchase_id and h.id = $2 and ${held} returning c.code`,
).found<[code: string, holderId: string]>()

/** Columns of a block of credits, from its batch `b` and its project `j`. */
const block = {
  batch_id: 'uuid',
  vintage_year: 'int2',
  serial_number: 'text',
  project: 'text',
  project_number: 'text',
  registered_name: 'text',
  country: 'bpchar',
  country_name: 'text',
  project_type: 'text[]',
  registry: 'text',
  registry_name: 'text',
  external_url: 'text?',
  is_demo: 'bool',
  is_uncompared: 'bool',
} as const
const blockColumns = `b.id as batch_id, b.vintage_year, b.serial_number, ${sqlShownName('j')} as project,
     j.external_id as project_number, j.name as registered_name,
     j.country, j.country_name, j.project_type, j.registry, j.registry_name, j.external_url, b.is_demo,
     b.is_uncompared`
export const findCertificate = statement(
  'find-certificate',
  {
    code: 'text',
    name: 'text?',
    purchase_id: 'uuid',
    tx_id: 'text',
    quantity_kg: 'int4',
    refunded_kg: 'int4',
    first_place: 'int8?',
    day: 'date?',
    ...block,
  },
  `select c.code, c.name, p.id as purchase_id, p.tx_id, p.quantity_kg - p.refunded_kg as quantity_kg, p.refunded_kg, p.first_place,
     (p.completed_at at time zone 'UTC')::date as day, ${blockColumns}
   from certificates c join purchases p on p.id = c.purchase_id
   join passports h on h.id = p.holder_id
   join batches b on b.id = p.batch_id join projects j on j.id = p.project_id
   where c.code = $1 and ${held}`,
).row<[code: string]>()

/** Returns replaced and current segments of purchases. A purchase without a replacement has no segments. */
export const findSegmentsOf = statement(
  'find-certificate-segments',
  { purchase_id: 'uuid', first_place: 'int8', kg: 'int8', is_replaced: 'bool', ...block },
  `select w.purchase_id, w.first_place, w.kg, w.replaced_by is not null as is_replaced,
     ${blockColumns}
   from purchase_places w join batches b on b.id = w.batch_id join projects j on j.id = b.project_id
   where w.purchase_id = any($1::uuid[]) order by w.batch_id, w.first_place`,
).rows<[purchaseIds: readonly string[]]>()

/**
 * Returns at most `count` certificates whose sale is in the current log, sorted by code. `afterCode` is
 * the last code of the previous page.
 */
export const findLoggedCertificates = statement(
  'find-told-certificates',
  {
    code: 'text',
    purchase_id: 'uuid',
    tx_id: 'text',
    registry: 'text',
    serial: 'text',
    first: 'int8',
    last: 'int8',
    refunded_kg: 'int4',
  },
  `select c.code, p.id as purchase_id, p.tx_id, j.registry, b.serial_number as serial,
     p.first_place as first, p.first_place + p.quantity_kg - 1 as last,
     p.refunded_kg
   from certificates c join purchases p on p.id = c.purchase_id
   join passports h on h.id = p.holder_id
   join batches b on b.id = p.batch_id join projects j on j.id = p.project_id
   where c.code > $1 and ${held} and exists (select from kg_postings k
     join log_entries e on e.fact_id = k.id and e.entry like '{"kind":"allocate"%'
     join logs l on l.number = e.log_number and l.closed_at is null where k.purchase_id = p.id)
   order by c.code limit $2`,
).rows<[afterCode: string, count: number]>()

export const findCertificatesOf = statement(
  'own-data-certificates',
  { entry: 'json' },
  `select json_build_object('code', c.code, 'transaction', p.tx_id, 'name', c.name,
     'made', c.created_at) as entry
   from purchases p join certificates c on c.purchase_id = p.id
   where p.holder_id = $1 order by c.created_at`,
).rows<[holderId: string]>()

export const eraseCertificatesOf = statement(
  'erase-certificates',
  {},
  `delete from certificates c using purchases p
   where p.id = c.purchase_id and p.holder_id = $1`,
).effect<[holderId: string], Transaction>()

/**
 * Inserts a certificate and returns its code. Returns null if the passport does not hold the purchase's
 * kilograms, or the purchase has a certificate already.
 */
export async function insertCertificate(
  tx: Transaction,
  certificate: {
    readonly txId: string
    readonly holderId: string
    readonly code: string
    readonly name: string | null
  },
): Promise<string | null> {
  const { txId, holderId, code, name } = certificate
  const [row] = await tx.run(insertOwn, [txId, holderId, code, name])
  return row?.code ?? null
}

export type CertificateSegment = RowOf<typeof findSegmentsOf>
/** The columns of a block, which an open certificate and `CertificateSegment` share. */
export type BlockRow = Pick<CertificateSegment, keyof typeof block>
