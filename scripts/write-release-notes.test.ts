// Tests the notes of a release.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import packageFile from '../package.json' with { type: 'json' }
import { releaseNotes } from './write-release-notes.ts'

const changelog = '# Changelog\n\n## Unreleased\n\n- New.\n\n## 1.1.0 - 2026-12-01\n\n- Old.\n'
const files = [{ path: '/verify/offline.html', bytes: Buffer.from('abc') }]

it('are the part of the version, with size and SHA-256 of each file', () => {
  expect(releaseNotes(changelog, '1.1.0', files)).toBe(
    [
      ...['## 1.1.0 - 2026-12-01', '', '- Old.', '', '### Files', ''],
      '- `/verify/offline.html`: 3 bytes, SHA-256 `ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad`',
      '',
    ].join('\n'),
  )
  expect(releaseNotes(changelog, 'Unreleased', [])).toContain('- New.')
  expect(() => releaseNotes(changelog, '1.1', files)).toThrow('CHANGELOG.md has no version 1.1.')
})

const built = 'dist/web/verify/offline.html'
it.runIf(existsSync(built))('have the SHA-256 of the file that is served', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/write-release-notes.ts'])
  const sum = createHash('sha256').update(readFileSync(built)).digest('hex')
  expect(stdout).toContain(`## ${packageFile.version} - `)
  expect(stdout).toContain(`SHA-256 \`${sum}\``)
})
