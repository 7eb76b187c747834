// Declares the call for a purchase's message (docs/product.md#messages).
import { z } from 'zod'
import type { ProblemKind } from '#values/problem.ts'

export const notifyBody = z.object({
  to: z.string().max(64),
  templateKey: z.enum(['purchase_success', 'gift_success']),
  variables: z.object({ txId: z.string().max(64) }),
  from: z.string().max(200).nullish(),
})
export const notifyReply = z.object({ status: z.enum(['queued', 'already_sent']) })
export type NotifyReply = z.infer<typeof notifyReply>

export const notificationProblems = {
  purchase_not_completed: { status: 409, text: 'This purchase is not complete.' },
  not_the_recipient: { status: 403, text: 'This message is not for that number.' },
} as const satisfies Record<string, ProblemKind>

/** Problems of the call. */
export const notifyProblems = [
  'purchase_not_found',
  'purchase_not_completed',
  'not_the_recipient',
] as const
