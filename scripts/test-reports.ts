// Reads the reports of the test runners. A missing or unreadable report, or an error outside of any
// test, must not count as a success.
import { readFileSync } from 'node:fs'

export type Count = {
  passed: number
  failed: number
  /** Passed tests that needed a second attempt, which only a build machine allows. */
  flaky?: number
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    status: string
    assertionResults: { status: string; failureMessages: readonly string[] }[]
  }[]
}
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number } }

export function countVitest(file: string, succeeded: boolean): Count {
  const report: VitestReport | null = read(file)
  if (!report) return { passed: 0, failed: 1 }
  // Counts each file that could not be loaded, because it has no tests that could fail.
  const unloadable = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  const failed = report.numFailedTests + unloadable.length
  return { ...countOf(report.numPassedTests, failed, succeeded), flaky: countFlaky(report) }
}

/** Counts passed tests with failure messages, which come from a failed first attempt. */
function countFlaky({ testResults }: VitestReport): number {
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .length
}

export function countPlaywright(file: string, succeeded: boolean): Count {
  const report: PlaywrightReport | null = read(file)
  if (!report) return { passed: 0, failed: 1 }
  const { expected, unexpected, flaky } = report.stats
  return { ...countOf(expected + flaky, unexpected, succeeded), flaky }
}

/** Counts a failure if the runner failed although every test passed. */
function countOf(passed: number, failed: number, succeeded: boolean): Count {
  return { passed, failed: succeeded ? failed : Math.max(failed, 1) }
}

function read<Report>(file: string): Report | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
