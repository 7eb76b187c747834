// Loads the present exchange rate between two currencies.
import { useQuery } from '@tanstack/react-query'
import { ask } from '#web/api/ask.ts'
import { getExchangeRate } from '../wallet-calls.ts'

/** Returns the value of a unit of `from` in `to`, both 3-letter codes. */
export function askRate(from: string, to: string, signal?: AbortSignal) {
  return ask(getExchangeRate, { query: { from, to } }, signal)
}

/** Sends no request where `isNeeded` is false, for one currency, or for an invalid code. */
export function useRate(from: string, to: string, isNeeded: boolean) {
  return useQuery({
    queryKey: [getExchangeRate.id, from, to],
    queryFn: ({ signal }) => askRate(from, to, signal),
    enabled: isNeeded && /^[A-Z]{3}$/i.test(from) && from !== to,
    staleTime: 60_000,
  })
}
