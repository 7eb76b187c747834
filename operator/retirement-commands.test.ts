// The operator's retirements from the command line: due, export, the registry's answer, and back.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/batch.ts'
import { Person } from '#tests/support/person.ts'

const program = resolve(import.meta.dirname, 'operator.ts')

let test: TestApp
let folder: string
let batch: IssuedBatch
let buyer: Person
beforeAll(async () => {
  test = await startTestApp()
  folder = await mkdtemp(join(tmpdir(), 'carbon-passport-retired-'))
  batch = await issueTestBatch(test.services.db, { kg: 3_000 })
  buyer = await new Person(test.url).signIn()
  await buyer.buyByCard(batch, 1_600)
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true })
})

async function operate(...args: readonly string[]) {
  const env = {
    ...process.env,
    SECRET_KEY: '5f'.repeat(32),
    DATABASE_URL: test.services.settings.databaseUrl ?? '',
    DATA_DIR: folder,
  }
  return new Promise<{ code: number; answer: Record<string, unknown> }>((done) => {
    const child = execFile(process.execPath, [program, ...args, '--json'], { env }, (_, stdout) =>
      done({ code: child.exitCode ?? -1, answer: JSON.parse(stdout) }),
    )
  })
}

it('goes from due to retired and back, by one file', async () => {
  const file = join(folder, 'due.csv')
  const due = await operate('retirements', 'due')
  expect(due.answer).toMatchObject({
    batches: [{ serial_number: batch.serial, sold_tonnes: 1.6, retired_tonnes: 0, due_tonnes: 1 }],
  })
  const log = async () => (await operate('log', 'verify', `${test.url}/log`)).answer.allocated_kg
  await expect.poll(log, { timeout: 60_000 }).toBe(1_600)
  expect((await operate('retirements', 'export', file)).answer).toMatchObject({ tonnes: 1 })
  expect((await operate('retirements', 'export', file)).code).toBe(1)
  // What is not filled in is refused.
  expect((await operate('retirements', 'record', file)).code).toBe(1)
  const answered = (await readFile(file, 'utf8')).replace(
    ',,,\n',
    ',RET-7,2026-11-20,https://registry.example/RET-7\n',
  )
  await writeFile(file, answered)
  const recorded = await operate('retirements', 'record', file)
  expect(recorded).toMatchObject({ code: 0, answer: { tonnes: 1, batches: 1, filled_kg: 0 } })
  expect((await operate('retirements', 'record', file)).code).toBe(1)
  expect((await buyer.get('/passport/me')).body.retired_kg).toBe(1_000)

  const noReason = await operate('retirements', 'correct', 'RET-7')
  expect(noReason).toMatchObject({ code: 1, answer: { code: 'reason_needed' } })
  const corrected = await operate('retirements', 'correct', 'RET-7', '--reason', 'another block')
  expect(corrected).toMatchObject({ code: 0, answer: { kg: 1_000 } })
  expect((await buyer.get('/passport/me')).body.retired_kg).toBe(0)
  const checked = await operate('ledger', 'check')
  expect(checked).toMatchObject({ code: 0, answer: { ok: true, faults: [] } })
}, 240_000)
