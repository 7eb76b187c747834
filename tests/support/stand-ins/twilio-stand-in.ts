// Simulates Twilio by its OpenAPI file, as far as the product uses it. It accepts, lists and changes
// messages, and refuses some phone numbers with Twilio's error codes.
import { createHmac } from 'node:crypto'
import {
  type ApiStandIn,
  openApiStandIn,
  type StandInAnswer,
  type StandInCall,
} from './api-stand-in.ts'

export const twilioAccount = `AC${'0a'.repeat(16)}`
const password = 'a-token-of-the-account'
const pageMax = 50

/** Returns the product's settings for the stand-in. */
export const twilioSettings = ({ url, password: token }: TwilioStandIn) => ({
  SMS_PROVIDER: 'twilio',
  TWILIO_ACCOUNT_SID: twilioAccount,
  TWILIO_AUTH_TOKEN: token,
  TWILIO_MESSAGING_SERVICE_SID: `MG${'0b'.repeat(16)}`,
  TWILIO_API_URL: url,
})

/** Returns the signature of a call with a form (https://www.twilio.com/docs/usage/security). */
export function signTwilio(
  address: string,
  fields: Readonly<Record<string, string>>,
  token: string,
): string {
  const sorted = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHmac('sha1', token)
    .update(`${address}${sorted.flat().join('')}`)
    .digest('base64')
}

type TwilioMessage = {
  readonly sid: string
  readonly to: string
  body: string
  createdAt: Date
  status: string
  /** The sender's phone number; absent if we sent the message. */
  readonly from?: string
}

export type TwilioStandIn = ApiStandIn & {
  readonly password: string
  /** Messages that the product sent, oldest first. */
  readonly sent: TwilioMessage[]
  /** Entries of another shape than Twilio's, at the start of each list. */
  readonly damaged: unknown[]
  /**
   * Lets a phone send us a message. Only the exact texts STOP and START have an effect. Returns the
   * message's id.
   */
  receive(from: string, body: string, at?: Date): string
  /** Refuses messages to a phone number with one of Twilio's codes. */
  refuse(to: string, code: number): void
}

const refusal = (status: number, code: number): StandInAnswer => ({
  status,
  body: { code, message: 'a message for developers', more_info: '', status },
})

export async function openTwilioStandIn(): Promise<TwilioStandIn> {
  const sent: TwilioMessage[] = []
  const received: TwilioMessage[] = []
  const damaged: unknown[] = []
  const refused = new Map<string, number>()

  function create({ body }: StandInCall): StandInAnswer {
    if (!body.From === !body.MessagingServiceSid) return refusal(400, 21603)
    const code = refused.get(body.To)
    if (code !== undefined) return refusal(400, code)
    const sid = `SM${String(sent.length).padStart(32, '0')}`
    const message = { sid, to: body.To, body: body.Body, createdAt: new Date(), status: 'queued' }
    sent.push(message)
    return { status: 201, body: onWire(message) }
  }

  function fetchOne({ params }: StandInCall): StandInAnswer {
    const found = [...sent, ...received].find(({ sid }) => sid === params.Sid)
    return found === undefined ? refusal(404, 20404) : { status: 200, body: onWire(found) }
  }

  function list({ query }: StandInCall): StandInAnswer {
    const since = new Date(String(query['DateSent>'] ?? '1970-01-01'))
    const isInQuery = ({ to, from, createdAt }: TwilioMessage) =>
      createdAt >= since &&
      (query.To === undefined || to === query.To) &&
      (query.From === undefined || from === query.From)
    const messages = [...received, ...sent].filter(isInQuery).reverse()
    // Twilio limits the length of a page, whatever a call requests.
    const size = Math.min(Number(query.PageSize ?? 50), pageMax)
    const page = Number(query.Page ?? 0)
    const pageMessages = messages.slice(page * size, (page + 1) * size)
    const next = new URLSearchParams({ ...query, PageSize: `${size}`, Page: `${page + 1}` })
    const path = `/2010-04-01/Accounts/${twilioAccount}/Messages.json?${next}`
    const next_page_uri = messages.length > (page + 1) * size ? path : null
    const entries = [...damaged, ...pageMessages.map(onWire)]
    return { status: 200, body: { messages: entries, page, next_page_uri } }
  }

  function update({ params, body }: StandInCall): StandInAnswer {
    const message = [...sent, ...received].find(({ sid }) => sid === params.Sid)
    if (message === undefined) return refusal(404, 20404)
    message.body = body.Body ?? message.body
    return { status: 200, body: onWire(message) }
  }

  const authorizationHeader = `Basic ${Buffer.from(`${twilioAccount}:${password}`).toString('base64')}`
  const standIn = await openApiStandIn({
    file: 'twilio-2010-04-01.json',
    securityScheme: 'accountSid_authToken',
    isKnown: (authorization) => authorization === authorizationHeader,
    unauthorised: refusal(401, 20003),
    busy: refusal(503, 20503),
    malformed: () => refusal(400, 20001),
    handlers: {
      CreateMessage: create,
      ListMessage: list,
      FetchMessage: fetchOne,
      UpdateMessage: update,
    },
  })
  function receive(from: string, body: string, createdAt = new Date()): string {
    const sid = `SM${'f'.repeat(24)}${String(received.length).padStart(8, '0')}`
    received.push({ sid, to: '+447700900123', from, body, createdAt, status: 'received' })
    if (body === 'STOP') refused.set(from, 21610)
    if (body === 'START') refused.delete(from)
    return sid
  }
  const refuse = (to: string, code: number) => void refused.set(to, code)
  return { ...standIn, password, sent, damaged, receive, refuse }
}

function onWire({ sid, to, from, body, createdAt, status }: TwilioMessage) {
  // Twilio's times have whole seconds, as in e-mail.
  const date_created = createdAt.toUTCString().replace('GMT', '+0000')
  const direction = from === undefined ? 'outbound-api' : 'inbound'
  const error_code = status === 'undelivered' ? 30003 : null
  return {
    sid,
    to,
    from: from ?? null,
    body,
    status,
    direction,
    date_created,
    account_sid: twilioAccount,
    error_code,
  }
}
