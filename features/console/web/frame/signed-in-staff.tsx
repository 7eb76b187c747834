// Provides the signed-in member of staff, and leads to the sign-in page when the session ends.
import { useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect } from 'react'
import { useLocation } from 'wouter'
import { getStaffMe, type Me } from '#features/staff/staff-calls.ts'
import { type ConsolePart, readers } from '#values/staff/roles.ts'
import { onUnauthenticated } from '#web/api/api.ts'
import { queryKeyOf } from '#web/api/use-answer.ts'
import { signInAddress, signInPath } from './console-paths.ts'

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

/** Leads to the sign-in page after each 401, and forgets all answers. */
export function useSignInWhenEnded(): void {
  const client = useQueryClient()
  const [location, navigate] = useLocation()
  useEffect(
    () =>
      onUnauthenticated(() => {
        if (location === signInPath || location.startsWith('/invitation/')) return
        navigate(signInAddress(`${location}${window.location.search}`), { replace: true })
        client.clear()
      }),
    [client, location, navigate],
  )
}
