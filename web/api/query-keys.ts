// Names the cached answers of /app that are not under the id of their call (values/call.ts), and refreshes
// what a purchase makes stale.
import type { QueryClient } from '@tanstack/react-query'

export const queryKeys = {
  /** Ids of the leaderboards' calls, for features that may not import features/boards. */
  leaderboards: ['getLeaderboards'],
  leaderboard: ['getLeaderboard'],
} as const

/** First elements of the query keys whose answers a purchase does not change. */
const unchanged: ReadonlySet<unknown> = new Set(['listSessions', 'listCertificates', 'standing'])

/**
 * Refreshes the lists and the passport after a purchase. Resolves when all queries on the screen
 * have new answers.
 */
export async function refreshAfterPurchase(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ predicate: ({ queryKey: [name] }) => !unchanged.has(name) })
}
