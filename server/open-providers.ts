// Opens who sends messages, charges cards and keeps Google's passes: the sandbox, or the real
// provider where it is set.
// A real one's client is loaded only then, since it costs time and memory at the start.

import type { Logger } from '#platform/log.ts'
import type { CardProvider } from '#providers/cards/card-provider.ts'
import { type CardSandbox, openCardSandbox } from '#providers/cards/sandbox.ts'
import { openSmsSandbox, type SmsSandbox } from '#providers/sms/sandbox.ts'
import type { SmsProvider } from '#providers/sms/sms-provider.ts'
import { openTwilio } from '#providers/sms/twilio.ts'
import { openGoogleWallet } from '#providers/wallet-pass/google-client.ts'
import type { GoogleWallet } from '#providers/wallet-pass/google-wallet.ts'
import {
  type GoogleWalletSandbox,
  openGoogleWalletSandbox,
} from '#providers/wallet-pass/sandbox-google-wallet.ts'
import type { Settings } from '#server/settings.ts'

export function openSms(
  { twilio, patience }: Settings,
  databaseUrl: string,
  print: (line: string) => void,
): { readonly sms: SmsProvider; readonly smsSandbox: SmsSandbox | null } {
  if (twilio !== null) return { sms: openTwilio(twilio), smsSandbox: null }
  const smsSandbox = openSmsSandbox(databaseUrl, print, patience)
  return { sms: smsSandbox, smsSandbox }
}

export async function openCards(
  { stripe }: Settings,
  databaseUrl: string,
  clock: () => number,
  log: Logger,
): Promise<{ readonly cards: CardProvider; readonly cardSandbox: CardSandbox | null }> {
  if (stripe !== null) {
    const { openStripe } = await import('#providers/cards/stripe.ts')
    return { cards: openStripe(stripe, log), cardSandbox: null }
  }
  const cardSandbox = openCardSandbox(databaseUrl, clock)
  return { cards: cardSandbox, cardSandbox }
}

export function openGoogle(
  { googleWallet, publicUrl }: Settings,
  databaseUrl: string,
): {
  readonly googleWallet: GoogleWallet | null
  readonly googleSandbox: GoogleWalletSandbox | null
} {
  if (googleWallet === null) return { googleWallet, googleSandbox: null }
  if (!googleWallet.isSandbox) {
    return { googleWallet: openGoogleWallet(googleWallet), googleSandbox: null }
  }
  const sandbox = openGoogleWalletSandbox(databaseUrl, googleWallet.account, publicUrl)
  return { googleWallet: sandbox, googleSandbox: sandbox }
}
