// Declares the SQL of consents and of the versions of the legal texts.
import type { Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'

export type Consent = { readonly passportId: string; readonly termsVersion: string }
const newConsent = unnestRows<Consent>({
  passport_id: ['uuid', ({ passportId }) => passportId],
  terms_version: ['text', ({ termsVersion }) => termsVersion],
})
const insertConsents = statement(
  'insert-consents',
  {},
  `insert into consents (${newConsent.names}) select ${newConsent.names} from ${newConsent.rows}`,
)

/** Records consents of passports that exist, in the transaction of their sign-in. */
export async function writeConsents(tx: Transaction, consents: readonly Consent[]): Promise<void> {
  if (consents.length > 0) await tx.run(insertConsents, newConsent.values(consents))
}

/** Returns a user's consents, oldest first. */
export const findConsentsOf = statement(
  'consents-of-passport',
  { terms_version: 'text', agreed_at: 'timestamptz' },
  'select terms_version, agreed_at from consents where passport_id = $1 order by id',
).rows<[passportId: string]>()

/** Returns true if a server has shown this version before. */
export const isKnownVersion = statement(
  'find-terms-version',
  { version: 'text' },
  'select version from terms_versions where version = $1',
).found<[version: string]>()

/** Records a version at its first start, and returns the digest and the time of that start. */
export const writeVersion = statement(
  'insert-terms-version',
  { digest: 'bytea', first_shown_at: 'timestamptz' },
  `insert into terms_versions (version, digest) values ($1, $2)
   on conflict (version) do update set version = excluded.version
   returning digest, first_shown_at`,
).row<[version: string, digest: Buffer]>()
