// The call for a purchase's message in words and an example, for the description of the API.
import { exampleTxId } from '#features/purchases/described-calls.ts'
import type { DescribedCalls } from '#platform/http/described-calls.ts'

export const notificationCalls = {
  'POST /api/notify': {
    id: 'sendPurchaseMessage',
    tag: 'Purchases',
    summary: 'Sends the message of a completed purchase, once.',
    description: 'The server sends it by itself too; its words come from the purchase.',
    body: {
      to: '+447400123456',
      templateKey: 'purchase_success',
      variables: { txId: exampleTxId },
    },
    answers: { 202: { is: 'It is sent once, now or before.', example: { status: 'queued' } } },
  },
} as const satisfies DescribedCalls
