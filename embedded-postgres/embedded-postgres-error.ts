// Defines the error of the embedded PostgreSQL. Its message is for people and must not contain a password.

/** The message names the fault and a next step. */
export class EmbeddedDatabaseError extends Error {
  readonly code = 'embedded_database'
}

export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
