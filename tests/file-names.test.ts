// Tests that each source file has a name of its own, so that an editor's tab and a search for a file
// show its subject.
import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { trackedFiles } from '#tests/support/tracked-files.ts'

/** Names that several paths share. `a.ts` and `a.tsx` count as one name. */
function sharedNames(paths: readonly string[]): string[] {
  const names = paths.map((path) => basename(path).replace(/\.tsx$/, '.ts'))
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))]
}

it('Each source file has a name of its own', () => {
  const files = trackedFiles(/\.(tsx?|css|sql)$/)
  expect(files).toContain('tests/file-names.test.ts')
  expect(sharedNames(files)).toEqual([])
})

it('A name that two folders share is found, also with different suffixes', () => {
  const files = ['ledger/notices.ts', 'web/ui/notices.tsx', 'web/ui/tabs.css', 'web/ui/tabs.tsx']
  expect(sharedNames(files)).toEqual(['notices.ts'])
})
