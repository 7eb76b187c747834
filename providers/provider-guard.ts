// Guards every call of a provider with a timeout and a circuit breaker, so that no caller waits for
// a provider that is down. A caller's own fault, such as an invalid number, must not count as a
// failure.
import CircuitBreaker from 'opossum'
import { RequestRefused, withTimeout } from '#providers/with-timeout.ts'

/** A circuit opens when more than half of at least 20 calls of the last minute failed. */
const callsMin = 20
const failedPercentMax = 50
const lookBackMs = 60_000
/** Time after which an open circuit lets one call through. Its outcome closes or reopens the circuit. */
const defaultRestMs = 10_000

export type ProviderGuard = {
  /** Returns `ask` with a timeout. It rejects at once while its circuit is open. */
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
  /** Factor applied to every timeout. Default 1. */
  readonly timeoutFactor?: number
}

/** Each process has its own circuits, which count its own calls. */
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

/** HTTP statuses below 500 whose cause is the provider or our account, not the request. */
const providersOwn: ReadonlySet<unknown> = new Set([401, 403, 408, 409, 425, 429])

/** Whether the provider understood and refused this one request. */
function isOfRequest(error: unknown): boolean {
  if (error instanceof RequestRefused) return true
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  return typeof status === 'number' && status >= 400 && status < 500 && !providersOwn.has(status)
}
