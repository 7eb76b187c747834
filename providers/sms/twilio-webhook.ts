// Reads Twilio's webhook calls: statuses of our messages and messages from phones. The signature
// covers the address, with or without its port, and every field of the form.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import {
  type WebhookFault,
  type WebhookRequest,
  webhookCall,
} from '#platform/http/guard/webhook.ts'
import type { ProviderWebhook } from '#providers/provider-table.ts'
import type { SmsAnswer, SmsReport } from '#providers/sms/sms-provider.ts'
import type { TwilioSettings } from '#providers/sms/twilio-settings.ts'
import { latinLetters } from '#values/text/look-alikes.ts'

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

/**
 * Words that stop messages: those of Twilio (https://help.twilio.com) and those of the product's
 * languages, each alone in a message. They count even if a call with Twilio's interpretation was lost. A
 * start word in another language counts only by Twilio's interpretation.
 */
const stopWords = new Set(
  [
    ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'],
    ['AFMELDEN', 'STOPPEN', 'ARRET', 'ARRETER', 'DESABONNER', 'PARAR', 'ALTO', 'BAJA'],
    ['FERMA', 'BASTA', 'CANCELLA', 'STOPP', 'ABMELDEN', 'DUR', 'DURDUR', 'IPTAL'],
  ].flat(),
)
const startWords = new Set(['START', 'YES', 'UNSTOP'])

/** Twilio's interpretations (https://www.twilio.com/docs/messaging/tutorials/advanced-opt-out). */
const interpretations: ReadonlyMap<string, SmsAnswer['kind']> = new Map([
  ['STOP', 'stopped'],
  ['START', 'started'],
])

/** Maximum number of fields of a call. Twilio's have about 40. */
const fieldsMax = 200
const ampersand = '&'.charCodeAt(0)

/** Twilio's id of a message. */
export const messageId = z.string().regex(/^(SM|MM)[0-9a-f]{32}$/i)

/** Twilio's error codes. Other texts are ignored, such as one with NUL, which the database cannot store. */
const errorCodeShape = z.string().regex(/^\d{1,10}$/)

/** Returns `stopped` or `started` if the whole message is one stop or start word, else null. */
export function answerOf(body: string): SmsAnswer['kind'] | null {
  const letters = latinLetters(body).toUpperCase()
  const word = letters.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
  if (stopWords.has(word)) return 'stopped'
  return startWords.has(word) ? 'started' : null
}

/** Returns the final status of our message, or null while it may still change. */
export function outcomeOf(status: string): 'delivered' | 'failed' | null {
  if (status === 'delivered' || status === 'read') return 'delivered'
  return status === 'undelivered' || status === 'failed' ? 'failed' : null
}

/** Reads a call with a valid signature. `token` is the account's auth token, which signs it. */
function readTwilioCall(
  { body, headers, address }: WebhookRequest,
  token: string,
): SmsReport | WebhookFault {
  // Reading and sorting many small fields takes long, and the signature cannot be checked before.
  if (body.filter((byte) => byte === ampersand).length >= fieldsMax) return 'bad_request'
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
  const interpretation = form.get('OptOutType')?.trim().toUpperCase() || undefined
  const answer = interpretations.get(interpretation ?? '') ?? answerOf(form.get('Body') ?? '')
  // HELP and any other interpretation is no answer. The call lacks the message's time, which `findAnswer`
  // reads from Twilio.
  const isAnswer =
    answer !== null && (interpretation === undefined || interpretations.has(interpretation))
  return isAnswer ? { kind: 'answered', messageId: id, answer } : { kind: 'nothing' }
}

function isSigned(
  signature: string,
  token: string,
  address: string,
  fields: readonly (readonly [string, string])[],
): boolean {
  const sorted = [...fields].sort(([a], [b]) => (a < b ? -1 : Number(a > b)))
  const actual = Buffer.from(signature, 'base64')
  return spellingsOf(address).some((spelling) => {
    const text = spelling + sorted.flat().join('')
    const expected = createHmac('sha1', token).update(text).digest()
    return actual.length === expected.length && timingSafeEqual(actual, expected)
  })
}

/**
 * Returns two spellings of the address: without a port, and with its own or the scheme's default port.
 * Twilio signs one of them, depending on the kind of call.
 */
function spellingsOf(address: string): readonly string[] {
  const [, scheme, host, port, rest = ''] =
    /^(https?):\/\/(\[[^\]]*\]|[^/:?#]+)(?::(\d+))?(.*)$/s.exec(address) ?? []
  const explicitPort = port ?? (scheme === 'https' ? '443' : '80')
  return [`${scheme}://${host}${rest}`, `${scheme}://${host}:${explicitPort}${rest}`]
}
