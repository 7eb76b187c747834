// Tests programmes in the console: funds, limits, credits by day, and that a programme's own people read that
// programme only.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTerminal } from '#features/partners/partner-terminals.ts'
import {
  fundProgramme,
  returnFunds,
  setLimits,
  setLine,
} from '#features/wallet/programmes/manage-programmes.ts'
import { creditsPath, Partner } from '#tests/support/people/partner.ts'
import { Person } from '#tests/support/people/person.ts'
import { runSql } from '#tests/support/postgres.ts'
import { type ConsoleReader, openConsoleReader } from '#tests/support/servers/console-reader.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { isProblem } from '#values/problem.ts'

let test: TestApp
let reader: ConsoleReader
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
  reader = await openConsoleReader(test)
})
afterAll(async () => {
  await reader.close()
  await test.close()
})

const unaudited = async () => undefined
type Row = { readonly id: string }
const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id)

async function programme() {
  const { db, keys } = test.services
  const programmeId = `bank-${randomUUID().slice(0, 8)}`
  const holder = { holderName: `Bank ${programmeId}`, programmeId, currency: 'GBP' }
  const terminal = await createTerminal(db, keys, holder)
  if (isProblem(terminal)) throw new Error(terminal.problem)
  return { id: programmeId, terminal, partner: new Partner(test.url, terminal) }
}

describe('programmes', () => {
  it('show funds, line, limits and what they gave, with terminals and days', async () => {
    const { db } = test.services
    const { id, terminal, partner } = await programme()
    const pounds = (amountMinor: number) => ({ programmeId: id, currency: 'GBP', amountMinor })
    await fundProgramme(db, pounds(10_000), unaudited)
    await setLine(db, pounds(5_000), unaudited)
    await setLimits(db, id, { personMinor: 2_000, dayMinor: null }, unaudited)
    for (const amount of [5, 7.5]) {
      const { phone } = await new Person(test.url).signIn()
      const credit = { phone, amount, currency: 'GBP', source: 'Bonus', program_id: id }
      expect((await partner.post(creditsPath, credit)).status).toBe(201)
    }
    const { body } = await reader.read(`programmes/${id}`)
    const today = new Date().toISOString().slice(0, 10)
    expect(body).toEqual({
      id,
      name: expect.any(String),
      state: 'open',
      funds: [{ currency: 'GBP', paid_in: 100, line: 50, left: 137.5 }],
      limit_currency: 'GBP',
      person_limit: 20,
      day_limit: null,
      given_today: 12.5,
      terminals: [
        { id: terminal.terminalId, name: expect.any(String), signs: true, retires_at: null },
      ],
      credits: [7.5, 5].map((amount) => ({
        ...{ id: expect.any(String), at: expect.any(String), amount },
        ...{ currency: 'GBP', source: 'Bonus' },
      })),
      days: [{ day: today, currency: 'GBP', given: 12.5 }],
    })
    const { body: listed } = await reader.read('programmes?limit=100')
    const { terminals: _, days: __, credits: ___, ...row } = body
    expect(listed).toContainEqual(row)
  })

  it('show the funds that were paid in and given away, and no line as none', async () => {
    const { db } = test.services
    const { id, partner } = await programme()
    const fund = (currency: string, amountMinor: number) =>
      fundProgramme(db, { programmeId: id, currency, amountMinor }, unaudited)
    await fund('GBP', 1_000)
    await fund('EUR', 700)
    await returnFunds(db, { programmeId: id, currency: 'EUR', amountMinor: 700 }, unaudited)
    await setLine(db, { programmeId: id, currency: 'TRY', amountMinor: 900 }, unaudited)
    const { phone } = await new Person(test.url).signIn()
    const credit = { phone, amount: 10, currency: 'GBP', source: 'Bonus', program_id: id }
    expect((await partner.post(creditsPath, credit)).status).toBe(201)
    const { body } = await reader.read(`programmes/${id}`)
    // Of the euros everything went back, so that they are no funds any more.
    expect(body.funds).toEqual([
      { currency: 'GBP', paid_in: 10, line: 0, left: 0 },
      { currency: 'TRY', paid_in: 0, line: 9, left: 9 },
    ])
    expect([body.person_limit, body.day_limit, body.given_today]).toEqual([50, 1_000, 10])
  })

  it('show their newest 50 credits, those of 30 days by day and currency, and ended terminals', async () => {
    const { db } = test.services
    const { id, terminal } = await programme()
    const second = await createTerminal(db, test.services.keys, {
      holderName: 'Second till',
      programmeId: id,
      currency: 'GBP',
    })
    if (isProblem(second)) throw new Error(second.problem)
    const person = await new Person(test.url).signIn()
    const daysAgo = (days: number) => `now() - interval '${days} days'`
    const credit = (minor: number, currency: string, at: string) =>
      `insert into wallet_credits (id, passport_id, programme_id, amount_minor, currency, source, created_at)
       values (uuidv7((${at}) - now()), '${person.id}', '${id}', ${minor}, '${currency}', 'S', ${at})`
    await runSql(
      test.databaseUrl,
      [
        credit(100, 'GBP', daysAgo(30)),
        credit(
          200,
          'GBP',
          `date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - interval '29 days'`,
        ),
        ...Array.from({ length: 50 }, (_, at) => credit(at + 1, 'GBP', daysAgo(1))),
        credit(300, 'EUR', daysAgo(1)),
        credit(400, 'GBP', daysAgo(0)),
        `update partner_terminals set retires_at = now() where id = '${terminal.terminalId}'`,
        `update partner_terminals set retires_at = now() + interval '1 day' where id = '${second.terminalId}'`,
      ].join(';'),
    )
    const { body } = await reader.read(`programmes/${id}`)
    const amounts = body.credits.map(({ amount }: { amount: number }) => amount)
    expect(amounts).toHaveLength(50)
    expect([amounts[0], amounts[1], body.credits[1].currency]).toEqual([4, 3, 'EUR'])
    const day = (days: number) =>
      new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
    expect(body.days).toEqual([
      { day: day(29), currency: 'GBP', given: 2 },
      { day: day(1), currency: 'EUR', given: 3 },
      { day: day(1), currency: 'GBP', given: 12.75 },
      { day: day(0), currency: 'GBP', given: 4 },
    ])
    expect(body.terminals).toEqual([
      {
        ...{ id: terminal.terminalId, name: `Bank ${id}`, signs: false },
        retires_at: expect.any(String),
      },
      {
        ...{ id: second.terminalId, name: 'Second till', signs: true },
        retires_at: expect.any(String),
      },
    ])
  })

  it('are listed by id, and page without gaps', async () => {
    const own = [(await programme()).id, (await programme()).id].toSorted()
    const paged: string[] = []
    let next: string | null = 'programmes?limit=1'
    while (next !== null) {
      const page = await reader.read(next)
      paged.push(...idsOf(page.body))
      next = page.next
    }
    expect(paged).toEqual(paged.toSorted())
    expect(paged.filter((id) => own.includes(id))).toEqual(own)
    expect(paged).toContain('welcome')
    const names = (await reader.read('programmes?limit=100&sort=-name')).body.map(
      ({ name }: { name: string }) => name.toLowerCase(),
    )
    expect(names).toEqual(names.toSorted().toReversed())
    expect((await reader.read('programmes?after=a%20b')).status).toBe(400)
  })

  it('are hidden from the people of other programmes', async () => {
    const [own, other] = [await programme(), await programme()]
    const roles = [`partner:${own.id}`]
    expect(idsOf((await reader.read('programmes', roles)).body)).toEqual([own.id])
    expect((await reader.read(`programmes/${own.id}`, roles)).status).toBe(200)
    expect((await reader.read(`programmes/${other.id}`, roles)).status).toBe(404)
    // The role of the registry may read no programmes, so that it adds none.
    const both = [...roles, 'registry']
    expect(idsOf((await reader.read('programmes', both)).body)).toEqual([own.id])
    const withSupport = [...roles, 'support']
    expect((await reader.read(`programmes/${other.id}`, withSupport)).status).toBe(200)
    expect((await reader.read('programmes/none')).status).toBe(404)
  })
})
