// Provides hooks for the user's passport and profile, and saves changes of the profile.
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

/** Loads the passport. Until the response, `data` is the profile of the session check. */
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

/** Returns the signed-in user's profile, or undefined without a session. */
export function useProfile(): Profile | undefined {
  const session = useSession()
  return session.status === 'signed-in' ? session.profile : undefined
}

/**
 * Saves changes of the user's profile and reloads the passport and the leaderboards. If the call fails, the
 * profile is unchanged and the error of `ask` is thrown.
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
