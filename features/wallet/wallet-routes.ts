// Serves the calls of the wallet, the payment preview and exchange rates.

import { viewerOf } from '#features/people/session-check.ts'
import { currentRates, rateBetween } from '#features/wallet/rates/rates.ts'
import type { Api } from '#platform/http/request-types.ts'
import { serve } from '#platform/http/serve.ts'
import { isExampleSource } from '#providers/exchange-rates/bundled-rates.ts'
import { minorToUnits } from '#values/money/money.ts'
import { problem } from '#values/problem.ts'
import { previewPayment } from './preview-payment.ts'
import { readWallet } from './read-wallet.ts'
import * as calls from './wallet-calls.ts'
import { findWalletTransactions } from './wallet-queries.ts'
import type { Services } from './wallet-services.ts'

export function walletRoutes(app: Api, services: Services): void {
  serve(app, calls.getWallet, (request) => readWallet(services, viewerOf(request)))

  serve(app, calls.listWalletTransactions, async (request, reply) => {
    const { limit, cursor } = request.query
    const { passportId } = viewerOf(request)
    // The extra row shows whether another page follows.
    const maxRows = limit === undefined ? null : limit + 1
    const found = await findWalletTransactions(services.db, passportId, maxRows, cursor)
    const rows = found.slice(0, limit)
    if (rows.length < found.length) {
      const next = new URLSearchParams({
        limit: String(limit),
        cursor: String(cursor + rows.length),
      })
      void reply.header('link', `<${calls.listWalletTransactions.path}?${next}>; rel="next"`)
    }
    return rows.map(({ type, amount_minor, created_at, ...row }) => ({
      ...row,
      type: type === 'credit' ? ('credit' as const) : ('debit' as const),
      amount: minorToUnits(amount_minor),
      created_at: created_at.toISOString(),
    }))
  })

  serve(app, calls.previewPayment, (request) =>
    previewPayment(services, viewerOf(request), request.body),
  )

  serve(app, calls.getExchangeRate, async (request) => {
    const { from = '', to = '' } = request.query
    const isCurrency = (text: string) => /^[A-Z]{3}$/.test(text)
    if (!isCurrency(from) || !isCurrency(to)) {
      const fields = { field: isCurrency(from) ? 'to' : 'from' }
      return problem('invalid_currency', { fields })
    }
    const rates = await currentRates(services.db)
    const rate = rateBetween(rates, from, to)
    if (rate === null || rates.asOf === null || !rates.unitsPerEur.has(from)) {
      return problem('rate_unknown')
    }
    const { asOf: as_of, source } = rates
    const example = isExampleSource(source) ? { is_example: true } : {}
    return { from, to, rate: Number(rate), as_of, source, ...example }
  })
}
