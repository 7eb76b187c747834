// Defines the command that checks each provider with a call that changes nothing.

import { readsPart } from '#operator/access.ts'
import { underNumbersKey } from '#operator/backup/under-numbers-key.ts'
import { withServices } from '#operator/with-services.ts'
import type { GoogleWallet } from '#providers/wallet-pass/google-wallet.ts'
import type { Services } from '#server/services.ts'
import { failureWords } from '#values/failure-cause.ts'
import type { Command, Context } from './command.ts'

export const providersCheck: Command = underNumbersKey({
  name: 'providers check',
  access: readsPart('today'),
  usage: '',
  example: '',
  summary: 'asks each provider something that changes nothing, and says how long its answer took',
  run: (context) =>
    withServices(context, async (services) => {
      const providers = await Promise.all(checksOf(services, context.settings).map(check))
      const ok = providers.every((each) => each.ok)
      const lines = providers.map(
        ({ provider, kind, answer, ms }) => `${provider} (${kind}): ${answer}, ${ms} ms`,
      )
      return { ok, lines, json: { ok, providers } }
    }),
})

type ProviderCheck = {
  readonly provider: string
  readonly kind: string
  readonly check: () => Promise<unknown>
}

/** A push token of no device. Apple refuses it by name after it has accepted our certificate. */
const noDevice = '0'.repeat(64)

function checksOf(
  { sms, cards, rates, googleWallet, passPush }: Services,
  settings: Context['settings'],
): ProviderCheck[] {
  const { passCertificates } = settings
  const wallet: ProviderCheck[] =
    googleWallet === null
      ? []
      : [
          {
            provider: 'google wallet',
            kind: settings.googleWallet.kind,
            check: () => patchUnsavedPass(googleWallet),
          },
        ]
  const apple: ProviderCheck[] =
    passCertificates === undefined
      ? []
      : [{ provider: 'apple push', kind: 'apple', check: () => passPush.push(noDevice) }]
  return [
    { provider: 'cards', kind: settings.cards.kind, check: () => cards.eventsSince(new Date()) },
    { provider: 'sms', kind: settings.sms.kind, check: () => sms.eventsSince(new Date()) },
    { provider: 'rates', kind: settings.rates.kind, check: () => rates.latest() },
    ...wallet,
    ...apple,
  ]
}

/** Sends a change of a pass that no user has saved, so that the call changes nothing. */
function patchUnsavedPass({ account, patch }: GoogleWallet) {
  const word = { defaultValue: { language: 'en', value: '-' } }
  return patch({
    id: `${account.issuerId}.providers-check`,
    classId: `${account.issuerId}.providers-check`,
    hexBackgroundColor: '#000000',
    cardTitle: word,
    header: word,
    barcode: { type: 'QR_CODE', value: '-' },
    textModulesData: [],
  })
}

async function check({ provider, kind, check: call }: ProviderCheck) {
  const startMs = performance.now()
  const error = await call().then(() => null, failureWords)
  const ms = Math.round(performance.now() - startMs)
  return { provider, kind, ok: error === null, answer: error ?? 'answered', ms }
}
