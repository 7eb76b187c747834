// Lists the audit trail for the operator: which employee read or changed which data, and why.
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { minorToUnits } from '#values/money/money.ts'

/** Maximum number of entries in a report. */
const reportMax = 1_000

const list = statement(
  'list-audit-trail',
  {
    id: 'int8',
    at: 'timestamptz',
    by_name: 'text',
    command: 'text',
    about: 'json',
    reason: 'text?',
    outcome: ['unfinished', 'done', 'refused', 'failed', 'previewed', 'read', null],
    detail: 'text?',
    amount_minor: 'int8?',
    currency: 'bpchar?',
    kilograms: 'int8?',
  },
  `select a.id, a.at, a.by_name, a.command, to_json(a.about) as about, a.reason,
     case when a.outcome = 'started' then coalesce(e.outcome, 'unfinished') else a.outcome end as outcome,
     coalesce(e.detail, a.detail) as detail, a.amount_minor, a.currency, a.kilograms
   from audit_trail a left join audit_ends e on e.audit_id = a.id
   where ($1::timestamptz is null or a.at >= $1) and ($2::text is null or a.by_name = $2)
     and ($3::text is null or a.about @> array[$3])
   order by a.id desc limit $4`,
)

export type AuditFilter = {
  readonly since: Date | null
  /** The full name of the employee. */
  readonly by: string | null
  /** A complete id, for example of a purchase or a passport. */
  readonly about: string | null
}

/** Returns at most 1,000 entries, newest first. Null fields of the filter have no effect. */
export async function listAudit(db: Db, { since, by, about }: AuditFilter) {
  const rows = await db.run(list, [since, by, about, reportMax])
  return rows.map(({ at, by_name, ...row }) => ({
    ...row,
    at: at.toISOString(),
    by: by_name,
    amount: row.amount_minor === null ? null : minorToUnits(row.amount_minor),
  }))
}
