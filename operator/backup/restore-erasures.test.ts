// Tests that a restored backup contains no passport that was deleted after it was taken.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { settleNumberKey } from '#features/own-data/settle-number-key.ts'
import { expirePurchases } from '#features/purchases/end/end-purchases.ts'
import { numberRewrites } from '#server/number-rewrites.ts'
import { demonstration } from '#tests/support/demonstration.ts'
import { hashOf, numbersKey } from '#tests/support/number-keys.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { cardOrder, Person } from '#tests/support/people/person.ts'
import { createTestDatabase, openTestDatabase } from '#tests/support/postgres.ts'
import { runOperator, type TestSettings } from '#tests/support/servers/run-operator.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { backUp } from './back-up.ts'
import { restore as restoreRows } from './restore.ts'

const people = statement(
  'test-restored-people',
  { id: 'uuid', phone: 'text?', nickname: 'text?' },
  'select id, phone, nickname from passports order by id',
)
const addPasskeyOf = statement(
  'test-passkey-before-backup',
  {},
  `insert into passkeys (credential_id, passport_id, user_handle, public_key, counter, name)
   values ('\\x01', $1, decode(repeat('00', 32), 'hex'), '\\x01', 0, 'Phone')`,
)
const suspendedPasskeys = statement(
  'test-suspended-passkeys',
  { passport_id: 'uuid' },
  'select passport_id from passkeys where suspended_at is not null',
)
const addAccess = statement(
  'test-access-before-backup',
  {},
  `with invited as (insert into staff (name, email, roles)
     values ('Grace', 'grace@passport.example', array['admin']) returning id),
   session as (insert into staff_sessions (token_hash, staff_id) select '\\x01', id from invited),
   passkey as (insert into staff_passkeys (credential_id, staff_id, user_handle, public_key, counter)
     select '\\x01', id, decode(repeat('00', 32), 'hex'), '\\x01', 0 from invited),
   approval as (insert into approvals (action, input, reason, figures, requested_by, state, decided_at)
     select 'purchases refund', '{}', 'Twice', '[]', id, state,
       case when state = 'refused' then now() end
     from invited, unnest(array['waiting', 'refused']) as given (state)),
   plan as (insert into plans
       (id, passport_id, state, amount_minor, currency, pay, day, next_run_at, expires_at)
     select 'PL-' || state, $1, state, 500, 'GBP', 'card', 1,
       case when state = 'active' then now() + interval '1 day' end, now() + interval '1 day'
     from unnest(array['active', 'ended']) as given (state))
   insert into staff_invitations (token_hash, staff_id, expires_at, used_at)
   select token::bytea, id, now() + life, used_at from invited, (values
     ('open', interval '1 hour', null), ('used', interval '1 hour', now()),
     ('past', interval '-1 hour', null)) as given (token, life, used_at)`,
)
const access = statement(
  'test-restored-access',
  { name: 'text', kept: 'text' },
  `select 'session' as name, staff_id::text as kept from staff_sessions
   union all select 'passkey', staff_id::text from staff_passkeys
   union all select 'invitation', convert_from(token_hash, 'UTF8') from staff_invitations
     where used_at is null and expires_at > now()
   union all select 'approval', concat_ws(': ', state, detail) from approvals
   union all select id, concat_ws(' ', state, pause_reason) from plans order by 1, 2`,
)
const sessions = statement('test-restored-sessions', { id: 'uuid' }, 'select id from sessions')
const lapse = statement('test-lapse-restored', {}, 'update purchases set expires_at = now()')
const receivers = statement(
  'test-restored-receivers',
  { recipient_phone: 'text?', note: 'text?' },
  'select recipient_phone, note from purchases where buyer_id = $1',
)
const states = statement(
  'test-restored-states',
  { state: 'text' },
  'select state from purchases where buyer_id = $1',
)
const audited = statement(
  'test-audit-of-restore',
  { for_name: 'text?', command: 'text', about: 'text[]' },
  `select for_name, command, about from audit_trail where command = 'restore' order by id`,
)
const park = statement(
  'test-park-before-backup',
  {},
  `with p as (update passports set phone = null where id = $1 returning id)
   insert into parked_passports (passport_id, phone) select id, $2 from p`,
)
const addTerminal = statement(
  'test-add-terminal',
  {},
  `with p as (insert into programmes (id, name) values ('bank', 'Bank'), ('airline', 'Airline')
     returning id, name)
   insert into partner_terminals (id, programme_id, holder_name, retires_at)
   select given.id, p.id, p.name, retires_at
   from p join (values ('prt_0', 'bank', now()), ('prt_1', 'bank', null),
     ('prt_2', 'bank', now() + interval '1 day'), ('prt_3', 'airline', null))
     as given (id, programme, retires_at) on given.programme = p.id`,
)

let folder: string
let erasuresFile: string
let test: TestApp
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carbon-passport-erasures-'))
  erasuresFile = join(folder, 'erasures')
  test = await startTestApp({ ERASURES_FILE: erasuresFile })
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true })
})

async function restore(databaseUrl: string, file: string, more: TestSettings) {
  const settings = {
    NUMBERS_KEY: numbersKey,
    DATABASE_URL: databaseUrl,
    ...more,
  }
  const { stdout } = await runOperator(settings, ['restore', file, '--by', 'ada', '--json'])
  return JSON.parse(stdout) as Record<string, unknown>
}

it('demands the file in production, erases again, ends all sessions, names partners', async () => {
  const [gone, stays, parked] = [
    await new Person(test.url).signIn(),
    await new Person(test.url).signIn(),
    await new Person(test.url).signIn(),
  ]
  for (const each of [gone, parked]) {
    await each.call('PATCH', '/api/profile', { nickname: 'Wilhelmina' })
  }
  await test.services.db.run(park, [parked.id, hashOf(parked.phone)])
  await test.services.db.run(addTerminal)
  await test.services.db.run(addPasskeyOf, [stays.id])
  await test.services.db.run(addAccess, [stays.id])
  const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
  const order = { ...cardOrder(batch, 50, await stays.cardToken()), is_gift: 1, note: 'For her' }
  const open = await stays.reserve({ ...order, telephone: gone.phone })
  expect(open.status).toBe(200)
  expect((await gone.reserve(cardOrder(batch, 20, await gone.cardToken()))).status).toBe(200)
  const file = join(folder, 'before.backup')
  await backUp(test.databaseUrl, file)
  const code = await gone.codeFor('delete')
  expect((await gone.signed('/api/profile', { code }, { method: 'DELETE' })).status).toBe(204)

  // It was parked at that time, and was erased since.
  const since = join(folder, 'erasures-since')
  const alsoGone = JSON.stringify({ passport: parked.id })
  await writeFile(since, `${await readFile(erasuresFile, 'utf8')}${alsoGone}\n`)

  const copy = await createTestDatabase()
  const missing = { ...demonstration, ERASURES_FILE: join(folder, 'missing') }
  const refused = await restore(copy.url, file, missing)
  expect(refused).toMatchObject({ ok: false, error: expect.stringContaining('ERASURES_FILE') })
  const damaged = join(folder, 'damaged')
  await writeFile(damaged, '{"passport": "somebody"}\n')
  const unread = await restore(copy.url, file, { ...demonstration, ERASURES_FILE: damaged })
  expect(unread).toMatchObject({ ok: false, error: expect.stringContaining('Line 1') })

  const restored = await restore(copy.url, file, { ...demonstration, ERASURES_FILE: since })
  // One that is on its way out signs until then.
  const signing = [
    { id: 'prt_3', programme_id: 'airline', holder_name: 'Airline' },
    { id: 'prt_1', programme_id: 'bank', holder_name: 'Bank' },
    { id: 'prt_2', programme_id: 'bank', holder_name: 'Bank' },
  ]
  expect(restored).toMatchObject({ ok: true, erased: 2, terminals: signing, approvals: 1 })
  const pound = expect.objectContaining({ currency: 'GBP', credit_line: 1_000_000 })
  expect(restored.programmes).toMatchObject([
    { program_id: 'welcome', balances: expect.arrayContaining([pound]) },
  ])
  const third = await createTestDatabase()
  const toThird = { NUMBERS_KEY: numbersKey, DATABASE_URL: third.url, ERASURES_FILE: since }
  const shown = await runOperator(toThird, ['restore', file, '--by', 'ada'])
  await third.drop()
  expect(shown.stdout.split('\n').slice(1, -1)).toEqual([
    'Erased again: 2, as ERASURES_FILE says.',
    'Nobody is signed in any more.',
    expect.stringContaining('need a new passkey each'),
    expect.stringMatching(/^Passkeys work again .* Monthly plans are paused\.$/),
    'Requests for approval that are void now: 1.',
    'Review: the terminal prt_3 of airline (Airline) signs again.',
    'Review: the terminal prt_1 of bank (Bank) signs again.',
    'Review: the terminal prt_2 of bank (Bank) signs again.',
    'Review: funds, lines and limits of programmes are those of the backup:',
    expect.stringMatching(/^welcome {2}/),
    expect.stringMatching(/^ {2}EUR {2}funds 0\.00 .* line 1000000\.00/),
    expect.stringMatching(/^ {2}GBP {2}funds 0\.00 /),
    expect.stringMatching(/^ {2}TRY {2}/),
    expect.stringMatching(/^ {2}USD {2}/),
  ])
  const db = openTestDatabase(copy.url, 1)
  const found = await db.run(people)
  for (const { id: erased } of [gone, parked]) {
    const row = found.find(({ id }) => id === erased)
    expect(row).toMatchObject({ phone: null, nickname: null })
  }
  expect(found.find(({ id }) => id === stays.id)).toMatchObject({ phone: stays.phone })
  expect(await db.run(sessions)).toEqual([])
  expect(await db.run(suspendedPasskeys)).toEqual([{ passport_id: stays.id }])
  // No member of staff has access, and no plan pays until its owner resumes it. No request is
  // approved that may have been decided since.
  expect(await db.run(access)).toEqual([
    { name: 'PL-active', kept: 'paused restored' },
    { name: 'PL-ended', kept: 'ended' },
    { name: 'approval', kept: 'refused' },
    { name: 'approval', kept: 'void: The database was restored.' },
  ])
  // Another person's purchase keeps her number only as long as it may still reach her.
  const kept = [{ recipient_phone: gone.phone, note: 'For her' }]
  expect(await db.run(receivers, [stays.id])).toEqual(kept)
  expect(await db.run(states, [gone.id])).toEqual([{ state: 'EXPIRED' }])
  await db.run(lapse)
  await expirePurchases({ ...test.services, db })
  expect(await db.run(receivers, [stays.id])).toEqual([{ recipient_phone: null, note: null }])
  await db.close()
  await copy.drop()
})

it('outside production also ends all sessions, names partners, and warns without the file', async () => {
  await new Person(test.url).signIn()
  const file = join(folder, 'development.backup')
  await backUp(test.databaseUrl, file)
  const copy = await createTestDatabase()
  const erasures = join(folder, 'missing')
  const settings = { NUMBERS_KEY: numbersKey, DATABASE_URL: copy.url, ERASURES_FILE: erasures }
  const { stdout } = await runOperator(settings, ['restore', file, '--by', 'ada'])
  expect(stdout).toContain(`${erasures} is missing: people who deleted their passports`)
  expect(stdout).toContain('Nobody is signed in any more.')
  expect(stdout).toContain('Review: the terminal prt_1')
  const db = openTestDatabase(copy.url, 1)
  expect(await db.run(sessions)).toEqual([])
  await db.close()
  await copy.drop()
})

it('restores no row under another key, and finishes a restore that stopped half way', async () => {
  const gone = await new Person(test.url).signIn()
  const { db } = test.services
  await settleNumberKey(db, test.services.numbers, numberRewrites)
  const file = join(folder, 'keyed.backup')
  await backUp(test.databaseUrl, file)
  const code = await gone.codeFor('delete')
  expect((await gone.signed('/api/profile', { code }, { method: 'DELETE' })).status).toBe(204)
  const copy = await createTestDatabase()
  const copied = openTestDatabase(copy.url, 1)
  const production = { ...demonstration, ERASURES_FILE: erasuresFile }

  const other = await restore(copy.url, file, { ...production, NUMBERS_KEY: 'b8'.repeat(32) })
  expect(other).toMatchObject({ ok: false, error: expect.stringContaining('NUMBERS_KEY is not') })
  expect(await copied.run(people)).toEqual([])
  expect(await copied.run(audited)).toEqual([])

  const stopped = restoreRows(copy.url, file, {
    follow: () => Promise.reject(new Error('The machine stopped here.')),
  })
  await expect(stopped).rejects.toThrow('The machine stopped here.')
  expect(await copied.run(people)).not.toEqual([])
  const half = { ok: false, error: expect.stringContaining('was not finished') }
  for (const call of [
    ['ledger', 'check'],
    ['backup', join(folder, 'half.backup')],
  ]) {
    const { stdout } = await runOperator({ DATABASE_URL: copy.url }, [...call, '--json'])
    expect(JSON.parse(stdout)).toMatchObject(half)
  }
  const earlier = await restore(copy.url, join(folder, 'before.backup'), production)
  expect(earlier).toMatchObject({ ok: false, error: expect.stringContaining('give that one') })

  expect(await restore(copy.url, file, production)).toMatchObject({ ok: true, erased: 1 })
  const found = await copied.run(people)
  expect(found.find(({ id }) => id === gone.id)).toMatchObject({ phone: null })
  expect(await copied.run(sessions)).toEqual([])
  expect(await copied.run(audited)).toEqual([
    { for_name: 'ada', command: 'restore', about: ['keyed.backup'] },
  ])
  const checked = await runOperator({ DATABASE_URL: copy.url }, ['ledger', 'check'])
  expect(checked).toMatchObject({ code: 0 })
  await copied.close()
  await copy.drop()
})
