// Buys at random for the models of tax and of the books: by wallet, by card or by both, as a gift or not.
import { expect } from 'vitest'
import { newPhone, type Person, type TestBatch } from '#tests/support/people/person.ts'
import type { Random } from '#tests/support/random.ts'

export type RandomOrder = {
  readonly buyer: Person
  readonly batch: TestBatch
  /** The buyer's currency. */
  readonly currency: string
  readonly kg: number
  readonly random: Random
}

/** Reserves and completes a purchase. Returns its transaction id. */
export async function buyAtRandom(order: RandomOrder): Promise<string> {
  const { buyer, batch, currency, kg, random } = order
  const { body: quote } = await buyer.post('/api/wallet/prepay-preview', {
    ...{ phone: buyer.phone, total_price: batch.price_per_kg * kg, currency: batch.currency },
    ...{ user_currency: currency },
  })
  const usesWallet = random.between(0, 2) > 0
  const reservation = {
    ...{ batchId: batch.id, count: kg, amount: batch.price_per_kg, currency: batch.currency },
    ...(usesWallet
      ? {
          payment_method: quote.card_needed === 0 ? 'wallet' : 'wallet+card',
          ...{ wallet_tx_id: quote.wallet_tx_id, wallet_used: quote.wallet_used },
          card_used: quote.card_needed,
        }
      : { payment_method: 'card' }),
    ...(usesWallet && quote.card_needed === 0 ? {} : { card_token: await buyer.cardToken() }),
    ...(random.between(0, 3) === 0 ? { is_gift: 1, telephone: newPhone() } : {}),
  }
  const { status, body } = await buyer.reserve(reservation)
  expect([status, body]).toEqual([200, body])
  expect((await buyer.complete(body.txId)).status).toBe(200)
  return body.txId
}
