// Tests sign-in over HTTP on a real PostgreSQL with the sandbox SMS provider.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type RequestedCode,
  writeChallengesBatch,
} from '#features/sign-in/codes/challenge-queries.ts'
import { codeOf } from '#features/sign-in/codes/make-code.ts'
import { writeConsumedBatch } from '#features/sign-in/codes/try-queries.ts'
import { deriveKeys } from '#platform/keys.ts'
import { hashOf } from '#tests/support/number-keys.ts'
import { type Answer, newPhone, Person } from '#tests/support/people/person.ts'
import { numberLock, raceFor, times } from '#tests/support/servers/waiting-locks.ts'
import { startTestApp, startTestAppBeside, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const invalidCode = 'Invalid code—please try again.'
const unableToSend = 'Unable to send OTP. Please check your phone number and try again.'
const age = statement(
  'test-age-attempts',
  {},
  `update sign_in_attempts set resend_at = now(), blocked_until = blocked_until - $2::interval,
     sent_at = array(select at - $2::interval from unnest(sent_at) as sent (at)),
     challenge_expires_at = challenge_expires_at - $2::interval
   where number_hash = $1`,
)
const moment = statement('test-moment', { moment: 'timestamptz' }, 'select now() as moment')
const endIdle = statement(
  'test-age-sessions',
  {},
  `update sessions set last_seen_at = now() - interval '7 days 1 minute' where passport_id = $1`,
)
/** Ages the code of a user's sessions by these minutes. */
const ageSessions = statement(
  'test-age-codes',
  {},
  'update sessions set created_at = now() - make_interval(mins => $2) where passport_id = $1',
)
/** Ends the last minute of all replaced keys. */
const endTerminals = statement(
  'test-end-terminals',
  {},
  `update terminals t set retires_at = now() from sessions s
   where t.session_id = s.id and s.token_hash = sha256($1::text::bytea) and t.retires_at is not null`,
)
const openOthers = statement(
  'test-open-sessions',
  {},
  `insert into sessions (token_hash, passport_id, ends_at, last_seen_at, created_at)
   select sha256(random()::text::bytea), $1, now() + $3::interval, now() - $4::interval,
     now() + interval '1 second'
   from generate_series(1, $2::int)`,
)
const countSessions = statement(
  'test-count-sessions',
  { count: 'int8' },
  'select count(*) as count from sessions where passport_id = $1',
)
const hadPerk = statement(
  'test-had-perk',
  {},
  `insert into number_perks (number_hash, perk, given_at) values ($1, $2, now() - $3::interval)`,
)
const dump = statement(
  'test-dump',
  { row: 'text' },
  `select s::text as row from sessions s union all select t::text from terminals t
   union all select a::text from sign_in_attempts a union all select o::text from outbox o`,
)
/** SECRET_KEY before the operator changed it. */
const formerSecret = Buffer.alloc(32, 7)

let test: TestApp
/**
 * Further processes on the same rows. Codes that one process gets concurrently share its
 * transactions.
 */
let processes: TestApp[]
beforeAll(async () => {
  const env = { SECRET_KEY_PREVIOUS: formerSecret.toString('hex') }
  test = await startTestApp(env)
  const other = () => startTestAppBeside(test, env)
  processes = [test, await other(), await other()]
})
afterAll(async () => {
  for (const each of processes.toReversed()) await each.close()
})
/** Sends a call to each of the processes in turn. */
const atAll = (count: number, path: string, body: unknown) =>
  times(count, (index) =>
    new Person(processes[index % processes.length]?.url ?? '').post(path, body),
  )

const stranger = () => new Person(test.url)
/** Every attempt at a phone waits for its number first. */
const tryAt = ({ phone }: Person) =>
  ({ lockSql: numberLock(phone), kind: 'advisory', waiting: processes.length }) as const
const pass = (person: Person, minutes: number) =>
  test.services.db.run(age, [hashOf(person.phone), `${minutes} minutes`])

const minutesTold = ({ headers }: Answer) => Math.ceil(Number(headers.get('retry-after')) / 60)

function wrongFor(code: string): string {
  return code === '000000' ? '000001' : '000000'
}

/** Makes a code, and sends none. */
async function ask(code: RequestedCode) {
  const asked = (await writeChallengesBatch(test.services.db, [code])).get(code.number)
  if (asked === undefined) throw new Error('no code was asked for')
  return asked
}

describe('a request for a code', () => {
  it('answers known and unknown numbers with the same bytes', async () => {
    const known = await stranger().signIn()
    await pass(known, 11)
    const first = await known.post('/api/auth/request-otp', { phone: known.phone })
    const unknown = await stranger().post('/api/auth/request-otp', { phone: newPhone() })
    expect(first.body).toEqual({ expires_in_seconds: 300, resend_in_seconds: 30 })
    expect(JSON.stringify(unknown.body)).toBe(JSON.stringify(first.body))
  })

  it.each([
    '07400123456',
    '+44 7400 123456',
    '+12345',
    'x',
    '',
    5,
    null,
    '+448451234567',
    '+18005550123',
  ])('refuses %s with the sentence of the catalogue', async (phone) => {
    const answer = await stranger().post('/api/auth/request-otp', { phone })
    expect(answer).toMatchObject({ status: 400, body: { error: unableToSend } })
  })

  it('takes two spellings of a number as one passport', async () => {
    const person = await stranger().signIn()
    await pass(person, 11)
    const trunk = new Person(test.url, person.phone.replace('+44', '+440'))
    await trunk.post('/api/auth/request-otp', { phone: trunk.phone })
    const code = await person.readCode()
    const answer = await trunk.post('/api/auth/verify-otp', { phone: trunk.phone, code })
    expect(answer.body.user.id).toBe(person.id)
  })

  it('waits 30 s for the second and sends the same code again', async () => {
    const person = stranger()
    await person.post('/api/auth/request-otp', { phone: person.phone })
    const code = await person.readCode()
    const early = await person.post('/api/auth/request-otp', { phone: person.phone })
    expect(early).toMatchObject({ status: 429, body: { error: unableToSend } })
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(25)
    await pass(person, 1)
    const second = await person.post('/api/auth/request-otp', { phone: person.phone })
    expect(second.body.resend_in_seconds).toBe(60)
    await expect
      .poll(async () => {
        const { body } = await person.get(`/dev/messages?to=${encodeURIComponent(person.phone)}`)
        return body.map((message: { body: string }) => message.body.slice(0, 6))
      })
      .toEqual([code, code])
    // Its lifetime is that of the latest sending.
    await pass(person, 4)
    const typed = { phone: person.phone, code: ` ${code} ` }
    expect((await person.post('/api/auth/verify-otp', typed)).status).toBe(200)
  })

  it('sends six digits, with leading zeros', () => {
    const use = { phone: '+447400123456', purpose: 'sign_in', passportId: null } as const
    const codes = Array.from({ length: 200 }, (_, index) => codeOf(formerSecret, use, `${index}`))
    for (const code of codes) expect(code).toMatch(/^\d{6}$/)
    expect(codes.some((code) => code.startsWith('0'))).toBe(true)
  })

  it('sends at most 3 in ten minutes, whatever the waits', async () => {
    const person = stranger()
    const statuses: number[] = []
    for (let sent = 0; sent < 4; sent += 1) {
      const { status } = await person.post('/api/auth/request-otp', { phone: person.phone })
      statuses.push(status)
      await test.services.db.run(age, [hashOf(person.phone), '1 second'])
    }
    expect(statuses).toEqual([200, 200, 200, 429])
  })

  it('sends at most 5 an hour, and waits longer for each', async () => {
    const person = stranger()
    const ask = () => person.post('/api/auth/request-otp', { phone: person.phone })
    const waits: number[] = []
    for (let sent = 1; sent <= 5; sent += 1) {
      waits.push((await ask()).body.resend_in_seconds)
      await pass(person, 11)
    }
    expect(waits).toEqual([30, 60, 120, 300, 300])
    const refused = await ask()
    expect(refused.status).toBe(429)
    expect(minutesTold(refused)).toBe(5)
    await pass(person, 6)
    expect((await ask()).status).toBe(200)
  })

  it('returns the wait until the oldest of three has passed, not the newest', async () => {
    const person = stranger()
    for (let sent = 0; sent < 3; sent += 1) {
      const { status } = await person.post('/api/auth/request-otp', { phone: person.phone })
      expect([sent, status]).toEqual([sent, 200])
      await pass(person, 2)
    }
    const refused = await person.post('/api/auth/request-otp', { phone: person.phone })
    expect(refused.status).toBe(429)
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(4 * 60)
  })

  it('sends at once, with the first wait again, to a user who has just signed in', async () => {
    const person = await stranger().signIn()
    const next = await person.post('/api/auth/request-otp', { phone: person.phone })
    expect(next).toMatchObject({ status: 200, body: { resend_in_seconds: 30 } })
  })

  it('lets a phone fill the code in', async () => {
    const person = stranger()
    await person.post('/api/auth/request-otp', { phone: person.phone })
    const code = await person.readCode()
    const { body } = await person.get(`/dev/messages?to=${encodeURIComponent(person.phone)}`)
    expect(body[0].body).toBe(`${code} is your Carbon Passport code.\n\n@localhost #${code}`)
    expect(body[0]).toMatchObject({ to: person.phone, template: 'otp' })
  })

  it('shows the sandbox’s messages of a number in any of its spellings', async () => {
    const person = stranger()
    await person.post('/api/auth/request-otp', { phone: person.phone })
    await person.readCode()
    const national = person.phone.replace('+44', '')
    for (const to of [`+44${national}`, `%2B44${national}`, `%2B440${national}`]) {
      expect((await person.get(`/dev/messages?to=${to}`)).body).toHaveLength(1)
    }
  })
})

describe('verifying', () => {
  it('makes a passport with country, currency and a welcome credit', async () => {
    const person = await new Person(test.url, '+905012345678').signIn()
    const { body } = await person.get('/api/auth/me')
    expect(body).toMatchObject({
      phone: '+905012345678',
      country: 'TR',
      currency: 'TRY',
      symbol: '₺',
      total_offsets: 0,
      retired_kg: 0,
      eco_league: 'bronze',
      offset_league: 'bronze',
      firstName: null,
      nickname: null,
    })
    expect((await person.get('/passport/me')).body).toEqual(body)
    const wallet = await person.get('/api/wallet/me')
    expect(wallet.body).toMatchObject({ totalInUserCurrency: 60, userCurrency: 'TRY', as_of: null })
  })

  it('gives the welcome credit to a number with other sign-up benefits, or with one long ago', async () => {
    const person = stranger()
    await test.services.db.run(hadPerk, [hashOf(person.phone), 'first_gift', '1 month'])
    await test.services.db.run(hadPerk, [hashOf(person.phone), 'welcome', '12 months 1 minute'])
    await person.signIn()
    expect((await person.get('/api/wallet/me')).body).toMatchObject({ totalInUserCurrency: 1 })
  })

  it('gives a member who signs in again no second welcome credit', async () => {
    const person = await stranger().signIn()
    await pass(person, 11)
    await person.signIn()
    expect((await person.get('/api/wallet/me')).body).toMatchObject({ totalInUserCurrency: 1 })
  })

  it('sets the language of pages to that of the passport where the browser has another', async () => {
    const person = await stranger().signIn()
    const changed = await person.call('PATCH', '/api/profile', { language: 'nl' })
    await pass(person, 11)
    await person.post('/api/auth/request-otp', { phone: person.phone })
    const code = await person.readCode()
    const signedIn = await person.post('/api/auth/verify-otp', { phone: person.phone, code })
    for (const { headers } of [changed, signedIn]) {
      expect(headers.getSetCookie().join()).toMatch(/(?:^|,)language=nl; Max-Age=31536000; /)
    }
  })

  it('sets a cookie that scripts cannot read', async () => {
    const person = stranger()
    await person.post('/api/auth/request-otp', { phone: person.phone })
    const code = await person.readCode()
    const answer = await person.post('/api/auth/verify-otp', { phone: person.phone, code })
    const cookie = answer.headers.getSetCookie()[0] ?? ''
    expect(cookie).toMatch(/^session=[A-Za-z0-9_-]{43}; /)
    expect(cookie).toContain('HttpOnly')
    expect(cookie).toContain('SameSite=Strict')
    expect(cookie).toContain(`Max-Age=${30 * 86_400};`)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('lets fifty parallel right codes open one session', async () => {
    const person = stranger()
    await person.post('/api/auth/request-otp', { phone: person.phone })
    const code = await person.readCode()
    const answers = await raceFor(
      test,
      tryAt(person),
      atAll(50, '/api/auth/verify-otp', { phone: person.phone, code }),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.every(({ status, body }) => status < 500 && body.error === invalidCode)).toBe(
      true,
    )
  })

  it('accepts a code once under concurrent calls', async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = stranger()
      const { phone } = person
      await person.post('/api/auth/request-otp', { phone })
      const code = await person.readCode()
      const answers = await raceFor(
        test,
        tryAt(person),
        atAll(5, '/api/auth/verify-otp', { phone, code }),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])
    }
  })

  it('accepts a code once, though a call that began earlier uses it later', async () => {
    const { db } = test.services
    const { phone } = stranger()
    const use = { phone, purpose: 'sign_in', passportId: null } as const
    const number = hashOf(phone)
    const asked = await ask({ use, number })
    await db.transaction(async (early) => {
      // From here on this transaction's time is earlier than the other's.
      await early.run(moment)
      const code = { number, challenge: asked.challenge }
      expect(await db.transaction((tx) => writeConsumedBatch(tx, [code]))).toEqual(
        new Set([number]),
      )
      expect(await writeConsumedBatch(early, [code])).toEqual(new Set())
    })
  })

  it('accepts a code that was sent under the previous key', async () => {
    const person = stranger()
    const { phone } = person
    const use = { phone, purpose: 'sign_in', passportId: null } as const
    const asked = await ask({ use, number: hashOf(phone) })
    const code = codeOf(deriveKeys(formerSecret).code, use, asked.challenge)
    expect((await person.post('/api/auth/verify-otp', { phone, code })).status).toBe(200)
  })

  it('signs with a key that was issued under the previous one', async () => {
    const person = await stranger().signIn()
    const key = deriveKeys(formerSecret).terminalKey(person.terminal.id).toString('base64url')
    person.terminal = { ...person.terminal, key }
    expect((await person.complete('CP-2222-2222-2222')).status).toBe(404)
    person.terminal = { ...person.terminal, key: Buffer.alloc(32).toString('base64url') }
    expect((await person.complete('CP-2222-2222-2222')).body.code).toBe('bad_signature')
  })

  it('sends ten codes a day at most, whatever the waits', async () => {
    const person = stranger()
    const ask = () => person.post('/api/auth/request-otp', { phone: person.phone })
    for (let sent = 1; sent <= 10; sent += 1) {
      // After an hour without a request the waits begin again.
      const { status, body } = await ask()
      expect([sent, status, body]).toEqual([
        ...[sent, 200],
        { expires_in_seconds: 300, resend_in_seconds: 30 },
      ])
      await pass(person, 61)
    }
    const refused = await ask()
    expect(refused.status).toBe(429)
    expect(minutesTold(refused)).toBe(1_440 - 610)
    await pass(person, 1_440 - 600)
    expect((await ask()).status).toBe(200)
  })

  it('keeps the count of attempts when the same code is sent again', async () => {
    const person = stranger()
    const { phone } = person
    await person.post('/api/auth/request-otp', { phone })
    const code = await person.readCode()
    const guess = (text: string) => person.post('/api/auth/verify-otp', { phone, code: text })
    for (let count = 0; count < 4; count += 1) {
      expect((await guess(wrongFor(code))).status).toBe(400)
    }
    await pass(person, 1)
    expect((await person.post('/api/auth/request-otp', { phone })).status).toBe(200)
    expect(await person.readCode()).toBe(code)
    expect((await guess(wrongFor(code))).status).toBe(400)
    const refused = await guess(code)
    expect(refused).toMatchObject({ status: 429, body: { error: invalidCode } })
    // Until another code may be requested.
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(30)
    expect(wait).toBeLessThanOrEqual(60)
    await pass(person, 1)
    expect((await person.post('/api/auth/request-otp', { phone })).status).toBe(200)
    expect(await person.readCode()).not.toBe(code)
  })

  it('compares at most 5 of 200 parallel guesses, then refuses the right code', async () => {
    const person = stranger()
    await person.post('/api/auth/request-otp', { phone: person.phone })
    const code = await person.readCode()
    const wrong = wrongFor(code)
    const guesses = await raceFor(
      test,
      tryAt(person),
      atAll(200, '/api/auth/verify-otp', { phone: person.phone, code: wrong }),
    )
    expect(guesses.filter(({ status }) => status === 400)).toHaveLength(5)
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(195)
    const right = await person.post('/api/auth/verify-otp', { phone: person.phone, code })
    expect(right).toMatchObject({ status: 429, body: { error: invalidCode } })
    // The wait is the code's, so after its expiry there is none.
    await pass(person, 6)
    const late = await person.post('/api/auth/verify-otp', { phone: person.phone, code })
    expect(late).toMatchObject({ status: 400, body: { error: invalidCode } })
  })

  it('waits 15 minutes after ten failures in a row, over all codes', async () => {
    const person = stranger()
    for (let round = 0; round < 2; round += 1) {
      await person.post('/api/auth/request-otp', { phone: person.phone })
      const code = await person.readCode()
      for (let guess = 0; guess < 5; guess += 1) {
        await person.post('/api/auth/verify-otp', { phone: person.phone, code: wrongFor(code) })
      }
      if (round === 0) await pass(person, 11)
    }
    const blocked = await person.post('/api/auth/request-otp', { phone: person.phone })
    expect(blocked.status).toBe(429)
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(800)
  })

  it('refuses a used and an expired code', async () => {
    const person = await stranger().signIn()
    const code = await person.readCode()
    const used = await person.post('/api/auth/verify-otp', { phone: person.phone, code })
    expect(used).toMatchObject({ status: 400, body: { error: invalidCode } })
    await pass(person, 11)
    await person.post('/api/auth/request-otp', { phone: person.phone })
    const next = await person.readCode()
    await pass(person, 6)
    const late = await person.post('/api/auth/verify-otp', { phone: person.phone, code: next })
    expect(late).toMatchObject({ status: 400, body: { error: invalidCode } })
  })
})

describe('a session', () => {
  it('is needed for every data route', async () => {
    const paths = [
      '/api/auth/me',
      '/passport/me',
      '/api/batches',
      '/api/projects/',
      '/api/projects/featured?country=GB',
      '/api/wallet/me',
      '/api/wallet/transactions',
      '/api/tokens/transaction/fx/latest?from=EUR&to=GBP',
      '/api/tokens/transaction/me',
      '/api/achievements/me',
      '/api/achievements/leaderboard',
      '/api/achievements/leaderboard/eco?league=bronze',
      '/api/rewards/me',
      '/api/rewards/redeemed',
    ]
    for (const path of paths) {
      const answer = await stranger().get(path)
      expect([path, answer.status, answer.body.code]).toEqual([path, 401, 'unauthenticated'])
    }
    const person = await stranger().signIn()
    for (const path of paths) expect([path, (await person.get(path)).status]).toEqual([path, 200])
  })

  it('ends with sign-out, with its terminal; idempotent', async () => {
    const person = await stranger().signIn()
    expect((await person.post('/api/auth/logout')).status).toBe(204)
    expect((await person.get('/api/auth/me')).status).toBe(401)
    expect((await person.complete('CP-2222-2222-2222')).body.code).toBe('unauthenticated')
    expect((await stranger().post('/api/auth/logout')).status).toBe(204)
  })

  it('is replaced at the next sign-in', async () => {
    const person = await stranger().signIn()
    const former = person.cookie
    await pass(person, 11)
    await person.signIn()
    expect(person.cookie).not.toBe(former)
    person.cookie = former
    expect((await person.get('/api/auth/me')).status).toBe(401)
  })

  it('ends after 7 idle days', async () => {
    const person = await stranger().signIn()
    await test.services.db.run(endIdle, [person.id])
    expect((await person.get('/api/auth/me')).status).toBe(401)
  })

  it('issues a new signing terminal and lets the old one live for a while', async () => {
    const person = await stranger().signIn()
    const former = person.terminal
    person.terminal = (await person.post('/api/auth/terminal')).body
    expect(person.terminal.id).not.toBe(former.id)
    expect((await person.complete('CP-2222-2222-2222')).status).toBe(404)
    person.terminal = former
    expect((await person.complete('CP-2222-2222-2222')).status).toBe(404)
  })

  it('issues no other key to a cookie alone once the code is 15 minutes old', async () => {
    const person = await new Person(test.url).signIn()
    const { terminal } = person
    await test.services.db.run(ageSessions, [person.id, 14])
    expect((await person.post('/api/auth/terminal')).status).toBe(200)
    await test.services.db.run(ageSessions, [person.id, 15])
    expect(await person.post('/api/auth/terminal')).toMatchObject({
      status: 403,
      body: { code: 'code_required' },
    })
    expect((await person.get('/api/auth/me')).status).toBe(200)
    expect((await person.cancel('CP-2222-2222-2222')).status).toBe(404)
    await pass(person, 11)
    await person.signIn()
    expect(person.terminal.id).not.toBe(terminal.id)
    expect((await person.cancel('CP-2222-2222-2222')).status).toBe(404)
  })

  it('has at most five keys', async () => {
    const person = await new Person(test.url).signIn()
    const asked = Array.from({ length: 50 }, () => person.post('/api/auth/terminal'))
    const answers = await Promise.all(asked)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4)
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.headers.get('retry-after')).toBe('60')
    await test.services.db.run(endTerminals, [person.cookie.replace('session=', '')])
    expect((await person.post('/api/auth/terminal')).status).toBe(200)
  })

  it('is one of at most twenty of a user: expired ones end first, then the oldest', async () => {
    const person = await stranger().signIn()
    const count = async () => (await test.services.db.run(countSessions, [person.id]))[0]?.count
    await test.services.db.run(openOthers, [person.id, 18, '1 day', '0'])
    await test.services.db.run(openOthers, [person.id, 5, '0', '0'])
    await test.services.db.run(openOthers, [person.id, 3, '1 day', '8 days'])
    const elsewhere = await new Person(test.url, person.phone).signIn()
    expect(await count()).toBe(20)
    expect((await person.get('/api/auth/me')).status).toBe(200)
    await new Person(test.url, person.phone).signIn()
    expect(await count()).toBe(20)
    expect((await elsewhere.get('/api/auth/me')).status).toBe(200)
    expect((await person.get('/api/auth/me')).status).toBe(401)
  })

  it('lets users change nickname, visibility and language', async () => {
    const person = await stranger().signIn()
    const change = (body: unknown) => person.call('PATCH', '/api/profile', body)
    const changed = await change({ nickname: 'Ada L.', language: 'nl' })
    expect(changed.body).toMatchObject({ nickname: 'Ada L.', language: 'nl' })
    expect((await change({ hide_from_leaderboards: true })).body.nickname).toBe('Ada L.')
    const rest = { hide_from_leaderboards: true, language: 'nl' }
    expect((await change({ nickname: null })).body).toMatchObject({ nickname: null, ...rest })
    expect((await change({ nickname: ' Zoë O’Neill–Luc ' })).body.nickname).toBe("Zoë O'Neill-Luc")
    expect((await change({ nickname: '<b>' })).status).toBe(400)
    for (const nickname of [
      'Carbon Passport',
      'Саrbоn Раssроrt',
      '\u1160\u1160',
      'evil .com',
      'f u c k',
    ]) {
      expect((await change({ nickname })).status, nickname).toBe(400)
    }
    expect((await change({ language: 'xx' })).status).toBe(400)
  })
})

describe('the stored rows', () => {
  it('hold no code, no session token and no signing key', async () => {
    const person = stranger()
    await person.post('/api/auth/request-otp', { phone: person.phone })
    const code = await person.readCode()
    await person.signIn().catch(() => undefined)
    const other = await stranger().signIn()
    const rows = await test.services.db.run(dump)
    const text = rows.map(({ row }) => row).join('\n')
    expect(text).not.toMatch(new RegExp(`\\b${code}\\b`))
    expect(text).not.toContain(other.cookie.split('=')[1])
    expect(text).not.toContain(other.terminal.key)
    const logged = test.logged.join('\n')
    expect(logged).not.toMatch(new RegExp(`\\b${code}\\b`))
    expect(logged).not.toContain(other.phone.slice(1))
    expect(logged).not.toContain(other.cookie.split('=')[1])
  })
})
