// Stands before every call of every provider: each ends in time, and where most of the last ones
// failed none is made for a while, so that nobody waits for a provider that is known to be down.
// What is the caller's own, such as a number that is none, must not count.
import CircuitBreaker from 'opossum'
import { RequestRefused } from '#providers/request-refused.ts'
import { withTimeout } from '#providers/with-timeout.ts'

/** More than half of at least so many calls of the last minute. */
const callsMin = 20
const failedPercentMax = 50
const lookBackMs = 60_000
/** Then one call is let through, and its outcome decides. */
const defaultRestMs = 10_000

export type ProviderGuard = {
  /** `ask` with a limit of time; it rejects at once while its circuit is open. */
  guard<Args extends unknown[], Result>(
    name: string,
    ask: (...args: Args) => Promise<Result>,
    timeoutMs: number,
  ): (...args: Args) => Promise<Result>
  close(): void
}

type GuardOptions = {
  /** Told when a call begins to rest (true), and when it is made again as usual. */
  readonly onRest: (name: string, isResting: boolean) => void
  readonly restMs?: number
  /** Multiplies every limit of time. */
  readonly patience?: number
}

/** The state is this process's own: each finds out for itself, and none waits for another. */
export function openProviderGuard({
  onRest,
  restMs = defaultRestMs,
  patience = 1,
}: GuardOptions): ProviderGuard {
  const breakers: { shutdown(): void }[] = []
  return {
    guard(name, ask, timeoutMs) {
      const bounded = (...args: Parameters<typeof ask>) =>
        withTimeout(ask(...args), timeoutMs * patience)
      const breaker = new CircuitBreaker(bounded, {
        timeout: false,
        rollingPercentilesEnabled: false,
        volumeThreshold: callsMin,
        errorThresholdPercentage: failedPercentMax,
        rollingCountTimeout: lookBackMs,
        resetTimeout: restMs,
        errorFilter: isOfRequest,
      })
      breaker.on('open', () => onRest(name, true))
      breaker.on('close', () => onRest(name, false))
      breakers.push(breaker)
      return (...args) => breaker.fire(...args)
    },
    close() {
      for (const breaker of breakers) breaker.shutdown()
    },
  }
}

/** Statuses of HTTP below 500 that tell of the provider, or of our account there. */
const providersOwn: ReadonlySet<unknown> = new Set([401, 403, 408, 409, 425, 429])

/** Whether the provider has understood and said no to this one request. */
function isOfRequest(error: unknown): boolean {
  if (error instanceof RequestRefused) return true
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  return typeof status === 'number' && status >= 400 && status < 500 && !providersOwn.has(status)
}
