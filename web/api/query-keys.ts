// Names the cached answers of /app that are not under the id of their call (values/call.ts), and refreshes
// what a purchase makes stale.
import type { QueryClient } from '@tanstack/react-query'

export const queryKeys = {
  /** Ids of the calls of boards, for code above them in the order of features. */
  leaderboards: ['getLeaderboards'],
  leaderboard: ['getLeaderboard'],
} as const

/** The first parts of keys whose answers a purchase leaves unchanged. */
const unchanged: ReadonlySet<unknown> = new Set(['listSessions', 'listCertificates', 'standing'])

/** Refreshes the lists and the passport after a purchase. Resolves when all on the screen are fresh. */
export async function refreshAfterPurchase(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ predicate: ({ queryKey: [name] }) => !unchanged.has(name) })
}
