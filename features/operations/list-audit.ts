// The audit trail as the operator reads it: who looked at or changed what, and why. Reads only.
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'

/** Lines of a report to the operator. */
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
  },
  `select id, at, by_name, command, to_json(about) as about, reason from audit_trail
   where ($1::timestamptz is null or at >= $1) and ($2::text is null or by_name = $2)
     and ($3::text is null or about @> array[$3])
   order by id desc limit $4`,
)

export type AuditFilter = {
  readonly since: Date | null
  /** A whole name. */
  readonly by: string | null
  /** A whole id, such as a purchase's or a passport's. */
  readonly about: string | null
}

/** Newest first, at most 1,000; null leaves a filter out. */
export async function listAudit(db: Db, { since, by, about }: AuditFilter) {
  const rows = await db.run(list, [since, by, about, reportMax])
  return rows.map(({ at, by_name, ...row }) => ({ ...row, at: at.toISOString(), by: by_name }))
}
