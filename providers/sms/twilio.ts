// Sends SMS by Twilio's REST call (docs/decisions/0017-twilio-without-its-package.md). Twilio accepts no
// idempotency key: before a retry, its list of messages shows whether the first attempt was sent.
import { z } from 'zod'
import {
  MessageRefused,
  type NamedAnswer,
  RecipientStopped,
  type SmsAnswer,
  type SmsEvent,
  type SmsMessage,
  type SmsOutcome,
  type SmsProvider,
  smsForgetTimeoutMs,
  smsListTimeoutMs,
  smsTimeoutMs,
  type UnreadableSmsEvent,
} from '#providers/sms/sms-provider.ts'
import type { TwilioSettings } from '#providers/sms/twilio-settings.ts'
import { answerOf, messageId, outcomeOf, twilioWebhook } from '#providers/sms/twilio-webhook.ts'
import { OutcomeUnknown } from '#providers/with-timeout.ts'

/** Tolerance for Twilio's times in milliseconds. They are whole seconds by its own clock. */
const clockToleranceMs = 5_000
/**
 * Number of latest messages to a phone number that are searched, far more than the limits allow in a
 * day.
 */
const lookBackMax = 20
/** Maximum number of entries in a page of Twilio's list. */
const pageMax = 1_000

/** https://www.twilio.com/docs/api/errors: the receiver has answered STOP. */
const stoppedCode = 21610
/** Errors of the same list about this phone number or text. A retry fails too. */
const finalCodes: ReadonlySet<number> = new Set([
  21211, // the number is invalid
  21214, // the number cannot be reached
  21217, // the number does not look valid
  21265, // the number is a short code
  21408, // the account may not send to its region
  21612, // our sender cannot reach the number
  21614, // the number is not a mobile number
  21617, // the text is too long
])

const sentMessage = z.object({ sid: z.string() })
const refusal = z.object({ code: z.number() })
const optionalText = z.string().nullish()
const oneMessage = z.object({
  sid: messageId,
  ...{ body: optionalText, from: optionalText, direction: optionalText, status: optionalText },
  error_code: z.number().nullish(),
  date_created: optionalText.refine((time) => !Number.isNaN(Date.parse(time ?? '1970-01-01'))),
})
const messagePage = z.object({ messages: z.array(z.unknown()), next_page_uri: optionalText })

/** Twilio did not accept a message. A retry may succeed. */
class TwilioFailure extends Error {
  override name = 'TwilioFailure'
  readonly code: string
  readonly statusCode: number

  constructor(statusCode: number, code: string) {
    super(`Twilio answered ${code}`)
    this.statusCode = statusCode
    this.code = code
  }
}

type Answer = { readonly status: number; readonly body: unknown }
/** Calls Twilio. `rest` is appended to the address of the account's messages. */
type Ask = (init: RequestInit, rest?: string) => Promise<Answer>

/** Opens the provider. `publicUrl` is our own origin, for Twilio's status callbacks. */
export function openTwilio(
  settings: Omit<TwilioSettings, 'kind'>,
  publicUrl: string,
  timeoutMs = smsTimeoutMs,
): SmsProvider {
  const { accountSid, username, password, sender, apiUrl, authToken } = settings
  // Twilio refuses a callback address that it cannot reach.
  const hasCallback = authToken !== undefined && publicUrl.startsWith('https:')
  const callback = hasCallback ? { StatusCallback: publicUrl + twilioWebhook.call.path } : {}
  const messages = `${apiUrl}/2010-04-01/Accounts/${accountSid}/Messages`
  const credentials = Buffer.from(`${username}:${password}`).toString('base64')

  function startCalls(withinMs = timeoutMs): Ask {
    const signal = AbortSignal.timeout(withinMs)
    return async (init, rest = '.json') => {
      const headers = { authorization: `Basic ${credentials}` }
      try {
        const response = await fetch(`${messages}${rest}`, { ...init, headers, signal })
        return { status: response.status, body: await response.json().catch(() => null) }
      } catch (error) {
        throw new OutcomeUnknown('no answer from Twilio', { cause: error })
      }
    }
  }

  return {
    findAnswer: (named) => findAnswer(startCalls(), named),
    eventsSince: (since) => eventsSince(startCalls(smsListTimeoutMs), since),
    async send(message) {
      const ask = startCalls()
      const earlier = await findSent(ask, message)
      if (earlier !== null) return { id: earlier }
      const form = new URLSearchParams({
        To: message.permit.to,
        Body: message.body,
        ...sender,
        ...callback,
      })
      const { status, body } = await ask({ method: 'POST', body: form })
      if (status === 201) return { id: sentMessage.parse(body).sid }
      throw failureOf(status, codeIn({ status, body }))
    },
    async forget({ phone, messageIds }) {
      const ask = startCalls(smsForgetTimeoutMs)
      const { messages: listed, unreadable } = await listMessagesOf(ask, phone)
      const remaining = listed.filter(({ body }) => body !== '').map(({ sid }) => sid)
      const failures: unknown[] =
        unreadable > 0 ? [new Error('Twilio lists a message that cannot be read')] : []
      for (const id of new Set([...remaining, ...messageIds])) {
        await redact(ask, id).catch((error: unknown) => failures.push(error))
      }
      // Throws after all messages, so that one that fails keeps no other.
      if (failures.length > 0) throw failures[0]
    },
    close: async () => undefined,
  }
}

/** Returns the id of the message if an earlier attempt sent it, else null. */
async function findSent(
  ask: Ask,
  { permit, body, triedSince }: SmsMessage,
): Promise<string | null> {
  if (triedSince === null) return null
  const query = new URLSearchParams({ To: permit.to, PageSize: String(lookBackMax) })
  const answer = await ask({ method: 'GET' }, `.json?${query}`)
  if (answer.status !== 200) throw failureOf(answer.status, codeIn(answer))
  const since = triedSince.getTime() - clockToleranceMs
  const { messages } = messagePage.parse(answer.body)
  // An entry that cannot be read may be the sent message, so it throws.
  const found = z
    .array(oneMessage)
    .parse(messages)
    .find((each) => {
      const isFailed = each.status === 'failed' || each.status === 'canceled'
      return !isFailed && each.body === body && Date.parse(each.date_created ?? '') >= since
    })
  return found?.sid ?? null
}

async function findAnswer(
  ask: Ask,
  { messageId, answer: interpretation }: NamedAnswer,
): Promise<SmsAnswer | null> {
  const answer = await ask({ method: 'GET' }, `/${messageId}.json`)
  if (answer.status !== 200) throw failureOf(answer.status, codeIn(answer))
  return readAnswer(oneMessage.parse(answer.body), interpretation)
}

async function eventsSince(ask: Ask, since: Date): Promise<(SmsEvent | UnreadableSmsEvent)[]> {
  const { messages, unreadable } = await listAll(ask, { 'DateSent>': since.toISOString() })
  const events = messages.flatMap((message) => readAnswer(message) ?? readOutcome(message) ?? [])
  return [...events, ...Array.from({ length: unreadable }, () => ({ kind: 'unreadable' }) as const)]
}

/** The entries of a list, and the number of those that cannot be read. */
type Listed = { readonly messages: readonly Message[]; readonly unreadable: number }

/** Reads all pages. The product's own limits keep them few. */
async function listAll(ask: Ask, filter: Readonly<Record<string, string>>): Promise<Listed> {
  const entries: unknown[] = []
  const query = new URLSearchParams({ ...filter, PageSize: String(pageMax) })
  for (let rest: string | undefined = `.json?${query}`; rest !== undefined; ) {
    const answer = await ask({ method: 'GET' }, rest)
    if (answer.status !== 200) throw failureOf(answer.status, codeIn(answer))
    const { messages, next_page_uri } = messagePage.parse(answer.body)
    entries.push(...messages)
    const next = next_page_uri?.indexOf('.json?') ?? -1
    rest = next < 0 ? undefined : next_page_uri?.slice(next)
  }
  const messages = entries.flatMap((entry) => oneMessage.safeParse(entry).data ?? [])
  return { messages, unreadable: entries.length - messages.length }
}

type Message = z.infer<typeof oneMessage>

/**
 * Reads an answer from a message. `interpretation` is Twilio's interpretation of the text, which its list of
 * messages lacks.
 */
function readAnswer(
  { direction, body, from, date_created }: Message,
  interpretation: SmsAnswer['kind'] | null = answerOf(body ?? ''),
): SmsAnswer | null {
  if (direction !== 'inbound' || from == null || date_created == null) return null
  return interpretation === null
    ? null
    : { kind: interpretation, phone: from, at: new Date(date_created) }
}

function readOutcome({ direction, sid, status, error_code }: Message): SmsOutcome | null {
  const kind = direction === 'inbound' ? null : outcomeOf(status ?? '')
  const errorCode = error_code == null ? null : String(error_code)
  return kind === null ? null : { kind, messageId: sid, errorCode }
}

async function listMessagesOf(ask: Ask, phone: string): Promise<Listed> {
  const [sent, received] = [await listAll(ask, { To: phone }), await listAll(ask, { From: phone })]
  return {
    messages: [...sent.messages, ...received.messages],
    unreadable: sent.unreadable + received.unreadable,
  }
}

/** Redacts a message by an empty text (https://www.twilio.com/docs/messaging/api/message-resource). */
async function redact(ask: Ask, id: string): Promise<void> {
  const body = new URLSearchParams({ Body: '' })
  const answer = await ask({ method: 'POST', body }, `/${encodeURIComponent(id)}.json`)
  // A message that Twilio does not know is already deleted.
  if (answer.status !== 200 && answer.status !== 404) {
    throw failureOf(answer.status, codeIn(answer))
  }
}

const codeIn = ({ body }: Answer) => refusal.safeParse(body).data?.code

function failureOf(status: number, code: number | undefined): Error {
  if (code === stoppedCode) return new RecipientStopped('this phone answered STOP')
  if (code !== undefined && finalCodes.has(code)) return new MessageRefused(String(code))
  return new TwilioFailure(status, String(code ?? status))
}
