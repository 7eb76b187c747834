// Makes and opens quotes: the rate of a total and its split between wallets and card, fixed for ten
// minutes and one user (docs/product.md#quotes). `quoteFields` declares a quote, `makeQuote`
// computes it, `openQuote` checks it. A quote is a signed value, not a row: a preview writes
// nothing, and no client can forge a quote. A purchase computes the figures again and compares them
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
  /** From the batch's currency to the user's. */
  rate: z.string(),
  /** From each foreign wallet's currency to the user's. */
  walletRates: z.record(z.string(), z.string()),
  totalMinor: z.number().int(),
  walletMinor: z.number().int(),
  cardMinor: z.number().int(),
  expiresAtMs: z.number().int(),
})
export type Quote = z.infer<typeof quoteFields>

/** The input of a quote; `rate` is from the batch's currency to the user's. */
type QuoteAsked = Pick<
  Quote,
  'passportId' | 'programmeId' | 'batchCurrency' | 'currency' | 'rate'
> & {
  /** In the batch's currency, millionths of a unit. */
  readonly totalMicros: number
  readonly wallets: readonly SpendableWallet[]
  /** The card's minimum amount, in minor units of the user's currency. */
  readonly cardMinimumMinor: number
}

/**
 * Returns the quote of a total at today's rate, rounded once. The wallets pay as much as they can,
 * but leave the card zero or at least its minimum (`walletShareOf`); the card pays the rest.
 */
export function makeQuote(
  { totalMicros, wallets, cardMinimumMinor, ...kept }: QuoteAsked,
  nowMs: number,
): Quote {
  const totalMinor = totalMinorOf(totalMicros, 1, kept.rate)
  const walletMinor = walletShareOf(totalMinor, reachOf(wallets), cardMinimumMinor)
  return {
    ...kept,
    walletRates: Object.fromEntries(wallets.map(({ currency, rate }) => [currency, rate])),
    totalMinor,
    walletMinor,
    cardMinor: totalMinor - walletMinor,
    expiresAtMs: nowMs + quoteLifeMs,
  }
}

/**
 * Returns the signature, which covers the owner's number too: a change of the number may change the
 * currency, so it voids the quote.
 */
function signatureOf(payload: string, key: Buffer, phone: string): Buffer {
  return createHmac('sha256', key).update(`${payload}\n${phone}`).digest()
}

/** Returns the quote as the wire's `wallet_tx_id`. */
export function sealQuote(quote: Quote, key: Buffer, phone: string): string {
  const payload = Buffer.from(JSON.stringify(quote)).toString('base64url')
  return `${payload}.${signatureOf(payload, key, phone).toString('base64url')}`
}

/**
 * Returns the quote of a `wallet_tx_id`; null where it is not ours, not this user's, or expired.
 */
export function openQuote(
  sealed: string,
  key: Buffer,
  { passportId, phone }: { readonly passportId: string; readonly phone: string },
  nowMs: number,
): Quote | null {
  const [payload = '', signature = ''] = sealed.split('.')
  const given = Buffer.from(signature, 'base64url')
  const expected = signatureOf(payload, key, phone)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const quote = quoteFields.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
  return quote.passportId === passportId && quote.expiresAtMs > nowMs ? quote : null
}
