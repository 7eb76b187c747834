// Groups the statuses of entries for the page. Pure; a new status does not compile until it has its
// group.
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

/** Whether it can be resumed or cancelled, and is not paid yet. */
export const isPending = ({ status }: WithStatus): boolean => outcomes[status] === 'open'

/** Whether it expired, was cancelled or failed. */
export const cameToNothing = ({ status }: WithStatus): boolean => outcomes[status] === 'nothing'

/** Whether it has kilograms to show, also after a refund. */
export const hasKilograms = ({ status }: WithStatus): boolean => outcomes[status] === 'bought'

/** Whether it is completed and not taken back. */
export const isCompleted = ({ status }: WithStatus): boolean => status === 'COMPLETED'
