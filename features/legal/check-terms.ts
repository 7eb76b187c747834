// Checks the version of the legal texts that a sign-in agrees to. A refusal uses up neither code nor passkey.
import type { Db } from '#platform/database/database.ts'
import { problem } from '#values/problem.ts'
import { isKnownVersion } from './consent-queries.ts'
import { type TermsProblem, termsChanged } from './legal-calls.ts'
import { type LegalTexts, versionForm } from './legal-texts.ts'

type Services = {
  readonly db: Db
  readonly settings: { readonly legal: LegalTexts | undefined }
}

/**
 * Returns null if the sign-in may go on. Problems: `terms_changed` for an earlier version or none,
 * `unknown_terms` for one that never was. Without legal texts every well-formed version is accepted, and none too.
 */
export async function checkTerms(
  { db, settings: { legal } }: Services,
  given: string | null | undefined,
): Promise<TermsProblem | null> {
  const version = given ?? null
  if (version !== null && !versionForm.test(version)) return problem('unknown_terms')
  if (legal === undefined || version === legal.version) return null
  if (version === null || (await isKnownVersion(db, version))) return termsChanged(legal.version)
  return problem('unknown_terms')
}
