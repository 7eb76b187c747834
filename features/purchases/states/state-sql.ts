// Writes the states of a purchase as SQL; a misspelled state does not compile. Pure text, which
// must not hold a value from outside.

import { type ReversalState, takingStates } from './reversal-state.ts'
import type { CardState, FailureCode, Next, OpenStage, PurchaseState, Stage } from './state.ts'

export const sqlState = (state: PurchaseState): string => `'${state}'`
export const sqlStates = (states: readonly PurchaseState[]): string =>
  `(${states.map(sqlState).join(', ')})`
export const sqlCard = (state: CardState): string => `'${state}'`
export const sqlCards = (states: readonly CardState[]): string =>
  `(${states.map(sqlCard).join(', ')})`

export const sqlFailure = (code: FailureCode): string => `'${code}'`

export const sqlReversal = (state: ReversalState): string => `'${state}'`

/** Returns the reversal of a purchase that ends, or whose card leaves VOIDING. */
export function sqlReversalOfEnd(cardState: string): string {
  return `case when ${cardState} = ${sqlCard('REFUNDING')} then ${sqlReversal('refunding')}
       else ${sqlReversal('none')} end`
}

/**
 * Returns the card state of a purchase that ended without completing, when its reversal moves to
 * `reversal`.
 */
export function sqlCardOfReversal(reversal: string): string {
  return `case when state = ${sqlState('COMPLETED')} then card_state
       when ${reversal} = ${sqlReversal('refunded')} then ${sqlCard('REFUNDED')}
       else ${sqlCard('REFUNDING')} end`
}

/** Whether a row's kilograms have left their holder. `table` is the alias of its columns. */
export function sqlTakenBack(table = 'p'): string {
  const states = takingStates.map(sqlReversal).join(', ')
  return `(${table}.state = ${sqlState('COMPLETED')} and ${table}.reversal in (${states})
    and not ${table}.keeps_kilograms)`
}

/** Whether a row is complete and its kilograms have a holder or wait for one. */
export function sqlInForce(table = 'p'): string {
  return `(${table}.state = ${sqlState('COMPLETED')} and not ${sqlTakenBack(table)})`
}

/** Returns the two states of a stage as a statement's values. */
export function statesOf(stage: Stage): readonly string[] {
  return stage.split(' ')
}

/** Returns the two states of a stage as SQL. */
export function sqlStage(stage: Stage): { readonly state: string; readonly cardState: string } {
  const [state, cardState] = statesOf(stage)
  return { state: `'${state}'`, cardState: `'${cardState}'` }
}

/** Returns a move as SQL: `set` for the rows that are `at` its start. */
export function sqlMove<From extends OpenStage>(from: From, to: Next<From>) {
  const [before, after] = [sqlStage(from), sqlStage(to)]
  return {
    at: `state = ${before.state} and card_state = ${before.cardState}`,
    set: `state = ${after.state}, card_state = ${after.cardState}`,
  }
}
