// Configures the queries of /app. Responses are fresh for 5 s, and a failed call is retried at most once.
// Calls are sent even if the browser reports that it is offline. api.ts handles status 401 of all calls.
import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'

/** Milliseconds for which a response is fresh. Parts and pages with the same query share it. */
const freshForMs = 5_000

/** Returns true for the first failure without a response. After other failures, the user presses Retry. */
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
        // Otherwise a query would wait for the network and show a skeleton for ever.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/**
 * Query keys of calls that the features using them may not import. A query key usually begins with the id of
 * its call (values/call.ts).
 */
export const queryKeys = {
  leaderboards: ['getLeaderboards'],
  leaderboard: ['getLeaderboard'],
} as const

/** First elements of query keys whose responses a purchase does not change. */
const unchanged: ReadonlySet<unknown> = new Set(['listSessions', 'listCertificates', 'standing'])

/**
 * Refreshes the cached responses that a purchase may change. Resolves when all queries on the screen have new
 * responses.
 */
export async function refreshAfterPurchase(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ predicate: ({ queryKey: [name] }) => !unchanged.has(name) })
}
