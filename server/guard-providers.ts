// Adds a timeout and a circuit breaker to every call of the providers. Each kind of call has its
// own breaker, so that authorisations can be released while new charges fail.

import { Gauge } from 'prom-client'
import type { Logger } from '#platform/logger.ts'
import {
  customerTimeoutMs,
  eventsTimeoutMs,
  paymentTimeoutMs,
} from '#providers/cards/card-provider.ts'
import { ratesTimeoutMs } from '#providers/exchange-rates/exchange-rates.ts'
import { openProviderGuard } from '#providers/provider-guard.ts'
import { smsForgetTimeoutMs, smsListTimeoutMs, smsTimeoutMs } from '#providers/sms/sms-provider.ts'
import { patchTimeoutMs } from '#providers/wallet-pass/google-wallet.ts'
import { pushTimeoutMs } from '#providers/wallet-pass/pass-push.ts'
import type { Services } from '#server/services.ts'

const openCircuits = new Gauge({
  name: 'provider_resting',
  help: '1 while a call of a provider is not made because most of the last ones failed.',
  labelNames: ['call'],
})

type Providers = Pick<Services, 'sms' | 'cards' | 'passPush' | 'googleWallet' | 'rates'>

/** Returns the providers with timeouts and circuit breakers. `timeoutFactor` multiplies the timeouts. */
export function guardProviders(
  { sms, cards, passPush, googleWallet, rates }: Providers,
  log: Logger,
  timeoutFactor: number,
): { readonly providers: Providers; close(): void } {
  const { guard, close } = openProviderGuard({
    timeoutFactor,
    onCircuitChange(call, isOpen) {
      openCircuits.set({ call }, isOpen ? 1 : 0)
      log.warn(isOpen ? 'provider rests' : 'provider is asked again', { call })
    },
  })
  const providers = {
    sms: {
      ...sms,
      send: guard('sms.send', sms.send, smsTimeoutMs),
      findAnswer: guard('sms.answer', sms.findAnswer, smsTimeoutMs),
      eventsSince: guard('sms.events', sms.eventsSince, smsListTimeoutMs),
      forget: guard('sms.forget', sms.forget, smsForgetTimeoutMs),
    },
    cards: {
      ...cards,
      authorise: guard('cards.authorise', cards.authorise, paymentTimeoutMs),
      capture: guard('cards.capture', cards.capture, paymentTimeoutMs),
      void: guard('cards.void', cards.void, paymentTimeoutMs),
      refund: guard('cards.refund', cards.refund, paymentTimeoutMs),
      find: guard('cards.find', cards.find, paymentTimeoutMs),
      findReturned: guard('cards.returned', cards.findReturned, paymentTimeoutMs),
      readReport: guard('cards.report', cards.readReport, paymentTimeoutMs),
      findNamed: guard('cards.named', cards.findNamed, paymentTimeoutMs),
      eventsSince: guard('cards.events', cards.eventsSince, eventsTimeoutMs),
      openCustomer: guard('cards.customer', cards.openCustomer, customerTimeoutMs),
      findKeptCard: guard('cards.kept', cards.findKeptCard, paymentTimeoutMs),
      forgetCustomer: guard('cards.forget', cards.forgetCustomer, paymentTimeoutMs),
    },
    passPush: { ...passPush, push: guard('passes.push', passPush.push, pushTimeoutMs) },
    googleWallet: googleWallet && {
      ...googleWallet,
      patch: guard('google.patch', googleWallet.patch, patchTimeoutMs),
    },
    rates: { latest: guard('rates.latest', rates.latest, ratesTimeoutMs) },
  }
  return { providers, close }
}
