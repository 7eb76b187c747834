// The states of a purchase as SQL writes them: a statement that misspells one does not compile.
// Pure text; it must not hold a value that somebody sent.

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

/** The reversal of a purchase that ends, or whose card leaves VOIDING. */
export function sqlReversalOfEnd(cardState: string): string {
  return `case when ${cardState} = ${sqlCard('REFUNDING')} then ${sqlReversal('refunding')}
       else ${sqlReversal('none')} end`
}

/** The card of a purchase that ended without completing, as its reversal moves to `reversal`. */
export function sqlCardOfReversal(reversal: string): string {
  return `case when state = ${sqlState('COMPLETED')} then card_state
       when ${reversal} = ${sqlReversal('refunded')} then ${sqlCard('REFUNDED')}
       else ${sqlCard('REFUNDING')} end`
}

/** Whether a row's kilograms have left their holder; `table` names its columns where others stand. */
export function sqlTakenBack(table = 'p'): string {
  const states = takingStates.map(sqlReversal).join(', ')
  return `(${table}.state = ${sqlState('COMPLETED')} and ${table}.reversal in (${states})
    and not ${table}.keeps_kilograms)`
}

/** Whether a row is complete and somebody holds its kilograms, or they wait for somebody. */
export function sqlStands(table = 'p'): string {
  return `(${table}.state = ${sqlState('COMPLETED')} and not ${sqlTakenBack(table)})`
}

/** Two states as a statement's values: where it moves from, or to. */
export function statesOf(stage: Stage): readonly string[] {
  return stage.split(' ')
}

/** The two states of a stage as SQL writes them. */
export function sqlStage(stage: Stage): { readonly state: string; readonly cardState: string } {
  const [state, cardState] = statesOf(stage)
  return { state: `'${state}'`, cardState: `'${cardState}'` }
}

/** A move as SQL writes it: `set` on the rows that are `at` its beginning. */
export function sqlMove<From extends OpenStage>(from: From, to: Next<From>) {
  const [before, after] = [sqlStage(from), sqlStage(to)]
  return {
    at: `state = ${before.state} and card_state = ${before.cardState}`,
    set: `state = ${after.state}, card_state = ${after.cardState}`,
  }
}
