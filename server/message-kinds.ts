// Lists the kinds of message, one feature a line. A new kind needs a row here.
import type { MessageKind } from '#features/messages/message-kind.ts'
import { noticeMessages } from '#features/messages/passport-notices.ts'
import { planMessages } from '#features/plans/plan-messages.ts'
import { purchaseMessages } from '#features/purchases/notify/purchase-messages.ts'
import { codeMessages } from '#features/sign-in/codes/code-messages.ts'

export const messageKinds: readonly MessageKind[] = [
  codeMessages,
  noticeMessages,
  purchaseMessages,
  planMessages,
]
