// How /app asks for data: fresh enough after a purchase, never in storms, and also where the browser
// takes itself for offline, since only an answer knows. A 401 is not handled
// here: api.ts ends the session for every call alike.
import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'

/** Two parts of a page that want the same answer, and quick walks to and fro, share one call. */
const freshForMs = 5_000

/** The person decides with Retry; only a server that was not reached is asked once more. */
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
        // A question that waits for the network without a word would show a skeleton for ever.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
