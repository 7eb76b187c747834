// Exports all data of a user as one file (docs/product.md#export). It requires a recent code in the session,
// which may be the code of the sign-in.

import type { ConfirmBody } from '#features/own-data/own-data-calls.ts'
import { ownUse } from '#features/own-data/request-profile-code.ts'
import type { Viewer } from '#features/people/find-session.ts'
import type { DataOwner } from '#features/people/own-data-part.ts'
import { hasFreshCode, noteCode } from '#features/people/own-sessions.ts'
import { checkCode, consumeCode } from '#features/sign-in/codes/check-code.ts'
import { type Caller, countLimits, holdLimits } from '#platform/http/limits/rate-limits.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'
import type { Services } from './own-data-services.ts'

const exportsPerDay = 3
const day = 86_400

const about =
  'This is all that Carbon Passport keeps about you. Times are in UTC. Numbers of other people are ' +
  'shown in part, unless you typed them yourself. Codes and secret keys are not kept, so none is here.'

/** The user's data, by the titles of its parts. */
export type OwnDataFile = { readonly file: Readonly<Record<string, unknown>> }

/** Counts and returns an export. Problems: `code_required`, `rate_limited`. */
export async function exportData(
  { db, ownDataParts, clock }: Services,
  { sessionId, passportId, phone }: Viewer,
): Promise<OwnDataFile | Problem<'code_required' | 'rate_limited'>> {
  if (!(await hasFreshCode(db, sessionId))) return problem('code_required')
  const limits = [{ bucket: `export/${passportId}`, windowSeconds: day, max: exportsPerDay }]
  const waitSeconds = await db.transaction(async (tx) => {
    const seconds = await holdLimits(tx, limits)
    if (seconds === null) await countLimits(tx, limits)
    return seconds
  })
  if (waitSeconds !== null) return problem('rate_limited', { retryAfterSeconds: waitSeconds })
  return { file: await readOwnData({ db, ownDataParts, clock }, { passportId, phone }) }
}

/** Returns all data of a user, by the titles of its parts. */
export async function readOwnData(
  { db, ownDataParts, clock }: Pick<Services, 'db' | 'ownDataParts' | 'clock'>,
  owner: DataOwner,
): Promise<OwnDataFile['file']> {
  const file: Record<string, unknown> = { about, 'made at': new Date(clock()).toISOString() }
  for (const { title, read } of ownDataParts) {
    if (read !== undefined) file[title] = await read(db, owner)
  }
  return file
}

/**
 * Allows exports and changes of passkeys in this session for 15 minutes, after a correct code. Problems:
 * `invalid_code`, `rate_limited`.
 */
export async function confirmWithCode(
  services: Services,
  viewer: Viewer,
  { code, purpose }: ConfirmBody,
  caller: Caller,
): Promise<Problem<'invalid_code' | 'rate_limited'> | null> {
  const correctCode = await checkCode(services, ownUse(viewer, purpose ?? 'export'), code, caller)
  if (isProblem(correctCode)) return correctCode
  return services.db.transaction(async (tx) => {
    if (!(await consumeCode(tx, correctCode))) return problem('invalid_code')
    await noteCode(tx, viewer.sessionId)
    return null
  })
}

/** Writes the file with one fact a line, because people read it. */
export const exportText = (file: unknown): string => JSON.stringify(file, null, 2)
