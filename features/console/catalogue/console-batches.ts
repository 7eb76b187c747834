// Lists and reads batches for the console, on sale or not.
import { findOffersBySerial } from '#features/catalogue/offers/batch-offers.ts'
import { listPrices } from '#features/catalogue/offers/price-queries.ts'
import { sqlShownName } from '#features/catalogue/show-projects.ts'
import type { BatchRow, WholeBatch } from '#features/console/catalogue/console-catalogue-calls.ts'
import { sortedPages } from '#features/console/sorted-pages.ts'
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
import { sqlFolded } from '#values/text/fold.ts'
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
const batchSelect = `b.id, b.serial_number, p.registry, b.project_id, ${sqlShownName('p')} as project,
     b.vintage_year as vintage, b.price_micros, b.currency, s.issued_kg as kilograms, o.sold_kg,
     s.issued_kg - s.available_kg - o.sold_kg as held_kg, s.available_kg, b.offer, b.offer_reason`
/** The left joins, of rows that are always there, make PostgreSQL start from the batches. */
const batchTables = `batches b left join batch_stock s on s.batch_id = b.id
     left join batch_places o on o.batch_id = b.id left join projects p on p.id = b.project_id`

/** `$5` is a pattern of serials, or null without a search. Ids of batches and projects match, too. */
const findPage = sortedPages({
  name: 'console-batches',
  columns: batchColumns,
  select: batchSelect,
  tables: batchTables,
  id: 'b.id',
  where: `($3::text is null or b.offer = $3) and ($4::uuid is null or b.project_id = $4)
     and ($5::text is null or upper(b.serial_number) like $5 or b.id = any($6::uuid[])
       or b.project_id = any($7::uuid[]))`,
  keys: {
    serial_number: 'b.serial_number',
    project: sqlFolded(sqlShownName('p')),
    vintage: 'coalesce(b.vintage_year, 0)',
    // A price means little next to one of another currency.
    price_per_kg: `b.currency || to_char(b.price_micros, 'FM00000000000000000000')`,
    sold_kg: 'coalesce(o.sold_kg, 0)',
    available_kg: 'coalesce(s.available_kg, 0)',
  },
})
export type BatchSort = Parameters<typeof findPage>[1]

const findById = statement(
  'console-batches-by-id',
  batchColumns,
  `select ${batchSelect} from ${batchTables} where b.id = any($1::uuid[]) order by b.serial_number`,
).rows<[ids: readonly string[]]>()

type BatchesQuery = PageQuery & {
  readonly q?: string | undefined
  readonly offer?: string | undefined
  readonly project?: string | undefined
  readonly sort?: BatchSort | undefined
}

/** Returns a page, by serial number unless the query has a sort. Problem: `bad_request` for an invalid key. */
export async function listConsoleBatches(
  db: Db,
  query: BatchesQuery,
): Promise<ConsolePage<BatchRow> | Problem<'bad_request'>> {
  const after = uuidKeyOf(query)
  if (isBadKey(after)) return after
  const { limit, offer = null, project = null, sort = 'serial_number' } = query
  const searched = await searchValues(db, query.q?.trim() ?? '')
  const values = [offer, project, ...searched]
  const rows = await findPage(db, sort, { after, max: limit + 1 }, values)
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
