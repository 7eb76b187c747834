// Tests a programme's limits over the last 24 hours in its own currency: exact under concurrent
// credits in any number of processes.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeWithBooks } from '#tests/support/people/books.ts'
import { codeOf, newPartner, Partner, spendable } from '#tests/support/people/partner.ts'
import { Person } from '#tests/support/people/person.ts'
import { openTestProgramme } from '#tests/support/people/programme.ts'
import { raceFor, times } from '#tests/support/servers/waiting-locks.ts'
import { startTestApp, startTestAppBeside, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { isProblem } from '#values/problem.ts'
import { creditNewWallets, creditWallet, reverseCredit } from './credit-wallet.ts'
import { chooseCredits } from './programme-limits.ts'
import { lockProgramme, writeLimits } from './programme-rows.ts'

const hourMs = 3_600_000
const givenBy = statement(
  'test-given-by',
  { passport_id: 'uuid', counted_minor: 'int8' },
  `select passport_id, coalesce(sum(counted_minor), 0)::int8 as counted_minor from wallet_credits
   where programme_id = $1 group by passport_id`,
)
const forgetRates = statement(
  'test-forget-rate',
  {},
  'delete from exchange_rates where currency = $1',
)

let test: TestApp
let other: TestApp
beforeAll(async () => {
  test = await startTestApp({ WELCOME_CREDIT: '0' })
  other = await startTestAppBeside(test, { WELCOME_CREDIT: '0' })
})
afterAll(async () => {
  await other.close()
  await closeWithBooks(test)
})

const person = () => new Person(test.url).signIn()

/** Makes a programme, by default with limits of 50.00 for a user and 1,000.00 in all. */
async function limited({ personMinor = 5_000, dayMinor = 100_000, currency = 'GBP' } = {}) {
  const id = `limited-${randomUUID()}`
  await openTestProgramme(test.services.db, { id, currency, limits: { personMinor, dayMinor } })
  return id
}

/** Makes a credit at a given time. */
async function credit(
  programmeId: string,
  passportId: string,
  amountMinor: number,
  { atMs = Date.now(), currency = 'GBP' } = {},
) {
  const given = { passportId, programmeId, currency, amountMinor, source: 'Bank', logoUrl: null }
  const entry = await test.services.db.transaction((tx) => creditWallet(tx, given, new Date(atMs)))
  return isProblem(entry) ? entry.problem : entry
}

describe('a limit', () => {
  it('is one of a user and one of all, each to the last penny', async () => {
    const id = await limited({ dayMinor: 7_000 })
    const [ada, ben] = [await person(), await person()]
    expect(await credit(id, ada.id, 5_001)).toBe('programme_limit')
    expect(await credit(id, ada.id, 5_000)).toMatchObject({ balanceMinor: 5_000 })
    expect(await credit(id, ada.id, 1)).toBe('programme_limit')
    expect(await credit(id, ben.id, 2_001)).toBe('programme_limit')
    expect(await credit(id, ben.id, 2_000)).toMatchObject({ balanceMinor: 2_000 })
    expect(await credit(id, ben.id, 1)).toBe('programme_limit')
  })

  it.each([
    ['to all', { dayMinor: 5_000, personMinor: 1_000_000 }],
    ['to one person', { dayMinor: 1_000_000, personMinor: 5_000 }],
  ])('%s looks back 24 hours, whatever the calendar day', async (_, limits) => {
    const id = await limited(limits)
    const { id: ada } = await person()
    const beginMs = Date.now()
    const at = (hours: number, ms = 0) => ({ atMs: beginMs + hours * hourMs + ms })
    expect(await credit(id, ada, 3_000, at(0))).toMatchObject({ balanceMinor: 3_000 })
    expect(await credit(id, ada, 2_000, at(13))).toMatchObject({ balanceMinor: 5_000 })
    expect(await credit(id, ada, 1, at(24, -1))).toBe('programme_limit')
    expect(await credit(id, ada, 3_001, at(24))).toBe('programme_limit')
    expect(await credit(id, ada, 3_000, at(24))).toMatchObject({ balanceMinor: 8_000 })
    expect(await credit(id, ada, 1, at(37, -1))).toBe('programme_limit')
    expect(await credit(id, ada, 2_000, at(37))).toMatchObject({ balanceMinor: 10_000 })
    expect(await credit(id, ada, 5_000, at(300))).toMatchObject({ balanceMinor: 15_000 })
    expect(await credit(id, ada, 1, at(300))).toBe('programme_limit')
  })

  it('is not widened by a clock that runs behind', async () => {
    const id = await limited({ dayMinor: 5_000 })
    const { id: ada } = await person()
    const nowMs = Date.now()
    expect(await credit(id, ada, 5_000, { atMs: nowMs })).toMatchObject({ balanceMinor: 5_000 })
    expect(await credit(id, ada, 1, { atMs: nowMs - 30 * hourMs })).toBe('programme_limit')
    expect(await credit(id, ada, 1, { atMs: nowMs + 24 * hourMs - 1 })).toBe('programme_limit')
  })

  it('counts other currencies at the current rate, rounded up, so that every credit counts', async () => {
    const id = await limited({ personMinor: 100, currency: 'GBP' })
    const { id: ada } = await person()
    // 1.00 GBP buys 1.14 to 1.15 EUR at the bundled rates.
    expect(await credit(id, ada, 116, { currency: 'EUR' })).toBe('programme_limit')
    expect(await credit(id, ada, 113, { currency: 'EUR' })).toMatchObject({ balanceMinor: 113 })
    const small = await limited({ personMinor: 2 })
    const { id: ben } = await person()
    for (const _ of [1, 2]) {
      expect(await credit(small, ben, 1, { currency: 'TRY' })).toMatchObject({
        balanceMinor: expect.any(Number),
      })
    }
    expect(await credit(small, ben, 1, { currency: 'TRY' })).toBe('programme_limit')
  })

  it('stays used when a credit is reversed', async () => {
    const id = await limited()
    const { id: ada } = await person()
    const entry = await credit(id, ada, 5_000)
    if (typeof entry === 'string') throw new Error(entry)
    const back = await test.services.db.transaction((tx) => reverseCredit(tx, id, entry.id))
    expect(back).toMatchObject({ balanceMinor: 0 })
    expect(await credit(id, ada, 1)).toBe('programme_limit')
  })

  it('holds to the penny under 50 concurrent credits in two processes', async () => {
    const id = await limited({ personMinor: 1_000, dayMinor: 2_500 })
    const partner = await newPartner(test.services, test.url, id)
    const second = new Partner(other.url, partner.terminal)
    const people = await Promise.all([person(), person(), person()])
    const answers = await raceFor(
      test,
      { lockSql: `select from programmes where id = '${id}' for update`, waiting: 2 },
      times(50, (index) => {
        const { phone } = people[index % people.length] ?? people[0]
        const currency = index % 5 === 0 ? 'EUR' : 'GBP'
        return (index % 2 === 0 ? partner : second).credit(phone, 1, currency)
      }),
    )
    const refused = answers.filter(({ status }) => status !== 201)
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['programme_limit']))
    const given = (await test.services.db.run(givenBy, [id])).map((row) => row.counted_minor)
    expect(Math.max(...given)).toBeLessThanOrEqual(1_000)
    const sumMinor = given.reduce((sum, each) => sum + each, 0)
    expect(sumMinor).toBeLessThanOrEqual(2_500)
    expect(sumMinor).toBeGreaterThan(2_400)
    const { limits } = (await partner.get('/api/partner/balance')).body
    expect(limits.day_left).toBe((2_500 - sumMinor) / 100)
    for (const { phone } of people) {
      const more = await partner.credit(phone, 1)
      expect(codeOf(more)).toEqual([409, 'programme_limit'])
    }
  })

  it('without a rate for a currency refuses that currency, and no other', async () => {
    const alone = await startTestApp({ WELCOME_CREDIT: '0' })
    try {
      const bank = await newPartner(alone.services, alone.url)
      const owner = await new Person(alone.url).signIn()
      await alone.services.db.run(forgetRates, ['TRY'])
      expect(codeOf(await bank.credit(owner.phone, 1, 'TRY'))).toEqual([404, 'rate_unknown'])
      expect((await bank.credit(owner.phone, 1, 'GBP')).status).toBe(201)
    } finally {
      await alone.close()
    }
  })
})

describe('a programme without limits', () => {
  it('lets no credit wait for another one, except for its balance', async () => {
    const id = `own-${randomUUID()}`
    const limits = { personMinor: null, dayMinor: null }
    await openTestProgramme(test.services.db, { id, limits })
    const { id: ada } = await person()
    expect(await credit(id, ada, 1_000_000)).toMatchObject({ balanceMinor: 1_000_000 })
    await test.services.db.transaction((tx) => writeLimits(tx, id, { ...limits, dayMinor: 500 }))
    expect(await credit(id, ada, 501)).toBe('programme_limit')
    expect(await credit(id, ada, 500)).toMatchObject({ balanceMinor: 1_000_500 })
  })

  it('credits new users as long as there is enough, one after another', async () => {
    const id = await limited({ dayMinor: 250 })
    const joining = await Promise.all([person(), person(), person()])
    await test.services.db.transaction((tx) =>
      creditNewWallets(
        tx,
        joining.map(({ id: passportId }) => ({
          ...{ passportId, programmeId: id, currency: 'GBP', amountMinor: 100 },
          ...{ source: 'Welcome', logoUrl: null },
        })),
      ),
    )
    const given = await test.services.db.run(givenBy, [id])
    expect(given.map((row) => row.counted_minor)).toEqual([100, 100])
    const held = await test.services.db.transaction((tx) => lockProgramme(tx, id))
    expect(held).toMatchObject({ day_limit_minor: 250 })
  })
})

describe('a new partner', () => {
  it('cannot create money: the first of 30 credits of 10,000 is refused, and the last', async () => {
    const programmeId = `new-${randomUUID()}`
    const limits = { personMinor: 5_000, dayMinor: 100_000 }
    await openTestProgramme(test.services.db, { id: programmeId, lineMinor: 0, limits })
    const bank = await newPartner(test.services, test.url, programmeId)
    const owner = await person()
    const answers = await Promise.all(
      times(30, () => bank.credit(owner.phone, 10_000)).map((call) => call()),
    )
    for (const answer of answers) expect(codeOf(answer)).toEqual([409, 'programme_empty'])
    expect(codeOf(await bank.credit(owner.phone, 0.01))).toEqual([409, 'programme_empty'])
    expect(await spendable(owner)).toBe(0)
    expect((await bank.get('/api/partner/balance')).body.limits).toEqual({
      ...{ currency: 'GBP', person: 50, day: 1_000, day_left: 1_000 },
    })
  })
})

it('chooses credits in their order, and skips one that is too large', () => {
  const of = (amountMinor: number) => ({
    ...{ passportId: 'a', programmeId: 'p', currency: 'EUR', amountMinor },
    ...{ source: 's', logoUrl: null },
  })
  const at = new Date(0)
  const limits = {
    ...{ currency: 'GBP', personLimitMinor: 100, dayLimitMinor: 120 },
    ...{ at, dayMinor: 20, personMinor: 0 },
  }
  const chosen = chooseCredits([of(60), of(1_000), of(60), of(1)], 500, limits, '0.5')
  expect(
    chosen.accepted.map(({ amountMinor, countedMinor }) => [amountMinor, countedMinor]),
  ).toEqual([
    [60, 30],
    [60, 30],
    [1, 1],
  ])
  expect(chosen.refused).toEqual([{ problem: 'programme_empty' }])
  expect(chosen.window).toEqual({ at, dayMinor: 81 })
})
