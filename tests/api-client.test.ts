// Tests the API's description by outside tools: a linter finds no fault in it, and a generated
// client compiles, signs in, buys, gifts and reads a partner's programme.
import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { installTool } from '#scripts/install.mjs'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { newPartner } from '#tests/support/people/partner.ts'
import { newPhone, Person } from '#tests/support/people/person.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const tool = 'tools/api-description'
const packages = join(import.meta.dirname, '..', tool, 'node_modules')
const folder = mkdtempSync(join(tmpdir(), 'carbon-passport-client-'))
const described = join(folder, 'openapi.json')

let test: TestApp
let description: string
beforeAll(async () => {
  await installTool(tool)
  test = await startTestApp({ WELCOME_CREDIT: '0' })
  description = JSON.stringify((await new Person(test.url).get('/api/openapi.json')).body)
  writeFileSync(described, description)
}, 600_000)
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await test.close()
})

const execute = promisify(execFile)

/** Runs a program and returns its output; the server of this process answers it meanwhile. */
async function run(program: string, ...args: readonly string[]): Promise<string> {
  const call = execute(process.execPath, [program, ...args], { cwd: folder })
  const { stdout } = await call.catch(({ stdout, stderr }: Ran) => {
    throw new Error(`${program} failed:\n${stdout}${stderr}`)
  })
  return stdout
}
type Ran = { readonly stdout: string; readonly stderr: string }

type Finding = { readonly ruleId: string; readonly severity: string; readonly message: string }

async function findingsIn(source: string): Promise<Finding[]> {
  const entry = join(packages, '@redocly/openapi-core/lib/index.js')
  const { createConfig, lintFromString } = await import(pathToFileURL(entry).href)
  const config = await createConfig({ extends: ['recommended'] })
  const found: Finding[] = await lintFromString({ source, absoluteRef: described, config })
  return found.map(({ ruleId, severity, message }) => ({ ruleId, severity, message }))
}

it('A linter with its recommended rules finds no error and no warning', async () => {
  expect(await findingsIn(description)).toEqual([])
})

it('The linter reads every example and finds one that its schema does not allow', async () => {
  const wrong = description.replace('"resend_in_seconds":30', '"resend_in_seconds":"soon"')
  expect(wrong).not.toBe(description)
  const rules = (await findingsIn(wrong)).map(({ ruleId }) => ruleId)
  expect(rules).toContain('no-invalid-media-type-examples')
})

it('A generated client compiles, signs in, buys, gifts and reads a programme', async () => {
  const source = join(folder, 'source')
  const generator = join(packages, '@hey-api/openapi-ts/bin/run.js')
  await run(generator, '-i', described, '-o', source, '--no-log-file', '-s')
  copyFileSync(join(import.meta.dirname, 'support/client-walk.mts'), join(source, 'walk.ts'))
  const strict = ['--strict', '--noUncheckedIndexedAccess', '--skipLibCheck']
  const node = [
    '--types',
    'node',
    '--typeRoots',
    join(import.meta.dirname, '../node_modules/@types'),
  ]
  const commonJs = ['--module', 'commonjs', '--moduleResolution', 'node10', '--target', 'es2022']
  const library = ['--lib', 'es2023,dom,dom.iterable,dom.asynciterable']
  const built = join(folder, 'built')
  const compiler = join(packages, 'typescript/bin/tsc')
  await run(
    compiler,
    'source/walk.ts',
    '--outDir',
    built,
    ...strict,
    ...node,
    ...commonJs,
    ...library,
  )

  await issueTestBatch(test.services.db, { kg: 1_000 })
  const partner = await newPartner(test.services, test.url)
  const { terminalId, secret } = partner.terminal
  const people = [newPhone(), newPhone()]
  const walked = await run(join(built, 'walk.js'), test.url, ...people, terminalId, secret)
  expect(JSON.parse(walked)).toEqual({
    bought: 'COMPLETED 100',
    gifted: 'COMPLETED 50',
    held: 100,
    gifts: [
      [true, 50],
      [false, 100],
    ],
    isRead: true,
    source: 'Green "Bank"',
    given: -5,
  })
})
