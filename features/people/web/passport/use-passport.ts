// Loads the passport. Until the answer, it returns the profile of the session check.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ask } from '#web/api/ask.ts'
import { getPassport, type Profile } from '../../people-calls.ts'
import { updateProfile, useSession } from '../session/session.ts'

export function usePassport() {
  const profile = useProfile()
  const query = useQuery({
    queryKey: [getPassport.id],
    queryFn: ({ signal }) => ask(getPassport, {}, signal),
    placeholderData: () => profile,
  })
  const { data, isPlaceholderData } = query
  useEffect(() => {
    if (data && !isPlaceholderData) updateProfile(data)
  }, [data, isPlaceholderData])
  return query
}

/** Returns the signed-in user's profile; undefined while signing out. */
export function useProfile(): Profile | undefined {
  const session = useSession()
  return session.status === 'signed-in' ? session.profile : undefined
}
