// What the status of an entry means for the page. Pure; a new status does not compile until it is
// said here what came of it.
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

/** It can be taken up or cancelled, and nothing is paid yet. */
export const isPending = ({ status }: WithStatus): boolean => outcomes[status] === 'open'

/** It expired, was cancelled or failed. */
export const cameToNothing = ({ status }: WithStatus): boolean => outcomes[status] === 'nothing'

/** It has kilograms to show, were they given back since or not. */
export const hasKilograms = ({ status }: WithStatus): boolean => outcomes[status] === 'bought'

/** Nobody asked for it back. */
export const isCompleted = ({ status }: WithStatus): boolean => status === 'COMPLETED'
