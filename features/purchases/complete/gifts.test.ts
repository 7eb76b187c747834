// Gifts over HTTP, from the giver's list to the receiver's, and the one message of a purchase.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { issueTestBatch } from '#tests/support/batch.ts'
import { closeWithBooks } from '#tests/support/books.ts'
import { cardOrder, Person } from '#tests/support/person.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ OPEN_RESERVATIONS_MAX: '500' })
})
afterAll(() => closeWithBooks(test))

const person = () => new Person(test.url).signIn()
const batchOf = (kg: number) => issueTestBatch(test.services.db, { kg })

describe('gifts', () => {
  it('wait for a number and arrive with its first sign-in', async () => {
    const giver = await person()
    const batch = await batchOf(100)
    const stranger = new Person(test.url)
    const order = {
      ...cardOrder(batch, 30, await giver.cardToken()),
      is_gift: 1,
      telephone: stranger.phone,
      note: 'For the long drive',
    }
    const reserved = await giver.reserve(order)
    await giver.complete(reserved.body.txId)
    const [sent] = (await giver.get('/api/tokens/transaction/me')).body
    expect(sent).toMatchObject({ is_gift: true, gift_status: 'waiting', from_user: null })
    expect((await giver.get('/passport/me')).body.total_offsets).toBe(0)
    await stranger.signIn()
    expect((await stranger.get('/passport/me')).body.total_offsets).toBe(30)
    const [received] = (await stranger.get('/api/tokens/transaction/me')).body
    expect(received).toMatchObject({ tx_id: sent.tx_id, note: 'For the long drive', kg: 30 })
    const [after] = (await giver.get('/api/tokens/transaction/me')).body
    expect(after.gift_status).toBe('received')
    await stranger.post('/api/auth/logout')
    const [later] = (await giver.get('/api/tokens/transaction/me')).body
    expect(later.gift_status).toBe('received')
  })
})

describe('a gift to somebody who has a passport', () => {
  it('waits until they open the app, so that nobody learns who is a member', async () => {
    const [giver, receiver] = await Promise.all([person(), person()])
    const order = cardOrder(await batchOf(100), 30, await giver.cardToken())
    const gift = { ...order, is_gift: 1, telephone: receiver.phone }
    const { body } = await giver.reserve(gift)
    await giver.complete(body.txId)
    const statusOf = async () => (await giver.get('/api/tokens/transaction/me')).body[0].gift_status
    expect(await statusOf()).toBe('waiting')
    expect((await receiver.get('/passport/me')).body.total_offsets).toBe(30)
    expect(await statusOf()).toBe('received')
  })
})

describe('the message', () => {
  it('is one per purchase, however often it is asked for', async () => {
    const buyer = await person()
    const txId = await buyer.buyByCard(await batchOf(100), 30)
    const ask = (to: string) =>
      buyer.signed('/api/notify', {
        to,
        templateKey: 'purchase_success',
        variables: { kg: 30, txId },
        from: 'me',
      })
    expect(await ask(buyer.phone)).toMatchObject({ status: 202, body: { status: 'queued' } })
    expect(await ask(buyer.phone)).toMatchObject({ status: 202, body: { status: 'already_sent' } })
    expect((await ask('+447400999999')).status).toBe(403)
    await expect
      .poll(async () => {
        const inbox = await buyer.get(`/dev/messages?to=${encodeURIComponent(buyer.phone)}`)
        return inbox.body.filter(
          (each: { template: string }) => each.template === 'purchase_success',
        ).length
      })
      .toBe(1)
  })
})
