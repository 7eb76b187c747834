// Tests that another person's ids on every route get the answer of an id that never existed, and
// that no row changes.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { creditsPath, debitsPath, newPartner, type Partner } from '#tests/support/people/partner.ts'
import {
  type Answer,
  cardOrder,
  newPhone,
  Person,
  type TestBatch,
} from '#tests/support/people/person.ts'
import { rewardOrder, rewardsOf } from '#tests/support/people/rewards.ts'
import { googleSettings } from '#tests/support/stand-ins/google-account.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let test: TestApp
let batch: TestBatch
let owner: Person
let stranger: Person
let partner: Partner
let otherPartner: Partner
beforeAll(async () => {
  test = await startTestApp({ ...googleSettings, GOOGLE_WALLET_PROVIDER: 'sandbox' })
  const { services, url } = test
  batch = await issueTestBatch(services.db, { kg: 1_000 })
  owner = await new Person(url).signIn()
  stranger = await new Person(url).signIn()
  partner = await newPartner(services, url)
  otherPartner = await newPartner(services, url)
})
afterAll(() => test.close())

/** The owner's view of their own data. */
async function belongings() {
  const paths = ['/api/tokens/transaction/me', '/api/rewards/me', '/api/wallet/me', '/passport/me']
  const answers = await Promise.all(paths.map((path) => owner.get(path)))
  return answers.map(({ body }) => ({ ...body, as_of: '', updated: '' }))
}

const withoutId = ({ status, body }: Answer) => ({ status, body: { ...body, request_id: '' } })

it('another person’s object is not found, and stays unchanged', async () => {
  const done = await owner.buyByCard(batch, 20)
  const open = await owner.reserve(cardOrder(batch, 20, await owner.cardToken()))
  const [reward] = await rewardsOf(owner)
  if (reward === undefined) throw new Error('nothing was earned')
  const kilograms = { ...reward, reward_value: { label: '', kg: 1 } }
  const credit = await partner.credit(owner.phone, 1)
  const before = await belongings()
  const { reward_id } = reward
  const unknownTx = 'CP-2222-2222-2222'
  const claimed = (id: string) => ({
    reward_id: id,
    achievementCode: reward.achievement_code,
    gift: false,
  })
  const notify = (txId: string) => ({
    to: stranger.phone,
    templateKey: 'purchase_success',
    variables: { txId },
  })
  const tries: readonly (readonly [string, string, string, (id: string) => Promise<Answer>])[] = [
    ['validatePin', open.body.txId, unknownTx, (id) => stranger.complete(id)],
    ['validatePin of what is done', done, unknownTx, (id) => stranger.complete(id)],
    ['cancelPin', open.body.txId, unknownTx, (id) => stranger.cancel(id)],
    ['notify', done, unknownTx, (id) => stranger.signed('/api/notify', notify(id))],
    ['tokens', done, unknownTx, (id) => stranger.get(`/api/tokens/transaction/${id}/tokens`)],
    ['pass', owner.id, randomUUID(), (id) => stranger.get(`/passport/pass/${id}`)],
    ['Google pass', owner.id, randomUUID(), (id) => stranger.get(`/passport/pass/${id}/google`)],
    ['claim', reward_id, randomUUID(), (id) => stranger.signed('/api/rewards/claim', claimed(id))],
    [
      'unclaim',
      reward_id,
      randomUUID(),
      (id) => stranger.signed('/api/rewards/unclaim', claimed(id)),
    ],
    [
      'a reward’s getPin',
      reward_id,
      randomUUID(),
      (id) => stranger.reserve(rewardOrder(batch, { ...kilograms, reward_id: id })),
    ],
    [
      'a debit of another programme',
      credit.body.id,
      randomUUID(),
      (id) => otherPartner.post(debitsPath, { credit_id: id }),
    ],
  ]
  for (const [name, theirs, nobodys, call] of tries) {
    const answer = await call(theirs)
    expect([name, answer.status]).toEqual([name, name.endsWith('getPin') ? 403 : 404])
    expect([name, withoutId(answer)]).toEqual([name, withoutId(await call(nobodys))])
  }
  expect(await belongings()).toEqual(before)
})

it('a credit to an unknown number reveals no more than that', async () => {
  const [first, second] = await Promise.all(
    [newPhone(), newPhone()].map((phone) =>
      partner.post(creditsPath, { phone, amount: 1, currency: 'GBP', source: 'Green Bank' }),
    ),
  )
  expect(first?.status).toBe(404)
  expect(first && withoutId(first)).toEqual(second && withoutId(second))
})
