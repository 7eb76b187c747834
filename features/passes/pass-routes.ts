// Serves the user's own wallet pass over HTTP. No SQL, no rules.
import { z } from 'zod'
import { viewerOf } from '#features/people/session-check.ts'
import { sendProblem } from '#platform/http/errors.ts'
import { callerOf } from '#platform/http/limits/rate-limits.ts'
import type { Api } from '#platform/http/request-types.ts'
import { problem } from '#values/problem.ts'
import { saveLinkReply } from './contract.ts'
import { makeGoogleLink } from './make-google-link.ts'
import { downloadPass } from './make-pass.ts'
import type { Services } from './pass-services.ts'

const passportParams = z.object({ id: z.string() })
const config = { problems: ['not_found', 'rate_limited'] } as const

export const passType = 'application/vnd.apple.pkpass'

export function walletPassRoutes(app: Api, services: Services): void {
  app.get(
    '/passport/pass/:id',
    { config, schema: { params: passportParams } },
    async (request, reply) => {
      const { passportId } = viewerOf(request)
      if (request.params.id !== passportId) return sendProblem(reply, problem('not_found'))
      const caller = callerOf(request, services.settings)
      const pass = await downloadPass(services, passportId, caller)
      if ('problem' in pass) return sendProblem(reply, pass)
      return reply
        .type(passType)
        .header('content-disposition', 'attachment; filename="carbon-pass.pkpass"')
        .header('last-modified', pass.modifiedAt.toUTCString())
        .send(pass.bytes)
    },
  )

  const { googleWallet } = services
  if (googleWallet === null) return
  app.get(
    '/passport/pass/:id/google',
    { config, schema: { params: passportParams, response: { 200: saveLinkReply } } },
    async (request, reply) => {
      const { passportId } = viewerOf(request)
      if (request.params.id !== passportId) return sendProblem(reply, problem('not_found'))
      const caller = callerOf(request, services.settings)
      const link = await makeGoogleLink(services, googleWallet, passportId, caller)
      return 'problem' in link ? sendProblem(reply, link) : link
    },
  )
}
