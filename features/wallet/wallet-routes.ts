// Wallet, payment preview and exchange rates over HTTP. No SQL, no rules.

import { viewerOf } from '#features/people/session-check.ts'
import { currentRates, rateBetween } from '#features/wallet/rates/rates.ts'
import { sendProblem } from '#platform/http/errors.ts'
import type { Api } from '#platform/http/request-types.ts'
import { minorToUnits } from '#values/money/money.ts'
import { isProblem, problem } from '#values/problem.ts'
import {
  previewBody,
  previewReply,
  rateQuery,
  rateReply,
  walletReply,
  walletTransaction,
  walletTransactionQuery,
} from './contract.ts'
import { previewPayment } from './preview-payment.ts'
import { readWallet } from './read-wallet.ts'
import { findWalletTransactions } from './wallet-queries.ts'
import type { Services } from './wallet-services.ts'

const transactionsPath = '/api/wallet/transactions'

export function walletRoutes(app: Api, services: Services): void {
  app.get('/api/wallet/me', { schema: { response: { 200: walletReply } } }, (request) =>
    readWallet(services, viewerOf(request)),
  )

  app.get(
    transactionsPath,
    {
      schema: {
        querystring: walletTransactionQuery,
        response: { 200: walletTransaction.array() },
      },
    },
    async (request, reply) => {
      const { limit, cursor } = request.query
      const { passportId } = viewerOf(request)
      const wanted = limit === undefined ? null : limit + 1
      const found = await findWalletTransactions(services.db, passportId, wanted, cursor)
      const rows = found.slice(0, limit)
      if (rows.length < found.length) {
        const next = new URLSearchParams({
          limit: String(limit),
          cursor: String(cursor + rows.length),
        })
        void reply.header('link', `<${transactionsPath}?${next}>; rel="next"`)
      }
      return rows.map(({ type, amount_minor, created_at, ...row }) => ({
        ...row,
        type: type === 'credit' ? ('credit' as const) : ('debit' as const),
        amount: minorToUnits(amount_minor),
        created_at: created_at.toISOString(),
      }))
    },
  )

  app.post(
    '/api/wallet/prepay-preview',
    {
      config: { problems: ['not_your_phone', 'not_your_currency', 'rate_unknown'] },
      schema: { body: previewBody, response: { 200: previewReply } },
    },
    async (request, reply) => {
      const answer = await previewPayment(services, viewerOf(request), request.body)
      return isProblem(answer) ? sendProblem(reply, answer) : answer
    },
  )

  app.get(
    '/api/tokens/transaction/fx/latest',
    {
      config: { invalidBody: 'invalid_currency', problems: ['rate_unknown'] },
      schema: { querystring: rateQuery, response: { 200: rateReply } },
    },
    async (request, reply) => {
      const { from = '', to = '' } = request.query
      const isCurrency = (text: string) => /^[A-Z]{3}$/.test(text)
      if (!isCurrency(from) || !isCurrency(to)) {
        const fields = { field: isCurrency(from) ? 'to' : 'from' }
        return sendProblem(reply, problem('invalid_currency', { fields }))
      }
      const rates = await currentRates(services.db)
      const rate = rateBetween(rates, from, to)
      if (rate === null || rates.asOf === null || !rates.unitsPerEur.has(from)) {
        return sendProblem(reply, problem('rate_unknown'))
      }
      return { from, to, rate: Number(rate), as_of: rates.asOf, source: rates.source }
    },
  )
}
