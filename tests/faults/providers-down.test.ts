// Tests providers that are down, one at a time: their own feature reports it, soon without a call,
// and all others work. FAULT_CUTS (npm run faults) also waits for their return.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkLedger } from '#features/purchases/inspect/check-ledger.ts'
import { expectInTime } from '#tests/faults/in-time.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { cardOrder, newPhone, Person, type TestBatch } from '#tests/support/people/person.ts'
import { failCards, failSms, healSandboxes } from '#tests/support/stand-ins/sandbox-faults.ts'
import { hangTimeoutFactor, startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const isLong = process.env.FAULT_CUTS !== undefined
/** More failures than open a provider's circuit. */
const failures = 40

const smsFaultsLeft = statement(
  'down-sms-faults',
  { count: 'int8' },
  'select count(*) as count from sandbox_sms.faults where calls_left > 0',
)
const queued = statement(
  'down-queued',
  { count: 'int8' },
  `select count(*) as count from outbox where state = 'queued' and template <> 'otp'`,
)

let test: TestApp
let batch: TestBatch
let buyer: Person
beforeAll(async () => {
  test = await startTestApp({
    OPEN_RESERVATIONS_MAX: '1000',
    TIMEOUT_FACTOR: isLong ? '1' : hangTimeoutFactor,
  })
  batch = await issueTestBatch(test.services.db, { kg: 1_000_000 })
})
beforeEach(async () => {
  await healSandboxes(test.services.db)
})
afterAll(async () => {
  const { faults } = await checkLedger(test.services.db)
  await test.close()
  expect(faults).toEqual([])
})

async function timed<Result>(work: () => Promise<Result>): Promise<[Result, number]> {
  const begin = performance.now()
  return [await work(), performance.now() - begin]
}

describe('cards that cannot be charged', () => {
  it('are soon not called any more; earlier authorisations are captured, and wallets pay', async () => {
    buyer = await new Person(test.url).signIn()
    const reserve = async () => buyer.reserve(cardOrder(batch, 20, await buyer.cardToken()))
    const before = await reserve()
    await failCards(test.services.db, 'authorise', 'error', { calls: 4 * failures })
    // On a busy machine some calls get a busy database: they repeat.
    const reserveInTime = async () => {
      let answer = await reserve()
      while (answer.body.code === 'unavailable') answer = await reserve()
      return answer
    }
    const answers = await Promise.all(Array.from({ length: failures }, reserveInTime))
    for (const { status, body } of answers) {
      expect([status, body.code]).toEqual([503, 'payment_unknown'])
    }
    await healSandboxes(test.services.db)
    const [resting, ms] = await timed(reserve)
    expect([resting.status, resting.body.code]).toEqual([503, 'payment_unknown'])
    expect(resting.headers.get('retry-after')).toBe('2')
    expectInTime(ms, 1_000)
    expect((await buyer.complete(before.body.txId)).body.status).toBe('COMPLETED')
    const wallet = { ...cardOrder(batch, 5, ''), payment_method: 'wallet', wallet_used: 0.1 }
    const { body } = await buyer.reserve(wallet)
    expect((await buyer.complete(body.txId)).body.status).toBe('COMPLETED')
    expect(test.logged.some((line) => /"call":"cards.authorise".*provider rests/.test(line))).toBe(
      true,
    )
  }, 30_000)
})

describe('messages that cannot be sent', () => {
  it('keep new users out with the catalogue’s sentence; signed-in users can buy', async () => {
    const { db } = test.services
    buyer = await new Person(test.url).signIn()
    await failSms(db, 'hang')
    const ask = () => {
      const phone = newPhone()
      return new Person(test.url, phone).post('/api/auth/request-otp', { phone })
    }
    const [hung, hungMs] = await timed(ask)
    expect(hung).toMatchObject({
      status: 503,
      body: { error: 'Unable to send OTP. Please check your phone number and try again.' },
    })
    expectInTime(hungMs, 3_500)
    await failSms(db, 'error', { calls: failures })
    const refused = await Promise.all(Array.from({ length: failures / 2 }, ask))
    expect(refused.every(({ status }) => status === 503)).toBe(true)
    const [left] = await db.run(smsFaultsLeft)
    const [resting, ms] = await timed(ask)
    expect([resting.status, resting.body.code]).toEqual([503, 'sms_unavailable'])
    expectInTime(ms, 1_000)
    expect((await db.run(smsFaultsLeft))[0]?.count).toBe(left?.count)
    await healSandboxes(db)
    const wallet = { ...cardOrder(batch, 20, ''), payment_method: 'wallet', wallet_used: 0.4 }
    const { body } = await buyer.reserve(wallet)
    expect((await buyer.complete(body.txId)).body.status).toBe('COMPLETED')
    expect((await buyer.get('/passport/me')).body.total_offsets).toBe(20)
  }, 60_000)

  it.runIf(isLong)(
    'are sent within a minute of the provider’s return, and new users can sign in',
    async () => {
      await expect.poll(async () => (await test.services.db.run(queued))[0]?.count).toBe(0)
      await new Person(test.url).signIn()
    },
    90_000,
  )
})
