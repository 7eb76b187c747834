// Defines the number of attempts of a call to a provider, and the wait after each failure.

/** Maximum number of attempts. The seven waits between them add up to about 53 minutes. */
export const triesMax = 8
const waitMaxSeconds = 1_800

/** Returns the seconds to wait after that many failed attempts: 1, 4, 16 and so on. */
export function waitAfter(attempts: number): number {
  return Math.min(waitMaxSeconds, 4 ** (attempts - 1))
}
