// Tests that a runner finds every file with a test's name: a file without a runner cannot fail.
import { globSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { expect, it } from 'vitest'
import playwright from '../playwright.config.ts'
import vitest from '../vitest.config.ts'

const namedLikeATest = '**/*.{test,spec,journey}.{ts,tsx,mts,cts,js,jsx,mjs,cjs}'
const isElsewhere = (name: string) => /^(node_modules|dist|\..+)$/.test(name)

function runnersOf(file: string): string[] {
  const { include = [], exclude = [] } = vitest.test ?? {}
  const matches = (globs: readonly string[]) => globs.some((glob) => matchesGlob(file, glob))
  const { testDir = '', testMatch = '' } = playwright
  return [
    ...(matches(include) && !matches(exclude) ? ['vitest'] : []),
    ...(matchesGlob(file, `${testDir}/${String(testMatch)}`) ? ['playwright'] : []),
  ]
}

it('Every file with a test’s name is found by one runner', () => {
  const files = globSync(namedLikeATest, { exclude: (path) => isElsewhere(path) })
  expect(files).toContain('tests/found-tests.test.ts')
  expect(files.filter((file) => file.endsWith('.journey.ts')).length).toBeGreaterThan(0)
  expect(files.filter((file) => runnersOf(file).length !== 1)).toEqual([])
})

it('A test is found with any suffix of TypeScript, and a stray name is noticed', () => {
  expect(runnersOf('features/achievements/rewards/rewards.test.ts')).toEqual(['vitest'])
  expect(runnersOf('features/rewards/web/claim-dialog.test.tsx')).toEqual(['vitest'])
  expect(runnersOf('tests/journeys/wallet.journey.ts')).toEqual(['playwright'])
  expect(runnersOf('features/rewards/rewards.spec.ts')).toEqual([])
  expect(runnersOf('features/rewards/rewards.journey.ts')).toEqual([])
})
