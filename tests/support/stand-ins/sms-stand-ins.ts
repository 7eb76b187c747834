// Provides the simulated API of each SMS provider behind one type, for tests that every provider must
// pass (providers/sms/sms-providers.test.ts). The compiler demands a stand-in for each provider.
import type { WebhookRequest } from '#platform/http/guard/webhook.ts'
import type { SmsSettings } from '#providers/sms/sms-providers.ts'
import { openTestDatabase } from '#tests/support/postgres.ts'
import { statement } from '#tests/support/test-statement.ts'
import { answerStop, failSms } from './sandbox-faults.ts'
import { openTwilioStandIn, signTwilio, twilioSettings } from './twilio-stand-in.ts'

/** The product's address for the provider's status reports. */
export const publicUrl = 'https://passport.example'

export type SmsStandIn = {
  /** The operator's settings for it. */
  readonly settings: Readonly<Record<string, string>>
  /** Returns the texts that reached a phone and that the provider still stores, oldest first. */
  storedTexts(phone: string): Promise<readonly string[]>
  /** Loses the next message on its way to the provider, or only the provider's answer to it. */
  loseNext(what: 'message' | 'answer'): Promise<void>
  /** Lets a phone answer STOP or START. Resolves with the provider's webhook call, or null if none. */
  answer(phone: string, word: 'STOP' | 'START'): Promise<WebhookRequest | null>
  /** Closes the stand-in. Throws if it received a malformed request. */
  close(): Promise<void>
}

const insertAnswer = statement(
  'test-sandbox-answer',
  {},
  'insert into sandbox_sms.answers (phone, kind) values ($1, $2)',
)
const listStored = statement(
  'test-sandbox-kept',
  { body: 'text' },
  'select body from sandbox_sms.messages where recipient = $1 order by id',
)

async function openSandboxStandIn(databaseUrl: string): Promise<SmsStandIn> {
  const db = openTestDatabase(databaseUrl)
  return {
    settings: { SMS_PROVIDER: 'sandbox' },
    storedTexts: async (phone) => (await db.run(listStored, [phone])).map(({ body }) => body),
    loseNext: (what) => failSms(db, what === 'answer' ? 'unknown' : 'error'),
    async answer(phone, word) {
      const isStopped = word === 'STOP'
      await answerStop(db, phone, isStopped)
      await db.run(insertAnswer, [phone, isStopped ? 'stopped' : 'started'])
      return null
    },
    close: () => db.close(),
  }
}

async function openTwilio(): Promise<SmsStandIn> {
  const twilio = await openTwilioStandIn()
  return {
    settings: twilioSettings(twilio),
    async storedTexts(phone) {
      const stored = twilio.sent.filter(({ to, body }) => to === phone && body !== '')
      return stored.map(({ body }) => body)
    },
    async loseNext(what) {
      twilio.fail('CreateMessage', what === 'answer' ? 'lost after' : 'lost before')
    },
    async answer(phone, word) {
      const fields = { MessageSid: twilio.receive(phone, word), From: phone, Body: word }
      const address = `${publicUrl}/webhooks/twilio`
      const headers = { 'x-twilio-signature': signTwilio(address, fields, twilio.password) }
      return { body: Buffer.from(`${new URLSearchParams(fields)}`), headers, address }
    },
    async close() {
      await twilio.close()
      if (twilio.malformed.length > 0) throw new Error(`malformed: ${twilio.malformed.join(', ')}`)
    },
  }
}

/** Opens the stand-in of each provider. `databaseUrl` is the database with the sandbox's tables. */
export const openSmsStandIn = {
  sandbox: openSandboxStandIn,
  twilio: openTwilio,
} as const satisfies Record<SmsSettings['kind'], (databaseUrl: string) => Promise<SmsStandIn>>
