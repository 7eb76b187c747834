// Loads the present exchange rate between two currencies.
import { useQuery } from '@tanstack/react-query'
import { getJsonWith } from '#web/api/api-inputs.ts'
import { queryKeys } from '#web/api/query-keys.ts'
import { rateShape } from './answer-shapes.ts'

const ratePath = '/api/tokens/transaction/fx/latest'

/** Returns the value of a unit of `from` in `to`, both 3-letter codes. */
export function askRate(from: string, to: string, signal?: AbortSignal) {
  return getJsonWith(ratePath, { query: { from, to } }, rateShape, signal)
}

/** Sends no request where `isNeeded` is false, for one currency, or for an invalid code. */
export function useRate(from: string, to: string, isNeeded: boolean) {
  return useQuery({
    queryKey: [...queryKeys.wallet, 'rate', from, to],
    queryFn: ({ signal }) => askRate(from, to, signal),
    enabled: isNeeded && /^[A-Z]{3}$/i.test(from) && from !== to,
    staleTime: 60_000,
  })
}
