// Reads Twilio's webhook calls: statuses of our messages and messages from phones. The signature
// covers the address and every field of the form.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import {
  type WebhookFault,
  type WebhookRequest,
  webhookCall,
} from '#platform/http/guard/webhook.ts'
import type { ProviderWebhook } from '#providers/provider-table.ts'
import type { SmsReport } from '#providers/sms/sms-provider.ts'
import type { TwilioSettings } from '#providers/sms/twilio-settings.ts'

export const twilioWebhook: ProviderWebhook<TwilioSettings, SmsReport> = {
  call: webhookCall(
    {
      id: 'hearTwilio',
      path: '/webhooks/twilio',
      summary: 'Receives delivery reports of messages and answers STOP and START from Twilio.',
      description:
        'The signature covers the address under `PUBLIC_URL`. 404 where Twilio is not set up.',
      secured: {
        scheme: 'twilioSignature',
        header: 'X-Twilio-Signature',
        description:
          'The base64 HMAC-SHA1 of the address and the sorted fields of the form under the account’s auth token.',
      },
      bytes: {
        media: 'application/x-www-form-urlencoded',
        example: { MessageSid: 'SM0123456789abcdef0123456789abcdef', MessageStatus: 'delivered' },
      },
    },
    null,
  ),
  read: ({ authToken }, request) =>
    authToken === undefined ? 'not_found' : readTwilioCall(request, authToken),
}

/** https://help.twilio.com: words that Twilio itself takes as an answer, alone in a message. */
const stopWords = new Set([
  'STOP',
  'STOPALL',
  'UNSUBSCRIBE',
  'CANCEL',
  'END',
  'QUIT',
  'REVOKE',
  'OPTOUT',
])
const startWords = new Set(['START', 'YES', 'UNSTOP'])

const messageId = z.string().regex(/^(SM|MM)[0-9a-f]{32}$/i)

/** Other texts are ignored, such as one with NUL, which the database cannot store. */
const errorCodeShape = z.string().regex(/^\d{1,10}$/)

/** Returns the meaning of a phone's whole message, or null for any other text. */
export function answerOf(body: string): 'stopped' | 'started' | null {
  const word = body.trim().toUpperCase()
  if (stopWords.has(word)) return 'stopped'
  return startWords.has(word) ? 'started' : null
}

/** Returns the final status of our message, or null while it may still change. */
export function outcomeOf(status: string): 'delivered' | 'failed' | null {
  if (status === 'delivered' || status === 'read') return 'delivered'
  return status === 'undelivered' || status === 'failed' ? 'failed' : null
}

/** `token` is the account's own. */
function readTwilioCall(
  { body, headers, address }: WebhookRequest,
  token: string,
): SmsReport | WebhookFault {
  const fields = [...new URLSearchParams(body.toString('utf8'))]
  if (!isSigned(String(headers['x-twilio-signature'] ?? ''), token, address, fields)) {
    return 'bad_signature'
  }
  const form = new Map(fields)
  const id = messageId.safeParse(form.get('MessageSid')).data
  if (id === undefined) return 'bad_request'
  const outcome = outcomeOf(form.get('MessageStatus') ?? '')
  if (outcome !== null) {
    const errorCode = errorCodeShape.safeParse(form.get('ErrorCode')).data ?? null
    return { kind: outcome, messageId: id, errorCode }
  }
  const isAnswer = form.has('OptOutType') || answerOf(form.get('Body') ?? '') !== null
  // The call has no time of the message; `findAnswer` reads it from Twilio.
  return isAnswer ? { kind: 'answered', messageId: id } : { kind: 'nothing' }
}

function isSigned(
  signature: string,
  token: string,
  address: string,
  fields: readonly (readonly [string, string])[],
): boolean {
  const sorted = [...fields].sort(([a], [b]) => (a < b ? -1 : Number(a > b)))
  const text = address + sorted.flat().join('')
  const expected = createHmac('sha1', token).update(text).digest()
  const actual = Buffer.from(signature, 'base64')
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
