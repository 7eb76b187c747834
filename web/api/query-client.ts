// Configures the queries of /app: answers stay fresh for 5 s, few calls are retried, and calls are
// sent even if the browser reports that it is offline. api.ts handles a 401 of any call.
import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'

/** Parts of a page with the same query share one call during this time, and so do two pages. */
const freshForMs = 5_000

/** Allows one automatic retry, after an error other than an answer. Otherwise the user presses Retry. */
function shouldRetry(failures: number, error: Error): boolean {
  return failures < 1 && !(error instanceof ApiError)
}

export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: freshForMs,
        retry: shouldRetry,
        retryDelay: 800,
        // A query that waits for the network would show a skeleton for ever.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/**
 * Query keys for features that may not import the calls. A query key begins with the id of its call in
 * most cases (values/call.ts).
 */
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
