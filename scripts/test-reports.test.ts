// Tests that `N passed, N failed` is true even when a runner breaks.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countPlaywright, countVitest } from './test-reports.ts'

let folder: string
let file: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carbon-passport-reports-'))
  file = join(folder, 'report.json')
})

afterAll(() => rm(folder, { recursive: true }))

const write = (report: object) => writeFile(file, JSON.stringify(report))

test('A runner without a readable report has failed', async () => {
  const failed = { passed: 0, failed: 1 }
  expect(countVitest(join(folder, 'none.json'), true)).toEqual(failed)
  expect(countPlaywright(join(folder, 'none.json'), true)).toEqual(failed)
  await writeFile(file, '{"half":')
  expect(countVitest(file, true)).toEqual(failed)
})

test('A test file that could not be loaded counts as a failure', async () => {
  await write({
    numPassedTests: 5,
    numFailedTests: 1,
    testResults: [
      { status: 'passed', assertionResults: [{ status: 'passed', failureMessages: [] }] },
      { status: 'failed', assertionResults: [{ status: 'failed', failureMessages: ['why'] }] },
      { status: 'failed', assertionResults: [] },
    ],
  })
  expect(countVitest(file, false)).toEqual({ passed: 5, failed: 2, flaky: 0 })
})

test('A runner that ends badly after passing tests has failed', async () => {
  await write({ numPassedTests: 5, numFailedTests: 0, testResults: [] })
  expect(countVitest(file, false)).toEqual({ passed: 5, failed: 1, flaky: 0 })
  await write({ stats: { expected: 3, unexpected: 0, flaky: 0 } })
  expect(countPlaywright(file, false)).toEqual({ passed: 3, failed: 1, flaky: 0 })
})

test('A test that passed only on a second attempt is reported', async () => {
  const tries = [[], ['why'], []]
  await write({
    numPassedTests: 3,
    numFailedTests: 0,
    testResults: tries.map((failureMessages) => ({
      status: 'passed',
      assertionResults: [{ status: 'passed', failureMessages }],
    })),
  })
  expect(countVitest(file, true)).toEqual({ passed: 3, failed: 0, flaky: 1 })
  await write({ stats: { expected: 3, unexpected: 1, flaky: 1 } })
  expect(countPlaywright(file, false)).toEqual({ passed: 4, failed: 1, flaky: 1 })
})
