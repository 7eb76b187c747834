// Loads current exchange rates between currencies.
import { useQueries, useQuery } from '@tanstack/react-query'
import { ask } from '#web/api/ask.ts'
import { getExchangeRate } from '../wallet-calls.ts'

/** Requests the value of one unit of `from` in `to`. Both are 3-letter codes. */
export function askRate(from: string, to: string, signal?: AbortSignal) {
  return ask(getExchangeRate, { query: { from, to } }, signal)
}

function rateQuery(from: string, to: string, isNeeded: boolean) {
  return {
    queryKey: [getExchangeRate.id, from, to],
    queryFn: ({ signal }: { signal: AbortSignal }) => askRate(from, to, signal),
    enabled: isNeeded && /^[A-Z]{3}$/i.test(from) && from !== to,
    staleTime: 60_000,
  }
}

/** Sends no request if `isNeeded` is false, both currencies are equal, or `from` is invalid. */
export function useRate(from: string, to: string, isNeeded: boolean) {
  return useQuery(rateQuery(from, to, isNeeded))
}

/** Returns the value in `to` of one unit of each currency. The map contains only loaded rates. */
export function useRates(currencies: readonly string[], to: string): ReadonlyMap<string, number> {
  const others = [...new Set(currencies)].filter((from) => from !== to)
  const answers = useQueries({ queries: others.map((from) => rateQuery(from, to, true)) })
  const loadedRates = others.flatMap((from, index) => {
    const rate = answers[index]?.data?.rate
    return rate === undefined ? [] : [[from, rate] as const]
  })
  return new Map([[to, 1], ...loadedRates])
}
