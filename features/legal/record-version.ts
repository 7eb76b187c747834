// Records the version of the legal texts when a server starts. It says which texts are missing, and whether texts
// changed without a new version.
import { createHash } from 'node:crypto'
import type { Db } from '#platform/database/database.ts'
import { languages } from '#values/lists/languages.ts'
import { writeVersion } from './consent-queries.ts'
import type { LegalTexts } from './legal-texts.ts'

/** Texts that users agree to. */
const agreedPages = ['privacy', 'terms'] as const

export async function recordLegalVersion(
  db: Db,
  legal: LegalTexts,
  print: (line: string) => void,
): Promise<void> {
  const digest = digestOf(legal)
  const stored = await writeVersion(db, legal.version, digest)
  if (stored !== null && !stored.digest.equals(digest)) {
    const day = stored.first_shown_at.toISOString().slice(0, 10)
    print(
      `Privacy policy or terms differ from those that version ${legal.version} had on ${day}. If users must ` +
        'agree again, give LEGAL_DIR/VERSION a new value.',
    )
  }
  if (legal.missing.length > 0) {
    print(`Legal texts in English stand in for: ${legal.missing.join(', ')}.`)
  }
}

function digestOf({ pages }: LegalTexts): Buffer {
  const hash = createHash('sha256')
  for (const page of agreedPages) {
    for (const language of languages) {
      const { html } = pages[page][language]
      hash.update(`${page} ${language} ${Buffer.byteLength(html)}\n${html}`)
    }
  }
  return hash.digest()
}
