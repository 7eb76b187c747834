// Declares the SQL that reads facts for the log: postings of kilograms, and notices. Both take ids from
// one sequence, so a transaction that began after another's commit has higher ids.
import { kgAccounts } from '#ledger/accounts.ts'
import { causeColumn } from '#ledger/postings.ts'
import type { Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'

/**
 * Kinds of facts. Notices have any kind but `issue`. A posting is a fact if it issues a batch, sells
 * kilograms or returns them.
 */
const factKinds = [
  'issue',
  'allocate',
  'return',
  'withdraw',
  'offer',
  'retire',
  'correct',
  'replace',
  'confirm',
] as const
/** SQL condition of a posting that issues a batch. */
const sqlIsIssue = (p: string) => `${p}.source = '${kgAccounts.issued.name}'`
/** SQL condition of a posting that sells kilograms. */
const sqlIsSale = (p: string) =>
  `${p}.source = '${kgAccounts.held.name}' and ${p}.destination <> '${kgAccounts.available.name}'`
/**
 * SQL condition of a posting that returns kilograms. Postings of purchases that were replaced or refunded in part are
 * excluded, because notices contain their returned places.
 */
const sqlIsReturn = (p: string) => `${p}.destination = '${kgAccounts.returned.name}'
  and not exists (select from purchase_places w where w.purchase_id = ${p}.${causeColumn})
  and not exists (select from refund_parts f where f.purchase_id = ${p}.${causeColumn})`
const kindOfPosting = `case when ${sqlIsIssue('p')} then '${factKinds[0]}'
     when ${sqlIsSale('p')} then '${factKinds[1]}'
     when (${sqlIsReturn('p')}) then '${factKinds[2]}' end`
const utcDay = (alias: string) => `(${alias}.created_at at time zone 'UTC')::date`
/** SQL condition of a posting that is a fact. */
export const factPostings = (alias: string) =>
  `(${sqlIsIssue(alias)} or (${sqlIsSale(alias)}) or (${sqlIsReturn(alias)}))`
/**
 * Reads in one snapshot the next `$2` postings with ids above `$1`, the notices up to the last of
 * them, and visible facts with the awaited ids `$3`. One row has no id. It contains the last id read
 * and the ids below it that are not visible, because their transactions may still run.
 */
const findFacts = statement(
  'find-log-facts',
  {
    id: 'int8?',
    kind: [...factKinds, null],
    batch_id: 'uuid?',
    cause_id: 'uuid?',
    kg: 'int8?',
    day: 'date?',
    first_place: 'int8?',
    reference: 'text?',
    retired_on: 'date?',
    corrects: 'int8?',
    former_batch_id: 'uuid?',
    former_first_place: 'int8?',
    through: 'int8?',
    unseen: 'text?',
    is_whole: 'bool?',
    xmin: 'text?',
    xmax: 'text?',
  },
  `with piece as materialized (
     select id from kg_postings where id > $1 order by id limit $2
   ), bounds as (
     select count(*) < $2 as is_whole, case when count(*) < $2
       then greatest($1, max(id), (select max(id) from log_notices)) else max(id) end as through
     from piece
   ), seen as materialized (
     select id from piece
     union all
     select n.id from bounds join log_notices n on n.id > $1 and n.id <= bounds.through
     union all
     select p.id from unnest($3::int8multirange) as span
       join kg_postings p on p.id >= lower(span) and p.id < upper(span)
     union all
     select n.id from unnest($3::int8multirange) as span
       join log_notices n on n.id >= lower(span) and n.id < upper(span)
   )
   select null::int8 as id, null as kind, null::uuid as batch_id, null::uuid as cause_id,
     null::int8 as kg, null::date as day,
     null::int8 as first_place, null as reference, null::date as retired_on, null::int8 as corrects,
     null::uuid as former_batch_id, null::int8 as former_first_place, bounds.through,
     ($3::int8multirange + int8multirange(int8range($1, bounds.through, '(]'))
       - coalesce((select range_agg(int8range(id, id, '[]')) from seen), '{}'))::text as unseen,
     bounds.is_whole, pg_snapshot_xmin(pg_current_snapshot())::text as xmin,
     pg_snapshot_xmax(pg_current_snapshot())::text as xmax
   from bounds
   union all
   select p.id, ${kindOfPosting}, p.batch_id, p.${causeColumn}, p.quantity_kg, ${utcDay('p')}, null,
     null, null, null, null, null, null, null, null, null, null
   from seen join kg_postings p on p.id = seen.id where ${kindOfPosting} is not null
   union all
   select n.id, n.kind, n.batch_id, null, n.last_place - n.first_place + 1, ${utcDay('n')},
     n.first_place, n.reference,
     (select r.retired_on from retirements r where r.notice_id = n.id), n.corrects,
     n.former_batch_id, n.former_first_place, null, null, null, null, null
   from seen join log_notices n on n.id = seen.id`,
)

export type Fact = {
  readonly id: number
  readonly kind: (typeof factKinds)[number]
  readonly batchId: string
  /** The purchase of a posting. Null for a notice, such as one of the operator's places. */
  readonly causeId: string | null
  readonly kg: number
  /** The day in UTC, such as `2026-11-22`. */
  readonly day: string
  /** The first place of a notice with places, otherwise null. */
  readonly firstPlace: number | null
  /** The registry's reference of a retirement or its confirmation, otherwise null. */
  readonly reference: string | null
  /** The registry's day of a retirement, otherwise null. */
  readonly retiredOn: string | null
  /** The id of the fact that a correction reverses, otherwise null. */
  readonly corrects: number | null
  /** The first of the replaced places of a replacement, otherwise null. */
  readonly replaced: { readonly batchId: string; readonly firstPlace: number } | null
}
export type FactsPage = Awaited<ReturnType<typeof readFacts>>

/**
 * Reads at most `postingsMax` postings after the head, their notices, and facts that the head awaits.
 * `through` is the last id that was read. `unseen` are the ids up to it that are not visible yet, as a
 * PostgreSQL multirange. `isLast`: no fact above `through` was visible. Transactions below `xmin` had
 * ended, and those from `xmax` on had not begun.
 */
export async function readFacts(
  tx: Transaction,
  head: { readonly taken_through: number; readonly awaited: string },
  postingsMax: number,
) {
  const rows = await tx.run(findFacts, [head.taken_through, postingsMax, head.awaited])
  const facts = rows.flatMap((row): Fact[] => {
    const { id, kind, batch_id, day, reference, retired_on: retiredOn, corrects } = row
    if (id === null || kind === null || batch_id === null || day === null) return []
    const { former_batch_id, former_first_place } = row
    const replaced =
      former_batch_id === null || former_first_place === null
        ? null
        : { batchId: former_batch_id, firstPlace: former_first_place }
    const places = { batchId: batch_id, kg: row.kg ?? 0, firstPlace: row.first_place, replaced }
    return [{ id, kind, causeId: row.cause_id, day, ...places, reference, retiredOn, corrects }]
  })
  const bounds = rows.find(({ id }) => id === null)
  const { through, unseen, xmin, xmax } = bounds ?? {}
  if (through == null || unseen == null || xmin == null || xmax == null) {
    throw new Error('the log did not learn how far it looked')
  }
  return { facts, through, unseen, xmin, xmax, isLast: bounds?.is_whole === true }
}
