// Builds a browser's requests for a purchase that the wallet pays first and a card the rest: the
// quote, then the order by its figures.
import type { Person, TestBatch } from './person.ts'

/** The answer of prepay-preview for these kilograms, paid by `program_id` alone if it is set. */
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

/** The body of a getPin by that quote, with a card if it needs one. */
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
