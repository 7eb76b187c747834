// Creates and signs a passport's wallet pass for Apple. The caller has authorised the user by the session,
// or the device by the pass's token.

import type { Transaction } from '#platform/database/database.ts'
import {
  type Caller,
  countLimits,
  holdLimits,
  type RateLimit,
} from '#platform/http/limits/rate-limits.ts'
import { readLanguage } from '#values/lists/languages.ts'
import { readLeague } from '#values/lists/leagues.ts'
import { type Problem, problem } from '#values/problem.ts'
import { type PassFacts, passContent } from './pass-content.ts'
import { findPass, type PassRow, writePass } from './pass-queries.ts'
import type { Services } from './pass-services.ts'

export type SignedPass = { readonly bytes: Buffer; readonly modifiedAt: Date }

const hour = 3_600
/** Maximum number of downloads of one user in an hour. A link to Google Wallet counts as a download. */
const downloadsPerHour = 10
/** Maximum number of fetches of one pass in an hour. A device fetches it once after each push. */
const fetchesPerHour = 120

/**
 * Counts a download and returns the signed pass. The first download stores the pass, so that devices can
 * register for it. Problems: `rate_limited`.
 */
export async function downloadPass(
  services: Services,
  passportId: string,
  caller: Caller,
): Promise<SignedPass | Problem<'rate_limited'>> {
  const row = await services.db.transaction((tx) => countDownload(tx, passportId, caller))
  return 'problem' in row ? row : signPass(services, row)
}

/** Counts a download for either wallet, stores the pass if it is missing, and returns it. */
export async function countDownload(
  tx: Transaction,
  passportId: string,
  caller: Caller,
): Promise<PassRow | Problem<'rate_limited'>> {
  const limits = limitsOf(caller, `pass/download/${passportId}`, downloadsPerHour)
  const waitSeconds = await holdLimits(tx, limits)
  if (waitSeconds !== null) return problem('rate_limited', { retryAfterSeconds: waitSeconds })
  await countLimits(tx, limits)
  await writePass(tx, passportId)
  const pass = await findPass(tx, passportId)
  if (pass === null) throw new Error('a session without a passport')
  return pass
}

type PassCopy = {
  readonly passportId: string
  /** The version of the token in the device's copy. */
  readonly tokenVersion: number
  readonly knownSince: Date | undefined
}

/**
 * Returns the signed pass, or null if it is unchanged since `knownSince`. `modified_at` has whole seconds,
 * because HTTP dates have. A copy whose token has ended never gets the next token. Problems: `not_found`,
 * `rate_limited`.
 */
export async function fetchPass(
  services: Services,
  { passportId, tokenVersion, knownSince }: PassCopy,
  caller: Caller,
): Promise<SignedPass | null | Problem<'not_found' | 'rate_limited'>> {
  const row = await findPass(services.db, passportId)
  if (row === null || row.token_version !== tokenVersion) return problem('not_found')
  if (knownSince !== undefined && row.modified_at <= knownSince) return null
  const limits = limitsOf(caller, `pass/fetch/${passportId}`, fetchesPerHour)
  const waitSeconds = await services.db.transaction(async (tx) => {
    const seconds = await holdLimits(tx, limits)
    if (seconds === null) await countLimits(tx, limits)
    return seconds
  })
  if (waitSeconds !== null) return problem('rate_limited', { retryAfterSeconds: waitSeconds })
  return signPass(services, row)
}

function limitsOf({ isExempt }: Caller, bucket: string, max: number): RateLimit[] {
  return isExempt ? [] : [{ bucket, windowSeconds: hour, max }]
}

async function signPass(
  { passSigner, keys, settings }: Services,
  row: PassRow,
): Promise<SignedPass> {
  const webService = {
    publicUrl: settings.publicUrl,
    authenticationToken: keys.passToken(row.passport_id, row.token_version),
  }
  const bytes = await passSigner.sign((identity) => passContent(factsOf(row), webService, identity))
  return { bytes, modifiedAt: row.modified_at }
}

export function factsOf(row: PassRow): PassFacts {
  return {
    passportId: row.passport_id,
    language: readLanguage(row.language),
    country: row.country,
    totalKg: row.total_kg,
    offsetLeague: readLeague(row.offset_league),
    ecoLeague: readLeague(row.eco_league),
    updatedAt: row.updated_at,
    isVoid: row.is_void,
  }
}
