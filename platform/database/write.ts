// Declares writes as values. The work of a transaction returns its last writes, and the transaction
// sends them together with its commit, in one round trip.
import type { Runner, Statement } from '#platform/database/statement.ts'

/** A statement with its values. Its result is ignored. */
export type Write = { readonly statement: Statement; readonly values: readonly unknown[] }

const endingMark = Symbol('the ending of a transaction')

export type Ending<Result> = {
  readonly [endingMark]: true
  readonly result: Result
  readonly writes: readonly Write[]
}

/**
 * Returns a transaction's result with the writes that are sent with its commit, in this order. If one
 * of them fails, the transaction fails.
 */
export function ending<Result>(result: Result, writes: readonly Write[]): Ending<Result> {
  return { [endingMark]: true, result, writes }
}

export function isEnding<Result>(outcome: Result | Ending<Result>): outcome is Ending<Result> {
  return typeof outcome === 'object' && outcome !== null && endingMark in outcome
}

/** Sends writes before the end of a transaction, in their order, without waiting between them. */
export async function send(tx: Runner, writes: readonly Write[]): Promise<void> {
  await Promise.all(writes.map(({ statement, values }) => tx.run(statement, values)))
}
