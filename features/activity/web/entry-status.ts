// Groups the statuses of entries. The type makes a new status without a group a compile error. Pure.
import type { ListedState } from '#features/purchases/states/state.ts'

type Outcome = 'open' | 'bought' | 'nothing'
type WithStatus = { readonly status: ListedState }

const outcomes = {
  PENDING: 'open',
  COMPLETED: 'bought',
  REFUNDED: 'bought',
  DISPUTED: 'bought',
  FAILED: 'nothing',
  EXPIRED: 'nothing',
} as const satisfies Record<ListedState, Outcome>

/** Returns true for an unpaid entry that can be resumed or cancelled. */
export const isPending = ({ status }: WithStatus): boolean => outcomes[status] === 'open'

/** Returns true for an entry that expired, was cancelled or failed. */
export const isUnsuccessful = ({ status }: WithStatus): boolean => outcomes[status] === 'nothing'

/** Returns true for an entry with kilograms to show, including a refunded one. */
export const hasKilograms = ({ status }: WithStatus): boolean => outcomes[status] === 'bought'

/** Returns true for a completed entry that is neither refunded nor disputed. */
export const isCompleted = ({ status }: WithStatus): boolean => status === 'COMPLETED'
