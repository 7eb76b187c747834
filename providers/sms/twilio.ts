// Twilio, over its documented REST call (docs/decisions says why not its package). Twilio takes no
// idempotency key: before a message is tried again, its list is asked whether it went out already.
import { z } from 'zod'
import { MessageRefused } from '#providers/sms/message-refused.ts'
import { RecipientStopped } from '#providers/sms/recipient-stopped.ts'
import { type SmsMessage, type SmsProvider, smsTimeoutMs } from '#providers/sms/sms-provider.ts'
import type { TwilioSettings } from '#providers/sms/twilio-settings.ts'
import { OutcomeUnknown } from '#providers/with-timeout.ts'

/** Twilio tells whole seconds, by its own clock. */
const clockToleranceMs = 5_000
/** Messages to one number that are looked through: far more than the limits let out in a day. */
const lookBackMax = 20

/** https://www.twilio.com/docs/api/errors: the receiver has answered STOP. */
const stoppedCode = 21610
/** The same: faults of this number or text that no later try mends. */
const finalCodes: ReadonlySet<number> = new Set([
  21211, // the number is none
  21214, // it cannot be reached
  21217, // it does not look like one
  21265, // it is a short code
  21408, // the account may not send to its region
  21612, // no way from our sender to it
  21614, // it is no mobile number
  21617, // the text is too long
])

const sentMessage = z.object({ sid: z.string() })
const refusal = z.object({ code: z.number() })
const sentMessages = z.object({
  messages: z.array(
    z.object({
      sid: z.string(),
      body: z.string().nullable(),
      date_created: z.string().nullable(),
      status: z.string().nullable(),
    }),
  ),
})

/** What Twilio answered instead of taking a message; a later try may go through. */
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
type Ask = (init: RequestInit, query?: string) => Promise<Answer>

export function openTwilio(
  settings: Omit<TwilioSettings, 'kind'>,
  timeoutMs = smsTimeoutMs,
): SmsProvider {
  const { accountSid, username, password, sender, apiUrl } = settings
  const address = `${apiUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`
  const credentials = Buffer.from(`${username}:${password}`).toString('base64')

  function asking(): Ask {
    const signal = AbortSignal.timeout(timeoutMs)
    return async (init, query = '') => {
      const headers = { authorization: `Basic ${credentials}` }
      try {
        const response = await fetch(`${address}${query}`, { ...init, headers, signal })
        return { status: response.status, body: await response.json().catch(() => null) }
      } catch {
        throw new OutcomeUnknown('no answer from Twilio')
      }
    }
  }

  return {
    async send(message) {
      const ask = asking()
      const earlier = await findSent(ask, message)
      if (earlier !== null) return { id: earlier }
      const form = new URLSearchParams({ To: message.permit.to, Body: message.body, ...sender })
      const { status, body } = await ask({ method: 'POST', body: form })
      if (status === 201) return { id: sentMessage.parse(body).sid }
      throw failureOf(status, refusal.safeParse(body).data?.code)
    },
    close: async () => undefined,
  }
}

/** The id under which an earlier try of this very message went out, or null. */
async function findSent(
  ask: Ask,
  { permit, body, triedSince }: SmsMessage,
): Promise<string | null> {
  if (triedSince === null) return null
  const query = new URLSearchParams({ To: permit.to, PageSize: String(lookBackMax) })
  const answer = await ask({ method: 'GET' }, `?${query}`)
  if (answer.status !== 200)
    throw failureOf(answer.status, refusal.safeParse(answer.body).data?.code)
  const since = triedSince.getTime() - clockToleranceMs
  const found = sentMessages.parse(answer.body).messages.find((each) => {
    const isFailed = each.status === 'failed' || each.status === 'canceled'
    return !isFailed && each.body === body && Date.parse(each.date_created ?? '') >= since
  })
  return found?.sid ?? null
}

function failureOf(status: number, code: number | undefined): Error {
  if (code === stoppedCode) return new RecipientStopped('this phone answered STOP')
  if (code !== undefined && finalCodes.has(code)) return new MessageRefused(String(code))
  return new TwilioFailure(status, String(code ?? status))
}
