// Tests that every background job begins, and that expired rows are deleted.
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { readPolicy } from '#features/log/witness/policy.ts'
import { createWakeSignal } from '#platform/jobs.ts'
import { startBackground } from '#server/background.ts'
import type { Services } from '#server/services.ts'
import { loadStatements } from '#tests/support/declared-statements.ts'
import { Person } from '#tests/support/people/person.ts'
import { googleAccount } from '#tests/support/stand-ins/google-account.ts'
import { databaseOf } from '#tests/support/stored-rows.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => test.close())

/** Each task's first round. */
async function runOnce(services: Services, withinMs = 60_000): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const background = startBackground(services, createWakeSignal())
  vi.advanceTimersByTime(withinMs)
  vi.useRealTimers()
  await background.stop()
}

/** The jobs that begin so soon; each fails at once. */
async function begunWithin(ms: number): Promise<string[]> {
  const failed: string[] = []
  const away = () => Promise.reject(new Error('away'))
  const { log, db } = test.services
  const warn = (event: string) => {
    failed.push(event.replace(/^background (.*) failed$/, '$1'))
  }
  const gone = { ...db, run: away, transaction: away }
  const googleWallet = { account: googleAccount, saveUrl: '', patch: away, close: async () => {} }
  const logWitnesses = { policy: readPolicy('quorum none'), secondsByName: new Map() }
  const fail = (): never => {
    throw new Error('away')
  }
  // The disks and the certificates are measured without the database.
  const settings = {
    ...{ ...test.services.settings, logWitnesses },
    get erasuresFile() {
      return fail()
    },
  }
  const services = { ...test.services, settings, googleWallet, db: gone, log: { ...log, warn } }
  await runOnce({ ...services, clock: fail }, ms)
  return failed.sort()
}

it('begins every job within a minute', async () => {
  expect(await begunWithin(60_000)).toEqual([
    'Google passes',
    'SMS events',
    'batch costs',
    'board moves',
    'card events',
    'certificates',
    'code prefixes',
    'disks',
    'ended claims',
    'erased passes',
    'erasures',
    'exchange rates',
    'expiries',
    'figures',
    'forgetting',
    'gifts',
    'log',
    'log witnesses',
    'messages',
    'partitions',
    'pass pushes',
    'payments',
    'plans',
    'receipt numbers',
    'retirements due',
    'saved cards',
    'stock',
    'tidying',
  ])
})

it('sends codes within a second, and soon does other work that a person waits for', async () => {
  expect(await begunWithin(1_000)).toContain('messages')
  // A purchase is in the public log within 10 s, and expired holds are for sale again.
  const soon = [
    'log',
    'log witnesses',
    'receipt numbers',
    'expiries',
    'ended claims',
    'pass pushes',
    'Google passes',
  ]
  expect(await begunWithin(10_000)).toEqual(expect.arrayContaining(soon))
  // A provider that did not answer is asked within 30 s.
  expect(await begunWithin(30_000)).toEqual(expect.arrayContaining(['payments', 'erasures']))
})

it.each([
  ['receipts', 'tax', {}],
  ['costs of batches', 'cost', { 'has-batch-costs': [[{ batch_id: 'b1' }]] }],
])(
  '%s go on at once while postings are left, and wait after the last ones',
  async (_, task, more) => {
    const progress = { taken_through: 0, mark_id: 100, is_settled: true }
    const { db, valuesOf } = databaseOf({
      ...more,
      [`lock-${task}-progress`]: [[progress], [{ ...progress, taken_through: 40, mark_id: null }]],
      [`find-${task}-range-end`]: [[{ through: 40, is_full: true }]],
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const background = startBackground({ ...test.services, db }, createWakeSignal())
    await vi.advanceTimersByTimeAsync(1_000)
    for (let turn = 0; turn < 50; turn += 1) await vi.advanceTimersByTimeAsync(0)
    expect(valuesOf(`lock-${task}-progress`)).toHaveLength(2)
    vi.useRealTimers()
    await background.stop()
  },
)

/** Writes a row older or younger than its lifetime; the id shows which. */
const rows: readonly (readonly [table: string, id: string, life: string, insert: string])[] = [
  [
    'request_nonces',
    'nonce',
    '0 days',
    `(terminal_id, nonce, expires_at) values ('t', $1, now() - $2::interval)`,
  ],
  [
    'idempotency_keys',
    'key',
    '30 days',
    `(owner_id, route, key, body_hash, created_at)
     values (uuidv7(), 'test', $1, '', now() - $2::interval)`,
  ],
  [
    'rate_counts',
    'bucket',
    '0 days',
    `(bucket, window_start, window_end)
     values ($1, now() - interval '1 year', now() - $2::interval)`,
  ],
  [
    'sessions',
    'browser',
    '0 days',
    `(token_hash, passport_id, ends_at, browser)
     select sha256($1::text::bytea), id, now() - $2::interval, $1 from passports limit 1`,
  ],
  [
    'terminals',
    'id',
    '0 days',
    `(id, session_id, retires_at) select $1, s.id, now() - $2::interval from sessions s
     where browser is null limit 1`,
  ],
  [
    'outbox',
    'recipient',
    '1 day',
    `(template, subject, recipient, state, created_at)
     values ('otp', 'x', $1, 'sent', now() - $2::interval)`,
  ],
  [
    'sms_outcomes',
    'provider_id',
    '90 days',
    `(provider_id, outcome, heard_at) values ($1, 'failed', now() - $2::interval)`,
  ],
  [
    'provider_events',
    'id',
    '30 days',
    `(provider, id, heard_at) values ('sms', $1, now() - $2::interval)`,
  ],
  [
    'number_perks',
    'number_hash',
    '12 months',
    `(number_hash, perk, given_at) values ($1, 'welcome', now() - $2::interval)`,
  ],
  ['code_prefixes', 'prefix', '30 days', `(prefix, updated_at) values ($1, now() - $2::interval)`],
  [
    'plans',
    'id',
    '1 day',
    `(id, passport_id, state, amount_minor, currency, pay, day, expires_at)
     select $1, id, 'unconfirmed', 500, 'GBP', 'card', 1, now() - $2::interval from passports limit 1`,
  ],
  [
    'staff_sessions',
    `convert_from(token_hash, 'UTF8')`,
    '12 hours',
    `(token_hash, staff_id, created_at)
     select $1::text::bytea, id, now() - $2::interval from staff limit 1`,
  ],
]

const writeStaff = statement(
  'test-write-staff',
  {},
  `insert into staff (name, email, roles) values ('Grace', 'grace@passport.example', array['admin'])`,
)

it('deletes the expired rows of every table that declares some', async () => {
  const { statements } = await loadStatements()
  const declared = statements.map(({ name }) => name).filter((name) => name.startsWith('tidy-'))
  expect(rows.map(([table]) => `tidy-${table}`).sort()).toEqual(declared.sort())
})

it('deletes expired rows, and no other', async () => {
  const { db } = test.services
  await new Person(test.url).signIn()
  await db.run(writeStaff)
  for (const [table, , life, insert] of rows) {
    const write = statement(`test-write-${table}`, {}, `insert into ${table} ${insert}`)
    await db.run(write, ['old', `${life} 60 minutes`])
    await db.run(write, ['young', `${life} -60 minutes`])
  }
  const ofPurchase = statement(
    'test-write-purchase-message',
    {},
    `insert into outbox (template, subject, recipient, state, created_at)
     values ('purchase_success', 'x', 'old', 'sent', now() - interval '1 year')`,
  )
  await db.run(ofPurchase)
  await runOnce(test.services)
  for (const [table, id] of rows) {
    const left = statement(
      `test-left-in-${table}`,
      { id: 'text' },
      `select ${id} as id from ${table} where ${id} in ('old', 'young')`,
    )
    const ids = (await db.run(left)).map((row) => row.id)
    expect([table, ids.sort()]).toEqual([table, table === 'outbox' ? ['old', 'young'] : ['young']])
  }
})
