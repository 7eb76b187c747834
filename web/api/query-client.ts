// Configures the queries of /app: fresh after a purchase, few repeats, and also in a browser that
// reports itself offline. api.ts handles a 401, for every call alike.
import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'

/** Two parts of a page with the same query, and quick navigation, share one call. */
const freshForMs = 5_000

/** The user decides with Retry; only an unreachable server gets one automatic repeat. */
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
