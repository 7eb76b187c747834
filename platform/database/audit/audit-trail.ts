// Records each operator command: who ran it, why, and what it changed or read. A change and its row
// are one transaction. Rows contain ids and no phone numbers. A trigger refuses their update or deletion.

import { holdsUnseen, visibleText } from '#values/text/unseen-characters.ts'
import type { Db, Transaction } from '../database.ts'
import { statement } from '../statement.ts'
import { holdsPhone } from './kept-subject.ts'

/** One line of what an action does or did, for people, such as "Wallet: 5.00 GBP, then 7.50 GBP". */
export type Figure = {
  readonly label: string
  /** Null if there was nothing before, or it does not matter. */
  readonly before: string | null
  readonly after: string
}

export type AuditEntry = {
  /** A member of staff, `root`, or `system`. */
  readonly by: string
  /** The name that root typed: the person for whom the command runs. */
  readonly forName?: string | undefined
  /** The command's name, such as `purchases refund`. */
  readonly command: string
  /** Ids of the changed rows. */
  readonly about: readonly string[]
  /** Null for a command that only reads. */
  readonly reason: string | null
  /** Amount of money that was moved. */
  readonly sum?: AuditSum | undefined
  /** Number of kilograms that were moved. */
  readonly kilograms?: number | undefined
  /** The member of staff; absent for root and for programs. */
  readonly staff?: { readonly id: string; readonly roles: readonly string[] }
  /** Lines about the effect of the command. */
  readonly figures?: readonly Figure[]
  /** The name of the second person, if one approved it. */
  readonly approver?: string | undefined
}

export type AuditSum = { readonly amountMinor: number; readonly currency: string }

/** The outcome of a command. `detail` is the code or message of the error. */
export type AuditEnd = {
  readonly outcome: 'done' | 'refused' | 'failed' | 'previewed' | 'read'
  readonly detail: string | null
}

/** Writes the row of a change in its transaction, with the ids of the changed rows. */
export type Audit = (tx: Transaction, about: readonly string[], sum?: AuditSum) => Promise<void>

/** For callers that write their row before they begin. */
export const noAudit: Audit = async () => undefined

const insertEntry = statement(
  'insert-audit-entry',
  { id: 'int8' },
  `insert into audit_trail (by_name, command, about, reason, outcome, detail, amount_minor, currency,
     kilograms, staff_id, roles, figures, approver, for_name)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) returning id`,
)
const insertEnd = statement(
  'insert-audit-end',
  {},
  'insert into audit_ends (audit_id, outcome, detail) values ($1, $2, $3)',
)

const insertEntries = statement(
  'insert-audit-entries',
  {},
  `insert into audit_trail (by_name, command, about, reason, outcome, for_name, staff_id, roles)
   select $1, $2, array(select jsonb_array_elements_text(about)), $4, 'done', $5, $6::uuid, $7::text[]
   from jsonb_array_elements($3::jsonb) with ordinality as given (about, place) order by place`,
)

/** Maximum lengths of a reason, a name and a detail, in characters. */
const reasonMax = 1_000
const nameMax = 120
const detailMax = 500

/** Writes the row of a change in the same transaction. */
export async function writeAuditEntry(tx: Transaction, entry: AuditEntry): Promise<void> {
  await insert(tx, entry, 'done', null)
}

/** Writes the row of a command before the command runs. Returns the row's id, for `endAudit`. */
export async function startAudit(db: Db, entry: AuditEntry): Promise<number> {
  return insert(db, entry, 'started', null)
}

export async function endAudit(db: Db, id: number, end: AuditEnd): Promise<void> {
  await db.run(insertEnd, [id, end.outcome, storableDetail(end.detail)])
}

/** Writes the row of a command that changed nothing: refused, failed, previewed, or only read. */
export async function writeAuditOutcome(db: Db, entry: AuditEntry, end: AuditEnd): Promise<void> {
  await insert(db, entry, end.outcome, storableDetail(end.detail))
}

async function insert(
  db: Db,
  entry: AuditEntry,
  outcome: AuditEnd['outcome'] | 'started',
  detail: string | null,
): Promise<number> {
  const { by, forName, command, about, reason, sum, kilograms, staff } = entry
  const { figures = [], approver } = entry
  const movedValues = [sum?.amountMinor ?? null, sum?.currency ?? null, kilograms ?? null]
  const [row] = await db.run(insertEntry, [
    by,
    command,
    about,
    reason,
    outcome,
    detail,
    ...movedValues,
    staff?.id ?? null,
    staff?.roles ?? [],
    JSON.stringify(figures),
    approver ?? null,
    forName ?? null,
  ])
  if (row === undefined) throw new Error('no row of the audit trail was written')
  return row.id
}

/** Returns the text that the trail stores, or null for a detail that contains a phone number. */
function storableDetail(detail: string | null): string | null {
  const text = visibleText(detail ?? '').slice(0, detailMax)
  return text === '' || holdsPhone(text) ? null : text
}

/** Writes one row for each list of `changedIds`, in the transaction of the command's changes. */
export async function writeAuditEntries(
  tx: Transaction,
  { by, forName, command, reason, staff }: Omit<AuditEntry, 'about'>,
  changedIds: readonly (readonly string[])[],
): Promise<void> {
  const author = [forName ?? null, staff?.id ?? null, staff?.roles ?? []]
  await tx.run(insertEntries, [by, command, JSON.stringify(changedIds), reason, ...author])
}

/** Returns the actor as lists show it, such as `root (for ada)`. */
export function shownActor(by: string, forName: string | null | undefined): string {
  return forName ? `${by} (for ${forName})` : by
}

/** Returns the error message for an invalid name or reason, or null if both are valid. */
export function entryFault(by: string, reason: string | null): string | null {
  if (by.trim() === '' || by.length > nameMax)
    return `--by takes a name of 1 to ${nameMax} letters.`
  if (holdsUnseen(by)) return unseenFault
  if (holdsPhone(by)) return phoneFault
  return reason === null ? null : reasonFault(reason)
}

const unseenFault =
  'Leave control characters, and those that no reader sees, out of --by and --reason.'
const phoneFault = 'The audit trail keeps ids only: leave phone numbers out of --by and --reason.'

/** Returns the error message for an invalid reason, or null. */
export function reasonFault(reason: string): string | null {
  if (reason.trim() === '' || reason.length > reasonMax) {
    return `--reason takes a text of 1 to ${reasonMax} characters.`
  }
  if (holdsUnseen(reason)) return unseenFault
  return holdsPhone(reason) ? phoneFault : null
}
