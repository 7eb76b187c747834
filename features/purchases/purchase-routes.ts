// Serves the calls of buying and gifting.
import { viewerOf } from '#features/people/session-check.ts'
import { createCompletePurchase } from '#features/purchases/complete/complete-purchase.ts'
import { cancelPurchase } from '#features/purchases/end/cancel-purchase.ts'
import { readOrder } from '#features/purchases/reserve/order.ts'
import { createReservePurchase } from '#features/purchases/reserve/reserve-purchase.ts'
import { openQuote } from '#features/wallet/quote.ts'
import { nonceOf, scopedKeyOf, spendNonce } from '#platform/http/guard/request-guard.ts'
import { callerOf } from '#platform/http/limits/rate-limits.ts'
import type { Api } from '#platform/http/request-types.ts'
import { serve } from '#platform/http/serve.ts'
import { answered } from '#values/call.ts'
import { isProblem } from '#values/problem.ts'
import { openGift } from './open-gift.ts'
import type { Services } from './purchase-services.ts'
import * as calls from './purchases-calls.ts'
import { thankGiver } from './thank-giver.ts'

/** Seconds after which a client repeats a call if the outcome of the payment is unknown. */
const retryAfterSeconds = 2

export function purchaseRoutes(app: Api, services: Services): void {
  const reservePurchase = createReservePurchase(services)
  const completePurchase = createCompletePurchase(services)

  serve(app, calls.reservePurchase, async (request) => {
    const viewer = viewerOf(request)
    const { wallet_tx_id } = request.body
    const quote = openQuote(wallet_tx_id ?? '', services.keys.quote, viewer, services.clock())
    const order = readOrder(request.body, request.sentBody, viewer, quote, services.numbers)
    if (isProblem(order)) return spendNonce(request, services.db, order)
    return reservePurchase({
      order,
      nonce: nonceOf(request),
      key: scopedKeyOf(request, 'getPin', ['card_token', 'save_card']),
      caller: callerOf(request, services.settings),
      requestId: request.id,
    })
  })

  serve(app, calls.completePurchase, async (request, reply) => {
    const answer = await completePurchase({
      txId: request.body.txId,
      buyerId: viewerOf(request).passportId,
      nonce: nonceOf(request),
      key: scopedKeyOf(request, 'validatePin'),
    })
    if (!isProblem(answer) && answer.answered === 202) {
      void reply.header('retry-after', retryAfterSeconds)
    }
    return answer
  })

  serve(app, calls.cancelPurchase, (request) => {
    const { passportId } = viewerOf(request)
    const key = scopedKeyOf(request, 'cancelPin')
    return cancelPurchase(services, passportId, request.body.txId, nonceOf(request), key)
  })

  serve(app, calls.thankGiver, async (request) => {
    const { passportId } = viewerOf(request)
    const refusal = await thankGiver(services.db, passportId, request.body.tx_id)
    return refusal ?? { status: 'thanked' as const }
  })

  serve(app, calls.openGift, async (request) => {
    const { passportId } = viewerOf(request)
    const refusal = await openGift(services.db, passportId, request.params.tx_id, nonceOf(request))
    return refusal ?? answered(204, undefined)
  })
}
