// Reads the header Retry-After of a busy server.

/** Returns the seconds to wait, or undefined if the header is absent, a date, or no whole number. */
export function secondsInRetryAfter(header: string | null): number | undefined {
  return /^\d{1,9}$/.test(header ?? '') ? Number(header) : undefined
}
