// Adds a timeout and a circuit breaker to every call of a provider, so that no caller waits for a
// provider that is down. An error of the caller, such as an invalid phone number, must not count as a
// failure.
import CircuitBreaker from 'opossum'
import { RequestRefused, withTimeout } from '#providers/with-timeout.ts'

/**
 * Minimum number of calls before a circuit opens. It opens if more than half of the calls of the last
 * minute failed.
 */
const callsMin = 20
const failedPercentMax = 50
const lookBackMs = 60_000
/**
 * Time in milliseconds after which an open circuit lets one call through. Its outcome closes or reopens
 * the circuit.
 */
const defaultOpenMs = 10_000

export type ProviderGuard = {
  /** Returns `ask` with a timeout. It rejects immediately while its circuit is open. */
  guard<Args extends unknown[], Result>(
    name: string,
    ask: (...args: Args) => Promise<Result>,
    timeoutMs: number,
  ): (...args: Args) => Promise<Result>
  close(): void
}

type GuardOptions = {
  /** Called when a circuit opens (true) and when it closes. */
  readonly onCircuitChange: (name: string, isOpen: boolean) => void
  readonly openMs?: number
  /** Factor applied to every timeout. Default 1. */
  readonly timeoutFactor?: number
}

/** Opens a guard. Each process has its own circuits, which count its own calls. */
export function openProviderGuard({
  onCircuitChange,
  openMs = defaultOpenMs,
  timeoutFactor = 1,
}: GuardOptions): ProviderGuard {
  const breakers: { shutdown(): void }[] = []
  return {
    guard(name, ask, timeoutMs) {
      const callWithTimeout = (...args: Parameters<typeof ask>) =>
        withTimeout(ask(...args), timeoutMs * timeoutFactor)
      const breaker = new CircuitBreaker(callWithTimeout, {
        timeout: false,
        rollingPercentilesEnabled: false,
        volumeThreshold: callsMin,
        errorThresholdPercentage: failedPercentMax,
        rollingCountTimeout: lookBackMs,
        resetTimeout: openMs,
        errorFilter: isRequestFault,
      })
      breaker.on('open', () => onCircuitChange(name, true))
      breaker.on('close', () => onCircuitChange(name, false))
      breakers.push(breaker)
      return (...args) => breaker.fire(...args)
    },
    close() {
      for (const breaker of breakers) breaker.shutdown()
    },
  }
}

/** HTTP statuses below 500 whose cause is the provider or our account, not the request. */
const providerStatuses: ReadonlySet<unknown> = new Set([401, 403, 408, 409, 425, 429])

/** Returns true if the provider refused this request for a reason in the request itself. */
function isRequestFault(error: unknown): boolean {
  if (error instanceof RequestRefused) return true
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  return (
    typeof status === 'number' && status >= 400 && status < 500 && !providerStatuses.has(status)
  )
}
