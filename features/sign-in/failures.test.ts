// Tests guessing: failures count over all codes, waits grow from 15 minutes to a day, and a waiting
// phone refuses even the right code (docs/product.md#limits-of-codes).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashOf } from '#tests/support/number-keys.ts'
import { Person } from '#tests/support/people/person.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

/** Ages sent codes by an hour, and ends a block of at most `minutes`. */
const pass = statement(
  'test-pass-block',
  {},
  `update sign_in_attempts set resend_at = now(), sent_at = '{}',
     blocked_until = blocked_until - make_interval(mins => $2)
   where number_hash = $1`,
)

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

async function failFiveTimes(person: Person): Promise<string> {
  const asked = await person.post('/api/auth/request-otp', { phone: person.phone })
  expect(asked.status).toBe(200)
  const code = await person.readCode()
  const wrong = code === '000000' ? '000001' : '000000'
  for (let guess = 0; guess < 5; guess += 1) {
    await person.post('/api/auth/verify-otp', { phone: person.phone, code: wrong })
  }
  return code
}

const seconds = (answer: { headers: Headers }) => Number(answer.headers.get('retry-after'))

describe('a phone under guessing', () => {
  it('waits longer each time, refuses the right code meanwhile, and is free after success', async () => {
    const person = new Person(test.url)
    for (let failures = 5; failures <= 50; failures += 5) {
      const code = await failFiveTimes(person)
      const minutes = failures === 50 ? 1_440 : failures === 20 ? 60 : failures === 10 ? 15 : 0
      const right = await person.post('/api/auth/verify-otp', { phone: person.phone, code })
      expect([failures, right.status]).toEqual([failures, 429])
      const again = await person.post('/api/auth/request-otp', { phone: person.phone })
      expect([failures, again.status]).toEqual([failures, 429])
      if (minutes > 0) {
        expect(seconds(again)).toBeGreaterThan(minutes * 60 - 30)
        expect(seconds(again)).toBeLessThanOrEqual(minutes * 60)
      }
      await test.services.db.run(pass, [hashOf(person.phone), minutes])
    }
    // After the day, one more failure means another day, and the next one too.
    const { phone } = person
    for (let more = 0; more < 2; more += 1) {
      expect((await person.post('/api/auth/request-otp', { phone })).status).toBe(200)
      const code = await person.readCode()
      const wrong = code === '000000' ? '000001' : '000000'
      await person.post('/api/auth/verify-otp', { phone, code: wrong })
      const right = await person.post('/api/auth/verify-otp', { phone, code })
      expect(right.status).toBe(429)
      expect(seconds(right)).toBeGreaterThan(1_440 * 60 - 30)
      await test.services.db.run(pass, [hashOf(phone), 1_440])
    }
    // A success clears the count.
    await test.services.db.run(pass, [hashOf(phone), 0])
    expect((await person.post('/api/auth/request-otp', { phone })).status).toBe(200)
    const code = await person.readCode()
    expect((await person.post('/api/auth/verify-otp', { phone, code })).status).toBe(200)
    await test.services.db.run(pass, [hashOf(phone), 0])
    await failFiveTimes(person)
    await test.services.db.run(pass, [hashOf(phone), 0])
    expect((await person.post('/api/auth/request-otp', { phone })).status).toBe(200)
  })

  it('is refused with the right code of a live challenge while it waits', async () => {
    const person = new Person(test.url)
    await failFiveTimes(person)
    await test.services.db.run(pass, [hashOf(person.phone), 0])
    await person.post('/api/auth/request-otp', { phone: person.phone })
    const block = statement(
      'test-block',
      {},
      `update sign_in_attempts set blocked_until = now() + interval '1 minute' where number_hash = $1`,
    )
    await test.services.db.run(block, [hashOf(person.phone)])
    const code = await person.readCode()
    const refused = await person.post('/api/auth/verify-otp', { phone: person.phone, code })
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'rate_limited', error: 'Invalid code—please try again.' },
    })
    await test.services.db.run(pass, [hashOf(person.phone), 2])
    const taken = await person.post('/api/auth/verify-otp', { phone: person.phone, code })
    expect(taken.status).toBe(200)
  })
})

describe('known and unknown numbers', () => {
  it('get the same bytes and headers for a code, and for a wrong one', async () => {
    const known = await new Person(test.url).signIn()
    await test.services.db.run(pass, [hashOf(known.phone), 0])
    const unknown = new Person(test.url)
    const shapeOf = ({ status, headers, body }: Awaited<ReturnType<Person['post']>>) => ({
      status,
      headers: [...headers.keys()].filter((name) => name !== 'date').sort(),
      body: JSON.stringify({ ...body, request_id: '' }),
    })
    const ask = ({ phone }: Person) => unknown.post('/api/auth/request-otp', { phone })
    expect(shapeOf(await ask(known))).toEqual(shapeOf(await ask(unknown)))
    const [one, other] = [await known.readCode(), await unknown.readCode()]
    const wrong = ['000000', '000001', '000002'].find((each) => each !== one && each !== other)
    const guess = ({ phone }: Person) =>
      unknown.post('/api/auth/verify-otp', { phone, code: wrong })
    expect(shapeOf(await guess(known))).toEqual(shapeOf(await guess(unknown)))
  })
})
