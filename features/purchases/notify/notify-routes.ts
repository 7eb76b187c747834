// Serves the call for a purchase's message over HTTP. No SQL, no rules.

import type { Services } from '#features/messages/message-services.ts'
import { viewerOf } from '#features/people/session-check.ts'
import { nonceOf } from '#platform/http/guard/request-guard.ts'
import type { Api } from '#platform/http/request-types.ts'
import { serve } from '#platform/http/serve.ts'
import { answered } from '#values/call.ts'
import { isProblem } from '#values/problem.ts'
import { sendPurchaseMessage } from './notify-calls.ts'
import { requestMessage } from './request-message.ts'

export function notificationRoutes(app: Api, services: Services): void {
  serve(app, sendPurchaseMessage, async (request) => {
    const { to, templateKey, variables } = request.body
    const wanted = { to, template: templateKey, txId: variables.txId }
    const answer = await requestMessage(services, viewerOf(request), wanted, nonceOf(request))
    return isProblem(answer) ? answer : answered(202, answer)
  })
}
