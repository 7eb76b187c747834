// `npm run mutants`: plants each fault of the list alone in a copy of the checkout, runs the tests
// nearest to it, and says which test found it. It ends with 1 where a fault survives that is not
// listed as equivalent, and never touches a file of the checkout itself.
//   --only <text>  faults whose area, file or name holds the text; may be given several times
//   --at-once <n>  copies that are tried at the same time (2)
//   --unchecked    the tests passed a moment ago: they are not run without a fault first
import { spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { testLibraries } from '#scripts/install.mjs'
import startTestPostgres from '#tests/support/postgres.ts'
import installTestLibraries from '#tests/support/test-libraries.ts'
import { compileTexts } from '#texts/compile-texts.ts'
import { type Mutant, mutants, planted } from './mutants.ts'

const root = resolve(import.meta.dirname, '../..')
/** A fault may keep the tests from ever ending. */
const runMinutesMax = 10

type Report = {
  readonly testResults: readonly {
    readonly name: string
    readonly message: string
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

const { values: given } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [''] },
    'at-once': { type: 'string', default: '2' },
    unchecked: { type: 'boolean', default: false },
  },
})
const chosen = mutants.filter(({ area, file, fault }) =>
  given.only.some((text) => [area, file, fault].some((each) => each.includes(text))),
)

const installed = [
  'node_modules',
  'dist',
  'tools/checks/node_modules',
  `${testLibraries}/node_modules`,
]

/** Everything that git knows or would add; what is installed and built is only linked to. */
function copyCheckout(): string {
  const copy = mkdtempSync(join(tmpdir(), 'carbon-passport-mutants-'))
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { stdout } = spawnSync('git', listed, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 })
  for (const file of stdout.split('\0').filter((each) => existsSync(join(root, each)))) {
    if (file !== '') cpSync(join(root, file), join(copy, file))
  }
  cpSync(join(root, 'texts/.compiled'), join(copy, 'texts/.compiled'), { recursive: true })
  for (const folder of installed) {
    if (existsSync(join(root, folder))) symlinkSync(join(root, folder), join(copy, folder))
  }
  // Some tests ask git which files there are.
  spawnSync('git', ['init', '--quiet'], { cwd: copy })
  return copy
}

/** The first failure of these tests in a copy, or null where all of them pass. */
async function firstFailure(copy: string, tests: readonly string[]): Promise<string | null> {
  const report = join(copy, 'report.json')
  rmSync(report, { force: true })
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const flags = ['--config', 'tests/mutants/vitest.config.ts', '--reporter=json']
  const args = [vitest, 'run', ...flags, `--outputFile=${report}`, ...tests]
  const env = { ...process.env, MUTANT_TESTS: tests.join(' ') }
  const child = spawn(process.execPath, args, { cwd: copy, env, stdio: 'ignore' })
  const timer = setTimeout(() => child.kill('SIGKILL'), runMinutesMax * 60_000)
  const code = await new Promise<number | null>((ended) => child.once('close', ended))
  clearTimeout(timer)
  if (code === 0) return null
  if (!existsSync(report)) return code === null ? 'no end in time' : 'no report'
  const { testResults }: Report = JSON.parse(readFileSync(report, 'utf8'))
  for (const { name, message, assertionResults } of testResults) {
    const failed = assertionResults.find(({ status }) => status === 'failed')
    const file = relative(copy, name)
    if (failed !== undefined) return `${file}: ${failed.fullName}`
    if (message !== '') return `${file}: ${message.split('\n')[0]}`
  }
  return 'an error outside the tests'
}

const survivors: Mutant[] = []

async function tryMutant(copy: string, mutant: Mutant): Promise<void> {
  const path = join(copy, mutant.file)
  const whole = readFileSync(path, 'utf8')
  writeFileSync(path, planted(whole, mutant))
  const killer = await firstFailure(copy, mutant.tests)
  writeFileSync(path, whole)
  const { area, fault, equivalent } = mutant
  if (killer !== null) console.log(`killed    ${area}: ${fault}\n          ${killer}`)
  else if (equivalent !== undefined) console.log(`the same  ${area}: ${fault} (${equivalent})`)
  else {
    survivors.push(mutant)
    console.log(`SURVIVED  ${area}: ${fault}`)
  }
}

async function tryAll(copies: readonly string[]): Promise<void> {
  const tests = [...new Set(chosen.flatMap((mutant) => mutant.tests))]
  const [copy = ''] = copies
  const broken = given.unchecked ? null : await firstFailure(copy, tests)
  if (broken !== null) throw new Error(`The tests fail without any fault: ${broken}`)
  const waiting = chosen.values()
  await Promise.all(
    copies.map(async (each) => {
      for (const mutant of waiting) await tryMutant(each, mutant)
    }),
  )
}

for (const mutant of mutants) planted(readFileSync(join(root, mutant.file), 'utf8'), mutant)
if (chosen.length === 0) throw new Error(`No fault is named like ${given.only.join(', ')}.`)
compileTexts()
await installTestLibraries()
const copies = Array.from({ length: Number(given['at-once']) }, copyCheckout)
process.once('exit', () => {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const stopPostgres = await startTestPostgres()
await tryAll(copies).finally(stopPostgres)
console.log(`${chosen.length} faults planted, ${survivors.length} survived`)
for (const { area, file, fault } of survivors) console.log(`  ${area}: ${fault} (${file})`)
if (survivors.length > 0) process.exitCode = 1
