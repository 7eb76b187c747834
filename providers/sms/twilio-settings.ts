// Reads Twilio's settings: an account, its credentials and a sender.
import { z } from 'zod'
import { apiUrl, type SettingFaults } from '#providers/setting-faults.ts'

/** Twilio's ids are two letters and 32 hexadecimal digits. */
const twilioId = (prefix: string) =>
  z.string().regex(new RegExp(`^${prefix}[0-9a-f]{32}$`, 'i'), `must be ${prefix} and 32 digits`)

export const twilioShape = {
  TWILIO_ACCOUNT_SID: twilioId('AC').optional(),
  TWILIO_AUTH_TOKEN: z.string().min(16).optional(),
  TWILIO_API_KEY_SID: twilioId('SK').optional(),
  TWILIO_API_KEY_SECRET: z.string().min(16).optional(),
  TWILIO_MESSAGING_SERVICE_SID: twilioId('MG').optional(),
  TWILIO_FROM: z
    .string()
    .regex(
      /^(\+\d{10,15}|\d{3,8}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/,
      'must be a number (+ and digits), a short code or a sender name of 1 to 11 characters',
    )
    .optional(),
  TWILIO_API_URL: apiUrl.default('https://api.twilio.com'),
}
const shape = z.object(twilioShape)

export type TwilioSettings = {
  readonly kind: 'twilio'
  readonly accountSid: string
  /** The two halves of Basic authentication: an API key, else the account itself. */
  readonly username: string
  readonly password: string
  /**
   * The key of Twilio's webhook signatures. Undefined: no call is accepted, and only the poll finds
   * changes.
   */
  readonly authToken: string | undefined
  readonly sender: { readonly MessagingServiceSid: string } | { readonly From: string }
  readonly apiUrl: string
}

export function readTwilio(values: z.infer<typeof shape>): TwilioSettings | SettingFaults {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: token } = values
  const { TWILIO_API_KEY_SID: keySid, TWILIO_API_KEY_SECRET: keySecret } = values
  const { TWILIO_MESSAGING_SERVICE_SID: service, TWILIO_FROM: from } = values
  const password = keySecret ?? token
  const isHalfKey = (keySid === undefined) !== (keySecret === undefined)
  const hasOneSender = (service === undefined) !== (from === undefined)
  if (accountSid !== undefined && password !== undefined && !isHalfKey && hasOneSender) {
    return {
      kind: 'twilio',
      accountSid,
      username: keySid ?? accountSid,
      password,
      authToken: token,
      sender: service === undefined ? { From: from ?? '' } : { MessagingServiceSid: service },
      apiUrl: values.TWILIO_API_URL,
    }
  }
  const faults = [
    accountSid === undefined && 'TWILIO_ACCOUNT_SID is required with SMS_PROVIDER=twilio.',
    isHalfKey && 'TWILIO_API_KEY_SID and TWILIO_API_KEY_SECRET are required together.',
    !isHalfKey &&
      password === undefined &&
      'SMS_PROVIDER=twilio requires TWILIO_API_KEY_SID and _SECRET, or TWILIO_AUTH_TOKEN.',
    !hasOneSender &&
      'SMS_PROVIDER=twilio requires TWILIO_MESSAGING_SERVICE_SID or TWILIO_FROM, not both.',
  ]
  return { faults: faults.filter((fault) => fault !== false) }
}
