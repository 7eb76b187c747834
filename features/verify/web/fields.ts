// The fields of what JSON says, for whoever believes none of it.

export type Fields = Readonly<Record<string, unknown>>

/** Null where the value is no object. */
export function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
}
