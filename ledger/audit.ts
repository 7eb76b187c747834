// Audits the ledger: compares every balance with its postings, and runs the comparisons of its
// callers. It only reads, in one snapshot, and reports each sum that differs.
import { kgSums } from '#ledger/check-kg.ts'
import { moneySums } from '#ledger/check-money.ts'
import type { Comparisons } from '#ledger/comparison.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { readOneSnapshot } from '#platform/database/read-snapshot.ts'
import { statement } from '#platform/database/statement.ts'

const ownSums = { ...moneySums, ...kgSums } as const

export type LedgerFault = {
  readonly check: string
  readonly subject: string
  readonly expected: number
  readonly found: number
}

export type LedgerReport = {
  readonly ok: boolean
  /** How many sums each check compared. */
  readonly checked: Readonly<Record<string, number>>
  readonly faults: readonly LedgerFault[]
  /** Subjects that a check cannot compare. They are neither right nor wrong. */
  readonly not_compared: readonly { readonly check: string; readonly subject: string }[]
}

const waitLonger = statement('ledger-check-timeout', {}, `set local statement_timeout = '10min'`)

/**
 * A check that needs more than SQL. Returns the number of compared subjects, the faults, and the
 * subjects that it cannot compare.
 */
export type Look = (tx: Transaction) => Promise<{
  readonly compared: number
  readonly faults: readonly Omit<LedgerFault, 'check'>[]
  readonly notCompared?: readonly string[]
}>
/** Checks by name: a sentence that states the expected result. */
export type Looks = Readonly<Record<string, Look>>

/** `more` and `looks` are the callers' comparisons, in the same snapshot. */
export async function auditLedger(
  db: Database,
  more: Comparisons,
  looks: Looks = {},
): Promise<LedgerReport> {
  return db.transaction(async (tx) => {
    await tx.run(readOneSnapshot)
    await tx.run(waitLonger)
    const checked: Record<string, number> = {}
    const faults: LedgerFault[] = []
    const unknown: { check: string; subject: string }[] = []
    for (const [check, sums] of Object.entries({ ...ownSums, ...more })) {
      for (const { subject, expected, found } of await tx.run(sums)) {
        if (subject === null) checked[check] = expected
        else faults.push({ check, subject, expected, found })
      }
    }
    for (const [check, look] of Object.entries(looks)) {
      const { compared, faults: found, notCompared = [] } = await look(tx)
      checked[check] = compared
      faults.push(...found.map((fault) => ({ check, ...fault })))
      unknown.push(...notCompared.map((subject) => ({ check, subject })))
    }
    return { ok: faults.length === 0, checked, faults, not_compared: unknown }
  })
}
