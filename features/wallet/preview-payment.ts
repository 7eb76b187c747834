// Computes how wallets and a card would split a total. It reserves nothing and writes nothing.

import type { Viewer } from '#features/people/find-session.ts'
import { makeQuote, sealQuote } from '#features/wallet/quote.ts'
import { currentRates, rateBetween } from '#features/wallet/rates/rates.ts'
import type { PreviewBody, PreviewReply } from '#features/wallet/wallet-calls.ts'
import { cardMinimumOf, reachOf, spendableWallets } from '#features/wallet/wallet-split.ts'
import { convertMinor, minorToUnits, nearestMicros } from '#values/money/money.ts'
import { type Problem, problem } from '#values/problem.ts'
import { canonicalPhone } from '#values/text/canonical-phone.ts'
import { findWallets } from './wallet-queries.ts'
import type { Services } from './wallet-services.ts'

/**
 * Returns the split of a total in the user's currency, with a quote for it. Problems:
 * `not_your_phone`, `not_your_currency`, `rate_unknown`.
 */
export async function previewPayment(
  { db, keys, clock, settings }: Services,
  viewer: Viewer,
  body: PreviewBody,
): Promise<PreviewReply | Problem<'not_your_phone' | 'not_your_currency' | 'rate_unknown'>> {
  if (canonicalPhone(body.phone) !== viewer.phone) return problem('not_your_phone')
  if (body.user_currency !== viewer.currency) return problem('not_your_currency')
  const [rates, balances] = await Promise.all([
    currentRates(db),
    findWallets(db, viewer.passportId),
  ])
  const rate = rateBetween(rates, body.currency, viewer.currency)
  if (rate === null) return problem('rate_unknown')

  const programmeId = body.program_id ?? null
  const rateOf = (currency: string) => rateBetween(rates, currency, viewer.currency)
  const wallets = spendableWallets(balances, viewer.currency, programmeId, rateOf)
  const rowsInScope = balances.filter(
    ({ programme_id }) => programmeId === null || programme_id === programmeId,
  )
  const cardMinimumMinor = cardMinimumOf(settings.cardMinimumMinor, viewer.currency)
  const { passportId, currency } = viewer
  const quoteTerms = { passportId, programmeId, batchCurrency: body.currency, currency, rate }
  const totalMicros = nearestMicros(body.total_price)
  const quote = makeQuote({ ...quoteTerms, totalMicros, wallets, cardMinimumMinor }, clock())
  return {
    card_needed: minorToUnits(quote.cardMinor),
    wallet_used: minorToUnits(quote.walletMinor),
    wallet_total: minorToUnits(reachOf(wallets)),
    wallet_held: minorToUnits(heldMinorOf(rowsInScope, rateOf)),
    wallet_tx_id: sealQuote(quote, keys.quote, viewer.phone),
    currency,
    rate: Number(rate),
    expires_at: new Date(quote.expiresAtMs).toISOString(),
    card_minimum: minorToUnits(cardMinimumMinor),
  }
}

/** Returns the wallets' held money in the user's currency. Leaves out wallets without a known rate. */
function heldMinorOf(
  rows: readonly { readonly currency: string; readonly held_minor: number }[],
  rateOf: (currency: string) => string | null,
): number {
  return rows.reduce((sum, { currency, held_minor }) => {
    const rate = rateOf(currency)
    return rate === null ? sum : sum + convertMinor(held_minor, rate)
  }, 0)
}
