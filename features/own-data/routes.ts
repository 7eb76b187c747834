// One's own data over HTTP. No SQL, no rules.
import { profileCodeBody, profileCodeProblems } from '#features/own-data/contract.ts'
import { requestProfileCode } from '#features/own-data/request-profile-code.ts'
import type { Services } from '#features/own-data/services.ts'
import { requestOtpReply } from '#features/sign-in/contract.ts'
import { viewerOf } from '#features/sign-in/session-check.ts'
import { sendProblem } from '#platform/http/errors.ts'
import { callerOf } from '#platform/http/rate-limits.ts'
import type { Api } from '#platform/http/request-types.ts'
import { isProblem } from '#values/problem.ts'

export function ownDataRoutes(app: Api, services: Services): void {
  app.post(
    '/api/profile/code',
    {
      config: { problems: profileCodeProblems },
      schema: { body: profileCodeBody, response: { 200: requestOtpReply } },
    },
    async (request, reply) => {
      const caller = callerOf(request, services.settings)
      const answer = await requestProfileCode(services, viewerOf(request), request.body, caller)
      return isProblem(answer) ? sendProblem(reply, answer) : answer
    },
  )
}
