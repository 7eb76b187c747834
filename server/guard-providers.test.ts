// Tests that a hanging call of any provider ends after its timeout. The log and the metrics show a failing provider.
import { register } from 'prom-client'
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

it('a failing provider is asked no more, and asked again after its next success', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const said: unknown[] = []
  const log = { ...openLog('silent'), warn: (...line: readonly unknown[]) => said.push(line) }
  let isAway = true
  const latest = async () => {
    if (isAway) throw new Error('away')
    return { asOf: '2026-11-20', source: 'ECB', perEuro: {} } as never
  }
  const given = { sms, cards, passPush, googleWallet, rates: { latest } }
  const { providers: guarded, close: end } = guardProviders(given, log, 1)
  const resting = async () => {
    const values = (await register.getSingleMetric('provider_resting')?.get())?.values
    return values?.find(({ labels }) => labels.call === 'rates.latest')?.value
  }
  for (let call = 0; call < 20; call += 1) await guarded.rates.latest().catch(() => undefined)
  expect(await resting()).toBe(1)
  expect(said).toEqual([['provider rests', { call: 'rates.latest' }]])
  isAway = false
  await vi.advanceTimersByTimeAsync(10_000)
  await guarded.rates.latest()
  expect(await resting()).toBe(0)
  expect(said.at(-1)).toEqual(['provider is asked again', { call: 'rates.latest' }])
  end()
})
