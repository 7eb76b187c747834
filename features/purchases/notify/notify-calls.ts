// Declares the call that sends a purchase's message (docs/product.md#messages).
import { z } from 'zod'
import { exampleTxId } from '#features/purchases/purchases-calls.ts'
import { call, json } from '#values/call.ts'
import type { ProblemKind } from '#values/problem.ts'

const notifyReply = z.object({ status: z.enum(['queued', 'already_sent']) })
export type NotifyReply = z.infer<typeof notifyReply>

export const sendPurchaseMessage = call({
  id: 'sendPurchaseMessage',
  method: 'POST',
  path: '/api/notify',
  access: 'signed',
  tag: 'Purchases',
  summary: 'Sends the message of a completed purchase, once.',
  description: 'The server sends it without this call too. Its text comes from the purchase.',
  body: z.object({
    to: z.string().max(64),
    templateKey: z.enum(['purchase_success', 'gift_success']),
    variables: z.object({ txId: z.string().max(64) }),
    from: z.string().max(200).nullish(),
  }),
  example: {
    to: '+447400123456',
    templateKey: 'purchase_success',
    variables: { txId: exampleTxId },
  },
  problems: ['purchase_not_found', 'purchase_not_completed', 'not_the_recipient'],
  answers: {
    202: json(notifyReply, 'The message is queued, or was sent before.', { status: 'queued' }),
  },
})

export const notificationProblems = {
  purchase_not_completed: { status: 409, text: 'This purchase is not complete.' },
  not_the_recipient: { status: 403, text: 'This message is not for that number.' },
} as const satisfies Record<string, ProblemKind>
