// Finishes a restore. It erases people again who were erased after the backup, as listed in the file
// outside the database. It also ends all sessions, suspends passkeys, pauses plans and makes requests for approval void.
// It lists what partners and staff may have changed since the backup.

import { z } from 'zod'
import { repeatErasures } from '#features/own-data/erase-passport.ts'
import { suspendPasskeys } from '#features/passkeys/passkey-queries.ts'
import { writeAllSessionEnds } from '#features/people/session-queries.ts'
import { pauseAllPlans } from '#features/plans/plans-queries.ts'
import { voidApprovals } from '#features/staff/approval-queries.ts'
import { endAllStaffAccess } from '#features/staff/sessions/staff-session-queries.ts'
import { findProgrammes, type ListedProgramme } from '#features/wallet/programmes/programme-rows.ts'
import type { Database } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { readIfThere } from '#platform/read-if-there.ts'
import { ownDataParts } from '#server/own-data-parts.ts'
import type { Settings } from '#server/settings/settings.ts'
import { openOwnNumberKeys } from '#server/start/own-number-keys.ts'
import { BackupError } from './backup-file.ts'

const erasure = z.object({ passport: z.uuid() })

const liveTerminals = statement(
  'terminals-for-review',
  { id: 'text', programme_id: 'text', holder_name: 'text' },
  `select id, programme_id, holder_name from partner_terminals
   where retires_at is null or retires_at > now() order by programme_id, id`,
)

/**
 * Returns the ids in the file of erasures; outside production null for a missing file. Throws a
 * BackupError if the file is missing in production, or a line is invalid. Then no row may be restored.
 */
export async function readErasures({
  erasuresFile,
  production,
}: Settings): Promise<string[] | null> {
  const text = await readIfThere(erasuresFile)
  if (text === null) {
    if (!production) return null
    throw new BackupError(
      `ERASURES_FILE (${erasuresFile}) cannot be read: without it people who deleted their passports ` +
        'would be back. Where nobody ever did, make it an empty file. Nothing was changed.',
    )
  }
  return text.split('\n').flatMap((line, index) => (line === '' ? [] : idIn(line, index + 1)))
}

function idIn(line: string, number: number): string {
  try {
    return erasure.parse(JSON.parse(line)).passport
  } catch {
    throw new BackupError(`Line ${number} of ERASURES_FILE is damaged. Nothing was changed.`)
  }
}

export type AfterRestore = {
  readonly erased: number
  readonly terminals: readonly { id: string; programme_id: string; holder_name: string }[]
  /** Number of requests for approval that were made void. */
  readonly approvals: number
  /** Programmes with their funds, lines and limits, which are those of the backup. */
  readonly programmes: readonly ListedProgramme[]
}

/** Repeats the erasures. Idempotent. Throws a SettingsError if NUMBERS_KEY is not that of the backup. */
export async function repeatErasuresOf(
  db: Database,
  settings: Settings,
  passportIds: readonly string[],
): Promise<AfterRestore> {
  const numbers = await openOwnNumberKeys(db, settings)
  const erased = await repeatErasures(db, ownDataParts(numbers), passportIds)
  await writeAllSessionEnds(db)
  // The backup may contain passkeys that their owners have removed since.
  await suspendPasskeys(db)
  await endAllStaffAccess(db)
  // The runs since the backup are unknown: no plan pays until its owner resumes it.
  await pauseAllPlans(db)
  // A request may have been decided since, and must not be approved a second time.
  const voided = await voidApprovals(db)
  return {
    erased,
    terminals: await db.run(liveTerminals),
    approvals: voided.length,
    programmes: await findProgrammes(db),
  }
}
