// Serves the sandbox's card field and its 3-D Secure page. They replace the provider's own frame,
// and do not exist with a real provider.
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { sendProblem } from '#platform/http/errors.ts'
import type { CardSandbox } from '#providers/cards/card-sandbox.ts'
import { problem } from '#values/problem.ts'

const wholeNumber = z.union([
  z.number().int(),
  z
    .string()
    .regex(/^\d{1,4}$/)
    .transform(Number),
])
const cardBody = z.object({
  number: z.union([z.string().max(40), z.number().transform(String)]),
  exp_month: wholeNumber,
  exp_year: wholeNumber,
  cvc: z.union([z.string().max(8), z.number().transform(String)]),
})
const actionBody = z.object({ client_secret: z.string().max(100), approved: z.boolean() })

export function sandboxCardRoutes(
  app: FastifyInstance,
  { cardSandbox }: { readonly cardSandbox: CardSandbox },
): void {
  const config = { access: 'public' as const, invalidBody: 'card_refused' as const }
  app.post('/dev/cards', { config, schema: { hide: true } }, async (request, reply) => {
    const body = cardBody.safeParse(request.body)
    if (!body.success) {
      const field = body.error.issues[0]?.path[0] ?? null
      return sendProblem(reply, problem('card_refused', { fields: { field } }))
    }
    const { number, exp_month, exp_year, cvc } = body.data
    const card = { number, expMonth: exp_month, expYear: exp_year, cvc }
    const id = await cardSandbox.tokenise(card)
    if (typeof id === 'string') return { id }
    return sendProblem(reply, problem('card_refused', { fields: id }))
  })
  app.post('/dev/cards/actions', { config, schema: { hide: true } }, async (request, reply) => {
    const body = actionBody.safeParse(request.body)
    if (!body.success) return sendProblem(reply, problem('bad_request'))
    const { client_secret, approved } = body.data
    return { confirmed: await cardSandbox.confirm(client_secret, approved) }
  })
}
