// Loads the passport. Until the answer, it returns the profile of the session check.
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ask } from '#web/api/ask.ts'
import { queryKeys } from '#web/api/query-client.ts'
import {
  changeProfile,
  getPassport,
  type Profile,
  type ProfileChanges,
} from '../../people-calls.ts'
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

/**
 * Saves changes of the user's profile and reloads everything that shows it. Throws the errors of
 * `ask`; the profile is unchanged then.
 */
export async function saveProfile(client: QueryClient, changes: ProfileChanges): Promise<void> {
  updateProfile(await ask(changeProfile, { body: changes }))
  const { leaderboards, leaderboard } = queryKeys
  await Promise.all(
    [[getPassport.id], leaderboards, leaderboard].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  )
}
