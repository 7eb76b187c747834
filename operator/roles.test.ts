// Tests that the product and every command work under a role that may not change the schema.
// Commands that need the owner end with a sentence.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commands } from '#operator/commands/commands.ts'
import { numbersKey } from '#tests/support/number-keys.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { newPhone, Person } from '#tests/support/people/person.ts'
import {
  answerRows,
  exportHeader,
  issueTonnes,
  retiredRow,
  type TonneBatch,
} from '#tests/support/people/retirements.ts'
import { createRoledDatabase, type RoledDatabase } from '#tests/support/postgres.ts'
import { runOperator } from '#tests/support/servers/run-operator.ts'
import { googleSettings } from '#tests/support/stand-ins/google-account.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const sandboxes = { ...googleSettings, GOOGLE_WALLET_PROVIDER: 'sandbox' }
const signed = ['--by', 'ada', '--reason', 'a test of roles']

let database: RoledDatabase
let test: TestApp
let folder: string
let batch: IssuedBatch
let tonnes: TonneBatch
let other: IssuedBatch
let person: Person
let erased: Person
let txId: string
beforeAll(async () => {
  database = await createRoledDatabase()
  folder = await mkdtemp(join(tmpdir(), 'carbon-passport-roles-'))
  const migrated = await operateAs(database.ownerUrl, 'migrate')
  expect(migrated).toMatchObject({ code: 0 })
  // All of this runs as the app's role.
  test = await startTestApp({ ...sandboxes, DATA_DIR: folder, MIGRATE_ON_START: '0' }, undefined, {
    by: () => database.appUrl,
  })
  batch = await issueTestBatch(test.services.db, { kg: 10_000 })
  tonnes = await issueTonnes(test.services.db, 2)
  other = await issueTestBatch(test.services.db, { kg: 10_000 })
  erased = await new Person(test.url).signIn()
  person = await new Person(test.url).signIn()
  txId = await person.buyByCard(batch, 20)
  await person.buyByCard(tonnes, 1_000)
  await person.buyByCard(other, 20)
})
afterAll(async () => {
  await test.close()
  await database.drop()
  await rm(folder, { recursive: true })
})

async function operateAs(url: string, ...args: readonly string[]) {
  const settings = {
    ...sandboxes,
    DATABASE_URL: url,
    DATA_DIR: folder,
    NUMBERS_KEY: numbersKey,
    MIGRATE_ON_START: '0',
  }
  const { code, stdout, stderr } = await runOperator(settings, [...args, '--json'])
  return { code, answer: JSON.parse(stdout) as Record<string, unknown>, stderr }
}

const operate = (...args: readonly string[]) => operateAs(database.appUrl, ...args)

async function fileOf(name: string, text: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

async function query(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client.query(sql).finally(() => client.end())
}

describe('the role of the serving processes', () => {
  it.each([
    'create table extra (id integer)',
    'create schema extra',
    'alter table purchases add column extra integer',
    'alter table kg_postings disable trigger user',
    'drop table outbox',
    'truncate outbox',
    'create or replace function refuse_change_of_posting() returns trigger language sql as $$ $$',
    `insert into migrations (number, name, sha256) values (9999, 'x', 'x')`,
    'update money_postings set amount_minor = amount_minor + 1',
    'delete from audit_trail',
    'grant carbon_passport_owner to carbon_passport_server',
  ])('may not: %s', async (sql) => {
    await expect(query(database.appUrl, sql)).rejects.toThrow(/permission denied|must be owner/)
  })

  it('admits the owner, and refuses any other role of the server', async () => {
    const { rows } = await query(
      database.ownerUrl,
      `select has_database_privilege('public', current_database(), 'connect, temporary') as others,
         has_database_privilege('carbon_passport_server', current_database(), 'connect') as server`,
    )
    expect(rows).toEqual([{ others: false, server: true }])
  })

  it('serves a buyer from sign-in to deletion', async () => {
    const buyer = await new Person(test.url).signIn()
    await buyer.buyByCard(batch, 20)
    expect((await buyer.get('/passport/me')).status).toBe(200)
    expect((await buyer.get('/api/profile/export')).status).toBe(200)
    const code = await buyer.codeFor('delete')
    const gone = await buyer.signed('/api/profile', { code }, { method: 'DELETE' })
    expect(gone.status).toBe(204)
  })

  it('ends with a sentence that the owner is needed to migrate and to restore', async () => {
    const file = join(folder, 'refused.backup')
    expect((await operate('backup', file)).code).toBe(0)
    const restored = await operate('restore', file)
    expect(restored.answer).toMatchObject({
      ok: false,
      error: expect.stringContaining('Only the owner'),
    })
    const empty = await createRoledDatabase()
    const unmigrated = await operateAs(empty.appUrl, 'purchases', 'list')
    expect(unmigrated.answer).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^The database lacks 0001_.* npm run operator -- migrate$/),
    })
    const migrated = await operateAs(empty.appUrl, 'migrate')
    expect(migrated.answer).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^The migration 0001_.* Only the owner/),
    })
    await empty.drop()
  })
})

const reportHeader =
  'balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,source_id,' +
  'customer_facing_amount,customer_facing_currency,payment_intent_id,automatic_payout_id'

const entries = [
  'debit,credit,amount,currency,value_date,reason',
  'costs,bank,1.00,GBP,2026-01-10,Bank charge',
].join('\n')
/** A line of a report whose month can be closed. */
const oldFee = 'txn_0,2015-01-10 00:00:00,gbp,-1.00,0.00,-1.00,fee,,,,,'
const dayOf = (offset: number) =>
  new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

type Calls = Readonly<Record<string, readonly string[]>>

/** The operator's commands that take arguments, each with some that let it do its work. */
async function callsOfServing(): Promise<Calls> {
  const catalogue = 'database/demo-catalogue'
  const due = join(folder, 'due.csv')
  const answers = await answerRows(test.services.db, [retiredRow(tonnes.part(1, 1), 1, 'RET-1')])
  const retired = `${[exportHeader, ...answers].join('\n')}\n`
  const list = 'registry,serial,retired_on\nGS,GS1-1-UG-GS1-16-2024-1-1-1,2026-11-20\n'
  const report = `${reportHeader}\ntxn_1,${dayOf(0)} 00:00:00,gbp,-1.00,0.00,-1.00,fee,,,,,\n${oldFee}\n`
  const phone = newPhone()
  const terminal = ['--name', 'Bank', '--program', 'bank', '--by', 'ada']
  const { answer: made } = await operate('partners', 'create', ...terminal)
  const pounds = ['--currency', 'GBP']
  await operate('programmes', 'line', 'bank', '10', ...pounds, ...signed)
  const money = ['--amount', '2', ...pounds, '--program', 'bank']
  const { answer: credit } = await operate(
    'wallet',
    'credit',
    '--phone',
    person.phone,
    ...money,
    ...signed,
  )
  const backups = await mkdtemp(join(folder, 'backups-'))
  await operate('backup', join(backups, '2026-12-01T023000Z.backup'))
  return {
    'demo seed': [],
    'projects import': [`${catalogue}/projects.csv`],
    'projects edit': ['GS11728', '--name', 'Manaus', ...signed],
    'batches import': [`${catalogue}/batches.csv`],
    'batches price': [batch.serial, '0.021', ...signed],
    'batches cost': [batch.serial, '52', '--currency', 'GBP', ...signed],
    'batches prices': [batch.serial],
    'batches withdraw': [batch.serial, ...signed],
    'batches offer': [batch.serial, ...signed],
    'batches replace': [other.serial, '--with', batch.serial, ...signed],
    'featured set': [`${catalogue}/featured.csv`],
    'rates import': ['providers/exchange-rates/ecb-2026-04-13.xml', '--accept-jump'],
    'programmes create': ['works', '--name', 'Works', ...pounds, '--by', 'ada'],
    'programmes fund': ['works', '10', ...pounds, ...signed],
    'programmes line': ['works', '10', ...pounds, ...signed],
    'programmes limits': ['works', '--person', '5', ...signed],
    'programmes statement': ['works', dayOf(0).slice(0, 7)],
    'programmes close': ['works', ...signed],
    'partners create': terminal,
    'partners rotate': [`${made.terminal_id}`, ...signed],
    'partners revoke': [`${made.terminal_id}`, ...signed],
    'wallet credit': ['--phone', person.phone, ...money, ...signed],
    'wallet debit': [`${credit.id}`, ...signed],
    'plans run': ['--on', '2026-01-01', ...signed],
    'gifts deliver': ['--on', '2026-01-01', ...signed],
    'purchases show': [txId, '--by', 'ada'],
    'purchases evidence': [txId, join(folder, 'evidence.md'), ...signed],
    'people find': [person.id, '--by', 'ada'],
    'people show': [person.id, '--by', 'ada'],
    'people block': [phone, ...signed],
    'people unblock': [phone, ...signed],
    'limits clear': [phone, ...signed],
    'sessions end': [person.id, ...signed],
    'people export': [person.id, join(folder, 'export.json'), ...signed],
    'people move': [person.id, newPhone(), ...signed],
    'people erase': [erased.id, ...signed],
    'accounts journal': ['--from', dayOf(-1), '--to', dayOf(1)],
    'accounts tax': ['--quarter', '2026-Q1'],
    'accounts payouts': [await fileOf('report.csv', report), ...signed],
    'accounts close': ['2015-01', ...signed],
    'accounts report': ['stock', '--from', '2026-01', '--to', '2026-01'],
    'accounts margin': ['--from', '2026-01', '--to', '2026-01'],
    'accounts entry': [await fileOf('entries.csv', entries), ...signed],
    'log verify': [`${test.url}/log`],
    'retirements export': [due],
    'retirements record': [await fileOf('retired.csv', retired), ...signed],
    'retirements confirm': [await fileOf('list.csv', list), ...signed],
    'retirements correct': ['RET-1', ...signed],
    'purchases refund': [txId, ...signed],
    'staff invite': ['Ada', 'ada@passport.example', '--roles', 'support', ...signed],
    'staff roles': ['Ada', 'support,money', ...signed],
    'staff reset': ['Ada', ...signed],
    'staff end': ['Ada', ...signed],
    backup: [join(folder, 'whole.backup')],
    drill: [backups],
    'runs record': ['off-site copy'],
  }
}

/** Tested above: they name the role that they need. */
const ownersCommands = new Set(['migrate', 'restore'])

/** It needs no database, and runs until it is stopped. */
const lastingCommand = 'log witness'

/** They exit with 1 where they find something for a person to do. */
const mayFind = new Set([
  'batches audit',
  'accounts payouts',
  'purchases refund',
  'purchases reconcile',
])

describe('every command of the operator', () => {
  it('works as that role, except for the owner’s commands', async () => {
    const calls = await callsOfServing()
    const names = commands
      .map(({ name }) => name)
      .filter((name) => !ownersCommands.has(name) && name !== lastingCommand)
    expect(Object.keys(calls).filter((name) => !names.includes(name))).toEqual([])
    const others = names.filter((name) => !Object.hasOwn(calls, name))
    await works('demo seed', calls)
    const rest = [...Object.keys(calls), ...others].filter((name) => name !== 'demo seed')
    const chains = Map.groupBy(rest, chainOf).values()
    await Promise.all(
      chains.map(async (chain) => {
        for (const name of chain) await works(name, calls)
      }),
    )
  })
})

/** Commands of one chain run in their order, because one needs what another did. Chains run at once. */
function chainOf(name: string): string {
  const [subject = ''] = name.split(' ')
  return /^(projects|batches|featured)$/.test(subject) ? 'catalogue' : subject
}

async function works(name: string, calls: Calls): Promise<void> {
  const { code, answer, stderr } = await operate(...name.split(' '), ...(calls[name] ?? []))
  const told = [name, answer.error ?? '', stderr].join()
  expect(told).not.toMatch(/permission denied|must be owner/)
  if (!mayFind.has(name)) expect([name, code, answer]).toEqual([name, 0, answer])
}
