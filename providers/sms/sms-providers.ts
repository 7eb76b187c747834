// Lists the SMS providers that SMS_PROVIDER may name (docs/architecture.md#add-an-sms-provider).
import { z } from 'zod'
import type { ProviderTable } from '#providers/provider-table.ts'
import type { SmsProvider, SmsReport } from '#providers/sms/sms-provider.ts'
import { openSmsSandbox, type SmsSandbox } from '#providers/sms/sms-sandbox.ts'
import { openTwilio } from '#providers/sms/twilio.ts'
import { readTwilio, type TwilioSettings, twilioShape } from '#providers/sms/twilio-settings.ts'
import { twilioWebhook } from '#providers/sms/twilio-webhook.ts'

export type SmsSettings = { readonly kind: 'sandbox' } | TwilioSettings

export const smsShape = {
  SMS_PROVIDER: z.enum(['sandbox', 'twilio']).default('sandbox'),
  ...twilioShape,
}
const shape = z.object(smsShape)
type Values = z.infer<typeof shape>

export type OpenSms = {
  readonly sms: SmsProvider
  /** The sandbox of the inbox. Null with a real provider. */
  readonly smsSandbox: SmsSandbox | null
}

export const smsProviders: ProviderTable<SmsSettings, Values, OpenSms, SmsReport> = {
  sandbox: {
    read: () => ({ kind: 'sandbox' }),
    async open(_settings, { databaseUrl, print, timeoutFactor }) {
      const smsSandbox = await openSmsSandbox(databaseUrl, print, timeoutFactor)
      return { sms: smsSandbox, smsSandbox }
    },
    webhook: null,
  },
  twilio: {
    read: readTwilio,
    open: async (settings, { publicUrl }) => ({
      sms: openTwilio(settings, publicUrl),
      smsSandbox: null,
    }),
    webhook: twilioWebhook,
  },
}
