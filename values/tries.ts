// Computes how often a call to a provider is tried, and the wait after each failure.

/** The seven waits between them add up to some 53 minutes. */
export const triesMax = 8
const waitMaxSeconds = 1_800

/** Seconds until the next try after so many, the failed one included: 1, 4, 16 and so on. */
export function waitAfter(tries: number): number {
  return Math.min(waitMaxSeconds, 4 ** (tries - 1))
}
