// Tests that many callers at one number, or at many numbers under shared limits, leave connections
// to other calls.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkCode } from '#features/sign-in/codes/check-code.ts'
import { requestCode } from '#features/sign-in/codes/request-code.ts'
import { verifyCode } from '#features/sign-in/verify-code.ts'
import type { Caller } from '#platform/http/limits/rate-limits.ts'
import { newPhone, Person } from '#tests/support/people/person.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { isProblem } from '#values/problem.ts'

const crowd = 128

let test: TestApp
beforeAll(async () => {
  const budgets = { SMS_HOUR_MAX: '5000', SMS_DAY_MAX: '5000', SMS_COUNTRY_HOUR_MAX: '5000' }
  test = await startTestApp(budgets, undefined, { background: false })
})
afterAll(() => test.close())

/** A caller of an address and a network of its own, which no limit exempts. */
const callerAt = (index: number): Caller => {
  const network = `198.${51 + (index >> 8)}.${index & 255}`
  return { address: `${network}.1`, network, isExempt: false }
}
const signInUse = (phone: string) => ({ phone, purpose: 'sign_in', passportId: null }) as const
const outcomeOf = (answer: object) => (isProblem(answer) ? answer.problem : 'done')

/** The services, and how many of their transactions were open at once at most. */
function countedServices() {
  const { db } = test.services
  let open = 0
  let most = 0
  const transaction: typeof db.transaction = async (work) => {
    open += 1
    most = Math.max(most, open)
    try {
      return await db.transaction(work)
    } finally {
      open -= 1
    }
  }
  return { services: { ...test.services, db: { ...db, transaction } }, most: () => most }
}

function typeCode(services: TestApp['services'], phone: string, code: string, caller: Caller) {
  const browser = { previousToken: undefined, device: undefined, language: 'en' } as const
  const deviceNames = { browser: null, system: null }
  return verifyCode(services, { phone, code, ...browser, deviceNames }, caller)
}

const readCode = (phone: string) => new Person(test.url, phone).readCode()
const wrongCode = (code: string) => (code === '000000' ? '000001' : '000000')

it('128 callers with codes for one number hold up no sign-in with another', async () => {
  const { services, most } = countedServices()
  const attacked = newPhone()
  const others = Array.from({ length: 16 }, newPhone)
  for (const [index, phone] of [attacked, ...others].entries()) {
    await requestCode(services, signInUse(phone), callerAt(index))
  }
  const wrong = wrongCode(await readCode(attacked))
  const codes = await Promise.all(others.map(readCode))
  const finished: string[] = []
  const guesses = Array.from({ length: crowd }, async (_, index) => {
    const answer = await typeCode(services, attacked, wrong, callerAt(index))
    finished.push('guess')
    return outcomeOf(answer)
  })
  const signIns = others.map(async (phone, index) => {
    const answer = await typeCode(services, phone, codes[index] ?? '', callerAt(500 + index))
    finished.push('sign-in')
    return outcomeOf(answer)
  })
  expect(await Promise.all(signIns)).toEqual(others.map(() => 'done'))
  expect(finished.filter((each) => each === 'guess').length).toBeLessThan(10)
  expect(new Set(await Promise.all(guesses))).toEqual(new Set(['invalid_code']))
  expect(most()).toBe(1)
})

it('128 requests for codes of one number hold up no request for another', async () => {
  const { services, most } = countedServices()
  const attacked = newPhone()
  const exempt = { ...callerAt(0), isExempt: true }
  const requests = Array.from({ length: crowd }, () =>
    requestCode(services, signInUse(attacked), exempt),
  )
  const others = Array.from({ length: 16 }, newPhone)
  const answers = await Promise.all(
    others.map((phone) => requestCode(services, signInUse(phone), exempt)),
  )
  expect(answers.map(outcomeOf)).toEqual(others.map(() => 'done'))
  const outcomes = (await Promise.all(requests)).map(outcomeOf)
  expect(outcomes.filter((each) => each === 'done')).toHaveLength(1)
  expect(most()).toBe(1)
})

it('128 requests at different numbers share budgets and take one connection', async () => {
  const { services, most } = countedServices()
  // Each range of numbers gets one.
  const phones = Array.from({ length: crowd }, (_, index) => `+4477${1_000 + index}1234`)
  const requests = phones.map((phone, index) =>
    requestCode(services, signInUse(phone), callerAt(1_000 + index)),
  )
  const reads = Array.from({ length: 20 }, () => new Person(test.url).get('/api/projects/featured'))
  const codes = await Promise.all(requests)
  expect(codes.map(outcomeOf)).toEqual(phones.map(() => 'done'))
  for (const { status } of await Promise.all(reads)) expect(status).toBeLessThan(500)
  expect(most()).toBe(1)
})

it('128 confirmations at one number take one connection', async () => {
  const { services, most } = countedServices()
  const person = await new Person(test.url).signIn()
  const wrong = wrongCode(await person.codeFor('export'))
  const use = { phone: person.phone, purpose: 'export', passportId: person.id } as const
  const answers = await Promise.all(
    Array.from({ length: crowd }, (_, index) =>
      checkCode(services, use, wrong, callerAt(2_000 + index)),
    ),
  )
  expect(new Set(answers.map(outcomeOf))).toEqual(new Set(['invalid_code']))
  expect(most()).toBe(1)
})

it('an address without codes left is refused before the queue of other callers', async () => {
  const address = callerAt(900)
  // Each is in a range of its own, which has a limit, too.
  const phones = Array.from({ length: 10 }, (_, index) => `+447${710_000_000 + index * 10_007}`)
  for (const phone of phones) {
    expect(outcomeOf(await requestCode(test.services, signInUse(phone), address))).toBe('done')
  }
  const { services, most } = countedServices()
  const answer = await requestCode(services, signInUse(newPhone()), address)
  expect([outcomeOf(answer), most()]).toEqual(['rate_limited', 0])
})
