// Describes the calls of messages, with examples, for the API description.
import type { DescribedCalls } from '#platform/http/description/described-calls.ts'

export const notificationCalls = {
  'POST /webhooks/twilio': {
    id: 'hearTwilio',
    tag: 'Webhooks',
    summary: 'Twilio tells what became of a message, and who answered STOP or START.',
    description:
      'The address of the signature is the one under `PUBLIC_URL`. 404 where Twilio is not set up.',
    secured: 'twilioSignature',
    bytes: {
      media: 'application/x-www-form-urlencoded',
      example: { MessageSid: 'SM0123456789abcdef0123456789abcdef', MessageStatus: 'delivered' },
    },
    answers: { 204: { is: 'It was heard.' } },
  },
} as const satisfies DescribedCalls
