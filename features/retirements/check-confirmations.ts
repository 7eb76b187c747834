// Compares confirmed records with the stored rows of their lists. The audit reads serials and texts with code of its own,
// independent of `confirm-retirements.ts` and of the database's functions.
import type { AuditChecks } from '#ledger/audit.ts'
import { type Comparisons, comparison } from '#ledger/comparison.ts'
import type { Db } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import { placesOf, readAuditedRange } from '#values/serials/audited-serials.ts'

const dayMs = 86_400_000

const readConfirmed = statement(
  'confirmed-retirements-and-their-rows',
  {
    id: 'int8',
    registry: 'text',
    batch_serial: 'text',
    first_place: 'int8',
    last_place: 'int8',
    reference: 'text',
    retired_on: 'date',
    asked: 'text?',
    row_serial: 'text?',
    row_retired_on: 'date?',
    row_beneficiary: 'text?',
    row_is_cancelled: 'bool?',
  },
  `select r.notice_id as id, p.registry, b.serial_number as batch_serial, r.first_place, r.last_place,
     r.reference, r.retired_on, e.beneficiary as asked, w.serial as row_serial,
     w.retired_on as row_retired_on, w.beneficiary as row_beneficiary,
     w.is_cancelled as row_is_cancelled
   from (select * from retirement_confirmations where retirement_id > $1
     order by retirement_id limit 100) c
   join retirements r on r.notice_id = c.retirement_id join batches b on b.id = r.batch_id
   join projects p on p.id = b.project_id left join retirement_exports e on e.id = r.export_id
   left join retirement_list_rows w on w.list_id = c.list_id and w.batch_id = r.batch_id
   order by r.notice_id`,
).rows<[after: number]>()
type ConfirmedRow = RowOf<typeof readConfirmed>
type Span = { readonly first: number; readonly last: number }

/** Returns the kilograms of a record that the rows show as retired for us; 0 if any row says otherwise. */
function listedKg(rows: readonly [ConfirmedRow, ...ConfirmedRow[]]): number {
  const [record] = rows
  const batch = readAuditedRange({ registry: record.registry, serial: record.batch_serial })
  if (batch === null) return 0
  const spans: Span[] = []
  for (const row of rows) {
    const serial = row.row_serial ?? ''
    const units = readAuditedRange({ registry: record.registry, serial })
    if (units === null || units.block !== batch.block) continue
    const places = placesOf(units, batch.first)
    const span = {
      first: Math.max(places.first, record.first_place),
      last: Math.min(places.last, record.last_place),
    }
    if (span.first > span.last) continue
    if (!isOurs(row)) return 0
    spans.push(span)
  }
  return coveredKg(spans)
}

function isOurs(row: ConfirmedRow): boolean {
  const days = (Date.parse(row.row_retired_on ?? '') - Date.parse(row.retired_on)) / dayMs
  if (row.row_is_cancelled !== false || !(Math.abs(days) <= 1)) return false
  const [printed, asked] = [row.row_beneficiary, row.asked].map(
    (text) =>
      (text ?? '')
        .normalize('NFKC')
        .toLowerCase()
        .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [],
  )
  if (printed === undefined || asked === undefined || printed.length === 0) return true
  const starts = printed.keys().filter((at) => asked.every((word, i) => printed[at + i] === word))
  return asked.length > 0 && starts.next().done === false
}

function coveredKg(spans: readonly Span[]): number {
  let kg = 0
  let end = 0
  for (const { first, last } of spans.toSorted((one, other) => one.first - other.first)) {
    kg += Math.max(0, last - Math.max(first, end + 1) + 1)
    end = Math.max(end, last)
  }
  return kg
}

async function checkConfirmed(db: Db) {
  let compared = 0
  const faults: { subject: string; expected: number; found: number }[] = []
  let page: ConfirmedRow[] = await readConfirmed(db, 0)
  while (page.length > 0) {
    for (const rows of Map.groupBy(page, ({ id }) => id).values()) {
      const [record, ...others] = rows
      if (record === undefined) continue
      compared += 1
      const expected = record.last_place - record.first_place + 1
      const found = listedKg([record, ...others])
      const subject = `${record.reference} of ${record.batch_serial}`
      if (found !== expected && faults.length < 20) faults.push({ subject, expected, found })
    }
    page = await readConfirmed(db, page.at(-1)?.id ?? 0)
  }
  return { compared, faults }
}

export const confirmationChecks: AuditChecks = {
  'the list of a confirmed retirement shows all of its units as ours': checkConfirmed,
}

export const confirmationComparisons: Comparisons = {
  'every confirmation is a notice of the log': comparison(
    'confirmed-noted',
    `select 'notice ' || n.id, 1::bigint, (select count(*) from retirement_confirmations c
       join retirements r on r.notice_id = c.retirement_id
       where c.notice_id = n.id and (r.batch_id, r.first_place, r.last_place, r.reference)
         = (n.batch_id, n.first_place, n.last_place, n.reference))
     from log_notices n where n.kind = 'confirm'`,
  ),
}
