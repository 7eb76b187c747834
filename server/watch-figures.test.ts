// Tests the metrics for operators: stuck work, waiting work, and the last checks.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { register } from 'prom-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { watchStock } from '#features/catalogue/watch-stock.ts'
import { createAppendRound } from '#features/log/append/append-in-background.ts'
import { watchPrefixes } from '#features/messages/limits/code-prefixes.ts'
import { sendDueMessages } from '#features/messages/send-messages.ts'
import { recordRun } from '#features/operations/last-runs.ts'
import { closeProgramme } from '#features/partners/close-programme.ts'
import { fundProgramme } from '#features/wallet/programmes/manage-programmes.ts'
import { refreshDueRates } from '#features/wallet/rates/refresh-rates.ts'
import { watchDisks } from '#server/watch-disks.ts'
import { watchFigures } from '#server/watch-figures.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { newPartner } from '#tests/support/people/partner.ts'
import { cardOrder, newPhone, Person } from '#tests/support/people/person.ts'
import { costAll } from '#tests/support/people/posted-costs.ts'
import { openTestProgramme } from '#tests/support/people/programme.ts'
import { numberAll } from '#tests/support/people/receipt-numbers.ts'
import { claim, newAchiever, rewardOrder } from '#tests/support/people/rewards.ts'
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

const ageRuns = statement(
  'figures-age-successes',
  {},
  `update last_runs set ended_at = ended_at - interval '1 day',
     succeeded_at = succeeded_at - interval '1 day'`,
)
const ageSales = statement(
  'figures-age-sales',
  {},
  `do $$ begin
     alter table purchases disable trigger user;
     update purchases set completed_at = completed_at - interval '2 hours' where state = 'COMPLETED';
     alter table purchases enable trigger user;
   end $$`,
)
const feature = statement(
  'figures-feature',
  {},
  `insert into featured_projects (country, position, project_id) values ('WW', 99, $1)`,
)
const projectName = statement(
  'figures-project-name',
  { name: 'text' },
  `select registry || ' ' || external_id as name from projects where id = $1`,
)
const withdraw = statement(
  'figures-withdraw',
  {},
  `update batches set offer = 'withdrawn', offer_reason = 'a test' where id = $1`,
)
const unlist = statement(
  'figures-unlist',
  {},
  `update projects set unlisted_status = 'Ended' where id = $1`,
)

const postUnnumbered = statement(
  'figures-post-unnumbered',
  {},
  `insert into money_postings (currency, source, destination, amount_minor, created_at)
   values ('GBP', 'fx', 'rounding', 1, now() - interval '90 seconds')`,
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
    'receipt_lag_seconds',
    'cost_lag_seconds',
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
    'last_sale_age_seconds',
    'stock_kilograms',
  ]
  await watchFigures(test.services.db)
  await refreshDueRates(test.services)
  await watchPrefixes(test.services.db)
  await watchStock(test.services.db)
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

it('show how long the oldest posting waits for its receipt’s number', async () => {
  const { db } = test.services
  await numberAll(test.services)
  await watchFigures(db)
  expect(await figure('receipt_lag_seconds')).toBe(0)
  await db.run(postUnnumbered)
  await watchFigures(db)
  expect(await figure('receipt_lag_seconds')).toBeGreaterThanOrEqual(90)
})

it('show how long the oldest posting of kilograms waits for its cost', async () => {
  const { db } = test.services
  await costAll(db)
  await watchFigures(db)
  expect(await figure('cost_lag_seconds')).toBe(0)
  await db.run(postUntaken, [batch.id])
  await watchFigures(db)
  expect(await figure('cost_lag_seconds')).toBeGreaterThanOrEqual(90)
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

it('show when a task last ended well, also after it failed; other programs record theirs', async () => {
  const { db } = test.services
  const record = (...args: readonly string[]) =>
    runOperator({ DATABASE_URL: test.databaseUrl }, ['runs', 'record', ...args])
  const successAge = () => figure('last_success_age_seconds', { task: 'off-site copy' })
  expect((await record('off-site copy', '--failed')).code).toBe(0)
  await watchFigures(db)
  expect(await figure('last_run_ok', { task: 'off-site copy' })).toBe(0)
  expect(await successAge()).toBeUndefined()
  expect((await record('off-site copy')).code).toBe(0)
  await db.run(ageRuns)
  expect((await record('off-site copy', '--failed')).code).toBe(0)
  await watchFigures(db)
  expect(await figure('last_run_ok', { task: 'off-site copy' })).toBe(0)
  expect(await figure('last_run_age_seconds', { task: 'off-site copy' })).toBeLessThan(3_600)
  expect(await successAge()).toBeGreaterThanOrEqual(86_400)
  expect(await record('another')).toMatchObject({
    code: 2,
    stdout: expect.stringContaining('off-site copy'),
  })
})

it('show the time since the last paid purchase', async () => {
  const { db } = test.services
  const buyer = await new Person(test.url).signIn()
  await buyer.buyByCard(batch, 20)
  const { me, token } = await newAchiever(test.url, batch)
  await db.run(ageSales)
  await watchFigures(db)
  expect(await figure('last_sale_age_seconds')).toBeGreaterThanOrEqual(7_200)
  // A reward is no sale.
  expect((await claim(me, token)).status).toBe(200)
  const { txId: rewarded } = (await me.reserve(rewardOrder(batch, token))).body
  expect((await me.complete(rewarded)).status).toBe(200)
  await watchFigures(db)
  expect(await figure('last_sale_age_seconds')).toBeGreaterThanOrEqual(7_200)
  await buyer.buyByCard(batch, 20)
  await watchFigures(db)
  expect(await figure('last_sale_age_seconds')).toBeLessThan(3_600)
})

it('show kilograms for sale, in total and of each featured project, without what cannot be bought', async () => {
  const { db } = test.services
  const other = await issueTestBatch(db, { kg: 700 })
  await watchStock(db)
  const before = (await figure('stock_kilograms')) ?? 0
  await db.run(feature, [other.projectId])
  await watchStock(db)
  const project = String((await db.run(projectName, [other.projectId]))[0]?.name)
  expect(await figure('featured_stock_kilograms', { project })).toBe(700)
  await db.run(withdraw, [other.id])
  await watchStock(db)
  expect(await figure('featured_stock_kilograms', { project })).toBe(0)
  expect(await figure('stock_kilograms')).toBe(before - 700)
  await db.run(unlist, [other.projectId])
  await watchStock(db)
  expect(await figure('featured_stock_kilograms', { project })).toBeUndefined()
})

it('count card payments by outcome, and sign-ins by step', async () => {
  const count = async (name: string, label: string, value: string) =>
    (await figure(name, { [label]: value })) ?? Number.NaN
  const outcomes = () =>
    Promise.all(
      ['authorised', 'declined', 'unknown'].map((each) =>
        count('card_authorisations_total', 'outcome', each),
      ),
    )
  const steps = () =>
    Promise.all(['requested', 'verified'].map((each) => count('sign_ins_total', 'step', each)))
  const [requested = 0, verified = 0] = await steps()
  const person = await new Person(test.url).signIn()
  expect(await steps()).toEqual([requested + 1, verified + 1])
  await new Person(test.url).call('POST', '/api/auth/request-otp', { phone: newPhone() })
  expect(await steps()).toEqual([requested + 2, verified + 1])
  const [authorised = 0, declined = 0, unknown = 0] = await outcomes()
  await person.buyByCard(batch, 20)
  expect(await outcomes()).toEqual([authorised + 1, declined, unknown])
  const order = cardOrder(batch, 20, await person.cardToken('4000000000000002'))
  expect((await person.reserve(order)).status).toBe(402)
  expect(await outcomes()).toEqual([authorised + 1, declined + 1, unknown])
})

it('show the free share of each disk, and none of a folder that does not exist', async () => {
  const { settings } = test.services
  const folders = { ...settings, erasuresFile: '/tmp/erasures', backupsDir: '/nowhere' }
  await watchDisks(folders)
  for (const folder of ['data', 'erasures']) {
    const free = await figure('disk_free_ratio', { of: folder })
    expect(free).toBeGreaterThan(0)
    expect(free).toBeLessThan(1)
  }
  expect(await figure('disk_free_ratio', { of: 'backups' })).toBeUndefined()
})

it('show when the newest serving process started', async () => {
  const started = (await figure('serving_started_seconds')) ?? 0
  expect(started).toBeLessThanOrEqual(Date.now() / 1_000)
  expect(started).toBeGreaterThan(Date.now() / 1_000 - 3_600)
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
