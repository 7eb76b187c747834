// A stand-in for an SMS provider, used in development and tests: it keeps what it "sent" in a
// schema and on connections of its own and prints it. It must never join our transactions.
import type { SmsProvider } from '#providers/sms/sms-provider.ts'
import { openDatabase } from '#server/database.ts'
import { statement } from '#server/statement.ts'

export type SandboxMessage = {
  readonly id: string
  readonly to: string
  readonly body: string
  readonly template: string
  readonly created_at: string
}

export type SmsSandbox = SmsProvider & {
  /** Newest first, at most 100; all numbers where `to` is not given. */
  messages(to?: string): Promise<SandboxMessage[]>
  moveTo(url: string): Promise<void>
}

const insertMessage = statement(
  'sandbox-sms-insert',
  { id: 'int8' },
  `insert into sandbox_sms.messages (key, recipient, body, template) values ($1, $2, $3, $4)
   on conflict (key) do update set key = excluded.key returning id`,
)
const listMessages = statement(
  'sandbox-sms-list',
  { id: 'int8', recipient: 'text', body: 'text', template: 'text', created_at: 'timestamptz' },
  `select id, recipient, body, template, created_at from sandbox_sms.messages
   where $1::text is null or recipient = $1 order by id desc limit 100`,
)

/** `print` gets each message once it is kept, for the terminal. */
export function openSmsSandbox(url: string, print: (line: string) => void): SmsSandbox {
  const db = openDatabase({ url, connectionsMax: 2, applicationName: 'sms-sandbox' })
  return {
    async send({ key, to, body, template }) {
      const [row] = await db.run(insertMessage, [key, to, body, template])
      if (row === undefined) throw new Error('the sandbox kept no message')
      print(`SMS to ${to}: ${body.replaceAll('\n', ' ')}`)
      return { id: String(row.id) }
    },
    async messages(to) {
      const rows = await db.run(listMessages, [to ?? null])
      return rows.map(({ id, recipient, body, template, created_at }) => ({
        id: String(id),
        to: recipient,
        body,
        template,
        created_at: created_at.toISOString(),
      }))
    },
    moveTo: (next) => db.moveTo(next),
    close: () => db.close(),
  }
}
