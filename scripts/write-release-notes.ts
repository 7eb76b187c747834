// Prints the notes of a release: `npm run release-notes`. They are a version's part of CHANGELOG.md and the SHA-256 of
// the built offline verifier.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { offlineVerifierPath } from '#values/lists/offline-verifier-file.ts'

/** Returns the notes of a version, such as `1.0.0` or `Unreleased`. Throws if the changelog has no such version. */
export function releaseNotes(
  changelog: string,
  version: string,
  files: readonly { readonly path: string; readonly bytes: Buffer }[],
): string {
  const parts = changelog.split(/^(?=## )/m)
  const part = parts.find((each) => /^## (\S+)/.exec(each)?.[1] === version)
  if (part === undefined) throw new Error(`CHANGELOG.md has no version ${version}.`)
  const sums = files.map(({ path, bytes }) => {
    const sum = createHash('sha256').update(bytes).digest('hex')
    return `- \`${path}\`: ${bytes.length} bytes, SHA-256 \`${sum}\``
  })
  return `${part.trim()}\n\n### Files\n\n${sums.join('\n')}\n`
}

if (import.meta.main) {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [version = JSON.parse(readFileSync('package.json', 'utf8')).version] = positionals
  const bytes = readFileSync(join('dist/web', offlineVerifierPath))
  const files = [{ path: offlineVerifierPath, bytes }]
  process.stdout.write(releaseNotes(readFileSync('CHANGELOG.md', 'utf8'), version, files))
}
