// Serves the user's own wallet pass over HTTP.
import { viewerOf } from '#features/people/session-check.ts'
import { callerOf } from '#platform/http/limits/rate-limits.ts'
import type { Api } from '#platform/http/request-types.ts'
import { serve } from '#platform/http/serve.ts'
import { problem } from '#values/problem.ts'
import { makeGoogleLink } from './make-google-link.ts'
import { downloadPass } from './make-pass.ts'
import type { Services } from './pass-services.ts'
import * as calls from './passes-calls.ts'

export function walletPassRoutes(app: Api, services: Services): void {
  serve(app, calls.downloadPass, async (request, reply) => {
    const { passportId } = viewerOf(request)
    if (request.params.id !== passportId) return problem('not_found')
    const pass = await downloadPass(services, passportId, callerOf(request, services.settings))
    if ('problem' in pass) return pass
    return reply
      .type(calls.passMedia)
      .header('content-disposition', 'attachment; filename="carbon-pass.pkpass"')
      .header('last-modified', pass.modifiedAt.toUTCString())
      .send(pass.bytes)
  })

  const { googleWallet } = services
  if (googleWallet === null) return
  serve(app, calls.getGooglePassLink, async (request) => {
    const { passportId } = viewerOf(request)
    if (request.params.id !== passportId) return problem('not_found')
    const caller = callerOf(request, services.settings)
    return makeGoogleLink(services, googleWallet, passportId, caller)
  })
}
