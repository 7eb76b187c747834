// Saves changes of the user's profile and reloads everything that shows it.
import type { QueryClient } from '@tanstack/react-query'
import { sendJson } from '#web/api/api.ts'
import type { Body } from '#web/api/api-routes.ts'
import { queryKeys } from '#web/api/query-keys.ts'
import { profileShape } from '../answer-shapes.ts'
import { updateProfile } from '../session/session.ts'

type Changes = Body<'PATCH', '/api/profile'>

/** Throws the errors of `sendJson`; the profile is unchanged then. */
export async function saveProfile(client: QueryClient, changes: Changes): Promise<void> {
  updateProfile(await sendJson('PATCH', '/api/profile', profileShape, changes))
  const { passport, leaderboards, leaderboard } = queryKeys
  await Promise.all(
    [passport, leaderboards, leaderboard].map((queryKey) => client.invalidateQueries({ queryKey })),
  )
}
