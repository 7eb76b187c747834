// Serves the call that requests a purchase's message.

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
    const messageRequest = { to, template: templateKey, txId: variables.txId }
    const viewer = viewerOf(request)
    const answer = await requestMessage(services, viewer, messageRequest, nonceOf(request))
    return isProblem(answer) ? answer : answered(202, answer)
  })
}
