// Writes a folder of legal texts, as LEGAL_DIR names one, into a temporary folder.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const exampleTexts = {
  VERSION: '2026-11\n',
  'privacy.en.md': '# What we store\n\nYour number.\n',
  'privacy.de.md': '# Was wir speichern\n\nDeine Nummer.\n',
  'terms.en.md': 'A kilogram is **yours**.\n',
  'imprint.en.md': 'Example Ltd, [mail](mailto:legal@passport.example)\n',
  'help.en.md': '1. Sign in\n2. Buy\n',
}

/** `texts` replaces or adds files; undefined removes one. */
export function legalFolder(texts: Readonly<Record<string, string | Buffer | undefined>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'carbon-passport-legal-'))
  const write = (files: typeof texts) => {
    for (const [name, text] of Object.entries(files)) {
      if (text !== undefined) writeFileSync(join(folder, name), text)
    }
  }
  write({ ...exampleTexts, ...texts })
  return { folder, write, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
