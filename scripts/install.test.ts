// Tests that the installation by `npm start` on a fresh clone stays small, since every new user
// waits for it.
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, unread } from './install.mjs'

/** `du` counts whole blocks. */
const blockBytes = 4096
/** As `du -m` counts them: 1,048,576 bytes each. */
const installedMaxMb = 420

const modules = join(root, 'node_modules')
const lockFile: { packages: Record<string, object> } = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
)
/** The folders of node_modules that hold a package of the lock file, scopes included. */
const installed = new Set(
  Object.keys(lockFile.packages).flatMap((path) => path.split('/').slice(1, 2)),
)

function bytesOf(path: string): number {
  if (unread.some((part) => join(modules, part) === path)) return 0
  const entry = lstatSync(path)
  const own = Math.ceil(entry.size / blockBytes) * blockBytes
  if (!entry.isDirectory()) return own
  return readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name)), own)
}

test('The installation by npm start weighs at most 420 MB', () => {
  const folders = readdirSync(modules).filter((name) => installed.has(name))
  const bytes = folders.reduce((sum, name) => sum + bytesOf(join(modules, name)), 0)
  expect(bytes / 2 ** 20).toBeLessThanOrEqual(installedMaxMb)
  // The runtime and the database are in it: the folders were really read.
  expect(bytes / 2 ** 20).toBeGreaterThan(150)
})

/** The runtime is a program and is never imported. */
const libraryParts = unread.filter((part) => !part.startsWith('node/'))

test.each(libraryParts)('The library of the removed %s can be imported', (part) => {
  const name = part.split('/').slice(0, part.startsWith('@') ? 2 : 1)
  const found = import.meta.resolve(name.join('/'))
  expect(found).toContain(`node_modules/${name.join('/')}/`)
  expect(found).not.toContain(`node_modules/${part}/`)
})
