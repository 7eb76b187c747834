// Builds a browser's requests for a purchase that wallets pay first and a card for the rest: the quote,
// then the order with its figures.
import type { Person, TestBatch } from './person.ts'

/** Requests a quote for these kilograms. If `program_id` is set, only that programme's wallet pays. */
export async function quoteFor(
  buyer: Person,
  batch: TestBatch,
  count: number,
  program_id?: string,
) {
  const { body } = await buyer.post('/api/wallet/prepay-preview', {
    phone: buyer.phone,
    total_price: batch.price_per_kg * count,
    currency: batch.currency,
    user_currency: 'GBP',
    program_id,
  })
  return body
}

/** Requests a quote and returns the getPin body for it, with a card token if a card must pay. */
export async function splitOrder(
  buyer: Person,
  batch: TestBatch,
  count: number,
  program_id?: string,
) {
  const preview = await quoteFor(buyer, batch, count, program_id)
  return {
    batchId: batch.id,
    count,
    amount: batch.price_per_kg,
    currency: batch.currency,
    payment_method: preview.card_needed === 0 ? 'wallet' : 'wallet+card',
    wallet_tx_id: preview.wallet_tx_id,
    wallet_used: preview.wallet_used,
    card_used: preview.card_needed,
    ...(preview.card_needed === 0 ? {} : { card_token: await buyer.cardToken() }),
  }
}
