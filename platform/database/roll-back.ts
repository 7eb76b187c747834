// Runs work in a transaction and rolls it back on purpose: to try a change out, or because its result is a
// problem.
import { isProblem } from '#values/problem.ts'
import type { Database, Transaction } from './database.ts'
import { statement } from './statement.ts'
import { type Ending, isEnding, send } from './write.ts'

/** Checks constraints that wait for the commit, which never comes. */
const checkNow = statement('check-constraints-now', {}, 'set constraints all immediate')

async function transactionUndoneIf<Result>(
  db: Database,
  isUndone: (result: Result) => boolean,
  work: (tx: Transaction) => Promise<Result | Ending<Result>>,
): Promise<Result> {
  const undone: { kept: { readonly result: Result } | null } = { kept: null }
  const mark = new Error('rolled back on purpose')
  try {
    return await db.transaction(async (tx) => {
      const outcome = await work(tx)
      const result = isEnding(outcome) ? outcome.result : outcome
      if (!isUndone(result)) return outcome
      if (isEnding(outcome)) await send(tx, outcome.writes)
      await tx.run(checkNow)
      undone.kept = { result }
      throw mark
    })
  } catch (error) {
    if (error === mark && undone.kept !== null) return undone.kept.result
    throw error
  }
}

/** Runs a transaction that is rolled back if its result is a problem. */
export function unlessProblem<Result extends object>(
  db: Database,
  work: (tx: Transaction) => Promise<Result | Ending<Result>>,
): Promise<Result> {
  return transactionUndoneIf(db, (result) => isProblem(result), work)
}

/**
 * Returns a database whose transactions are rolled back after their work, so that a use case shows what it
 * would do. Single statements outside of a transaction must only read.
 */
export function dryRun(db: Database): Database {
  return {
    run: (query, values) => db.run(query, values),
    transaction: (work) => transactionUndoneIf(db, () => true, work),
    close: async () => undefined,
  }
}
