// Provides the signed-in member of staff.
import { createContext, useContext } from 'react'
import { getStaffMe, type Me } from '#features/staff/staff-calls.ts'
import { type ConsolePart, readers } from '#values/staff/roles.ts'
import { queryKeyOf } from '#web/api/use-answer.ts'

export const meKey = queryKeyOf(getStaffMe, {})

/** The signed-in member of staff; null outside the frame. */
export const MeContext = createContext<Me | null>(null)

/** Returns the signed-in member of staff. Pages outside the frame have none. */
export function useMe(): Me {
  const me = useContext(MeContext)
  if (me === null) throw new Error('The page is outside the frame.')
  return me
}

/** Returns the roles that may read a part, as words: `money, registry or admin`. */
export function rolesFor(part: ConsolePart): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(readers[part])
}
