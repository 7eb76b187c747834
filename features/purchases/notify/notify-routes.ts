// Serves the call for a purchase's message over HTTP. No SQL, no rules.

import type { Services } from '#features/messages/message-services.ts'
import { viewerOf } from '#features/people/session-check.ts'
import { sendProblem } from '#platform/http/errors.ts'
import { nonceOf } from '#platform/http/guard/request-guard.ts'
import type { Api } from '#platform/http/request-types.ts'
import { isProblem } from '#values/problem.ts'
import { notifyBody, notifyProblems, notifyReply } from './contract.ts'
import { requestMessage } from './request-message.ts'

export function notificationRoutes(app: Api, services: Services): void {
  app.post(
    '/api/notify',
    {
      config: { access: 'signed', problems: notifyProblems },
      schema: { body: notifyBody, response: { 202: notifyReply } },
    },
    async (request, reply) => {
      const { to, templateKey, variables } = request.body
      const asked = { to, template: templateKey, txId: variables.txId }
      const answer = await requestMessage(services, viewerOf(request), asked, nonceOf(request))
      return isProblem(answer) ? sendProblem(reply, answer) : reply.code(202).send(answer)
    },
  )
}
