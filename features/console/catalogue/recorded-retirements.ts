// Lists recorded retirements for the console, newest first.
import type { RecordedRow } from '#features/console/catalogue/console-catalogue-calls.ts'
import {
  type ConsolePage,
  consolePageOf,
  isBadKey,
  type PageQuery,
  textKeyOf,
} from '#features/staff/console-page.ts'
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { type Problem, problem } from '#values/problem.ts'

/** A correction takes the places of a record out of the view `retired_places`. */
const findPage = statement(
  'console-recorded-retirements',
  {
    id: 'int8',
    registry: 'text',
    batch_id: 'uuid',
    serial_number: 'text',
    serial: 'text',
    reference: 'text',
    url: 'text?',
    retired_on: 'date',
    recorded_at: 'timestamptz',
    tonnes: 'int8',
    is_corrected: 'bool',
    confirmed_on: 'date?',
  },
  `select t.notice_id as id, p.registry, t.batch_id, b.serial_number, t.serial, t.reference, t.url,
     t.retired_on, t.recorded_at, (t.last_place - t.first_place + 1) / 1000 as tonnes,
     not exists (select from retired_places r where r.notice_id = t.notice_id) as is_corrected,
     (select c.confirmed_on from confirmed_places c where c.retirement_id = t.notice_id)
       as confirmed_on
   from retirements t join batches b on b.id = t.batch_id join projects p on p.id = b.project_id
   where ($1::int8 is null or t.notice_id < $1) and ($2::text is null or t.reference = $2)
   order by t.notice_id desc limit $3`,
).rows<[before: number | null, reference: string | null, limit: number]>()

type RecordedQuery = PageQuery & { readonly reference?: string | undefined }

/** Returns a page. Problem: `bad_request` for an invalid key. */
export async function listRecordedRetirements(
  db: Db,
  query: RecordedQuery,
): Promise<ConsolePage<RecordedRow> | Problem<'bad_request'>> {
  const after = textKeyOf(query)
  if (isBadKey(after)) return after
  if (after !== null && !/^\d{1,15}$/.test(after)) return problem('bad_request')
  const { limit, reference = null } = query
  const rows = await findPage(db, after === null ? null : Number(after), reference, limit + 1)
  const page = consolePageOf(rows, limit, ({ id }) => String(id))
  return {
    rows: page.rows.map((row) => ({ ...row, recorded_at: row.recorded_at.toISOString() })),
    next: page.next,
  }
}
