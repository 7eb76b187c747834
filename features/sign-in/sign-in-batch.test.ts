// Tests concurrent sign-ins in one transaction. Each is decided as if it were alone, also where one
// of them is wrong, meets another at a limit, or fails.
import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestCode } from '#features/sign-in/codes/request-code.ts'
import { verifyCode } from '#features/sign-in/verify-code.ts'
import type { Caller } from '#platform/http/limits/rate-limits.ts'
import { hashOf } from '#tests/support/number-keys.ts'
import { newPhone, Person } from '#tests/support/people/person.ts'
import { holdLock, numberLock } from '#tests/support/servers/waiting-locks.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { welcomeProgramme } from '#values/lists/welcome-programme.ts'
import { isProblem } from '#values/problem.ts'

const here: Caller = { address: '127.0.0.1', network: '127.0.0.0', isExempt: true }
const commitsOf = statement(
  'test-commits-of-passports',
  { commits: 'int8' },
  'select count(distinct xmin::text) as commits from sessions where passport_id = any($1::uuid[])',
)
const sendsOf = statement(
  'test-commits-of-sends',
  { commits: 'int8', sends: 'int8' },
  `select count(distinct xmin::text) as commits, sum(cardinality(sent_at)) as sends
   from sign_in_attempts where number_hash = any($1::text[])`,
)
const failuresOf = statement(
  'test-failures',
  { failures_in_a_row: 'int4' },
  'select failures_in_a_row from sign_in_attempts where number_hash = $1',
)
/**
 * Sets how far the programme's balance may fall: to the welcome of one user, or to its previous
 * line.
 */
const setFloor = statement(
  'test-welcome-floor',
  { before: 'int8' },
  `update programme_balances set floor_minor = coalesce($2, balance_minor - 100)
   where programme_id = $1 and currency = 'GBP' returning old.floor_minor as before`,
)
const walletOf = statement(
  'test-welcome-wallet',
  { balance_minor: 'int8' },
  'select balance_minor from wallets where passport_id = $1',
)
const refusePassport = (phone: string) =>
  [
    `create function refuse_passport() returns trigger language plpgsql as $$ begin
       if new.phone = '${phone}' then raise exception 'refused'; end if; return new; end $$`,
    `create trigger refuse_passport before insert on passports
     for each row execute function refuse_passport()`,
  ].map((text) => statement('test-refuse-passport', {}, text))
const acceptPassports = statement(
  'test-accept-passports',
  {},
  'drop function refuse_passport() cascade',
)

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

/** Requests all codes in one turn of the event loop. */
async function askCodes(phones: readonly string[], caller: (index: number) => Caller = () => here) {
  return Promise.all(
    phones.map((phone, index) =>
      requestCode(test.services, { phone, purpose: 'sign_in', passportId: null }, caller(index)),
    ),
  )
}

type Typed = { readonly phone: string; readonly code: string }

async function typeCodes(typed: readonly Typed[], caller: (index: number) => Caller = () => here) {
  return Promise.all(
    typed.map((each, index) =>
      verifyCode(
        test.services,
        {
          ...each,
          previousToken: undefined,
          device: undefined,
          deviceNames: { browser: null, system: null },
          language: 'en',
        },
        caller(index),
      ),
    ),
  )
}

const newPhones = (count: number) => Array.from({ length: count }, () => newPhone())
const readCode = async (phone: string) => ({
  phone,
  code: await new Person(test.url, phone).readCode(),
})
const outcomeOf = (answer: object) => (isProblem(answer) ? answer.problem : 'signed in')
const from = (address: string): Caller => ({ address, network: address, isExempt: false })

describe('concurrent sign-ins', () => {
  it('share a commit for their codes, and another for their sessions', async () => {
    const phones = newPhones(6)
    expect((await askCodes(phones)).map(outcomeOf)).toEqual(phones.map(() => 'signed in'))
    const asked = await test.services.db.run(sendsOf, [phones.map(hashOf)])
    expect(asked).toEqual([{ commits: 1, sends: 6 }])
    const typed = await Promise.all(phones.map(readCode))
    const people = (await typeCodes(typed)).map((answer) => {
      if (isProblem(answer)) throw new Error(answer.problem)
      return answer.user
    })
    expect(people.map(({ phone }) => phone)).toEqual(phones)
    const ids = people.map(({ id }) => id)
    expect(new Set(ids).size).toBe(6)
    expect(await test.services.db.run(commitsOf, [ids])).toEqual([{ commits: 1 }])
  })

  it('are wrong alone', async () => {
    const phones = newPhones(4)
    await askCodes(phones)
    const typed = await Promise.all(phones.map(readCode))
    const wrong = typed.map((each, index) =>
      index === 2 ? { ...each, code: each.code === '000000' ? '000001' : '000000' } : each,
    )
    const outcomes = (await typeCodes(wrong)).map(outcomeOf)
    expect(outcomes).toEqual(['signed in', 'signed in', 'invalid_code', 'signed in'])
    const failures = await Promise.all(
      phones.map((phone) => test.services.db.run(failuresOf, [hashOf(phone)])),
    )
    expect(failures.map(([row]) => row?.failures_in_a_row)).toEqual([0, 0, 1, 0])
  })

  it('use one code once, and are sent one code', async () => {
    const phone = newPhone()
    const asked = (await askCodes([phone, phone, ...newPhones(2)])).map(outcomeOf)
    expect(asked).toEqual(['signed in', 'rate_limited', 'signed in', 'signed in'])
    const sends = await test.services.db.run(sendsOf, [[hashOf(phone)]])
    expect(sends).toEqual([{ commits: 1, sends: 1 }])
    const typed = await readCode(phone)
    const outcomes = (await typeCodes([typed, typed, typed])).map(outcomeOf)
    expect(outcomes).toEqual(['signed in', 'invalid_code', 'invalid_code'])
  })

  it('from one address count in its limits one after another', async () => {
    // Own addresses, so that an attempt across two periods of a limit leaves no counts for the next one.
    const [one, other] = [randomInt(256), randomInt(256)].map((n, at) => `198.51.${100 + at}.${n}`)
    const phones = newPhones(12)
    const asked = (await askCodes(phones, () => from(one ?? ''))).map(outcomeOf)
    expect(asked.filter((outcome) => outcome === 'signed in')).toHaveLength(10)
    const wrong = newPhones(35).map((phone) => ({ phone, code: '000000' }))
    const typed = (await typeCodes(wrong, () => from(other ?? ''))).map(outcomeOf)
    expect(typed.filter((outcome) => outcome === 'invalid_code')).toHaveLength(30)
    expect(typed.filter((outcome) => outcome === 'rate_limited')).toHaveLength(5)
  })

  it('use no place of an address where their number refuses them', async () => {
    const address = from('203.0.113.9')
    const [again = '', ...phones] = newPhones(10)
    const phone = phones.pop() ?? ''
    await askCodes([again, ...phones], () => address)
    for (const asked of [[again], [again, phone]]) {
      const outcomes = (await askCodes(asked, () => address)).map(outcomeOf)
      expect(outcomes).toEqual(['rate_limited', 'signed in'].slice(0, asked.length))
    }
  })

  it('give the last welcome credit to one of them', async () => {
    const phones = newPhones(3)
    await askCodes(phones)
    const typed = await Promise.all(phones.map(readCode))
    const { db } = test.services
    const [floor] = await db.run(setFloor, [welcomeProgramme.id, null])
    const answers = await typeCodes(typed)
    await db.run(setFloor, [welcomeProgramme.id, floor?.before])
    expect(answers.map(outcomeOf)).toEqual(phones.map(() => 'signed in'))
    const wallets = await Promise.all(
      answers.map((answer) => db.run(walletOf, [isProblem(answer) ? null : answer.user.id])),
    )
    expect(wallets.flat().filter(({ balance_minor }) => balance_minor === 100)).toHaveLength(1)
  })

  it('fail alone, without an effect on the others', async () => {
    const phones = newPhones(4)
    await askCodes(phones)
    const typed = await Promise.all(phones.map(readCode))
    const { db } = test.services
    for (const each of refusePassport(phones[1] ?? '')) await db.run(each)
    const failed = await Promise.allSettled(typed.map((each) => typeCodes([each])))
    await db.run(acceptPassports)
    expect(failed.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ])
    expect((await typeCodes(typed.slice(1, 2))).map(outcomeOf)).toEqual(['signed in'])
  })
})

it('a sign-in that waits for a number holds no code: its owner may move or leave meanwhile', async () => {
  const person = await new Person(test.url).signIn()
  await askCodes([person.phone])
  const code = await person.readCode()
  const lock = await holdLock(test, numberLock(person.phone))
  const signingIn = typeCodes([{ phone: person.phone, code }])
  await lock.untilWaiting('advisory')
  const codeOf = `select from sign_in_attempts where number_hash = '${hashOf(person.phone)}'`
  await expect(lock.run(`${codeOf} for update nowait`)).resolves.toBeUndefined()
  await lock.release()
  expect((await signingIn).some(isProblem)).toBe(false)
})

it('a returning user is not held while a new user waits for the welcome credit', async () => {
  const person = await new Person(test.url).signIn()
  const phones = [person.phone, ...newPhones(1)]
  await askCodes(phones)
  const typed = await Promise.all(phones.map(readCode))
  const balances = `select from programme_balances where programme_id = '${welcomeProgramme.id}'`
  const lock = await holdLock(test, `${balances} for update`)
  const signingIn = typeCodes(typed)
  await lock.untilWaiting('row')
  const passport = `select from passports where id = '${person.id}'`
  await expect(lock.run(`${passport} for no key update nowait`)).resolves.toBeUndefined()
  await lock.release()
  expect((await signingIn).some(isProblem)).toBe(false)
})
