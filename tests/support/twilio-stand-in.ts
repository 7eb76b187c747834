// Twilio as its own OpenAPI file describes it, as far as the product uses it: takes messages, lists
// them, and refuses some numbers with its own error codes.
import {
  type ApiStandIn,
  openApiStandIn,
  type StandInAnswer,
  type StandInCall,
} from '#tests/support/api-stand-in.ts'

export const twilioAccount = `AC${'0a'.repeat(16)}`
const password = 'a-token-of-the-account'

export type TwilioStandIn = ApiStandIn & {
  readonly password: string
  /** What reached the phones, oldest first. */
  readonly sent: { sid: string; to: string; body: string; createdAt: Date; status: string }[]
  /** Messages to a number are refused with one of Twilio's codes. */
  refuse(to: string, code: number): void
}

const refusal = (status: number, code: number): StandInAnswer => ({
  status,
  body: { code, message: 'a message for developers', more_info: '', status },
})

export async function openTwilioStandIn(): Promise<TwilioStandIn> {
  const sent: TwilioStandIn['sent'] = []
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

  function list({ query }: StandInCall): StandInAnswer {
    const messages = sent.filter(({ to }) => to === query.To).reverse()
    const page = messages.slice(0, Number(query.PageSize ?? 50))
    return { status: 200, body: { messages: page.map(onWire), page: 0 } }
  }

  const known = `Basic ${Buffer.from(`${twilioAccount}:${password}`).toString('base64')}`
  const standIn = await openApiStandIn({
    file: 'twilio-2010-04-01.json',
    securityScheme: 'accountSid_authToken',
    isKnown: (authorization) => authorization === known,
    unauthorised: refusal(401, 20003),
    busy: refusal(503, 20503),
    malformed: () => refusal(400, 20001),
    handlers: { CreateMessage: create, ListMessage: list },
  })
  return { ...standIn, password, sent, refuse: (to, code) => void refused.set(to, code) }
}

function onWire({ sid, to, body, createdAt, status }: TwilioStandIn['sent'][number]) {
  // Twilio tells whole seconds, as e-mail does.
  const date_created = createdAt.toUTCString().replace('GMT', '+0000')
  return { sid, to, body, status, date_created, account_sid: twilioAccount, error_code: null }
}
