// Tests that a hanging call of any provider ends after its timeout.
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { openLog } from '#platform/logger.ts'
import { SendPermit } from '#providers/sms/send-permit.ts'
import { OutcomeUnknown } from '#providers/with-timeout.ts'
import { guardProviders } from '#server/guard-providers.ts'
import { googleAccount } from '#tests/support/stand-ins/google-account.ts'

const hang = () => new Promise<never>(() => undefined)
const close = async () => undefined
const { providers, close: stop } = guardProviders(
  {
    sms: { send: hang, findAnswer: hang, eventsSince: hang, forget: hang, close },
    cards: {
      authorise: hang,
      capture: hang,
      void: hang,
      refund: hang,
      find: hang,
      findReturned: hang,
      readReport: hang,
      findNamed: hang,
      eventsSince: hang,
      openCustomer: hang,
      findKeptCard: hang,
      forgetCustomer: hang,
      close,
    },
    passPush: { push: hang, close },
    googleWallet: { account: googleAccount, saveUrl: '', patch: hang, close },
    rates: { latest: hang },
  },
  openLog('silent'),
  1,
)
afterAll(stop)
afterEach(() => {
  vi.useRealTimers()
})

const { sms, cards, passPush, googleWallet, rates } = providers
const message = { key: 'k', permit: new SendPermit('+447400123456'), body: '', template: 'otp' }
const sought = { stepKey: 's', txId: 'CP-2222-2222-2222', amountMinor: 100, currency: 'GBP' }
const step = { stepKey: 's', paymentId: 'p' }
const word = { defaultValue: { language: 'en', value: '-' } }
const pass = { id: 'i', classId: 'c', hexBackgroundColor: '#000000', cardTitle: word, header: word }
const code = { barcode: { type: 'QR_CODE', value: '-' }, textModulesData: [] } as const

const calls: readonly (readonly [string, number, () => Promise<unknown> | undefined])[] = [
  ['sms.send', 3_000, () => sms.send({ ...message, triedSince: null })],
  ['sms.findAnswer', 3_000, () => sms.findAnswer({ messageId: 'm' })],
  ['sms.eventsSince', 60_000, () => sms.eventsSince(new Date())],
  ['sms.forget', 20_000, () => sms.forget({ phone: '+447400123456', messageIds: [] })],
  ['cards.authorise', 8_000, () => cards.authorise({ ...sought, cardToken: 't' })],
  ['cards.capture', 8_000, () => cards.capture(step)],
  ['cards.void', 8_000, () => cards.void(step)],
  ['cards.refund', 8_000, () => cards.refund(step)],
  ['cards.find', 8_000, () => cards.find({ ...sought, paymentId: null })],
  ['cards.findReturned', 8_000, () => cards.findReturned('p')],
  ['cards.readReport', 8_000, () => cards.readReport('p')],
  ['cards.findNamed', 8_000, () => cards.findNamed('ch_1')],
  ['cards.eventsSince', 60_000, () => cards.eventsSince(new Date())],
  ['cards.openCustomer', 3_000, () => cards.openCustomer('s')],
  ['cards.findKeptCard', 8_000, () => cards.findKeptCard('c')],
  ['cards.forgetCustomer', 8_000, () => cards.forgetCustomer('c')],
  ['passPush.push', 3_000, () => passPush.push('d')],
  ['googleWallet.patch', 3_000, () => googleWallet?.patch({ ...pass, ...code })],
  ['rates.latest', 8_000, () => rates.latest()],
]

it.each(calls)('%s ends after %i ms', async (_, ms, call) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let error: unknown
  void call()?.catch((thrown: unknown) => {
    error = thrown
  })
  await vi.advanceTimersByTimeAsync(ms - 1)
  expect(error).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(error).toBeInstanceOf(OutcomeUnknown)
})
