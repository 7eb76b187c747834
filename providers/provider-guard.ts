// Guards every call of a provider with a timeout and a circuit breaker, so that no caller waits for
// a provider that is down. A caller's own fault, such as an invalid number, must not count as a
// failure.
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
  /** Called when a circuit opens (true) and when it closes. */
  readonly onRest: (name: string, isResting: boolean) => void
  readonly restMs?: number
  /** Multiplies every limit of time. */
  readonly timeoutFactor?: number
}

/** Each process has its own state, and learns of failures by its own calls. */
export function openProviderGuard({
  onRest,
  restMs = defaultRestMs,
  timeoutFactor = 1,
}: GuardOptions): ProviderGuard {
  const breakers: { shutdown(): void }[] = []
  return {
    guard(name, ask, timeoutMs) {
      const bounded = (...args: Parameters<typeof ask>) =>
        withTimeout(ask(...args), timeoutMs * timeoutFactor)
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

/** Whether the provider understood and refused this one request. */
function isOfRequest(error: unknown): boolean {
  if (error instanceof RequestRefused) return true
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  return typeof status === 'number' && status >= 400 && status < 500 && !providersOwn.has(status)
}
