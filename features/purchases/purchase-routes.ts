// Serves buying and gifting over HTTP, under the wire's old names. No SQL, no rules.
import { viewerOf } from '#features/people/session-check.ts'
import { createCompletePurchase } from '#features/purchases/complete/complete-purchase.ts'
import { cancelPurchase } from '#features/purchases/end/cancel-purchase.ts'
import { readOrder } from '#features/purchases/reserve/order.ts'
import { createReservePurchase } from '#features/purchases/reserve/reserve-purchase.ts'
import { openQuote } from '#features/wallet/quote.ts'
import { sendProblem } from '#platform/http/errors.ts'
import { sendOnce } from '#platform/http/guard/answer-once.ts'
import { nonceOf, refusalOf, scopedKeyOf } from '#platform/http/guard/request-guard.ts'
import { callerOf } from '#platform/http/limits/rate-limits.ts'
import type { Api } from '#platform/http/request-types.ts'
import { isProblem } from '#values/problem.ts'
import {
  cancelProblems,
  cancelReply,
  completeProblems,
  completeReply,
  purchaseIdBody,
  reserveBody,
  reserveInvalidFields,
  reserveProblems,
  reserveReply,
  thanksBody,
  thanksProblems,
  thanksReply,
} from './contract.ts'
import type { Services } from './purchase-services.ts'
import { thankGiver } from './thank-giver.ts'

/** Seconds before a caller may ask again about an unknown payment. */
const askAgainSeconds = 2

export function purchaseRoutes(app: Api, services: Services): void {
  const reservePurchase = createReservePurchase(services)
  const completePurchase = createCompletePurchase(services)

  app.post(
    '/api/tokens/getPin',
    {
      config: {
        access: 'signed',
        problems: reserveProblems,
        invalidFields: reserveInvalidFields,
      },
      schema: { body: reserveBody, response: { 200: reserveReply } },
    },
    async (request, reply) => {
      const viewer = viewerOf(request)
      const { wallet_tx_id } = request.body
      const quote = openQuote(wallet_tx_id ?? '', services.keys.quote, viewer, services.clock())
      const order = readOrder(request.body, request.sentBody, viewer, quote, services.numbers)
      if (isProblem(order)) {
        return sendProblem(reply, await refusalOf(request, services.db, order))
      }
      const key = scopedKeyOf(request, 'getPin', ['card_token'])
      const caller = callerOf(request, services.settings)
      const answer = await reservePurchase({
        order,
        nonce: nonceOf(request),
        key,
        caller,
        requestId: request.id,
      })
      return sendOnce(reply, answer)
    },
  )

  app.post(
    '/api/tokens/validatePin',
    {
      config: { access: 'signed', problems: completeProblems },
      schema: { body: purchaseIdBody, response: { 200: completeReply, 202: completeReply } },
    },
    async (request, reply) => {
      const answer = await completePurchase({
        txId: request.body.txId,
        buyerId: viewerOf(request).passportId,
        nonce: nonceOf(request),
        key: scopedKeyOf(request, 'validatePin'),
      })
      if ('answered' in answer && answer.answered === 202) {
        void reply.header('retry-after', askAgainSeconds)
      }
      return sendOnce(reply, answer)
    },
  )

  app.post(
    '/api/tokens/cancelPin',
    {
      config: { access: 'signed', problems: cancelProblems },
      schema: { body: purchaseIdBody, response: { 200: cancelReply } },
    },
    async (request, reply) => {
      const { passportId } = viewerOf(request)
      const key = scopedKeyOf(request, 'cancelPin')
      const { txId } = request.body
      const answer = await cancelPurchase(services, passportId, txId, nonceOf(request), key)
      return sendOnce(reply, answer)
    },
  )

  app.post(
    '/api/gifts/thanks',
    {
      config: { problems: thanksProblems },
      schema: { body: thanksBody, response: { 200: thanksReply } },
    },
    async (request, reply) => {
      const { passportId } = viewerOf(request)
      const refused = await thankGiver(services.db, passportId, request.body.tx_id)
      return refused === null ? { status: 'thanked' as const } : sendProblem(reply, refused)
    },
  )
}
