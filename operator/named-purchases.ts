// Finds the purchases that an argument refers to, and prints lists of purchases.

import type { Subjects } from '#features/operations/search-subjects.ts'
import { listPurchases } from '#features/purchases/inspect/list-purchases.ts'
import type { Author } from '#operator/actor.ts'
import { firstOf } from '#operator/audit/outcomes.ts'
import type { NumbersContext } from '#operator/backup/under-numbers-key.ts'
import type { Outcome } from '#operator/commands/command.ts'
import { reportedText } from '#operator/reported-lines.ts'
import { writeAuditEntry } from '#platform/database/audit/audit-trail.ts'

type Listed = Awaited<ReturnType<typeof listPurchases>>

/** Returns a purchase as one line of a list. */
export function purchaseLine({
  tx_id,
  status,
  created_at,
  quantity_kg,
  ...more
}: Listed[number]): string {
  const { total, currency, goodwill, owed } = more
  return (
    `${created_at}  ${tx_id}  ${status.padEnd(9)}  ${quantity_kg} kg  ` +
    `${total.toFixed(2)} ${currency}` +
    `${goodwill > 0 ? `, goodwill ${goodwill.toFixed(2)}` : ''}` +
    `${owed > 0 ? `, owed ${owed.toFixed(2)}` : ''}${reportedText(more)}`
  )
}

/** Returns the purchases that a search has found; if it has found only people, all of their purchases. */
export async function listNamed(
  { db }: NumbersContext,
  { purchases, people }: Subjects,
): Promise<Pick<Listed[number], 'tx_id'>[]> {
  if (purchases.length > 0) return [...purchases]
  const lists = await Promise.all(
    people.map(({ id }) => listPurchases(db, { state: null, since: null, personId: id })),
  )
  return [...new Map(lists.flat().map((each) => [each.tx_id, each])).values()]
}

/**
 * Returns the outcome that lists several purchases and asks for one of them. Records the list in the
 * audit trail, because it shows personal data.
 */
export async function listAmbiguousPurchases(
  { db }: NumbersContext,
  listed: readonly Pick<Listed[number], 'tx_id'>[],
  author: Author,
): Promise<Outcome> {
  const ids = listed.map(({ tx_id }) => tx_id)
  const about = ids.slice(0, aboutMax)
  await db.transaction((tx) =>
    writeAuditEntry(tx, { ...author, command: 'purchases show', about, reason: null }),
  )
  const error = `That names ${ids.length} purchases: say which.`
  return {
    ok: false,
    lines: [...firstOf(ids, aboutMax), error],
    json: { ok: false, error, purchases: ids },
  }
}

/** Maximum number of ids in one row of the audit trail. */
const aboutMax = 50
