// Loads the current exchange rate between two currencies.
import { useQuery } from '@tanstack/react-query'
import { ask } from '#web/api/ask.ts'
import { getExchangeRate } from '../wallet-calls.ts'

/** Requests the value of one unit of `from` in `to`. Both are 3-letter codes. */
export function askRate(from: string, to: string, signal?: AbortSignal) {
  return ask(getExchangeRate, { query: { from, to } }, signal)
}

/** Sends no request if `isNeeded` is false, the currencies are equal, or `from` is no 3-letter code. */
export function useRate(from: string, to: string, isNeeded: boolean) {
  return useQuery({
    queryKey: [getExchangeRate.id, from, to],
    queryFn: ({ signal }) => askRate(from, to, signal),
    enabled: isNeeded && /^[A-Z]{3}$/i.test(from) && from !== to,
    staleTime: 60_000,
  })
}
