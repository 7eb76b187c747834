// What can go wrong with the embedded PostgreSQL, told to people. It must not hold a password.

/** Its message is a sentence for people, with what they can do. */
export class EmbeddedDatabaseError extends Error {
  readonly code = 'embedded_database'
}

export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
