// Formats the states of a purchase, and conditions on a purchase, as SQL. The types reject a misspelled
// state. Untrusted input must not be passed here, because values are not escaped.

import { kgAccounts } from '#ledger/accounts.ts'
import { type ReversalState, takingStates } from './reversal-state.ts'
import {
  type CardState,
  expirableStates,
  type FailureCode,
  type Next,
  type OpenStage,
  type PurchaseState,
  type Stage,
} from './state.ts'

export const sqlState = (state: PurchaseState): string => `'${state}'`
export const sqlStates = (states: readonly PurchaseState[]): string =>
  `(${states.map(sqlState).join(', ')})`
/** SQL condition of an open purchase `p` that is past its expiry. */
export const sqlIsPastExpiry = `p.state in ${sqlStates(expirableStates)} and p.expires_at <= now()`

export const sqlCard = (state: CardState): string => `'${state}'`
export const sqlCards = (states: readonly CardState[]): string =>
  `(${states.map(sqlCard).join(', ')})`

export const sqlFailure = (code: FailureCode): string => `'${code}'`

export const sqlReversal = (state: ReversalState): string => `'${state}'`

/**
 * Returns SQL of the reversal of a purchase that did not complete: `refunding` if its new card state is
 * REFUNDING, otherwise `none`. `cardState` is SQL.
 */
export function sqlReversalOfEnd(cardState: string): string {
  return `case when ${cardState} = ${sqlCard('REFUNDING')} then ${sqlReversal('refunding')}
       else ${sqlReversal('none')} end`
}

/**
 * Returns SQL of the card state after a reversal moves to `reversal`, which is SQL. A completed purchase
 * keeps its card state. Other purchases become REFUNDED if `reversal` is `refunded`, otherwise REFUNDING.
 */
export function sqlCardOfReversal(reversal: string): string {
  return `case when state = ${sqlState('COMPLETED')} then card_state
       when ${reversal} = ${sqlReversal('refunded')} then ${sqlCard('REFUNDED')}
       else ${sqlCard('REFUNDING')} end`
}

/** Returns the SQL condition of a purchase whose kilograms were taken back. `table` is its alias. */
export function sqlTakenBack(table = 'p'): string {
  const states = takingStates.map(sqlReversal).join(', ')
  return `(${table}.state = ${sqlState('COMPLETED')} and ${table}.reversal in (${states})
    and not ${table}.keeps_kilograms)`
}

/** Returns the SQL condition of a completed purchase whose kilograms were not taken back. */
export function sqlInForce(table = 'p'): string {
  return `(${table}.state = ${sqlState('COMPLETED')} and not ${sqlTakenBack(table)})`
}

/** Returns the SQL condition of a purchase that does not wait for its day of delivery. */
export function sqlHasArrived(table = 'p'): string {
  return `(${table}.deliver_on is null or ${table}.delivered_at is not null)`
}

/**
 * SQL condition of a gift `p` that counts as one: at its completion, its number was not the buyer's. A gift
 * to an unused number still counts after the buyer has taken that number, so the kilograms' way decides.
 */
export const sqlCountedGift = `p.is_gift and (p.holder_id is distinct from p.buyer_id
    or exists (select from kg_postings k
      where k.purchase_id = p.id and k.destination = '${kgAccounts.waiting('').name}' || p.id))`

/** Returns the state of the purchase and the state of its card. */
export function statesOf(stage: Stage): readonly string[] {
  return stage.split(' ')
}

/** Returns the two states of a stage as SQL literals. */
export function sqlStage(stage: Stage): { readonly state: string; readonly cardState: string } {
  const [state, cardState] = statesOf(stage)
  return { state: `'${state}'`, cardState: `'${cardState}'` }
}

/** Returns the SQL of a move: `at` is the condition of its start, `set` assigns its end. */
export function sqlMove<From extends OpenStage>(from: From, to: Next<From>) {
  const [start, end] = [sqlStage(from), sqlStage(to)]
  return {
    at: `state = ${start.state} and card_state = ${start.cardState}`,
    set: `state = ${end.state}, card_state = ${end.cardState}`,
  }
}
