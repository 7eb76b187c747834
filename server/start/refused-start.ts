// Recognises errors that forbid a start or a command until the settings or the database are
// changed, and sets the exit code for them.
import { OldDatabaseError } from '#platform/database/schema/reach-database.ts'
import { SettingsError } from '#server/settings/settings.ts'

/**
 * Exit code after which scripts/keep-running.mjs and systemd do not restart the program (EX_CONFIG of
 * sysexits.h).
 */
export const refusedStart = 78

export function isRefusedStart(error: unknown): error is Error {
  return error instanceof SettingsError || error instanceof OldDatabaseError
}
