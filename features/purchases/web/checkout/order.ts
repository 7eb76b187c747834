// What was seen in a checkout, as the order that is sent; or what keeps it from being one
// (specification 5). Pure.
import type { Batch } from '#features/projects/contract.ts'
import type { Profile } from '#features/sign-in/contract.ts'
import type { Gift } from '../gift/gift.ts'
import type { KeptOrder, Request } from '../purchase-record.ts'
import type { PurchaseProblem } from '../purchase-steps.ts'
import { isPurchasable } from './figures.ts'
import type { Cost } from './use-figures.ts'

type Seen = Pick<Cost, 'kg' | 'figures' | 'preview'>

/** `gift` absent: for oneself. */
export function requestOf(
  batch: Batch | undefined,
  { kg, figures, preview }: Seen,
  profile: Profile,
  gift?: Gift,
): { request: Request; problem?: never } | { request?: never; problem: PurchaseProblem } {
  if (!batch || !isPurchasable(kg) || !figures) {
    return { problem: { at: 'quantity', code: 'invalid_selection' } }
  }
  if (kg > batch.kg_available) {
    const leftKg = batch.kg_available
    return { problem: { at: 'quantity', code: 'insufficient_stock', leftKg } }
  }
  const quote = figures.method === 'card' ? undefined : preview?.wallet_tx_id
  const order: KeptOrder = {
    batchId: batch.id,
    count: kg,
    amount: batch.price_per_kg,
    currency: batch.currency,
    from: profile.nickname ?? profile.firstName ?? '',
    payment_method: figures.method,
    is_gift: gift ? 1 : 0,
    note: gift?.note ?? '',
    ...(gift?.name ? { name: gift.name } : {}),
    wallet_used: figures.wallet,
    card_used: figures.card,
    wallet_tx_id: quote ?? null,
  }
  const recipient = gift?.recipient ?? null
  return { request: { order, recipient, vintageYear: batch.vintage_year } }
}
