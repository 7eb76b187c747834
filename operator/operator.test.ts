// The operator's command line as a program: what it prints, where, and its exit code.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres.ts'

const program = resolve(import.meta.dirname, 'operator.ts')

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'carbon-passport-operator-'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

type Ran = { readonly code: number; readonly stdout: string; readonly stderr: string }

function run(...args: readonly string[]): Promise<Ran> {
  const env = { ...process.env, DATABASE_URL: database.url, SECRET_KEY: '5f'.repeat(32) }
  return new Promise((done) => {
    const child = execFile(process.execPath, [program, ...args], { env }, (_, stdout, stderr) =>
      done({ code: child.exitCode ?? -1, stdout, stderr }),
    )
  })
}

async function fileOf(name: string, text: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

const batchHeader =
  'registry,external_project_id,vintage_year,serial_number,quantity_tco2e,issuance_date,' +
  'price_per_kg,currency'

describe('the operator', () => {
  it('is told the commands when there is no such one', async () => {
    const { code, stdout, stderr } = await run('make', 'coffee')
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toContain('demo seed')
  })

  it('is told how a command is called', async () => {
    const { code, stderr } = await run('projects', 'import')
    expect(code).toBe(2)
    expect(stderr).toContain('projects import FILE')
    expect((await run('demo', 'seed', '--quickly')).code).toBe(2)
  })

  it('seeds the demonstration once, with nothing but JSON on stdout', async () => {
    const first = await run('demo', 'seed', '--json')
    expect(first.code).toBe(0)
    expect(JSON.parse(first.stdout)).toEqual({ projects: 433, batches: 400 })
    const second = await run('demo', 'seed')
    expect(second.stdout).toBe('There are projects already: nothing was changed.\n')
  })

  it('finds that the ledger of the demonstration adds up', async () => {
    const { code, stdout } = await run('ledger', 'check', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, faults: [] })
  })

  it('imports batches of known projects, and names the line of a bad one', async () => {
    const good = 'GS,GS735,2025,GS1-1-TR-GS735-1-2025-9-1-3,3,,0.03,EUR'
    const file = await fileOf('good.csv', `${batchHeader}\n${good}\n`)
    const imported = await run('batches', 'import', file, '--json')
    expect(JSON.parse(imported.stdout)).toEqual({ ok: true, added: 1, changed: 0, unchanged: 0 })

    const bad = await fileOf('bad.csv', `${batchHeader}\n${good}\n${good.replace('0.03', '')}\n`)
    const refused = await run('batches', 'import', bad, '--json')
    expect(refused.code).toBe(1)
    expect(JSON.parse(refused.stdout)).toMatchObject({ ok: false, faults: [{ line: 3 }] })
    expect(refused.stderr).toContain('bad.csv, line 3')
    expect(refused.stderr).toContain('Nothing was imported.')
  })

  it('stores the published rates, and finds them stored', async () => {
    const first = await run('rates', 'refresh', '--json')
    expect(JSON.parse(first.stdout)).toMatchObject({ as_of: '2026-04-13', changed: 30 })
    const second = await run('rates', 'refresh', '--json')
    expect(JSON.parse(second.stdout)).toMatchObject({ changed: 0 })
  })

  it('fails on a file that is not there', async () => {
    const { code, stdout } = await run('featured', 'set', join(folder, 'none.csv'), '--json')
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: expect.stringMatching(/ENOENT/) })
  })
})
