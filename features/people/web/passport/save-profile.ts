// Changes what people say of themselves, and has read anew what shows it.
import type { QueryClient } from '@tanstack/react-query'
import { sendJson } from '#web/api/api.ts'
import type { Body } from '#web/api/api-routes.ts'
import { queryKeys } from '#web/api/query-keys.ts'
import { profileShape } from '../answer-shapes.ts'
import { updateProfile } from '../session/session.ts'

type Changes = Body<'PATCH', '/api/profile'>

/** Throws what `sendJson` throws; nothing is changed then. */
export async function saveProfile(client: QueryClient, changes: Changes): Promise<void> {
  updateProfile(await sendJson('PATCH', '/api/profile', profileShape, changes))
  const { passport, leaderboards } = queryKeys
  await Promise.all(
    [passport, leaderboards].map((queryKey) => client.invalidateQueries({ queryKey })),
  )
}
