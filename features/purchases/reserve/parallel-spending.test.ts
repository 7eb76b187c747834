// Tests that wallet money is spent once under concurrent purchases in several processes, from one
// wallet or two wallets in two currencies.
import { randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { checkLedger } from '#features/purchases/inspect/check-ledger.ts'
import { buildApp } from '#server/app.ts'
import { openServices } from '#server/open-services.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { newPartner } from '#tests/support/people/partner.ts'
import { type Answer, Person } from '#tests/support/people/person.ts'
import { raceFor, times } from '#tests/support/servers/waiting-locks.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const buysAtOnce = 100
vi.setConfig({ testTimeout: 90_000 })

/** Starts a second serving process on the same database. */
async function startDuplicate({ services: { settings } }: TestApp) {
  const opened = await openServices(settings, settings.databaseUrl ?? '', () => undefined)
  const app = await buildApp(opened.services)
  await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    url: app.listeningOrigin,
    async close() {
      await app.close()
      await opened.close()
    },
  }
}

const walletsOf = ({ id }: Person) => `select from wallets where passport_id = '${id}' for update`

function asSeenBy(url: string, buyer: Person): Person {
  const duplicate = new Person(url, buyer.phone)
  duplicate.cookie = buyer.cookie
  duplicate.terminal = buyer.terminal
  return duplicate
}

describe.each([
  { moneyFor: 2, reservationsMax: '3' },
  { moneyFor: 10, reservationsMax: '1000' },
])('100 buys at once with money for $moneyFor, $reservationsMax reservations allowed', (given) => {
  it.each([
    ['one wallet', (total: number) => [{ amount: total, currency: 'GBP' }]],
    [
      'two wallets',
      // Half of the money is in euros: 0.87058 GBP each, and a cent for each purchase's rounding.
      (total: number) => [
        { amount: total / 2, currency: 'GBP' },
        { amount: Math.ceil((total / 2 / 0.87058) * 100) / 100 + 0.1, currency: 'EUR' },
      ],
    ],
  ])(`reserve exactly so many from %s, in two processes`, async (_, creditsOf) => {
    const { moneyFor, reservationsMax } = given
    const test = await startTestApp({
      WELCOME_CREDIT: '0',
      OPEN_RESERVATIONS_MAX: reservationsMax,
    })
    const duplicate = await startDuplicate(test)
    const buyer = await new Person(test.url).signIn()
    const batch = await issueTestBatch(test.services.db, { kg: 100_000 })
    for (const { amount, currency } of creditsOf(moneyFor)) {
      const partner = await newPartner(test.services, test.url)
      const credited = await partner.credit(buyer.phone, Math.round(amount * 100) / 100, currency)
      expect(credited.status).toBe(201)
    }
    const order = {
      batchId: batch.id,
      count: 50,
      amount: batch.price_per_kg,
      currency: 'GBP',
      payment_method: 'wallet',
      wallet_used: 1,
    }
    const places = [buyer, asSeenBy(duplicate.url, buyer)]
    // Both processes wait for the wallets before one of them may continue.
    const answers: Answer[] = await raceFor(
      test,
      { lockSql: walletsOf(buyer), waiting: 2 },
      times(buysAtOnce, (index) =>
        (places[index % 2] ?? buyer).reserve(order, { key: randomUUID() }),
      ),
    )
    const reserved = answers.filter(({ status }) => status === 200)
    expect(reserved).toHaveLength(moneyFor)
    const refusals = answers.filter(({ status }) => status !== 200)
    expect(new Set(refusals.map(({ status }) => status))).toEqual(new Set([409]))
    const done = await Promise.all(reserved.map(({ body }) => buyer.complete(body.txId)))
    expect(done.map(({ status }) => status)).toEqual(reserved.map(() => 200))
    expect((await buyer.get('/passport/me')).body.total_offsets).toBe(50 * moneyFor)
    const wallet = (await buyer.get('/api/wallet/me')).body
    expect(wallet.totalInUserCurrency).toBeLessThan(0.2)
    expect((await checkLedger(test.services.db)).faults).toEqual([])
    await duplicate.close()
    await test.close()
  })
})

describe('concurrent credits, reversals and purchases of one wallet', () => {
  it('leave exactly the sum of their answers, and all get an answer', async () => {
    const test = await startTestApp({ WELCOME_CREDIT: '0', OPEN_RESERVATIONS_MAX: '1000' })
    const buyer = await new Person(test.url).signIn()
    const partner = await newPartner(test.services, test.url)
    const batch = await issueTestBatch(test.services.db, { kg: 100_000 })
    const credits: string[] = []
    for (let nth = 0; nth < 20; nth += 1) {
      credits.push((await partner.credit(buyer.phone, 1)).body.id)
    }
    const order = {
      batchId: batch.id,
      count: 25,
      amount: batch.price_per_kg,
      currency: 'GBP',
      payment_method: 'wallet',
    }
    const answers = await raceFor(test, { lockSql: walletsOf(buyer) }, [
      ...credits.map(() => () => partner.credit(buyer.phone, 1)),
      ...credits.map((id) => () => partner.debit(id)),
      ...times(60, () => buyer.reserve(order, { key: randomUUID() })),
    ])
    const [given, taken, bought] = [answers.slice(0, 20), answers.slice(20, 40), answers.slice(40)]
    const count = (answers: readonly Answer[], status: number) =>
      answers.filter((answer) => answer.status === status).length
    expect(count(given, 201)).toBe(20)
    expect(count(taken, 201) + count(taken, 409)).toBe(20)
    expect(count(bought, 200) + count(bought, 409)).toBe(60)
    const spent = count(bought, 200) * 0.5
    const { body } = await buyer.get('/api/wallet/me')
    expect(body.wallets[0].totals).toEqual([
      { currency: 'GBP', total: 40 - count(taken, 201) - spent, held: spent },
    ])
    expect((await checkLedger(test.services.db)).faults).toEqual([])
    await test.close()
  })
})
