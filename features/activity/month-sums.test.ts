// Tests a user's activity over HTTP: sums of months, cancelled purchases, and names in gifts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { monthAround } from '#features/activity/month-sums.ts'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import { cardOrder, newPhone, Person } from '#tests/support/people/person.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ OPEN_RESERVATIONS_MAX: '500' })
})
afterAll(() => closeWithBooks(test))

const moveTo = statement(
  'test-move-purchase-to',
  {},
  'update purchases set created_at = $2 where tx_id = $1',
)
const lapse = statement(
  'test-lapse-purchase',
  {},
  'update purchases set expires_at = now() where tx_id = $1',
)
const person = () => new Person(test.url).signIn()
const batchOf = (kg: number) => issueTestBatch(test.services.db, { kg })
const list = '/api/tokens/transaction/me?tokens=none'

async function give(giver: Person, count: number, fields: object): Promise<string> {
  const order = cardOrder(await batchOf(1_000), count, await giver.cardToken())
  const { body } = await giver.reserve({ ...order, is_gift: 1, ...fields })
  await giver.complete(body.txId)
  return body.txId
}

describe('the sums of a month', () => {
  it('are of the whole month, whatever part of it a page shows, and separate gifts', async () => {
    const [giver, receiver] = await Promise.all([person(), person()])
    const batch = await batchOf(1_000)
    for (const kg of [20, 30]) await giver.buyByCard(batch, kg)
    await give(giver, 25, { telephone: receiver.phone })
    // A gift that waits for its number counts as given.
    await give(giver, 22, { telephone: newPhone() })
    const first = await giver.get(`${list}&limit=1&time_zone=UTC`)
    expect(first.body).toHaveLength(1)
    expect(first.body[0].month).toEqual({ kept_kg: 50, given_kg: 47 })
    const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '?'
    const [second] = (await giver.get(next)).body
    expect(second.month).toEqual({ kept_kg: 50, given_kg: 47 })
    expect(second).not.toHaveProperty('tokens')
    const [received] = (await receiver.get(`${list}&time_zone=UTC`)).body
    expect(received.month).toEqual({ kept_kg: 25, given_kg: 0 })
  })

  it('leave out refunded kilograms and count those that a refund left, for their buyer and their holder', async () => {
    const [giver, receiver] = await Promise.all([person(), person()])
    const batch = await batchOf(1_000)
    const refund = (txId: string, keepsKilograms: boolean) =>
      refundPurchase(test.services, { txId, keepsKilograms, record: async () => undefined })
    await refund(await giver.buyByCard(batch, 20), false)
    await refund(await giver.buyByCard(batch, 30), true)
    await refund(await give(giver, 22, { telephone: receiver.phone }), false)
    await refund(await give(giver, 25, { telephone: receiver.phone }), true)
    const sumsOf = async (who: Person) => (await who.get(`${list}&time_zone=UTC`)).body[0].month
    expect(await sumsOf(giver)).toEqual({ kept_kg: 30, given_kg: 25 })
    expect(await sumsOf(receiver)).toEqual({ kept_kg: 25, given_kg: 0 })
  })

  it('leave out the kilograms that were refunded in part, for their buyer and their holder', async () => {
    const [giver, receiver] = [await person(), new Person(test.url)]
    const refund = (txId: string, kg: number) =>
      refundPurchase(test.services, {
        ...{ txId, kg, keepsKilograms: false, record: async () => undefined },
      })
    await refund(await giver.buyByCard(await batchOf(1_000), 30), 10)
    await refund(await give(giver, 25, { telephone: receiver.phone }), 4)
    await receiver.signIn()
    const sumsOf = async (who: Person) => (await who.get(`${list}&time_zone=UTC`)).body[0].month
    expect(await sumsOf(giver)).toEqual({ kept_kg: 20, given_kg: 21 })
    expect(await sumsOf(receiver)).toEqual({ kept_kg: 21, given_kg: 0 })
  })

  it('begin where the month begins in the user’s time zone', async () => {
    const buyer = await person()
    const batch = await batchOf(1_000)
    const moments = [
      [25, '2026-04-30T20:59:59Z'],
      // The first moment of 1 May in Istanbul, 30 April in London.
      [20, '2026-04-30T21:00:00Z'],
      [30, '2026-05-02T12:00:00Z'],
    ] as const
    for (const [kg, moment] of moments) {
      const txId = await buyer.buyByCard(batch, kg)
      await test.services.db.run(moveTo, [txId, new Date(moment)])
    }
    const sumsIn = async (zone: string) => {
      const { body } = await buyer.get(`${list}&time_zone=${encodeURIComponent(zone)}`)
      return body.map(({ month }: { month: { kept_kg: number } }) => month.kept_kg)
    }
    expect(await sumsIn('Europe/Istanbul')).toEqual([50, 50, 25])
    expect(await sumsIn('Europe/London')).toEqual([30, 45, 45])
  })

  it('are present only with a time zone, which must be a valid one', async () => {
    const buyer = await person()
    await buyer.buyByCard(await batchOf(100), 20)
    expect((await buyer.get(list)).body[0]).not.toHaveProperty('month')
    expect((await buyer.get(`${list}&time_zone=Nowhere`)).status).toBe(400)
  })

  it('span a month whose clock was put forward and back', () => {
    const hours = (moment: string) => {
      const { from, to } = monthAround(new Date(moment), 'Europe/Berlin')
      return (to.getTime() - from.getTime()) / 3_600_000
    }
    expect(hours('2026-03-15T00:00:00Z')).toBe(31 * 24 - 1)
    expect(hours('2026-10-15T00:00:00Z')).toBe(31 * 24 + 1)
  })
})

describe('a purchase that expired', () => {
  it('shows whether its buyer cancelled it or its time was over', async () => {
    const buyer = await person()
    const batch = await batchOf(1_000)
    const reserve = async () => {
      const order = cardOrder(batch, 20, await buyer.cardToken())
      return (await buyer.reserve(order)).body.txId
    }
    const [cancelled, lapsed] = [await reserve(), await reserve()]
    await buyer.cancel(cancelled)
    await test.services.db.run(lapse, [lapsed])
    await buyer.complete(lapsed)
    const entries = (await buyer.get(`${list}&time_zone=UTC`)).body
    expect(entries[0].month).toEqual({ kept_kg: 0, given_kg: 0 })
    expect(entries.map(({ status }: { status: string }) => status)).toEqual(['EXPIRED', 'EXPIRED'])
    expect(entries).toMatchObject([
      { tx_id: lapsed, is_cancelled: false },
      { tx_id: cancelled, is_cancelled: true },
    ])
  })
})

describe('a gift', () => {
  it('shows its giver the name that they typed, and its receiver the nickname of the giver', async () => {
    const [giver, receiver] = await Promise.all([person(), person()])
    await giver.call('PATCH', '/api/profile', { nickname: 'Grace' })
    const txId = await give(giver, 20, { telephone: receiver.phone, name: ' Ada\u202E ' })
    const [sent] = (await giver.get(list)).body
    expect(sent).toMatchObject({ tx_id: txId, to_name: 'Ada' })
    expect(sent.to_user).toContain('•••••')
    const [received] = (await receiver.get(list)).body
    expect(received).toMatchObject({ tx_id: txId, from_user: 'Grace' })
    expect(received).not.toHaveProperty('to_name')
  })
})
