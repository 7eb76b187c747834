// Finds texts that PostgreSQL cannot keep, in values that were parsed from JSON. Pure.

/**
 * Returns true if a text or a member name contains NUL, or an unpaired surrogate, which UTF-8 cannot
 * encode.
 */
export function holdsUnstorableText(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || /\p{Cs}/u.test(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, member]) => [name, member].some(holdsUnstorableText))
}
