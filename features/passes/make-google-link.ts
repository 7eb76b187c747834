// Creates the link with which a user saves the current pass to Google Wallet.

import type { Caller } from '#platform/http/limits/rate-limits.ts'
import { signSaveToken } from '#providers/wallet-pass/google-signature.ts'
import type { GoogleWallet } from '#providers/wallet-pass/google-wallet.ts'
import type { Problem } from '#values/problem.ts'
import { googleClass, googleObject } from './google-pass.ts'
import { countDownload, factsOf } from './make-pass.ts'
import { writeGooglePass } from './pass-queries.ts'
import type { Services } from './pass-services.ts'
import type { SaveLink } from './passes-calls.ts'

/**
 * Creates and signs the link, counts it as a download, and stores the pass so that later changes are pushed
 * to Google. Problems: `rate_limited`.
 */
export async function makeGoogleLink(
  { db, keys, settings, clock }: Services,
  { account, saveUrl }: GoogleWallet,
  passportId: string,
  caller: Caller,
): Promise<SaveLink | Problem<'rate_limited'>> {
  const { issuerId } = account
  const passOrProblem = await db.transaction(async (tx) => {
    const row = await countDownload(tx, passportId, caller)
    if ('problem' in row) return row
    const passId = await writeGooglePass(tx, passportId, keys.googlePassId(passportId))
    return { pass: googleObject(factsOf(row), passId, issuerId) }
  })
  if ('problem' in passOrProblem) return passOrProblem
  const savedContent = { ...passOrProblem, passClass: googleClass(issuerId) }
  const token = await signSaveToken(account, savedContent, settings.publicUrl, clock())
  return { save_url: `${saveUrl}/${token}` }
}
