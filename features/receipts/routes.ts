// Receipts over HTTP. No SQL, no rules.
import { z } from 'zod'
import { findReceipt } from '#features/receipts/queries.ts'
import type { Services } from '#features/receipts/services.ts'
import { viewerOf } from '#features/sign-in/session-check.ts'
import { sendDrawing } from '#platform/drawing/send-drawing.ts'
import { sendProblem } from '#platform/http/errors.ts'
import type { Api } from '#platform/http/request-types.ts'
import { isSandbox } from '#providers/provider-kind.ts'
import { textIn } from '#texts/text-in.ts'
import { readLanguage } from '#values/languages.ts'
import { problem } from '#values/problem.ts'

export function receiptRoutes(app: Api, { db, draw, settings }: Services): void {
  app.get(
    '/api/tokens/transaction/:tx_id/receipt.pdf',
    {
      config: { invalidBody: 'purchase_not_found' },
      schema: { params: z.object({ tx_id: z.string().regex(/^[\w-]{1,64}$/) }) },
    },
    async (request, reply) => {
      const viewer = viewerOf(request)
      const { tx_id } = request.params
      const receipt = await findReceipt(db, tx_id, viewer.passportId)
      if (receipt === null) return sendProblem(reply, problem('purchase_not_found'))
      const language = readLanguage(viewer.language)
      const note = isSandbox(settings.cards) ? textIn(language, 'common_sandbox') : null
      const { seller } = settings
      const job = { kind: 'receipt', ...receipt, language, seller, note } as const
      const name = `receipt-${receipt.paid.tx_id}`
      return sendDrawing(request, reply, { draw, job, kind: 'pdf', name })
    },
  )
}
