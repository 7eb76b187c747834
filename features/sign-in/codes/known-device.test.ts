// Tests guessing at a number from one address: that address waits first, other users notice
// nothing, and known browsers still sign in.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { blockNumber } from '#features/sign-in/number/number-blocks.ts'
import { hashOf } from '#tests/support/number-keys.ts'
import { type Answer, newPhone, Person } from '#tests/support/people/person.ts'
import { numberLock, raceFor } from '#tests/support/servers/waiting-locks.ts'
import { startTestApp, startTestAppBeside, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { deviceValue, knownDevice } from './known-device.ts'

/** Ages the code of the user's sign-in by a day. */
const forgetSends = statement(
  'test-forget-sends',
  {},
  `update sign_in_attempts set sent_at = '{}', resend_at = now() where number_hash = $1`,
)
const forgetLimits = statement('test-forget-limits', {}, 'delete from rate_counts')
const usedByBrowsers = statement(
  'test-used-by-browsers',
  { what: 'text', count: 'int4', hours: 'int4' },
  `select split_part(bucket, '/', 2) as what, count,
     (extract(epoch from window_end - window_start) / 3600)::int4 as hours
   from rate_counts where bucket like 'device/%' order by 1`,
)
const failuresOf = statement(
  'test-failures',
  { failures_in_a_row: 'int2', is_blocked: 'bool' },
  `select failures_in_a_row, blocked_until > now() is true as is_blocked
   from sign_in_attempts where number_hash = $1`,
)
/** Sets the number's wait to a day, as after failures from elsewhere. */
const block = statement(
  'test-block-number',
  {},
  `update sign_in_attempts set failures_in_a_row = 50, tries = 5,
     blocked_until = now() + interval '1 day' where number_hash = $1`,
)
/** Uses up all attempts of the code; the next one may be requested in an hour. */
const useUp = statement(
  'test-use-up-tries',
  {},
  `update sign_in_attempts set tries = 5, resend_at = now() + interval '1 hour'
   where number_hash = $1`,
)

const expire = statement(
  'test-expire-code',
  {},
  'update sign_in_attempts set challenge_expires_at = now() where number_hash = $1',
)

let test: TestApp
/** Another process on the same rows. */
let secondApp: TestApp
beforeAll(async () => {
  const limits = { LIMITS_ON_LOOPBACK: '1', TRUSTED_PROXIES: '1' }
  test = await startTestApp(limits)
  secondApp = await startTestAppBeside(test, limits)
})
beforeEach(async () => {
  await test.services.db.run(forgetLimits)
})
afterAll(async () => {
  await secondApp.close()
  await test.close()
})

let lastAddress = 0
function newAddress(): string {
  lastAddress += 1
  return `198.51.${100 + Math.floor(lastAddress / 250)}.${(lastAddress % 250) + 1}`
}

/** A browser with an address and cookies of its own. */
class Browser {
  readonly address = newAddress()
  cookies = new Map<string, string>()
  /** Address of the process that it calls. */
  readonly #url: () => string

  constructor(url = () => test.url) {
    this.#url = url
  }

  async post(path: string, body: unknown): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await new Person(this.#url()).call('POST', path, body, {
      'x-forwarded-for': this.address,
      ...(cookie === '' ? {} : { cookie }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      this.cookies.set(name, value)
    }
    return answer
  }

  ask(phone: string): Promise<Answer> {
    return this.post('/api/auth/request-otp', { phone })
  }

  verify(phone: string, code: string): Promise<Answer> {
    return this.post('/api/auth/verify-otp', { phone, code })
  }
}

const codeOf = (phone: string) => new Person(test.url, phone).readCode()
const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000')

/** Returns a browser that signed in to a new number and signed out. */
async function knownBrowser(): Promise<{ browser: Browser; phone: string }> {
  const browser = new Browser()
  const phone = newPhone()
  expect((await browser.ask(phone)).status).toBe(200)
  expect((await browser.verify(phone, await codeOf(phone))).status).toBe(200)
  browser.cookies.delete('session')
  await test.services.db.run(forgetSends, [hashOf(phone)])
  return { browser, phone }
}

/** Guesses from one address until it must wait. Returns the statuses. */
async function attack(phone: string, guesses: number): Promise<number[]> {
  const attacker = new Browser()
  const statuses: number[] = []
  for (let guess = 0; guess < guesses; guess += 1) {
    const code = wrongFor(await codeOf(phone))
    statuses.push((await attacker.verify(phone, code)).status)
  }
  return statuses
}

describe('a number at which one address guesses', () => {
  it('opens in a known browser, with the code whose attempts are used up', async () => {
    const { browser, phone } = await knownBrowser()
    expect((await browser.ask(phone)).status).toBe(200)
    expect(await attack(phone, 6)).toEqual([400, 400, 400, 400, 400, 429])
    expect((await browser.verify(phone, await codeOf(phone))).status).toBe(200)
  })

  it('opens there while it waits for a day, with a code of its own', async () => {
    const { browser, phone } = await knownBrowser()
    await test.services.db.run(block, [hashOf(phone)])
    expect((await new Browser().ask(phone)).status).toBe(429)
    const asked = await browser.ask(phone)
    expect(asked).toMatchObject({ status: 200, body: { resend_in_seconds: 300 } })
    const expired = await codeOf(phone)
    await test.services.db.run(expire, [hashOf(phone)])
    expect((await browser.ask(phone)).status).toBe(200)
    const code = await codeOf(phone)
    expect(code).not.toBe(expired)
    expect((await new Browser().verify(phone, code)).status).toBe(400)
    expect((await browser.verify(phone, code)).status).toBe(200)
  })

  it('gets no code there either where the operator blocks it', async () => {
    const { browser, phone } = await knownBrowser()
    await test.services.db.transaction((tx) => blockNumber(tx, hashOf(phone), null))
    expect((await browser.ask(phone)).status).toBe(429)
    expect(await test.services.db.run(usedByBrowsers)).toEqual([
      { what: 'sends', count: 0, hours: 24 },
    ])
  })

  it('sends a code there that gives no other browser an attempt', async () => {
    const { browser, phone } = await knownBrowser()
    expect((await browser.ask(phone)).status).toBe(200)
    await test.services.db.run(useUp, [hashOf(phone)])
    expect((await browser.ask(phone)).status).toBe(200)
    const code = await codeOf(phone)
    expect((await new Browser().verify(phone, code)).status).toBe(400)
    expect((await browser.verify(phone, code)).status).toBe(200)
  })

  it('keeps that address waiting at the next code too, though it guesses right', async () => {
    const phone = newPhone()
    const attacker = new Browser()
    expect((await new Browser().ask(phone)).status).toBe(200)
    const wrong = wrongFor(await codeOf(phone))
    for (let guess = 1; guess <= 5; guess += 1) {
      expect((await attacker.verify(phone, wrong)).status).toBe(400)
    }
    await test.services.db.run(forgetSends, [hashOf(phone)])
    expect((await new Browser().ask(phone)).status).toBe(200)
    const code = await codeOf(phone)
    expect((await attacker.verify(phone, code)).status).toBe(429)
    expect((await new Browser().verify(phone, code)).status).toBe(200)
  })

  it('does not wait itself: the address does, after five', async () => {
    const phone = newPhone()
    expect((await new Browser().ask(phone)).status).toBe(200)
    await attack(phone, 40)
    const [row] = await test.services.db.run(failuresOf, [hashOf(phone)])
    expect(row).toEqual({ failures_in_a_row: 5, is_blocked: false })
  })

  it('keeps that address waiting at a number for which there is no code at all', async () => {
    const [attacker, phone] = [new Browser(), newPhone()]
    const statuses: number[] = []
    for (let guess = 0; guess < 6; guess += 1) {
      statuses.push((await attacker.verify(phone, '123456')).status)
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
  })

  it('is not revealed to addresses with no more attempts than a code allows', async () => {
    const [first, second, phone] = [new Browser(), new Browser(), newPhone()]
    expect((await first.ask(phone)).status).toBe(200)
    const wrong = wrongFor(await codeOf(phone))
    expect((await first.verify(phone, wrong)).status).toBe(400)
    const statuses: number[] = []
    for (let guess = 0; guess < 5; guess += 1) {
      statuses.push((await second.verify(phone, wrong)).status)
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400])
  })

  it('gives others the usual answers, so that no status reveals the guessing', async () => {
    const [guessedAt, quiet] = [newPhone(), newPhone()]
    for (const phone of [guessedAt, quiet]) {
      expect((await new Browser().ask(phone)).status).toBe(200)
    }
    await attack(guessedAt, 6)
    const shapes = []
    for (const phone of [guessedAt, quiet]) {
      const { status, headers, body } = await new Browser().verify(
        phone,
        wrongFor(await codeOf(phone)),
      )
      const names = [...headers.keys()].filter((name) => name !== 'date').sort()
      shapes.push({ status, names, body: { ...body, request_id: '' } })
    }
    expect(shapes[0]).toEqual(shapes[1])
  })
})

describe('a known browser', () => {
  it('has ten attempts and three codes a day of its own, no more', async () => {
    const { browser, phone } = await knownBrowser()
    await test.services.db.run(block, [hashOf(phone)])
    for (let sends = 1; sends <= 4; sends += 1) {
      expect((await browser.ask(phone)).status).toBe(sends <= 3 ? 200 : 429)
    }
    const code = await codeOf(phone)
    for (let tries = 1; tries <= 10; tries += 1) {
      expect((await browser.verify(phone, wrongFor(code))).status).toBe(400)
    }
    expect((await browser.verify(phone, code)).status).not.toBe(200)
    expect(await test.services.db.run(usedByBrowsers)).toEqual([
      { what: 'sends', count: 3, hours: 24 },
      { what: 'tries', count: 10, hours: 24 },
    ])
    // Its wrong codes on its own attempts do not make the number wait.
    const [row] = await test.services.db.run(failuresOf, [hashOf(phone)])
    expect(row).toEqual({ failures_in_a_row: 50, is_blocked: true })
  })

  it('is known for 180 days, by its own name, at its own number', () => {
    const [phone, other] = [newPhone(), newPhone()]
    const { keys } = test.services
    const now = 1_800_000_000_000
    const value = deviceValue(keys.device, 'A'.repeat(22), phone, now)
    const known = (days: number, at = phone) =>
      knownDevice({ keys, previousKeys: undefined }, value, at, now + days * 86_400_000)
    expect([known(180), known(180.001), known(0, other)]).toEqual(['A'.repeat(22), null, null])
  })

  it('uses a code up for a second known browser that sends it concurrently', async () => {
    const { browser, phone } = await knownBrowser()
    const other = new Browser(() => secondApp.url)
    expect((await other.ask(phone)).status).toBe(200)
    expect((await other.verify(phone, await codeOf(phone))).status).toBe(200)
    await test.services.db.run(forgetSends, [hashOf(phone)])
    expect((await browser.ask(phone)).status).toBe(200)
    await test.services.db.run(useUp, [hashOf(phone)])
    const code = await codeOf(phone)
    const race = { lockSql: numberLock(phone), kind: 'advisory', waiting: 2 } as const
    const answers = await raceFor(test, race, [
      () => browser.verify(phone, code),
      () => other.verify(phone, code),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  it('is not known to another number, nor with a changed cookie', async () => {
    const { browser, phone } = await knownBrowser()
    const other = newPhone()
    expect((await new Browser().ask(other)).status).toBe(200)
    await test.services.db.run(block, [hashOf(other)])
    expect((await browser.verify(other, await codeOf(other))).status).toBe(400)

    await test.services.db.run(block, [hashOf(phone)])
    const cookie = browser.cookies.get('device') ?? ''
    const [id = '', issuedAt = '', signature = ''] = cookie.split('.')
    for (const forged of [
      `${id}.${Number(issuedAt) + 1}.${signature}`,
      `${'A'.repeat(22)}.${issuedAt}.${signature}`,
      `${id}.${issuedAt}.${'A'.repeat(43)}`,
      id,
    ]) {
      browser.cookies.set('device', forged)
      expect((await browser.ask(phone)).status, forged).toBe(429)
    }
    browser.cookies.set('device', cookie)
    expect((await browser.ask(phone)).status).toBe(200)
  })

  it('holds no number in its cookie, which no script reads', async () => {
    const browser = new Browser()
    const phone = newPhone()
    await browser.ask(phone)
    const answer = await browser.verify(phone, await codeOf(phone))
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('device='))
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Strict/)
    expect(cookie).toContain(`Max-Age=${180 * 86_400};`)
    expect(cookie).not.toContain(phone.slice(1))
  })
})
