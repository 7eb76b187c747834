// Saves changes of the user's profile and reloads everything that shows it.
import type { QueryClient } from '@tanstack/react-query'
import { ask } from '#web/api/ask.ts'
import { queryKeys } from '#web/api/query-keys.ts'
import { changeProfile, getPassport, type ProfileChanges } from '../../people-calls.ts'
import { updateProfile } from '../session/session.ts'

/** Throws the errors of `ask`; the profile is unchanged then. */
export async function saveProfile(client: QueryClient, changes: ProfileChanges): Promise<void> {
  updateProfile(await ask(changeProfile, { body: changes }))
  const { leaderboards, leaderboard } = queryKeys
  await Promise.all(
    [[getPassport.id], leaderboards, leaderboard].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  )
}
