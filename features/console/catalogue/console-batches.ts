// Lists and reads batches for the console, on sale or not.
import { findOffersBySerial } from '#features/catalogue/offers/batch-offers.ts'
import { listPrices } from '#features/catalogue/offers/price-queries.ts'
import { sqlShownName } from '#features/catalogue/show-projects.ts'
import type { BatchRow, WholeBatch } from '#features/console/console-calls.ts'
import { listDue } from '#features/retirements/list-due.ts'
import {
  type ConsolePage,
  consolePageOf,
  isBadKey,
  type PageQuery,
  uuidKeyOf,
} from '#features/staff/console-page.ts'
import type { Db } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import { microsToUnits } from '#values/money/money.ts'
import type { Problem } from '#values/problem.ts'
import { canonicalSerial } from '#values/serials/serials.ts'
import { isUuid } from '#values/text/uuid.ts'
import { findMatchingProjects } from './console-projects.ts'

const batchColumns = {
  id: 'uuid',
  serial_number: 'text',
  registry: 'text',
  project_id: 'uuid',
  project: 'text',
  vintage: 'int2',
  price_micros: 'int8',
  currency: 'bpchar',
  kilograms: 'int8',
  sold_kg: 'int8',
  held_kg: 'int8',
  available_kg: 'int8',
  offer: 'text',
  offer_reason: 'text?',
} as const
/** The left joins, of rows that are always there, make PostgreSQL start from the batches. */
const batchSelect = `select b.id, b.serial_number, p.registry, b.project_id, ${sqlShownName('p')} as project,
     b.vintage_year as vintage, b.price_micros, b.currency, s.issued_kg as kilograms, o.sold_kg,
     s.issued_kg - s.available_kg - o.sold_kg as held_kg, s.available_kg, b.offer, b.offer_reason
   from batches b left join batch_stock s on s.batch_id = b.id
     left join batch_places o on o.batch_id = b.id left join projects p on p.id = b.project_id`

/** `$4` is a pattern of serials, or null without a search. Ids of batches and projects match, too. */
const findPage = statement(
  'console-batches',
  batchColumns,
  `${batchSelect}
   where b.serial_number > coalesce((select serial_number from batches where id = $1), '')
     and ($2::text is null or b.offer = $2) and ($3::uuid is null or b.project_id = $3)
     and ($4::text is null or upper(b.serial_number) like $4 or b.id = any($5::uuid[])
       or b.project_id = any($6::uuid[]))
   order by b.serial_number limit $7`,
)

const findById = statement(
  'console-batches-by-id',
  batchColumns,
  `${batchSelect} where b.id = any($1::uuid[]) order by b.serial_number`,
).rows<[ids: readonly string[]]>()

type BatchesQuery = PageQuery & {
  readonly q?: string | undefined
  readonly offer?: string | undefined
  readonly project?: string | undefined
}

/** Returns a page, by serial number. Problem: `bad_request` for an invalid key. */
export async function listConsoleBatches(
  db: Db,
  query: BatchesQuery,
): Promise<ConsolePage<BatchRow> | Problem<'bad_request'>> {
  const after = uuidKeyOf(query)
  if (isBadKey(after)) return after
  const { limit, offer = null, project = null } = query
  const searched = await searchValues(db, query.q?.trim() ?? '')
  const rows = await db.run(findPage, [after, offer, project, ...searched, limit + 1])
  const page = consolePageOf(rows, limit, ({ id }) => id)
  return { rows: page.rows.map(batchRowOnWire), next: page.next }
}

/** Returns the pattern of serials with the text, the batches of exactly these tonnes, and matching projects. */
async function searchValues(
  db: Db,
  text: string,
): Promise<readonly [pattern: string | null, batchIds: string[], projectIds: string[]]> {
  if (text === '') return [null, [], []]
  const serial = canonicalSerial(text)
  const [offers, projectIds] = await Promise.all([
    findOffersBySerial(db, serial),
    findMatchingProjects(db, text),
  ])
  const pattern = `%${serial.replace(/[\\%_]/g, '\\$&')}%`
  return [pattern, offers.map(({ id }) => id), projectIds]
}

/** Returns one batch, or null. */
export async function readConsoleBatch(db: Db, id: string): Promise<WholeBatch | null> {
  const [batch] = isUuid(id) ? await findById(db, [id]) : []
  if (batch === undefined) return null
  const [prices, due] = await Promise.all([listPrices(db, batch.id), listDue(db)])
  const sold = due.find((each) => each.batch.batch_id === batch.id)
  return {
    ...batchRowOnWire(batch),
    prices: prices.map(({ at, by_name, price_micros, currency, source }) => ({
      at: at.toISOString(),
      by: by_name,
      price_per_kg: microsToUnits(price_micros),
      currency,
      source,
    })),
    retired_tonnes: sold?.retiredTonnes ?? 0,
    due_tonnes: sold?.dueTonnes ?? 0,
  }
}

function batchRowOnWire({ price_micros, ...row }: RowOf<typeof findById>): BatchRow {
  return { ...row, price_per_kg: microsToUnits(price_micros) }
}
