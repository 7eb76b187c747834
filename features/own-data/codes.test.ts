// Tests codes for own data over HTTP: each is valid only for its purpose.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkCode } from '#features/sign-in/codes/check-code.ts'
import { hashOf } from '#tests/support/number-keys.ts'
import { newPhone, Person } from '#tests/support/people/person.ts'
import { raceFor, times } from '#tests/support/servers/waiting-locks.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const triesOf = statement(
  'test-tries-of-number',
  { tries: 'int2', failures_in_a_row: 'int2' },
  'select tries, failures_in_a_row from sign_in_attempts where number_hash = $1',
)

const member = () => new Person(test.url).signIn()

async function newestTo(phone: string): Promise<{ body: string; template: string }> {
  const { body } = await new Person(test.url).get(`/dev/messages?to=${encodeURIComponent(phone)}`)
  return body[0]
}

it.each([
  ['export', 'otp_export', 'export your Carbon Passport data. Tell it to nobody.'],
  ['delete', 'otp_delete', 'DELETE your Carbon Passport'],
  [
    'passkeys',
    'otp_passkeys',
    'add or remove a passkey of your Carbon Passport. Tell it to nobody.',
  ],
  ['change_number', 'otp_leave_number', 'move your Carbon Passport to another number'],
] as const)(
  'a code to %s names its purpose, and signs no user in',
  async (purpose, template, words) => {
    const person = await member()
    const asked = await person.post('/api/profile/code', { purpose })
    expect(asked).toMatchObject({ status: 200, body: { expires_in_seconds: 300 } })
    const message = await newestTo(person.phone)
    expect(message).toMatchObject({ template })
    expect(message.body).toContain(words)
    const code = await person.readCode()
    const answer = await person.post('/api/auth/verify-otp', { phone: person.phone, code })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_code' } })
  },
)

it('a code for the new number goes there, taken or free, and signs no user in', async () => {
  const [person, other] = [await member(), await member()]
  for (const phone of [newPhone(), other.phone]) {
    const asked = await person.post('/api/profile/code', { purpose: 'change_number', phone })
    expect(asked).toMatchObject({ status: 200, body: { resend_in_seconds: 30 } })
    const { body, template } = await newestTo(phone)
    expect(template).toBe('otp_take_number')
    const answer = await person.post('/api/auth/verify-otp', { phone, code: body.slice(0, 6) })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_code' } })
  }
})

it('refuses a number that a passport cannot move to', async () => {
  const person = await member()
  const ask = (body: object) => person.post('/api/profile/code', body)
  const refused = { status: 400, body: { code: 'invalid_phone' } }
  for (const phone of [person.phone, person.phone.replace('+44', '+440')]) {
    expect(await ask({ purpose: 'change_number', phone })).toMatchObject(refused)
  }
  expect(await ask({ purpose: 'change_number', phone: '+12' })).toMatchObject(refused)
  expect(await ask({ purpose: 'delete', phone: newPhone() })).toMatchObject(refused)
  expect(await ask({ purpose: 'sign_in' })).toMatchObject({ status: 400 })
})

it('counts against the same limits as signing in', async () => {
  const person = await member()
  expect((await person.post('/api/profile/code', { purpose: 'export' })).status).toBe(200)
  const soon = await person.post('/api/auth/request-otp', { phone: person.phone })
  expect(soon).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
})

it('needs a session', async () => {
  const answer = await new Person(test.url).post('/api/profile/code', { purpose: 'export' })
  expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
})

it('of concurrent guesses from many addresses five are compared', async () => {
  const person = await member()
  const code = await person.codeFor('export')
  const use = { phone: person.phone, purpose: 'export', passportId: person.id } as const
  const guess = (index: number) => {
    const address = `198.51.100.${index}`
    const caller = { address, network: '198.51.100.0', isExempt: false }
    // Services of its own, as in another process: calls of one process queue before the database.
    return checkCode({ ...test.services }, use, code === '000000' ? '000001' : '000000', caller)
  }
  const number = hashOf(person.phone)
  const held = `select from sign_in_attempts where number_hash = '${number}' for update`
  const answers = await raceFor(test, { lockSql: held, waiting: 8 }, times(8, guess))
  expect(answers).toEqual(Array(8).fill({ problem: 'invalid_code' }))
  expect(await test.services.db.run(triesOf, [number])).toEqual([
    { tries: 5, failures_in_a_row: 5 },
  ])
})
