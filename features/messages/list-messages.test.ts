// Tests the operator's list of messages: which purchase each is about, and how many are listed.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { cardOrder, newPhone, Person } from '#tests/support/people/person.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { listMessages } from './list-messages.ts'

const giveUp = statement(
  'test-give-up-message',
  {},
  `update outbox set state = 'dead' where template = $1`,
)

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
})
afterAll(() => test.close())

it('names the purchase of each message to its buyer and its receiver, newest first', async () => {
  const { db } = test.services
  const giver = await new Person(test.url).signIn()
  const batch = await issueTestBatch(db, { kg: 1_000 })
  const gift = {
    ...cardOrder(batch, 50, await giver.cardToken()),
    is_gift: 1,
    telephone: newPhone(),
  }
  const txIds: string[] = []
  for (const order of [cardOrder(batch, 60, await giver.cardToken()), gift]) {
    const { body } = await giver.reserve(order)
    expect((await giver.complete(body.txId)).status).toBe(200)
    txIds.push(body.txId)
  }
  const [own, given] = txIds
  const listed = await listMessages(db, false)
  expect(listed.map(({ template, tx_id }) => [template, tx_id])).toEqual([
    ['gift_success', given],
    ['purchase_success', own],
    ['otp', null],
  ])
  const ids = listed.map(({ id }) => id)
  expect(ids).toEqual(ids.toSorted((one, other) => other - one))
})

it('lists those that were given up alone, if asked', async () => {
  const { db } = test.services
  expect(await listMessages(db, true)).toEqual([])
  const [newest] = await listMessages(db, false)
  await db.run(giveUp, [newest?.template])
  const dead = await listMessages(db, true)
  expect(new Set(dead.map(({ template, state }) => `${template} ${state}`))).toEqual(
    new Set([`${newest?.template} dead`]),
  )
})
