// Tests the metrics for operators: stuck work, waiting work, and the last checks.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { register } from 'prom-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAppendRound } from '#features/log/append/append-in-background.ts'
import { watchPrefixes } from '#features/messages/limits/code-prefixes.ts'
import { sendDueMessages } from '#features/messages/send-messages.ts'
import { recordRun } from '#features/operations/last-runs.ts'
import { closeProgramme } from '#features/partners/close-programme.ts'
import { fundProgramme } from '#features/wallet/programmes/manage-programmes.ts'
import { refreshDueRates } from '#features/wallet/rates/refresh-rates.ts'
import { watchFigures } from '#server/watch-figures.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { newPartner } from '#tests/support/people/partner.ts'
import { cardOrder, Person } from '#tests/support/people/person.ts'
import { openTestProgramme } from '#tests/support/people/programme.ts'
import { runOperator } from '#tests/support/servers/run-operator.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const execute = promisify(execFile)

const age = statement(
  'figures-age',
  {},
  `with held as (update purchases set created_at = created_at - interval '3 hours' where state = 'READY')
   update outbox set due_at = due_at - interval '30 seconds' where state = 'queued'`,
)
const beginOf = statement(
  'figures-begin-of',
  {},
  `update purchases set created_at = now() - $1::interval where state = 'READY'`,
)
const beginRefund = statement(
  'figures-begin-refund',
  {},
  `with p as (update purchases set reversal = 'refunding' where tx_id = $1 returning id)
   insert into purchase_reversals (purchase_id, due_minor, created_at)
   select id, 40, now() - $2::interval from p`,
)

/** Postings that are not in the public log: an old one, and a present one that undoes it. */
const postUntaken = statement(
  'figures-untaken',
  {},
  `insert into kg_postings (batch_id, source, destination, quantity_kg, created_at)
   values ($1, 'issued', 'available', 1, now() - interval '90 seconds'),
     ($1, 'available', 'issued', 1, now())`,
)
/** Two messages that are due, and one that is not yet. */
const queue = statement(
  'figures-queue',
  {},
  `insert into outbox (template, subject, recipient, due_at)
   select 'otp', 'x', wait, now() + wait::interval
   from unnest(array['-1 hour', '-1 second', '1 hour']) as given (wait)`,
)
/** One that was given up, and one that its receiver does not want. */
const end = statement(
  'figures-end',
  {},
  `insert into outbox (template, subject, recipient, state)
   values ('otp', 'x', 'y', 'dead'), ('otp', 'x', 'z', 'withheld')`,
)

let test: TestApp
let batch: IssuedBatch
let txId: string
let laterTxId: string
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
  batch = await issueTestBatch(test.services.db, { kg: 1_000 })
  const person = await new Person(test.url).signIn()
  txId = await person.buyByCard(batch, 20)
  laterTxId = await person.buyByCard(batch, 20)
  await person.reserve(cardOrder(batch, 20, await person.cardToken()))
})
afterAll(() => test.close())

async function figure(name: string, labels: Readonly<Record<string, string>> = {}) {
  const metric = await register.getSingleMetric(name)?.get()
  return metric?.values.find(({ labels: found }) =>
    Object.entries(labels).every(([label, value]) => found[label] === value),
  )?.value
}

it('are missing before the first measurement: a 0 would mean that all is well', async () => {
  const fresh = `await import('#server/background.ts')
    console.log(await (await import('prom-client')).register.metrics())`
  const { stdout } = await execute(process.execPath, ['--input-type=module', '--eval', fresh])
  const read = [
    'exchange_rates_age_days',
    'log_lag_seconds',
    'outbox_due',
    'outbox_lag_seconds',
    'outbox_dead',
    'refunds_due',
    'refunds_due_oldest_seconds',
    'refunds_failed',
    'refunds_pending_oldest_seconds',
    'refunds_paid_twice_recent',
    'disputes_reinstated',
    'code_prefixes_resting',
  ]
  await watchFigures(test.services.db)
  await refreshDueRates(test.services)
  await watchPrefixes(test.services.db)
  const known = await register.metrics()
  for (const name of read) {
    expect(stdout).toContain(`# TYPE ${name} gauge`)
    expect(stdout).not.toMatch(new RegExp(`^${name} `, 'm'))
    expect(known).toMatch(new RegExp(`^${name} \\S+$`, 'm'))
  }
})

it('show open purchases by age, waiting messages, refunds due, and the age of each', async () => {
  const { db } = test.services
  await watchFigures(db)
  expect(await figure('purchases_open', { state: 'READY', age: 'under 10 min' })).toBe(1)
  expect(await figure('refunds_due')).toBe(0)
  const before = await figure('outbox_due')
  expect(before).toBeGreaterThan(0)

  for (const [begun, shown] of [
    ['9 minutes', 'under 10 min'],
    ['11 minutes', 'under 1 h'],
    ['59 minutes', 'under 1 h'],
  ] as const) {
    await db.run(beginOf, [begun])
    await watchFigures(db)
    expect(await figure('purchases_open', { state: 'READY', age: shown })).toBe(1)
  }
  await db.run(age)
  await db.run(beginRefund, [txId, '2 hours'])
  await db.run(beginRefund, [laterTxId, '1 hour'])
  await watchFigures(db)
  expect(await figure('purchases_open', { state: 'READY', age: 'older' })).toBe(1)
  expect(await figure('purchases_open', { state: 'READY', age: 'under 10 min' })).toBe(0)
  expect(await figure('outbox_lag_seconds')).toBeGreaterThanOrEqual(30)
  expect(await figure('refunds_due')).toBe(2)
  expect(await figure('refunds_due_oldest_seconds')).toBeGreaterThanOrEqual(7_200)

  while ((await sendDueMessages(test.services)) > 0);
  await watchFigures(db)
  expect(await figure('outbox_due')).toBe(0)
  expect(await figure('outbox_lag_seconds')).toBe(0)

  await db.run(queue)
  await watchFigures(db)
  expect(await figure('outbox_due')).toBe(2)
  expect(await figure('outbox_lag_seconds')).toBeGreaterThanOrEqual(3_600)

  const dead = (await figure('outbox_dead')) ?? 0
  await db.run(end)
  await watchFigures(db)
  expect(await figure('outbox_dead')).toBe(dead + 1)
})

it('show how long the oldest posting waits for the public log, also when newer ones arrive', async () => {
  const { db } = test.services
  const append = createAppendRound(test.services)
  while ((await append()) > 0);
  await watchFigures(db)
  expect(await figure('log_lag_seconds')).toBe(0)
  await db.run(postUntaken, [batch.id])
  await watchFigures(db)
  expect(await figure('log_lag_seconds')).toBeGreaterThanOrEqual(90)
})

it('show the last check of the ledger and the last backup, and whether they succeeded', async () => {
  const { db } = test.services
  const operate = (...args: readonly string[]) =>
    runOperator({ DATABASE_URL: test.databaseUrl }, args)
  expect((await operate('backup', '/nowhere/at-all.backup')).code).toBe(1)
  await operate('ledger', 'check')
  await watchFigures(db)
  expect(await figure('last_run_ok', { task: 'backup' })).toBe(0)
  expect(await figure('last_run_ok', { task: 'ledger check' })).toBe(0)
  expect(await figure('last_run_age_seconds', { task: 'ledger check' })).toBeGreaterThanOrEqual(0)

  await db.run(
    statement('figures-age-runs', {}, `update last_runs set ended_at = now() - interval '1 day'`),
  )
  await recordRun(db, 'backup', true)
  await watchFigures(db)
  expect(await figure('last_run_ok', { task: 'backup' })).toBe(1)
  expect(await figure('last_run_age_seconds', { task: 'backup' })).toBeLessThan(3_600)
})

it('show connections, and the highest number of callers that waited for one', async () => {
  const { db, settings } = test.services
  await figure('database_waiting_peak')
  const asked = Array.from({ length: settings.databaseConnections + 3 }, () => watchFigures(db))
  await Promise.all(asked)
  expect(await figure('database_waiting_peak')).toBeGreaterThan(0)
  expect(await figure('database_waiting_peak')).toBe(0)
  expect(await figure('database_connections', { state: 'idle' })).toBeGreaterThan(0)
})

it('show how much each programme has used of its funds, its line and its day', async () => {
  const { db } = test.services
  const limits = { personMinor: 5_000, dayMinor: 4_000 }
  await openTestProgramme(db, { id: 'watched', lineMinor: 1_000, limits })
  const bank = await newPartner(test.services, test.url, 'watched')
  const used = (of: string) =>
    figure('programme_used_ratio', { programme: 'watched', of, currency: 'GBP' })
  await watchFigures(db)
  expect([await used('balance'), await used('day')]).toEqual([0, 0])
  const { phone } = await new Person(test.url).signIn()
  await bank.credit(phone, 8)
  await watchFigures(db)
  expect(await used('balance')).toBeCloseTo(0.8)
  expect(await used('day')).toBeCloseTo(0.2)
  const paid = { programmeId: 'watched', currency: 'GBP', amountMinor: 2_000 }
  await fundProgramme(db, paid, async () => undefined)
  await bank.credit(phone, 11)
  await watchFigures(db)
  expect(await used('balance')).toBeCloseTo(0.5)
  expect(await used('day')).toBeCloseTo(0.475)
  await closeProgramme(db, 'watched', async () => undefined)
  await watchFigures(db)
  expect([await used('balance'), await used('day')]).toEqual([undefined, undefined])
})
