// Every way to send an SMS: what SMS_PROVIDER may name, what each needs, and how it is opened. To add
// one:
//
//   1. Its name in `smsKinds`; all that it lacks then does not compile or fails a test.
//   2. Its client, an `SmsProvider` (sms-provider.ts), in a file of its own here, as twilio.ts is.
//   3. The settings that it takes, in `smsShape`; a case each in `readSms` and `openSms`.
//   4. Its far side as a row of tests/support/stand-ins/sms-stand-ins.ts: with it sms-providers.test.ts holds it
//      to what the port promises.
//   5. Its settings in .env.example, and what is asked of it in docs/outside-services.md.
import { z } from 'zod'
import type { SettingFaults } from '#providers/setting-faults.ts'
import { openSmsSandbox, type SmsSandbox } from '#providers/sms/sandbox.ts'
import type { SmsProvider } from '#providers/sms/sms-provider.ts'
import { openTwilio } from '#providers/sms/twilio.ts'
import { readTwilio, type TwilioSettings, twilioShape } from '#providers/sms/twilio-settings.ts'

export const smsKinds = ['sandbox', 'twilio'] as const
export type SmsKind = (typeof smsKinds)[number]

export const smsShape = {
  SMS_PROVIDER: z.enum(smsKinds).default('sandbox'),
  ...twilioShape,
}
const shape = z.object(smsShape)

export type SmsSettings = { readonly kind: 'sandbox' } | TwilioSettings

export function readSms(values: z.infer<typeof shape>): SmsSettings | SettingFaults {
  switch (values.SMS_PROVIDER) {
    case 'sandbox':
      return { kind: 'sandbox' }
    case 'twilio':
      return readTwilio(values)
  }
}

export type OpenSms = {
  readonly sms: SmsProvider
  /** The sandbox of the inbox. Null with a real provider. */
  readonly smsSandbox: SmsSandbox | null
}

/** `print` gets each message that the sandbox keeps; `patience` multiplies its waits. */
export async function openSms(
  settings: SmsSettings,
  databaseUrl: string,
  print: (line: string) => void,
  patience: number,
  publicUrl: string,
): Promise<OpenSms> {
  switch (settings.kind) {
    case 'sandbox': {
      const smsSandbox = await openSmsSandbox(databaseUrl, print, patience)
      return { sms: smsSandbox, smsSandbox }
    }
    case 'twilio':
      return { sms: openTwilio(settings, publicUrl), smsSandbox: null }
  }
}
