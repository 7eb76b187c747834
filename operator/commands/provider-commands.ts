// Defines the command that checks each provider with a call that changes nothing.

import { underNumbersKey } from '#operator/backup/under-numbers-key.ts'
import { withServices } from '#operator/with-services.ts'
import type { GoogleWallet } from '#providers/wallet-pass/google-wallet.ts'
import type { Services } from '#server/services.ts'
import type { Command, Context } from './command.ts'

export const providersCheck: Command = underNumbersKey({
  name: 'providers check',
  takes: '',
  does: 'asks each provider something that changes nothing, and says how long its answer took',
  run: (context) =>
    withServices(context, async (services) => {
      const providers = await Promise.all(questionsOf(services, context.settings).map(ask))
      const ok = providers.every((each) => each.ok)
      const lines = providers.map(
        ({ provider, kind, answer, ms }) => `${provider} (${kind}): ${answer}, ${ms} ms`,
      )
      return { ok, lines, json: { ok, providers } }
    }),
})

type Question = {
  readonly provider: string
  readonly kind: string
  readonly ask: () => Promise<unknown>
}

/** A push token of no device. Apple refuses it by name after it has accepted our certificate. */
const noDevice = '0'.repeat(64)

function questionsOf(
  { sms, cards, rates, googleWallet, passPush }: Services,
  settings: Context['settings'],
): Question[] {
  const { passCertificates } = settings
  const wallet: Question[] =
    googleWallet === null
      ? []
      : [
          {
            provider: 'google wallet',
            kind: settings.googleWallet.kind,
            ask: () => patchNothing(googleWallet),
          },
        ]
  const apple: Question[] =
    passCertificates === undefined
      ? []
      : [{ provider: 'apple push', kind: 'apple', ask: () => passPush.push(noDevice) }]
  return [
    { provider: 'cards', kind: settings.cards.kind, ask: () => cards.eventsSince(new Date()) },
    { provider: 'sms', kind: settings.sms.kind, ask: () => sms.eventsSince(new Date()) },
    { provider: 'rates', kind: settings.rates.kind, ask: () => rates.latest() },
    ...wallet,
    ...apple,
  ]
}

/** Sends a change of a pass that no user has saved, so that the call changes nothing. */
function patchNothing({ account, patch }: GoogleWallet) {
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

async function ask({ provider, kind, ask: question }: Question) {
  const startMs = performance.now()
  const error = await question().then(
    () => null,
    (failure: unknown) => (failure instanceof Error ? failure.message : String(failure)),
  )
  const ms = Math.round(performance.now() - startMs)
  return { provider, kind, ok: error === null, answer: error ?? 'answered', ms }
}
