// Reads the audit trail, for the console and the command line: who read or changed what, why, and what it did.
import { shownActor } from '#platform/database/audit/audit-trail.ts'
import { figuresOf } from '#platform/database/audit/stored-figures.ts'
import type { Db } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import { minorToUnits } from '#values/money/money.ts'
import type { AuditEntryOnWire } from './staff-calls.ts'

const outcomes = ['done', 'refused', 'failed', 'unfinished', 'previewed', 'read', null] as const
const columns = {
  id: 'int8',
  at: 'timestamptz',
  by_name: 'text',
  for_name: 'text?',
  roles: 'text[]',
  command: 'text',
  about: 'text[]',
  reason: 'text?',
  outcome: outcomes,
  detail: 'text?',
  amount_minor: 'int8?',
  currency: 'bpchar?',
  kilograms: 'int8?',
  figures: 'jsonb',
  approver: 'text?',
} as const
const sqlEntries = `select a.id, a.at, a.by_name, a.for_name, a.roles, a.command, a.about, a.reason,
     case when a.outcome = 'started' then coalesce(e.outcome, 'unfinished') else a.outcome end as outcome,
     coalesce(e.detail, a.detail) as detail, a.amount_minor, a.currency, a.kilograms, a.figures, a.approver
   from audit_trail a left join audit_ends e on e.audit_id = a.id`

const findEntries = statement(
  'find-audit-entries',
  columns,
  `${sqlEntries}
   where ($1::int8 is null or a.id < $1) and ($2::text is null or $2 in (a.by_name, a.for_name))
     and ($3::text is null or split_part(a.command, ' --', 1) = $3)
     and ($4::text is null or a.about @> array[$4])
     and ($5::timestamptz is null or a.at >= $5)
   order by a.id desc limit $6`,
).rows<
  [
    before: number | null,
    by: string | null,
    command: string | null,
    about: string | null,
    since: Date | null,
    max: number,
  ]
>()

const findEntry = statement('find-audit-entry', columns, `${sqlEntries} where a.id = $1`).row<
  [id: number]
>()

export type AuditQuery = {
  /** Id of the last entry of the previous page. */
  readonly before?: number | null | undefined
  /** The full name of the actor, or the name that root typed. */
  readonly by?: string | null | undefined
  /** The name of the action or command, without its options. */
  readonly action?: string | null | undefined
  /** A complete id, for example of a purchase or a passport. */
  readonly about?: string | null | undefined
  readonly since?: Date | null | undefined
}

/** Maximum number of entries in a report. */
export const auditReportMax = 1_000

/** Returns at most `max` entries, newest first. A part of the query that is absent or null has no effect. */
export async function readAudit(
  db: Db,
  { before = null, by = null, action = null, about = null, since = null }: AuditQuery,
  max: number = auditReportMax,
): Promise<AuditEntry[]> {
  const rows = await findEntries(db, before, by, action, about, since, max)
  return rows.map(entryOf)
}

export async function readAuditEntry(db: Db, id: number): Promise<AuditEntry | null> {
  const row = await findEntry(db, id)
  return row === null ? null : entryOf(row)
}

type AuditEntry = ReturnType<typeof entryOf>

/** Returns the entry for the console, which shows amounts in units. */
export const auditEntryOnWire = ({ amount_minor: _, ...entry }: AuditEntry): AuditEntryOnWire =>
  entry

function entryOf({ at, by_name, for_name, command, figures, ...row }: RowOf<typeof findEntries>) {
  return {
    ...row,
    at: at.toISOString(),
    by: shownActor(by_name, for_name),
    action: command,
    amount: row.amount_minor === null ? null : minorToUnits(row.amount_minor),
    figures: figuresOf(figures),
  }
}
