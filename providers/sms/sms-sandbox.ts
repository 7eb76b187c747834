// Simulates an SMS provider for development and tests: it stores its messages, the phones that
// answered STOP, and a log, and prints each message. It has its own schema and connections and must
// not join our transactions.
import { openDatabase } from '#platform/database/database.ts'
import { groupCalls } from '#platform/database/group-calls.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'
import { withFault } from '#providers/sandbox-fault-injection.ts'
import { migrateSandbox } from '#providers/sandbox-schemas.ts'
import {
  MessageRefused,
  RecipientStopped,
  type SmsMessage,
  type SmsProvider,
} from '#providers/sms/sms-provider.ts'
import { visibleText } from '#values/text/unseen-characters.ts'

export type SandboxMessage = {
  readonly id: string
  readonly to: string
  readonly body: string
  readonly template: string
  readonly created_at: string
}

export type SmsSandbox = SmsProvider & {
  /** Returns at most 100 messages, newest first: those to the number `to`, or all without it. */
  messages(to?: string): Promise<SandboxMessage[]>
}

const sentMessages = unnestRows<SmsMessage>({
  key: ['text', ({ key }) => key],
  recipient: ['text', ({ permit }) => permit.to],
  body: ['text', ({ body }) => body],
  template: ['text', ({ template }) => template],
})
const insertMessages = statement(
  'sandbox-sms-insert',
  { key: 'text', id: 'int8', is_stopped: 'bool', event: 'text' },
  `with asked as (
     select key, recipient, body, template,
       exists (select from sandbox_sms.stopped where phone = recipient) as is_stopped
     from ${sentMessages.rows}
   ), kept as (
     insert into sandbox_sms.messages (key, recipient, body, template)
     select key, recipient, body, template from asked where not is_stopped
     on conflict (key) do update set key = excluded.key
     returning id, key, old.id is null as is_new
   ), logged as (
     insert into sandbox_sms.log (key, recipient, event)
     select asked.key, recipient,
       case when is_stopped then 'refused' when is_new then 'sent' else 'repeated' end
     from asked left join kept on kept.key = asked.key returning key, event
   )
   select asked.key, coalesce(kept.id, 0) as id, asked.is_stopped, logged.event
   from asked join logged on logged.key = asked.key left join kept on kept.key = asked.key`,
)
const forgetMessages = statement(
  'sandbox-sms-forget',
  {},
  `with gone as (
     delete from sandbox_sms.messages where recipient = $1 or id::text = any($2::text[])
   ), answers as (
     delete from sandbox_sms.answers where phone = $1
   ), stops as (
     delete from sandbox_sms.stopped where phone = $1
   )
   delete from sandbox_sms.log where recipient = $1`,
)
const listMessages = statement(
  'sandbox-sms-list',
  { id: 'int8', recipient: 'text', body: 'text', template: 'text', created_at: 'timestamptz' },
  `select id, recipient, body, template, created_at from sandbox_sms.messages
   where $1::text is null or recipient = $1 order by id desc limit 100`,
)

const listAnswers = statement(
  'sandbox-sms-list-answers',
  { phone: 'text', kind: ['stopped', 'started'], at: 'timestamptz' },
  'select phone, kind, at from sandbox_sms.answers where at >= $1 order by id',
)

/** The number to which no message can be sent. The real provider's test number of that kind is the same. */
export const unreachablePhone = '+15005550009'

const lineOf = ({ permit, body }: SmsMessage) =>
  visibleText(`SMS to ${permit.to}: ${body.replaceAll('\n', ' ')}`)

/**
 * Opens the sandbox. `print` receives one line per stored message, for the terminal; the lines of
 * concurrent messages arrive in one call.
 */
export async function openSmsSandbox(
  url: string,
  print: (line: string) => void,
  timeoutFactor = 1,
): Promise<SmsSandbox> {
  const db = openDatabase({ url, connectionsMax: 2, applicationName: 'sms-sandbox', timeoutFactor })
  await migrateSandbox(url, 'sandbox_sms')
  const storeMessage = groupCalls<SmsMessage, RowOf<typeof insertMessages> | null>(
    async (messages) => {
      const rows = await db.run(insertMessages, sentMessages.values(messages))
      const byKey = new Map(rows.map((row) => [row.key, row]))
      const sent = messages.filter(({ key }) => byKey.get(key)?.event === 'sent')
      if (sent.length > 0) print(sent.map(lineOf).join('\n'))
      return messages.map(({ key }) => byKey.get(key) ?? null)
    },
    { groupMax: 100, waitingMax: 1_000 },
  )
  async function send(message: SmsMessage) {
    if (message.permit.to === unreachablePhone) throw new MessageRefused('no phone has this number')
    const row = await storeMessage(message)
    if (row === null) throw new Error('the sandbox kept no message')
    if (row.is_stopped) throw new RecipientStopped('this phone answered STOP')
    return { id: String(row.id) }
  }
  return {
    findAnswer: async () => null,
    async eventsSince(since) {
      const rows = await db.run(listAnswers, [since])
      return rows.map(({ phone, kind, at }) => ({ kind, phone, at }))
    },
    send: (message) => withFault(db, 'sms', 'send', () => send(message)),
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
    async forget({ phone, messageIds }) {
      await db.run(forgetMessages, [phone, messageIds])
    },
    close: () => db.close(),
  }
}
