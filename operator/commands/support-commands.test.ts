// Tests the support of people while the server runs: each change shows at once over HTTP, and the
// audit trail has its operator and reason.
import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noticeMessages } from '#features/messages/passport-notices.ts'
import { findBlock } from '#features/sign-in/number/number-blocks.ts'
import { demonstration } from '#tests/support/demonstration.ts'
import { hashOf, numbersKey } from '#tests/support/number-keys.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import { newPartner } from '#tests/support/people/partner.ts'
import { cardOrder, newPhone, Person } from '#tests/support/people/person.ts'
import { Phone } from '#tests/support/people/phone.ts'
import { runOperator } from '#tests/support/servers/run-operator.ts'
import { googleSettings } from '#tests/support/stand-ins/google-account.ts'
import { failCards, messagesSentTo } from '#tests/support/stand-ins/sandbox-faults.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { maskPhone } from '#values/text/phone-number.ts'
import { smsText } from '#values/text/sms-text.ts'

const erasures = join(tmpdir(), `erasures-${randomUUID()}`)
const holdUp = statement(
  'test-hold-up-number',
  {},
  `update sign_in_attempts set blocked_until = now() + interval '1 day', failures_in_a_row = 50,
     sent_at = array_fill(now(), array[10]), resend_step = 4, resend_at = now() + interval '5 minutes'`,
)
const passTime = statement(
  'test-pass-72-hours',
  {},
  `update number_moves set due_at = due_at - interval '72 hours' where passport_id = $1`,
)
const park = statement(
  'test-park',
  {},
  `with idle as (update sessions set last_seen_at = now() - interval '13 months',
     ends_at = now() - interval '12 months' where passport_id = $1)
   update passports set signed_in_at = now() - interval '13 months' where id = $1`,
)
const countOne = statement(
  'test-count-one',
  {},
  `insert into rate_counts (bucket, window_start, window_end, count)
   select bucket, now(), now() + interval '1 day', 1 from unnest($1::text[]) as given (bucket)`,
)
const counted = statement(
  'test-counted',
  { bucket: 'text' },
  'select bucket from rate_counts where bucket = any($1::text[])',
)
const openSessions = statement(
  'test-open-sessions',
  {},
  `insert into sessions (token_hash, passport_id, ends_at)
   select sha256(number::text::bytea), $1, now() + interval '1 day'
   from generate_series(1, $2::int4) as given (number)`,
)
const leftOver = statement(
  'test-left-over',
  { sessions: 'int4', terminals: 'int4' },
  `select (select count(*) from sessions)::int4 as sessions,
     (select count(*) from terminals)::int4 as terminals`,
)
const bury = statement('test-bury', {}, `update outbox set state = 'dead', last_error = 'Away'`)

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ ERASURES_FILE: erasures })
})
afterAll(async () => {
  rmSync(erasures, { force: true })
  await closeWithBooks(test)
})

function settings(more: Readonly<Record<string, string>> = {}) {
  const { databaseUrl = '', secretKey } = test.services.settings
  return {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: secretKey.toString('hex'),
    NUMBERS_KEY: numbersKey,
    ERASURES_FILE: erasures,
    ...more,
  }
}

async function run(...args: readonly string[]) {
  const { code, stdout } = await runOperator(settings(), [...args, '--json'])
  return { exit: code, ...JSON.parse(stdout) }
}
const why = ['--by', 'Grace', '--reason', 'asked by letter'] as const

type Entry = { readonly command: string; readonly outcome: string }

/** Commands that did something about it, the newest first. */
async function auditOf(about: string) {
  const { entries } = await run('audit', 'list', '--about', about)
  return entries
    .filter(({ outcome }: Entry) => outcome === 'done')
    .map(({ command }: Entry) => command)
}

const askCode = (phone: string) => new Person(test.url).post('/api/auth/request-otp', { phone })

describe('a blocked number', () => {
  it('gets the answer of a throttled one, its sessions end, and unblocking restores it', async () => {
    const person = await new Person(test.url).signIn()
    expect((await askCode(person.phone)).status).toBe(200)
    const code = await person.readCode()
    expect(await run('people', 'block', person.phone, ...why)).toMatchObject({ exit: 0, ok: true })
    expect((await person.get('/api/auth/me')).status).toBe(401)
    const blocked = await askCode(person.phone)
    const throttled = newPhone()
    await askCode(throttled)
    const tooSoon = await askCode(throttled)
    expect([blocked.status, blocked.body.code, blocked.body.error]).toEqual([
      tooSoon.status,
      tooSoon.body.code,
      tooSoon.body.error,
    ])
    const wait = Number(blocked.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(60)
    expect(wait).toBeLessThanOrEqual(86_400)
    const typed = await person.post('/api/auth/verify-otp', { phone: person.phone, code })
    expect(typed).toMatchObject({ status: 400, body: { code: 'invalid_code' } })
    const { people } = await run('people', 'show', person.id, '--by', 'Grace')
    expect(people[0].limits.blocked_at).not.toBeNull()
    expect(await run('people', 'unblock', person.id, ...why)).toMatchObject({ exit: 0 })
    expect(await run('people', 'unblock', person.id, ...why)).toMatchObject({ exit: 1 })
    const late = await person.post('/api/auth/verify-otp', { phone: person.phone, code })
    expect(late).toMatchObject({ status: 400, body: { code: 'invalid_code' } })
    await run('limits', 'clear', person.id, ...why)
    await person.signIn()
    expect(await auditOf(person.id)).toEqual([
      'limits clear',
      'people unblock',
      'people show',
      'people block',
    ])
  })

  it('works for a number without a passport: it cannot join', async () => {
    const phone = newPhone()
    expect(await run('people', 'block', phone, ...why)).toMatchObject({ ok: true })
    expect((await askCode(phone)).status).toBe(429)
    const since = await findBlock(test.services.db, hashOf(phone))
    await run('people', 'block', phone, ...why)
    expect(await findBlock(test.services.db, hashOf(phone))).toEqual(since)
    expect(await run('people', 'block', 'CP-2222-2222-2222', ...why)).toMatchObject({ ok: false })
    const cleared = await runOperator(settings(), ['limits', 'clear', phone, ...why])
    expect(cleared).toMatchObject({ code: 0, stdout: expect.stringContaining('still blocked') })
    expect((await askCode(phone)).status).toBe(429)
  })
})

describe('limits clear and sessions end', () => {
  it('reset the limits of a person, who then gets a code at once, and export their data', async () => {
    const person = await new Person(test.url).signIn()
    const { phone } = person
    const exported = async () => (await person.get('/api/profile/export')).status
    expect([await exported(), await exported(), await exported()]).toEqual([200, 200, 200])
    expect(await exported()).toBe(429)
    await askCode(phone)
    const before = await person.readCode()
    await test.services.db.run(holdUp)
    const other = hashOf(newPhone())
    const buckets = [`gifts/all/${hashOf(phone)}`, `gifts/all/${other}`, `export/${randomUUID()}`]
    await test.services.db.run(countOne, [buckets])
    expect((await askCode(phone)).status).toBe(429)
    const cleared = await runOperator(settings(), ['limits', 'clear', phone, ...why])
    expect(cleared.stdout).toContain('The number may ask for a code now.')
    const left = (await test.services.db.run(counted, [buckets])).map(({ bucket }) => bucket)
    expect(left.sort()).toEqual(buckets.slice(1).sort())
    expect(await exported()).toBe(200)
    const type = async (code: string) =>
      (await person.post('/api/auth/verify-otp', { phone, code })).status
    expect(await type(before)).toBe(400)
    expect(await askCode(phone)).toMatchObject({ status: 200, body: { resend_in_seconds: 30 } })
    await expect.poll(() => person.readCode()).not.toBe(before)
    const code = await person.readCode()
    // One more failure would be the 51st, and a day's wait.
    expect(await type(code === '000000' ? '000001' : '000000')).toBe(400)
    expect(await type(code)).toBe(200)
  })

  it('end all sessions of a person', async () => {
    const person = await new Person(test.url).signIn()
    expect(await run('sessions', 'end', person.id, ...why)).toMatchObject({ exit: 0 })
    expect((await person.get('/api/auth/me')).status).toBe(401)
    expect(await auditOf(person.id)).toEqual(['sessions end'])
  })
})

describe('sessions end --all', () => {
  it('signs every person out, in several batches, and keeps operator and reason', async () => {
    const people = await Promise.all([1, 2].map(() => new Person(test.url).signIn()))
    await test.services.db.run(openSessions, [people[0]?.id, 1_001])
    const unsigned = await run('sessions', 'end', '--all', '--by', 'Grace')
    expect(unsigned).toMatchObject({ exit: 2, error: '--reason TEXT is required.' })
    const both = await run('sessions', 'end', people[0]?.id ?? '', '--all', ...why)
    expect(both).toMatchObject({ exit: 2, error: 'Name a person, or give --all.' })
    expect(await run('sessions', 'end', ...why)).toMatchObject({ exit: 2, error: both.error })
    const [before] = people
    expect((await before?.get('/api/auth/me'))?.status).toBe(200)
    const ended = await run('sessions', 'end', '--all', ...why)
    expect(ended).toMatchObject({ exit: 0, ok: true })
    expect(ended.ended).toBeGreaterThanOrEqual(1_003)
    for (const person of people) expect((await person.get('/api/auth/me')).status).toBe(401)
    expect(await test.services.db.run(leftOver)).toEqual([{ sessions: 0, terminals: 0 }])
    const { entries } = await run('audit', 'list', '--by', 'Grace')
    expect(entries[0]).toMatchObject({
      command: 'sessions end',
      reason: 'asked by letter',
      outcome: 'done',
    })
    expect(await run('sessions', 'end', '--all', ...why)).toMatchObject({ ok: true, ended: 0 })
  })
})

describe('actions on behalf of a person', () => {
  it('the export equals the person’s own', async () => {
    const person = await new Person(test.url).signIn()
    const file = join(tmpdir(), `export-${randomUUID()}.json`)
    expect(await run('people', 'export', person.id, file, ...why)).toMatchObject({ exit: 0 })
    const own = await person.get('/api/profile/export')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const written = readFileSync(file, 'utf8')
    expect(written).toContain(`\n    "phone number": "${person.phone}",\n`)
    const exported = JSON.parse(written)
    expect({ ...exported, 'made at': null }).toEqual({ ...own.body, 'made at': null })
    expect(await run('people', 'export', person.id, file, ...why)).toMatchObject({ exit: 1 })
    rmSync(file)
    // A failed export writes no row.
    expect(await auditOf(person.id)).toEqual(['people export'])
  })

  it('the erasure equals the person’s own, unless a purchase is being completed', async () => {
    const person = await new Person(test.url).signIn()
    const batch = await issueTestBatch(test.services.db, { kg: 100 })
    const { body } = await person.reserve(cardOrder(batch, 50, await person.cardToken()))
    await failCards(test.services.db, 'capture', 'unknown')
    await person.complete(String(body.txId))
    expect(await run('people', 'erase', person.id, ...why)).toMatchObject({
      exit: 1,
      ok: false,
    })
    await run('purchases', 'reconcile', String(body.txId))
    expect(await run('people', 'erase', person.id, ...why)).toMatchObject({ exit: 0 })
    expect((await person.get('/api/auth/me')).status).toBe(401)
    expect(readFileSync(erasures, 'utf8')).toContain(person.id)
    expect(await run('people', 'erase', person.id, ...why)).toMatchObject({ exit: 1 })
    expect(await run('people', 'move', person.id, newPhone(), ...why)).toMatchObject({
      exit: 1,
      error: 'This passport is deleted.',
    })
    expect(await auditOf(person.id)).toEqual(['people erase'])
  })
})

describe('people move', () => {
  it('is announced to the old number, waits 72 hours, and moves the passport with all it has', async () => {
    const person = await new Person(test.url).signIn()
    const phone = newPhone()
    const move = () => run('people', 'move', person.id, phone, ...why)
    const announced = await move()
    expect(announced).toMatchObject({ exit: 0, stage: 'announced' })
    const title = 'a move to another number that our support was asked for'
    expect((await person.get('/api/profile/export')).body[title]).toMatchObject({
      ...{ to: phone, announced: expect.any(String), objected: null },
    })
    const hours = (Date.parse(announced.due_at) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(71.5)
    expect(hours).toBeLessThanOrEqual(72)
    await expect
      .poll(() => messagesSentTo(test.services.db, person.phone))
      .toContain('number_moving')
    const told = `/dev/messages?to=${encodeURIComponent(person.phone)}`
    const [{ body: words }] = (await person.get(told)).body
    expect(words).toContain(`to ${smsText(maskPhone(phone))}.`)
    expect(await move()).toMatchObject({ exit: 1, stage: 'waiting' })
    await test.services.db.run(passTime, [person.id])
    const other = await run('people', 'move', person.id, newPhone(), ...why)
    expect(other).toMatchObject({ exit: 0, stage: 'announced' })
    expect(await move()).toMatchObject({ exit: 0, stage: 'announced' })
    await test.services.db.run(passTime, [person.id])
    expect(await move()).toMatchObject({ exit: 0, stage: 'moved' })
    expect((await person.get('/api/auth/me')).status).toBe(401)
    const moved = await new Person(test.url, phone).signIn()
    expect(moved.id).toBe(person.id)
    expect((await moved.get('/api/profile/export')).body[title]).toBeNull()
    const stranger = await new Person(test.url, person.phone).signIn()
    expect(stranger.id).not.toBe(person.id)
    expect(await auditOf(person.id)).toEqual(Array(4).fill('people move'))
  })

  it('ends when somebody signs in with the old number, until it is announced again', async () => {
    const person = await new Person(test.url).signIn()
    const phone = newPhone()
    const move = (...more: readonly string[]) =>
      run('people', 'move', person.phone, phone, ...why, ...more)
    await move()
    const notice = { template: 'number_moving', subject: person.id, recipient: 'holder' }
    const text = () => noticeMessages.textOf(test.services, notice)
    expect(await text()).toMatchObject({ to: person.phone })
    await run('limits', 'clear', person.phone, ...why)
    await person.signIn()
    expect(await text()).toBeNull()
    await test.services.db.run(passTime, [person.id])
    expect(await move()).toMatchObject({ exit: 1, ok: false })
    expect((await person.get('/api/auth/me')).body.phone).toBe(person.phone)
    expect(await move('--again')).toMatchObject({ exit: 0, stage: 'announced' })
    expect(await move('--again')).toMatchObject({ exit: 1, stage: 'waiting' })
  })

  it('ends the wallet pass of the lost phones, and the new phone gets one of its own', async () => {
    const [person, other] = [
      await new Person(test.url).signIn(),
      await new Person(test.url).signIn(),
    ]
    const lost = [await Phone.with(person), await Phone.with(person)]
    const family = (await Phone.with(other)).onSameDeviceAs(lost[0] as Phone)
    for (const phone of [...lost, family]) expect(await phone.register()).toBe(201)
    const phone = newPhone()
    const move = () => run('people', 'move', person.id, phone, ...why)
    expect(await move()).toMatchObject({ stage: 'announced' })
    for (const each of lost) expect((await each.fetch()).status).toBe(200)
    await test.services.db.run(passTime, [person.id])
    expect(await move()).toMatchObject({ stage: 'moved' })
    for (const each of lost) {
      expect((await each.fetch()).status).toBe(401)
      expect(await each.register()).toBe(401)
      expect(await each.unregister()).toBe(401)
    }
    expect((await lost[0]?.list())?.body.serialNumbers).toEqual([other.id])
    expect((await lost[1]?.list())?.status).toBe(204)
    expect((await family.fetch()).status).toBe(200)

    const owner = await new Person(test.url, phone).signIn()
    const next = await Phone.with(owner)
    expect([await next.register(), (await next.fetch()).status]).toEqual([201, 200])
    const forged = next.token?.replace(/^1\./, '2.') ?? ''
    for (const token of [lost[0]?.token ?? '', forged, next.token?.replace(/^1\./, '') ?? '']) {
      next.token = token
      expect((await next.fetch()).status).toBe(401)
    }
  })

  it('refuses another person’s number, and moves a parked passport at once', async () => {
    const [person, other] = [
      await new Person(test.url).signIn(),
      await new Person(test.url).signIn(),
    ]
    expect(await run('people', 'move', person.id, other.phone, ...why)).toMatchObject({ exit: 1 })
    for (const phone of [person.phone, '+448451234567', 'nobody']) {
      expect(await run('people', 'move', person.id, phone, ...why)).toMatchObject({
        exit: 1,
        error: 'No code can be sent to that number, or the passport has it already.',
      })
    }
    await test.services.db.run(park, [person.id])
    await run('limits', 'clear', person.phone, ...why)
    await askCode(person.phone)
    const typed = { phone: person.phone, code: await person.readCode(), mine: false }
    const next = new Person(test.url, person.phone)
    expect((await next.post('/api/auth/verify-otp', typed)).status).toBe(200)
    const found = await run('people', 'find', person.phone)
    expect(found.people).toMatchObject([
      { id: person.id, phone: null, parked_at: expect.any(String) },
      { phone: expect.stringContaining('•'), parked_at: null },
    ])
    expect(await run('sessions', 'end', person.phone, ...why)).not.toMatchObject({
      about: person.id,
    })
    const phone = newPhone()
    expect(await run('people', 'erase', person.id, ...why)).toMatchObject({ exit: 1 })
    const file = join(tmpdir(), randomUUID())
    expect(await run('people', 'export', person.id, file, ...why)).toMatchObject({
      error: expect.stringContaining('This passport has no number'),
    })
    expect(await run('people', 'move', person.id, phone, ...why)).toMatchObject({ stage: 'moved' })
    expect((await new Person(test.url, phone).signIn()).id).toBe(person.id)
    const { people } = await run('people', 'find', person.id)
    expect(people).toMatchObject([{ id: person.id, parked_at: null }])
  })
})

describe('other commands of an operator', () => {
  it('take a credit back, once', async () => {
    const person = await new Person(test.url).signIn()
    const partner = await newPartner(test.services, test.url)
    const credit = await partner.credit(person.phone, 5)
    const debit = () => run('wallet', 'debit', credit.body.id, ...why)
    expect(await debit()).toMatchObject({ exit: 0, balance: 0, currency: 'GBP' })
    expect(await debit()).toMatchObject({ exit: 1, error: 'This credit was taken back already.' })
    for (const id of ['x', randomUUID()]) {
      expect(await run('wallet', 'debit', id, ...why)).toMatchObject({
        exit: 1,
        error: 'There is no such credit.',
      })
    }
    for (const about of [person.id, credit.body.id]) {
      expect(await auditOf(about)).toEqual(['wallet debit'])
    }
    const given = ['--phone', person.phone, '--amount', '2', '--currency', 'GBP'] as const
    const programme = ['--program', partner.terminal.programmeId] as const
    const { id } = await run('wallet', 'credit', ...given, ...programme, ...why)
    expect(await auditOf(id)).toEqual(['wallet credit'])
    expect(await auditOf(person.id)).toEqual(['wallet credit', 'wallet debit'])
  })

  it('list the messages that were given up, and check each provider', async () => {
    const { phone } = await new Person(test.url).signIn()
    await test.services.db.run(bury)
    const { messages } = await run('messages', 'list', '--dead')
    expect(messages.length).toBeGreaterThan(0)
    expect(messages[0]).toMatchObject({ state: 'dead', last_error: 'Away' })
    const other = await new Person(test.url).signIn()
    await expect.poll(() => other.readCode()).toMatch(/./)
    expect((await run('messages', 'list')).messages[0]).not.toMatchObject({ state: 'dead' })
    expect((await run('messages', 'list', '--dead')).messages).toEqual(messages)
    expect(JSON.stringify(messages)).not.toContain(phone)
    const { exit, providers } = await run('providers', 'check')
    expect(exit).toBe(0)
    const answeredBy = (provider: string, kind: string) => {
      return { provider, kind, ok: true, answer: 'answered', ms: expect.any(Number) }
    }
    expect(providers).toEqual([
      ...[answeredBy('cards', 'sandbox'), answeredBy('sms', 'sandbox')],
      answeredBy('rates', 'bundled'),
    ])
    const google = { ...settings(), ...googleSettings, GOOGLE_WALLET_PROVIDER: 'sandbox' }
    const told = await runOperator(google, ['providers', 'check'])
    expect(told.code).toBe(0)
    expect(
      told.stdout
        .replaceAll(/\d+ ms/g, 'N ms')
        .trimEnd()
        .split('\n'),
    ).toEqual([
      ...['cards (sandbox): answered, N ms', 'sms (sandbox): answered, N ms'],
      ...['rates (bundled): answered, N ms', 'google wallet (sandbox): answered, N ms'],
    ])
    // The background may ask meanwhile, and meet some of the faults.
    await failCards(test.services.db, 'events', 'error', { calls: 20 })
    expect(await run('providers', 'check')).toMatchObject({
      ...{ exit: 1, ok: false },
      providers: [{ provider: 'cards', ok: false }, { ok: true }, { ok: true }],
    })
  })

  it('migrate as a step of their own', async () => {
    expect(await run('migrate', '--by', 'Grace')).toMatchObject({ exit: 0, migrations: [] })
    const { entries } = await run('audit', 'list', '--by', 'Grace')
    expect(entries[0]).toMatchObject({ command: 'migrate', about: [], reason: null })
    const asAStep = settings({ MIGRATE_ON_START: '0' })
    expect(await runOperator(asAStep, ['partners', 'list', '--json'])).toMatchObject({ code: 0 })
  })
})

describe('every command that changes something', () => {
  const walletOptions = ['phone', 'amount', 'currency', 'program'].flatMap((option) => [
    `--${option}`,
    'x',
  ])
  it.each([
    ['wallet', 'credit', ...walletOptions],
    ['wallet', 'debit', 'x'],
    ['batches', 'import', 'x.csv'],
    ['batches', 'withdraw', 'x'],
    ['batches', 'offer', 'x'],
    ['purchases', 'reconcile'],
    ['purchases', 'refund', 'x'],
    ['retirements', 'record', 'x.csv'],
    ['demo', 'seed'],
  ])('needs a reason where money, kilograms or people are touched: %s %s', async (...call) => {
    const { code, stdout } = await runOperator(settings(demonstration), [
      ...call,
      ...['--by', 'Grace', '--json'],
    ])
    expect([code, JSON.parse(stdout).error]).toEqual([2, '--reason TEXT is required.'])
  })

  it('refuses a number in the place of an id, and stores none', async () => {
    const phone = newPhone()
    const calls = [
      ['purchases', 'reconcile', phone],
      ['partners', 'revoke', phone],
      ['batches', 'withdraw', phone],
    ]
    for (const call of calls) {
      expect(await run(...call, ...why)).toMatchObject({ exit: 1, ok: false })
      expect(await auditOf(phone)).toEqual([])
    }
  })

  it.each([
    ['+44 7400 123456', 'asked by letter', 'The audit trail keeps ids only'],
    [' ', 'asked by letter', '--by takes a name'],
    ['Grace', ' ', '--reason takes a text'],
    ['Grace', 'called from 555 01 23', 'leave phone numbers out'],
    ['Grace', 'called from ٥٥٥-٠١٢٣', 'leave phone numbers out'],
    ['(020) 79-46 01', 'asked by letter', 'leave phone numbers out'],
  ])('refuses the name "%s" with the reason "%s"', async (by, reason, sentence) => {
    const refused = await run('wallet', 'debit', 'x', '--by', by, '--reason', reason)
    expect(refused).toMatchObject({ exit: 2, error: expect.stringContaining(sentence) })
  })

  it('takes names of 120 letters and reasons of 1,000, and short numbers', async () => {
    const saidOf = async (by: string, reason: string) =>
      (await run('wallet', 'debit', 'x', '--by', by, '--reason', reason)).error
    // A valid name and reason pass; the credit itself does not exist.
    expect(await saidOf('g'.repeat(120), 'r'.repeat(1_000))).toContain('no such credit')
    expect(await saidOf('Grace', 'ticket 123456')).toContain('no such credit')
    expect(await saidOf('g'.repeat(121), 'asked by letter')).toContain('--by takes a name')
    expect(await saidOf('Grace', 'r'.repeat(1_001))).toContain('--reason takes a text')
  })

  it('refuses a reason with a number in it', async () => {
    const person = await new Person(test.url).signIn()
    for (const command of [
      ['people', 'block', person.id],
      ['wallet', 'debit', randomUUID()],
      ['batches', 'withdraw', 'GS1-1'],
    ]) {
      const { error } = await run(...command, '--reason', `called from ${person.phone}`)
      expect(error).toContain('leave phone numbers out')
    }
    expect(await auditOf(person.id)).toEqual([])
  })
})
