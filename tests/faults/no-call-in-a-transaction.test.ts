// Tests that no provider is called during a transaction, because a hanging provider must hold no
// lock of ours. Every flow of purchases, sign-in, passes and rates runs once, with the calls
// watched.
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sendDueMessages } from '#features/messages/send-messages.ts'
import { pushChanges, pushToGoogle } from '#features/passes/push-changes.ts'
import { reconcilePurchases } from '#features/purchases/card/reconcile-purchases.ts'
import { expirePurchases } from '#features/purchases/end/end-purchases.ts'
import { refreshRates } from '#features/wallet/rates/refresh-rates.ts'
import type { Services } from '#server/services.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { cardOrder, newPhone, Person, type TestBatch } from '#tests/support/people/person.ts'
import { Phone } from '#tests/support/people/phone.ts'
import { googleSettings } from '#tests/support/stand-ins/google-account.ts'
import { failCards } from '#tests/support/stand-ins/sandbox-faults.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const lapse = statement(
  'watched-lapse',
  {},
  `update purchases set expires_at = now() - interval '2 minutes' where buyer_id = $1`,
)
const announceNow = statement(
  'watched-announce-now',
  {},
  'update wallet_passes set announce_at = now() where passport_id = $1',
)

const inTransaction = new AsyncLocalStorage<boolean>()
const called = new Map<string, number>()
const offences: string[] = []

/** The same services; records each call and whether a transaction was open. */
function watched({ db, sms, cards, passPush, googleWallet, rates }: Services): Partial<Services> {
  function watch<Args extends unknown[], Result>(
    name: string,
    call: (...args: Args) => Promise<Result>,
  ): (...args: Args) => Promise<Result> {
    return (...args) => {
      called.set(name, (called.get(name) ?? 0) + 1)
      if (inTransaction.getStore()) offences.push(name)
      return call(...args)
    }
  }
  return {
    db: { ...db, transaction: (work) => db.transaction((tx) => inTransaction.run(true, work, tx)) },
    sms: { ...sms, send: watch('send', sms.send) },
    cards: {
      ...cards,
      authorise: watch('authorise', cards.authorise),
      capture: watch('capture', cards.capture),
      void: watch('void', cards.void),
      refund: watch('refund', cards.refund),
      find: watch('find', cards.find),
    },
    passPush: { ...passPush, push: watch('push', passPush.push) },
    googleWallet: googleWallet && { ...googleWallet, patch: watch('patch', googleWallet.patch) },
    rates: { latest: watch('latest', rates.latest) },
  }
}

let test: TestApp
let batch: TestBatch
let buyer: Person
beforeAll(async () => {
  const env = { ...googleSettings, GOOGLE_WALLET_PROVIDER: 'sandbox', OPEN_RESERVATIONS_MAX: '20' }
  test = await startTestApp(env, watched, { background: false })
  batch = await issueTestBatch(test.services.db, { kg: 10_000 })
  buyer = await new Person(test.url).signIn()
})
afterAll(() => test.close())

async function reserved(card?: string): Promise<string> {
  const order = cardOrder(batch, 20, await buyer.cardToken(card))
  return (await buyer.reserve(order, { key: randomUUID() })).body.txId
}

it('the watch detects a call during a transaction', async () => {
  const { db, cards } = test.services
  const step = {
    stepKey: randomUUID(),
    txId: 'CP-1',
    amountMinor: 1,
    currency: 'GBP',
    paymentId: null,
  }
  await db.transaction(async () => void (await cards.find(step)))
  expect(offences.splice(0)).toEqual(['find'])
})

it('no provider is called during a transaction, in any flow', async () => {
  const { services } = test
  const phone = await Phone.with(buyer)
  await phone.register()
  await buyer.get(`/passport/pass/${buyer.id}/google`)
  await buyer.complete(await reserved())
  const gift = { ...cardOrder(batch, 20, await buyer.cardToken()), is_gift: 1 }
  const { body } = await buyer.reserve({ ...gift, telephone: newPhone() })
  await buyer.complete(body.txId)
  await buyer.cancel(await reserved())
  await reserved('4000000000000002')
  await buyer.complete(await reserved('4000002500003155'))
  await failCards(services.db, 'authorise', 'unknown')
  await reserved()
  await reconcilePurchases(services, 0)
  const late = await reserved()
  await failCards(services.db, 'capture', 'unknown')
  await buyer.complete(late)
  await reconcilePurchases(services, 0)
  await reserved()
  await services.db.run(lapse, [buyer.id])
  await expirePurchases(services)
  await reconcilePurchases(services, 0)
  await services.db.run(announceNow, [buyer.id])
  await pushChanges(services)
  await pushToGoogle(services)
  await sendDueMessages(services)
  await refreshRates(services, false)
  expect(offences).toEqual([])
  const expected = ['authorise', 'capture', 'find', 'latest', 'patch', 'push', 'send', 'void']
  expect([...called.keys()].sort()).toEqual(expected)
})
