// Audits the ledger: compares every balance with its postings, and runs comparisons and checks of
// the features. It reads one snapshot, writes nothing, and reports each sum that differs.
import { closedMonthSums } from '#ledger/check-closed-months.ts'
import { kgSums } from '#ledger/check-kg.ts'
import { moneySums } from '#ledger/check-money.ts'
import type { Comparisons } from '#ledger/comparison.ts'
import { manualEntrySums } from '#ledger/manual-entries.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { readOneSnapshot } from '#platform/database/read-snapshot.ts'
import { statement } from '#platform/database/statement.ts'

const ownSums = { ...moneySums, ...kgSums, ...closedMonthSums, ...manualEntrySums } as const

export type LedgerFault = {
  readonly check: string
  readonly subject: string
  readonly expected: number
  readonly found: number
}

const raiseTimeout = statement('ledger-check-timeout', {}, `set local statement_timeout = '10min'`)
/** A check may compute for seconds on what it has read. */
const raiseIdleTimeout = statement(
  'ledger-check-idle-timeout',
  {},
  `set local idle_in_transaction_session_timeout = '10min'`,
)

/**
 * A check that needs code as well as SQL. Returns the number of compared subjects, the faults, and
 * the subjects that it cannot compare.
 */
export type AuditCheck = (tx: Transaction) => Promise<{
  readonly compared: number
  readonly faults: readonly Omit<LedgerFault, 'check'>[]
  readonly notCompared?: readonly string[]
}>
/** Checks by name. The name is a sentence that states the expected result. */
export type AuditChecks = Readonly<Record<string, AuditCheck>>

/** Runs the ledger's own comparisons, then `comparisons` and `checks`, all in one snapshot. */
export async function auditLedger(
  db: Database,
  comparisons: Comparisons,
  checks: AuditChecks = {},
) {
  return db.transaction(async (tx) => {
    await tx.run(readOneSnapshot)
    await tx.run(raiseTimeout)
    await tx.run(raiseIdleTimeout)
    const checked: Record<string, number> = {}
    const faults: LedgerFault[] = []
    const uncompared: { check: string; subject: string }[] = []
    for (const [check, sums] of Object.entries({ ...ownSums, ...comparisons })) {
      for (const { subject, expected, found } of await tx.run(sums)) {
        // The row without a subject has the number of compared sums.
        if (subject === null) checked[check] = expected
        else faults.push({ check, subject, expected, found })
      }
    }
    for (const [check, runCheck] of Object.entries(checks)) {
      const { compared, faults: checkFaults, notCompared = [] } = await runCheck(tx)
      checked[check] = compared
      faults.push(...checkFaults.map((fault) => ({ check, ...fault })))
      uncompared.push(...notCompared.map((subject) => ({ check, subject })))
    }
    return { ok: faults.length === 0, checked, faults, not_compared: uncompared }
  })
}
