// Tests retirements from the command line: due, export, the registry's answer, and reversal.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { payoutComparisons } from '#features/accounts/check-payouts.ts'
import { boardComparisons } from '#features/boards/check-boards.ts'
import { certificateChecks } from '#features/certificates/check-proofs.ts'
import { logComparisons } from '#features/log/check-log.ts'
import { signerOf, verifierText } from '#features/log/tree/signed-note.ts'
import { scoreComparisons } from '#features/purchases/inspect/check-scores.ts'
import { retirementComparisons } from '#features/retirements/check-retirements.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { cardOrder, Person } from '#tests/support/people/person.ts'
import { runSql } from '#tests/support/postgres.ts'
import { runOperator } from '#tests/support/servers/run-operator.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const trail = statement(
  'test-audit-of-retirements',
  { for_name: 'text?', command: 'text', about: 'text[]', reason: 'text?' },
  'select for_name, command, about, reason from audit_trail where $1 = any(about) order by id',
)
const row = (
  for_name: string | null,
  command: string,
  about: readonly string[],
  reason: string,
) => ({
  for_name,
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

/** Fills in the last three columns of each row of an export. */
async function answer(file: string, fields: string): Promise<void> {
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replaceAll(',,,\r\n', `,${fields}\r\n`))
}

/** Returns the lines for people. */
async function say(...args: readonly string[]): Promise<string> {
  const settings = { DATABASE_URL: test.databaseUrl, DATA_DIR: folder }
  return (await runOperator(settings, args)).stdout
}

it('goes from due to retired and back, by one file', async () => {
  const file = join(folder, 'due.csv')
  const record = (path: string) =>
    operate('retirements', 'record', path, '--by', 'ada', '--reason', 'the yearly retirement')
  const due = await operate('retirements', 'due')
  const tonnes = { sold_tonnes: 1.6, retired_tonnes: 0, due_tonnes: 1, held_back_tonnes: 0 }
  expect(due.answer).toMatchObject({ batches: [{ serial_number: batch.serial, ...tonnes }] })
  expect(await say('retirements', 'due')).toContain(
    ': 1.6 t sold, 0 t retired, 1 t due, the oldest for 0 days\n1 t are due in all.\n',
  )
  const log = async () => (await operate('log', 'verify', `${test.url}/log/`)).answer.allocated_kg
  await expect.poll(log).toBe(1_600)
  expect((await operate('retirements', 'export', file)).answer).toMatchObject({ tonnes: 1 })
  expect(await operate('retirements', 'export', file)).toMatchObject({
    code: 1,
    answer: { error: `${file} is there already: name a file that is not.` },
  })
  const unsigned = await operate('retirements', 'record', file, '--by', 'ada')
  expect(unsigned).toMatchObject({ code: 2, answer: { error: '--reason TEXT is required.' } })
  // An empty form is refused.
  expect((await record(file)).code).toBe(1)
  await answer(file, 'RET-7,2026-11-20,https://registry.example/RET-7')
  const recorded = await record(file)
  expect(recorded).toMatchObject({ code: 0, answer: { tonnes: 1, batches: 1, filled_kg: 0 } })
  expect((await record(file)).code).toBe(1)
  expect((await buyer.get('/passport/me')).body.retired_kg).toBe(1_000)
  expect(await operate('purchases', 'refund', bought, '--reason', 'bought twice')).toMatchObject({
    code: 1,
    answer: { code: 'purchase_retired', error: expect.stringContaining('--keep-kilograms') },
  })

  const noReason = await operate('retirements', 'correct', 'RET-7')
  expect(noReason).toMatchObject({ code: 2, answer: { error: '--reason TEXT is required.' } })
  const corrected = await operate('retirements', 'correct', 'RET-7', '--reason', 'another block')
  expect(corrected).toMatchObject({ code: 0, answer: { kg: 1_000 } })
  expect((await buyer.get('/passport/me')).body.retired_kg).toBe(0)
  const another = join(folder, 'another.csv')
  const filled = await operate('retirements', 'export', another, '--fill')
  expect(filled).toMatchObject({ code: 2, answer: { error: '--reason TEXT is required.' } })
  const why = ['--by', 'grace', '--reason', 'whole tonnes']
  expect(await operate('retirements', 'export', another, '--fill', ...why)).toMatchObject({
    code: 0,
    answer: { filled_kg: 400 },
  })
  await buyer.buyByCard(batch, 300)
  await expect.poll(log).toBe(2_300)
  const last = join(folder, 'last.csv')
  expect((await operate('retirements', 'export', last)).answer).toMatchObject({ tonnes: 2 })
  await answer(last, 'RET-8,2026-11-20,')
  const whole = ['retirements', 'record', last, '--fill']
  expect(await operate(...whole, '--by', 'ada', '--reason', 'the last ones')).toMatchObject({
    code: 0,
    answer: { tonnes: 2, batches: 1, filled_kg: 700 },
  })
  expect(await test.services.db.run(trail, [batch.id])).toEqual([
    row('ada', 'retirements record', [batch.id, 'RET-7'], 'the yearly retirement'),
    row(null, 'retirements correct', [batch.id, 'RET-7'], 'another block'),
    row('grace', 'retirements export --fill', [batch.id], 'whole tonnes'),
    row('ada', 'retirements record --fill', [batch.id, 'RET-8'], 'the last ones'),
  ])
  const checked = await operate('ledger', 'check')
  expect(checked).toMatchObject({ code: 0, answer: { ok: true, faults: [] } })
  // The books of each feature that keeps some.
  const compared = [
    ...[scoreComparisons, boardComparisons, logComparisons, payoutComparisons],
    ...[retirementComparisons, certificateChecks],
  ].flatMap(Object.keys)
  expect(Object.keys(Object(checked.answer.checked))).toEqual(expect.arrayContaining(compared))
}, 240_000)

it('gives the holders of a batch as many of another, and reports open reservations', async () => {
  const { db } = test.services
  const [former, other] = [
    await issueTestBatch(db, { kg: 1_000 }),
    await issueTestBatch(db, { kg: 1_000 }),
  ]
  await buyer.buyByCard(former, 50)
  const { body } = await buyer.reserve(cardOrder(former, 20, await buyer.cardToken()))
  const replace = ['batches', 'replace', former.serial, '--with', other.serial, '--by', 'ada']
  expect(await say(...replace, '--reason', 'a recall')).toBe(
    `50 kg of 1 purchases in ${former.serial} are ${other.serial}'s now.\n` +
      '20 kg are reserved of it still: give the command again in 10 minutes.\n',
  )
  expect((await buyer.complete(body.txId)).status).toBe(200)
  const { answer } = await operate(...replace, '--reason', 'the rest')
  const serials = { serial: former.serial, by_serial: other.serial }
  expect(answer).toEqual({ ok: true, ...serials, purchases: 1, kg: 20, reserved_kg: 0 })
  const about = [former.id, other.id]
  expect(await db.run(trail, [other.id])).toEqual([
    row('ada', 'batches replace', about, 'a recall'),
    row('ada', 'batches replace', about, 'the rest'),
  ])
  const audit = (await operate('batches', 'audit')).answer
  expect(audit.withdrawn).toMatchObject([
    { serial_number: former.serial, offer_reason: 'a recall' },
  ])
}, 240_000)

it('reports the contents of a log, and fails where it was changed or has another key', async () => {
  const verify = (...args: readonly string[]) =>
    operate('log', 'verify', `${test.url}/log`, ...args)
  await expect.poll(async () => (await verify()).answer.replaced_kg).toBe(70)
  expect(await verify()).toMatchObject({
    code: 0,
    answer: { ok: true, batches: 3, issued_kg: 5_000, allocated_kg: 3_140, retired_kg: 2_000 },
  })
  // The batches here are of a registry whose serials cannot be compared.
  const { answer } = await verify()
  const named = [{ registry: 'TST', serial: batch.serial }]
  expect(answer).toMatchObject({ compared: 0, not_compared: expect.arrayContaining(named) })
  const said = await say('log', 'verify', `${test.url}/log`)
  expect(said).toContain('3 of 3 batches could not be compared: ')
  expect(said).toContain(`TST ${batch.serial}`)
  expect(said).not.toMatch(/no tonne/i)
  expect(said).toContain('No place was given twice')
  const stranger = verifierText(signerOf('stranger.example/log', Buffer.alloc(32, 3)))
  expect(await verify('--key', stranger)).toMatchObject({
    code: 1,
    answer: { ok: false, error: expect.stringContaining('is not signed by') },
  })
  await runSql(
    test.databaseUrl,
    `alter table log_entries disable trigger user;
     update log_entries set entry = replace(entry, '"kg":3000', '"kg":4000') where entry_index = 0`,
  )
  expect(await verify()).toMatchObject({
    code: 1,
    answer: { ok: false, faults: [expect.any(String), expect.stringContaining('signed root')] },
  })
}, 240_000)
