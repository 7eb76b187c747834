// Runs `npm test [-- step ...]`: all checks and tests, in order. Its last line is exactly `N passed, N
// failed`, from the runners' own reports. A run without a report, or without a test, counts as failed. A
// step that exceeds its time is stopped and counts as failed; an idle machine of two cores needs a third of
// the time.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onStopRequest } from '#server/start/starter-link.ts'
import { compileTexts } from '#texts/compile-texts.ts'
import { findOrInstallChromium } from './chromium.ts'
import { runCommand } from './test-command.ts'
import { type Count, countPlaywright, countVitest } from './test-reports.ts'

type Step = {
  /** The argument of `npm test --`; several steps may share it. */
  name: string
  title: string
  command: readonly [string, ...string[]]
  /** Default: 3. */
  waitMinutes?: number
  /** The working folder inside the checkout. Default: its root. */
  folder?: string
  env?: Readonly<Record<string, string>>
  /** Reads the runner's report. Without this function the whole step counts as one test. */
  count?: (succeeded: boolean) => Count
  /** The reason to skip the step, or null. */
  skip?: () => string | null
  /** Prepares the step. Throws an error for people if the step cannot begin. */
  before?: () => void
}

/**
 * Time limit of the whole run in minutes, including the installation. TEST_MINUTES changes it.
 */
const wholeMinutes = Number(process.env.TEST_MINUTES ?? 60)
const beganAt = Number(process.env.TEST_BEGAN_AT ?? Date.now())
const minutesLeft = () => wholeMinutes - (Date.now() - beganAt) / 60_000

const reports = mkdtempSync(join(tmpdir(), 'carbon-passport-reports-'))
const unitReport = join(reports, 'unit.json')
const journeysReport = join(reports, 'journeys.json')

const steps: readonly Step[] = [
  {
    name: 'build',
    title: 'the web app builds',
    command: [process.execPath, 'scripts/build-if-stale.mjs'],
    waitMinutes: 5,
  },
  {
    name: 'types',
    title: 'types of the server',
    command: ['tsc', '-p', 'tsconfig.server.json'],
    before: compileTexts,
  },
  {
    name: 'types',
    title: 'types of the web app',
    command: ['tsc', '-p', 'tsconfig.web.json'],
    before: compileTexts,
  },
  {
    name: 'types',
    title: 'types of the web app’s tests',
    command: ['tsc', '-p', 'tsconfig.web-tests.json'],
    before: compileTexts,
  },
  {
    name: 'types',
    title: 'types of the service worker',
    command: ['tsc', '-p', 'tsconfig.worker.json'],
  },
  { name: 'lint', title: 'format and lint', command: ['biome', 'ci', '.'] },
  {
    name: 'lint',
    title: 'texts that survive a translator',
    command: [process.execPath, 'scripts/check-bare-texts.ts'],
    before: compileTexts,
  },
  {
    name: 'lint',
    title: 'plain English',
    command: [process.execPath, 'scripts/check-english.ts'],
  },
  {
    name: 'boundaries',
    title: 'who imports whom',
    command: [process.execPath, 'scripts/check-boundaries.ts'],
    before: compileTexts,
  },
  {
    name: 'unused',
    title: 'no unused code',
    command: ['knip', '--no-config-hints'],
    before: compileTexts,
  },
  {
    name: 'size',
    title: 'size of the bundles',
    // Runs in tools/checks, which contains the plugins and settings of size-limit.
    command: ['size-limit'],
    folder: 'tools/checks',
    skip: () => (existsSync('dist/web/assets') ? null : 'nothing is built'),
  },
  {
    name: 'unit',
    title: 'rules, HTTP and properties',
    command: [
      'vitest',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${unitReport}`,
    ],
    waitMinutes: 40,
    count: (succeeded) => countVitest(unitReport, succeeded),
  },
  {
    name: 'journeys',
    title: 'journeys in a browser',
    command: ['playwright', 'test', '--reporter=list,json'],
    waitMinutes: wholeMinutes,
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: journeysReport, JOURNEYS: 'some' },
    count: (succeeded) => countPlaywright(journeysReport, succeeded),
    before: () => {
      process.env.CHROMIUM_PATH = findOrInstallChromium((sentence) => console.log(sentence))
    },
  },
]

const interrupted = new AbortController()
onStopRequest(() => interrupted.abort())

async function runStep(step: Step): Promise<Count> {
  const reason = step.skip?.()
  if (reason) {
    console.log(`- ${step.title}: skipped, ${reason}`)
    return { passed: 0, failed: 0 }
  }
  if (minutesLeft() <= 0) {
    console.log(`✗ ${step.title}: not begun, ${wholeMinutes} minutes are over`)
    return { passed: 0, failed: 1 }
  }
  const begin = performance.now()
  try {
    step.before?.()
  } catch (error) {
    console.log(`✗ ${step.title}: ${error instanceof Error ? error.message : error}`)
    return { passed: 0, failed: 1 }
  }
  const { command, env = {}, folder = '.' } = step
  const waitMinutes = Math.min(step.waitMinutes ?? 3, minutesLeft())
  const { succeeded, output } = await runCommand(
    command,
    env,
    waitMinutes,
    interrupted.signal,
    folder,
  )
  const count = step.count?.(succeeded) ?? { passed: Number(succeeded), failed: Number(!succeeded) }
  const { flaky = 0 } = count
  if (count.failed + flaky > 0) console.log(output)
  const seconds = ((performance.now() - begin) / 1_000).toFixed(1)
  const flakyText = flaky > 0 ? ` (${flaky} of them on the second try)` : ''
  const numbers = step.count ? `, ${count.passed} passed${flakyText}, ${count.failed} failed` : ''
  console.log(`${count.failed > 0 ? '✗' : '✓'} ${step.title} (${seconds} s${numbers})`)
  return count
}

async function runSteps(names: readonly string[]): Promise<Count> {
  const unknown = names.filter((name) => !steps.some((step) => step.name === name))
  if (unknown.length > 0) {
    const known = [...new Set(steps.map((step) => step.name))].join(' ')
    console.log(`No step is called ${unknown.join(' ')}. The steps are: ${known}`)
    return { passed: 0, failed: unknown.length }
  }
  const total: Count = { passed: 0, failed: 0 }
  for (const step of steps) {
    if (names.length > 0 && !names.includes(step.name)) continue
    if (interrupted.signal.aborted) {
      console.log(`✗ stopped before: ${step.title}`)
      total.failed += 1
      break
    }
    const { passed, failed } = await runStep(step)
    total.passed += passed
    total.failed += failed
  }
  return total
}

/** Runs the steps. An error of the run itself is printed and counts as one failure. */
async function runAll(): Promise<Count> {
  try {
    return await runSteps(process.argv.slice(2))
  } catch (error) {
    console.log(error)
    return { passed: 0, failed: 1 }
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
}

const total = await runAll()
if (total.failed > 0 || total.passed === 0) process.exitCode = 1
console.log(`${total.passed} passed, ${total.failed} failed`)
