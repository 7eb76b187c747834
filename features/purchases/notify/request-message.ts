// Queues the message of the caller's completed purchase (/api/notify). Idempotent. A completion queues
// the same message without this call.

import type { Services } from '#features/messages/message-services.ts'
import { queueMessages, writeRequested } from '#features/messages/outbox.ts'
import type { Viewer } from '#features/people/find-session.ts'
import type { NotifyReply } from '#features/purchases/notify/notify-calls.ts'
import { isCompleted } from '#features/purchases/states/state.ts'
import { type Nonce, recordNonces } from '#platform/http/guard/request-signature.ts'
import { type Problem, problem } from '#values/problem.ts'
import { canonicalPhone } from '#values/text/canonical-phone.ts'
import { findOwnPurchase } from './notify-queries.ts'

type NotifyProblem =
  | 'replayed'
  | 'purchase_not_found'
  | 'purchase_not_completed'
  | 'not_the_recipient'

/**
 * Queues the message if it was not queued before, and wakes the outbox worker. Problems: `NotifyProblem`.
 * `not_the_recipient` means that `to` is not the phone number to which the template's message goes.
 */
export async function requestMessage(
  { db, wakeOutbox }: Services,
  viewer: Viewer,
  message: {
    readonly to: string
    readonly template: 'purchase_success' | 'gift_success'
    readonly txId: string
  },
  nonce: Nonce,
): Promise<NotifyReply | Problem<NotifyProblem>> {
  const answer = await db.transaction(async (tx): Promise<NotifyReply | Problem<NotifyProblem>> => {
    const newNonces = await recordNonces(tx, [nonce])
    if (newNonces.size === 0) return problem('replayed')
    const purchase = await findOwnPurchase(tx, message.txId, viewer.passportId)
    if (purchase === null) return problem('purchase_not_found')
    if (!isCompleted(purchase)) return problem('purchase_not_completed')
    const isGift = message.template === 'gift_success'
    const to = isGift ? purchase.recipient_phone : viewer.phone
    if (to === null || canonicalPhone(message.to) !== to) return problem('not_the_recipient')
    // The message of a gift with a day leaves on that day (complete/deliver-gifts.ts).
    if (isGift && !purchase.has_arrived) return { status: 'queued' }
    const recipient = isGift ? 'recipient' : 'buyer'
    const { template } = message
    await queueMessages(tx, [{ template, subject: purchase.id, recipient }])
    const isFirst = await writeRequested(tx, template, purchase.id, recipient)
    return { status: isFirst ? 'queued' : 'already_sent' }
  })
  wakeOutbox()
  return answer
}
