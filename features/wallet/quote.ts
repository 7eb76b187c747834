// Creates and verifies quotes. A quote fixes the rate of a total and its split between wallets and
// card, for one user and ten minutes (docs/product.md#quotes). It is a signed value, so a preview
// stores no row. A purchase computes the figures again and compares them
// (purchases/reserve/reserve-decision.ts).
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { reachOf, type SpendableWallet } from '#features/wallet/wallet-split.ts'
import { totalMinorOf } from '#values/money/money.ts'
import { walletShareOf } from '#values/money/payment-split.ts'

const quoteLifeMs = 600_000

const quoteFields = z.object({
  passportId: z.string(),
  programmeId: z.string().nullable(),
  batchCurrency: z.string(),
  currency: z.string(),
  /** Converts the batch's currency to the user's. */
  rate: z.string(),
  /** Rates that convert each wallet's currency to the user's. */
  walletRates: z.record(z.string(), z.string()),
  totalMinor: z.number().int(),
  walletMinor: z.number().int(),
  cardMinor: z.number().int(),
  expiresAtMs: z.number().int(),
})
export type Quote = z.infer<typeof quoteFields>

type QuoteInput = Pick<
  Quote,
  'passportId' | 'programmeId' | 'batchCurrency' | 'currency' | 'rate'
> & {
  /** The total in millionths of a unit of the batch's currency. */
  readonly totalMicros: number
  readonly wallets: readonly SpendableWallet[]
  /** The card provider's minimum amount, in minor units of the user's currency. */
  readonly cardMinimumMinor: number
}

/**
 * Returns the quote of a total at `rate`, rounded once. The wallets pay as much as they can, but leave
 * the card either zero or at least its minimum (`walletShareOf`). The card pays the rest.
 */
export function makeQuote(
  { totalMicros, wallets, cardMinimumMinor, ...terms }: QuoteInput,
  nowMs: number,
): Quote {
  const totalMinor = totalMinorOf(totalMicros, 1, terms.rate)
  const walletMinor = walletShareOf(totalMinor, reachOf(wallets), cardMinimumMinor)
  return {
    ...terms,
    walletRates: Object.fromEntries(wallets.map(({ currency, rate }) => [currency, rate])),
    totalMinor,
    walletMinor,
    cardMinor: totalMinor - walletMinor,
    expiresAtMs: nowMs + quoteLifeMs,
  }
}

/**
 * Signs the payload with the owner's phone number. A quote becomes invalid if the number changes,
 * because the user's currency may change with it.
 */
function signatureOf(payload: string, key: Buffer, phone: string): Buffer {
  return createHmac('sha256', key).update(`${payload}\n${phone}`).digest()
}

/** Returns the signed quote, the wire's `wallet_tx_id`. */
export function sealQuote(quote: Quote, key: Buffer, phone: string): string {
  const payload = Buffer.from(JSON.stringify(quote)).toString('base64url')
  return `${payload}.${signatureOf(payload, key, phone).toString('base64url')}`
}

/**
 * Returns the quote in a `wallet_tx_id`. Returns null if the signature is wrong, or if the quote is
 * another user's or has expired.
 */
export function openQuote(
  sealed: string,
  key: Buffer,
  { passportId, phone }: { readonly passportId: string; readonly phone: string },
  nowMs: number,
): Quote | null {
  const [payload = '', signature = ''] = sealed.split('.')
  const actual = Buffer.from(signature, 'base64url')
  const expected = signatureOf(payload, key, phone)
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null
  const quote = quoteFields.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
  return quote.passportId === passportId && quote.expiresAtMs > nowMs ? quote : null
}
