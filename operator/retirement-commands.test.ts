// The operator's retirements from the command line: due, export, the registry's answer, and back.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { payoutComparisons } from '#features/accounts/check-payouts.ts'
import { scoreComparisons } from '#features/achievements/check-scores.ts'
import { certificateLooks } from '#features/certificates/check-proofs.ts'
import { boardComparisons } from '#features/leaderboards/check-boards.ts'
import { logComparisons } from '#features/log/check-log.ts'
import { retirementComparisons } from '#features/retirements/check-retirements.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/batch.ts'
import { runOperator } from '#tests/support/operator.ts'
import { Person } from '#tests/support/person.ts'
import { statement } from '#tests/support/statement.ts'

const trail = statement(
  'test-audit-of-retirements',
  { by_name: 'text', command: 'text', about: 'text[]', reason: 'text?' },
  'select by_name, command, about, reason from audit_trail where $1 = any(about) order by id',
)
const row = (by_name: string, command: string, about: readonly string[], reason: string) => ({
  by_name,
  command,
  about,
  reason,
})

let test: TestApp
let folder: string
let batch: IssuedBatch
let buyer: Person
let bought: string
beforeAll(async () => {
  test = await startTestApp()
  folder = await mkdtemp(join(tmpdir(), 'carbon-passport-retired-'))
  batch = await issueTestBatch(test.services.db, { kg: 3_000 })
  buyer = await new Person(test.url).signIn()
  bought = await buyer.buyByCard(batch, 1_600)
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true })
})

async function operate(...args: readonly string[]) {
  const settings = { DATABASE_URL: test.databaseUrl, DATA_DIR: folder }
  const { code, stdout } = await runOperator(settings, [...args, '--json'])
  return { code, answer: JSON.parse(stdout) as Record<string, unknown> }
}

it('goes from due to retired and back, by one file', async () => {
  const file = join(folder, 'due.csv')
  const record = (path: string) =>
    operate('retirements', 'record', path, '--by', 'ada', '--reason', 'the yearly retirement')
  const due = await operate('retirements', 'due')
  expect(due.answer).toMatchObject({
    batches: [{ serial_number: batch.serial, sold_tonnes: 1.6, retired_tonnes: 0, due_tonnes: 1 }],
  })
  const log = async () => (await operate('log', 'verify', `${test.url}/log`)).answer.allocated_kg
  await expect.poll(log).toBe(1_600)
  expect((await operate('retirements', 'export', file)).answer).toMatchObject({ tonnes: 1 })
  expect(await operate('retirements', 'export', file)).toMatchObject({
    code: 1,
    answer: { error: `${file} is there already: name a file that is not.` },
  })
  const unsigned = await operate('retirements', 'record', file, '--by', 'ada')
  expect(unsigned).toMatchObject({ code: 1, answer: { error: '--reason TEXT is required.' } })
  // What is not filled in is refused.
  expect((await record(file)).code).toBe(1)
  const answered = (await readFile(file, 'utf8')).replace(
    ',,,\n',
    ',RET-7,2026-11-20,https://registry.example/RET-7\n',
  )
  await writeFile(file, answered)
  const recorded = await record(file)
  expect(recorded).toMatchObject({ code: 0, answer: { tonnes: 1, batches: 1, filled_kg: 0 } })
  expect((await record(file)).code).toBe(1)
  expect((await buyer.get('/passport/me')).body.retired_kg).toBe(1_000)
  expect(await operate('purchases', 'refund', bought, '--reason', 'bought twice')).toMatchObject({
    code: 1,
    answer: { code: 'purchase_retired', error: expect.stringContaining('--keep-kilograms') },
  })

  const noReason = await operate('retirements', 'correct', 'RET-7')
  expect(noReason).toMatchObject({ code: 1, answer: { error: '--reason TEXT is required.' } })
  const corrected = await operate('retirements', 'correct', 'RET-7', '--reason', 'another block')
  expect(corrected).toMatchObject({ code: 0, answer: { kg: 1_000 } })
  expect((await buyer.get('/passport/me')).body.retired_kg).toBe(0)
  const another = join(folder, 'another.csv')
  const filled = await operate('retirements', 'export', another, '--fill')
  expect(filled).toMatchObject({ code: 1, answer: { error: '--reason TEXT is required.' } })
  const why = ['--by', 'grace', '--reason', 'whole tonnes']
  expect(await operate('retirements', 'export', another, '--fill', ...why)).toMatchObject({
    code: 0,
    answer: { filled_kg: 400 },
  })
  expect(await test.services.db.run(trail, [batch.id])).toEqual([
    row('ada', 'retirements record', [batch.id, 'RET-7'], 'the yearly retirement'),
    row('developer', 'retirements correct', [batch.id, 'RET-7'], 'another block'),
    row('grace', 'retirements export --fill', [batch.id], 'whole tonnes'),
  ])
  const other = await issueTestBatch(test.services.db, { kg: 2_000 })
  const again = ['--with', other.serial, '--by', 'ada', '--reason', 'taken back'] as const
  expect(await operate('batches', 'replace', batch.serial, ...again)).toEqual({
    code: 0,
    answer: {
      ok: true,
      serial: batch.serial,
      by_serial: other.serial,
      purchases: 1,
      kg: 1_600,
      reserved_kg: 0,
    },
  })
  expect(await test.services.db.run(trail, [other.id])).toEqual([
    row('ada', 'batches replace', [batch.id, other.id], 'taken back'),
  ])
  const checked = await operate('ledger', 'check')
  expect(checked).toMatchObject({ code: 0, answer: { ok: true, faults: [] } })
  // The books of each feature that keeps some.
  const compared = [
    ...[scoreComparisons, boardComparisons, logComparisons, payoutComparisons],
    ...[retirementComparisons, certificateLooks],
  ].flatMap(Object.keys)
  expect(Object.keys(Object(checked.answer.checked))).toEqual(expect.arrayContaining(compared))
}, 240_000)
