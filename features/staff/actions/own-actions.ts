// Says which actions a member of staff may run: those with one of the member's roles.
import type { StaffViewer } from '#features/staff/staff-session.ts'
import type { Action } from '#platform/actions/action.ts'

type Roles = Pick<StaffViewer, 'roles'>

/** Returns true if the member holds a role that may run the action. */
export function holdsRole<Services>(
  action: Action<Services> | undefined,
  { roles }: Roles,
): action is Action<Services> {
  const allowed: readonly string[] = action?.roles ?? []
  return roles.some((role) => allowed.includes(role))
}

/** Returns the actions that the member may run, in the order of the list. */
export function ownActionsOf<Services>(
  actions: Iterable<Action<Services>>,
  staff: Roles,
): Action<Services>[] {
  return [...actions].filter((action) => holdsRole(action, staff))
}
