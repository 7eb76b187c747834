// Who changed what by the operator's hand, and why, and who looked at whom: one row a command, written in
// the transaction of the change or the look. Rows are only ever added (a trigger refuses the rest) and hold ids, nobody's number.
import type { Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { holdsUnseen } from '#values/unseen-characters.ts'

export type AuditEntry = {
  readonly by: string
  /** As it is called: `purchases refund`. */
  readonly command: string
  /** Ids of what was changed. */
  readonly about: readonly string[]
  /** Null for a look, which changes nothing. */
  readonly reason: string | null
}

/** Writes the row of a change into its transaction, with the ids of what was changed. */
export type Audit = (tx: Transaction, about: readonly string[]) => Promise<void>

const insertEntry = statement(
  'insert-audit-entry',
  {},
  'insert into audit_trail (by_name, command, about, reason) values ($1, $2, $3, $4)',
)

const insertEntries = statement(
  'insert-audit-entries',
  {},
  `insert into audit_trail (by_name, command, about, reason)
   select $1, $2, array(select jsonb_array_elements_text(about)), $4
   from jsonb_array_elements($3::jsonb) with ordinality as given (about, place) order by place`,
)

/** Characters of a reason, and of a name. */
const reasonMax = 1_000
const nameMax = 120

export async function writeAuditEntry(
  tx: Transaction,
  { by, command, about, reason }: AuditEntry,
): Promise<void> {
  await tx.run(insertEntry, [by, command, about, reason])
}

/** The same for many changes of one command: a row for each of `abouts`. */
export async function writeAuditEntries(
  tx: Transaction,
  { by, command, reason }: Omit<AuditEntry, 'about'>,
  abouts: readonly (readonly string[])[],
): Promise<void> {
  await tx.run(insertEntries, [by, command, JSON.stringify(abouts), reason])
}

/** What is wrong with a name and a reason, if any, as a sentence; null where they may be kept. */
export function entryFault(by: string, reason: string | null): string | null {
  if (by.trim() === '' || by.length > nameMax)
    return `--by takes a name of 1 to ${nameMax} letters.`
  if (reason !== null && (reason.trim() === '' || reason.length > reasonMax)) {
    return `--reason takes a text of 1 to ${reasonMax} characters.`
  }
  if (holdsUnseen(by) || holdsUnseen(reason ?? '')) {
    return '--by and --reason take no control characters, and none that no reader sees.'
  }
  return holdsPhone(reason ?? '') || holdsPhone(by)
    ? 'The audit trail keeps ids only: leave phone numbers out of --by and --reason.'
    : null
}

/** Seven digits or more, however they are grouped and in whatever script. */
function holdsPhone(text: string): boolean {
  return /\p{Nd}(?:[^\p{L}\p{N}]{0,4}\p{Nd}){6,}/u.test(text.normalize('NFKC'))
}
