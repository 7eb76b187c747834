// Reads the fields of untrusted JSON.

export type Fields = Readonly<Record<string, unknown>>

/** Returns the fields of an object, or null for any other value. */
export function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
}
