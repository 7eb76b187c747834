// Tests that the audit trail records the end of a command: done, refused with its code or sentence,
// failed, or unfinished after a kill.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startAudit } from '#platform/database/audit/audit-trail.ts'
import { Person } from '#tests/support/people/person.ts'
import { runSql } from '#tests/support/postgres.ts'
import { runOperator } from '#tests/support/servers/run-operator.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const changes = [
  `update audit_trail set outcome = 'done'`,
  `update audit_ends set outcome = 'done'`,
  'delete from audit_ends',
].map((sql, index) => statement(`test-change-audit-outcome-${index}`, {}, sql))

let test: TestApp
let folder: string
beforeAll(async () => {
  test = await startTestApp()
  folder = await mkdtemp(join(tmpdir(), 'carbon-passport-outcomes-'))
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true })
})

const run = (...args: readonly string[]) =>
  runOperator({ DATABASE_URL: test.databaseUrl, DATA_DIR: folder }, args)

/** Reads the newest row of an operator. */
async function newestOf(by: string) {
  const { stdout } = await run('audit', 'list', '--by', by, '--json')
  const [entry] = JSON.parse(stdout).entries
  const lines = (await run('audit', 'list', '--by', by)).stdout.split('\n')
  return { entry, line: lines[0] }
}

it('done, with the sum that moved', async () => {
  const { phone } = await new Person(test.url).signIn()
  await run('partners', 'create', '--name', 'Bank', '--program', 'bank', '--by', 'Ada')
  const created = await newestOf('Ada')
  expect(created.entry).toMatchObject({ outcome: 'done', detail: null, amount: null })
  expect(created.line).toMatch(
    / {2}root \(for Ada\) {2}partners create {2}bank partner_\S+ {2}done$/,
  )
  const fund = ['programmes', 'fund', 'bank', '100', '--currency', 'GBP']
  expect((await run(...fund, '--by', 'Ada', '--reason', 'paid in')).code).toBe(0)
  const money = ['--amount', '12.50', '--currency', 'GBP', '--program', 'bank']
  const why = ['--by', 'Grace', '--reason', 'goodwill']
  const given = await run('wallet', 'credit', '--phone', phone, ...money, ...why)
  expect(given).toMatchObject({ code: 0, stderr: '' })
  const credited = await newestOf('Grace')
  expect(credited.entry).toMatchObject({ outcome: 'done', amount: 12.5, currency: 'GBP' })
  expect(credited.line).toMatch(/ {2}done, 12\.50 GBP {2}goodwill$/)
  const [creditId] = credited.entry.about
  await run('wallet', 'debit', creditId, '--by', 'Grace', '--reason', 'typed twice')
  expect((await newestOf('Grace')).entry).toMatchObject({
    ...{ command: 'wallet debit', outcome: 'done', amount: 12.5, currency: 'GBP' },
  })
})

it('refused, with the sentence or the code', async () => {
  expect(
    await run('partners', 'create', '--name', 'x', '--program', 'Not An Id', '--by', 'Eve'),
  ).toMatchObject({ code: 2 })
  const sentence = expect.stringContaining('--program: An id is small letters')
  const created = await newestOf('Eve')
  expect(created.entry).toMatchObject({ outcome: 'refused', detail: sentence })
  expect(created.line).toMatch(/ {2}refused: --program: An id is/)
  const txId = 'CP-AAAA-BBBB-CCCC'
  await run('purchases', 'refund', txId, '--by', 'Mallory', '--reason', 'she asked for it')
  const refund = (await newestOf('Mallory')).entry
  expect(refund).toMatchObject({
    command: 'purchases refund',
    about: [txId],
    outcome: 'refused',
    detail: 'purchase_not_found',
    reason: 'she asked for it',
  })
  await run('batches', 'withdraw', 'no such serial', '--by', 'Mallory', '--reason', 'x')
  expect((await newestOf('Mallory')).entry).toMatchObject({ outcome: 'refused' })
})

it.each([
  ['no such purchase', 'no such purchase'],
  ['cp-aaaa-bbbb', 'cp-aaaa-bbbb'],
  ['+44 7400 900123', '+•••••23'],
  ['４４７４００９００１２３', '•••••23'],
  ['x'.repeat(300), 'x'.repeat(200)],
])('refused, with its subject: %j', async (subject, kept) => {
  const by = `Eve ${kept.length}`
  await run('purchases', 'refund', subject, '--by', by, '--reason', 'x')
  expect((await newestOf(by)).entry).toMatchObject({ outcome: 'refused', about: [kept] })
})

it('refused, with the number in an option or an id masked', async () => {
  const money = ['--amount', '1', '--currency', 'GBP', '--program', 'none']
  const why = ['--by', 'Trent', '--reason', 'x']
  await run('wallet', 'credit', '--phone', '+447400900123', ...money, ...why)
  expect((await newestOf('Trent')).entry).toMatchObject({ outcome: 'refused', about: ['+•••••23'] })
})

it('failed, with its error, and without a number', async () => {
  const missing = join(folder, 'none.csv')
  await run('rates', 'import', missing, '--by', 'Joan')
  expect((await newestOf('Joan')).entry).toMatchObject({
    outcome: 'failed',
    detail: expect.stringContaining('none.csv'),
  })
  await run('rates', 'import', join(folder, '447400900123.csv'), '--by', 'Joan')
  expect(JSON.stringify((await newestOf('Joan')).entry.detail)).not.toContain('447400900123')
})

it('unfinished where the command was killed, and absent from an old row', async () => {
  const entry = { by: 'Linus', command: 'batches import', about: [], reason: null }
  await startAudit(test.services.db, entry)
  const killed = await newestOf('Linus')
  expect(killed.entry).toMatchObject({ outcome: 'unfinished' })
  expect(killed.line).toMatch(/ {2}unfinished$/)
  await runSql(
    test.databaseUrl,
    `insert into audit_trail (by_name, command) values ('Old', 'partners create')`,
  )
  const old = await newestOf('Old')
  expect(old.entry).toMatchObject({ outcome: null })
  expect(old.line).toMatch(/ {2}outcome not kept$/)
})

it('never changed afterwards', async () => {
  for (const change of changes)
    await expect(test.services.db.run(change)).rejects.toThrow('insert-only')
})
