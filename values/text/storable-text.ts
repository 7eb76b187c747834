// Finds texts that PostgreSQL cannot keep, in values that were parsed from JSON. Pure.

/** Whether a text or a member's name has NUL, or half of a pair of surrogates, which UTF-8 cannot write. */
export function holdsUnstorableText(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || /\p{Cs}/u.test(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, member]) => [name, member].some(holdsUnstorableText))
}
