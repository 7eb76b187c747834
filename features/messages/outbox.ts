// Queues messages in the outbox, in the transaction of their cause. A row refers to its subject; a worker
// creates the text and sends it. The same template, subject and recipient are queued only once.

import type { Db } from '#platform/database/database.ts'
import { sqlPeriod } from '#platform/database/period.ts'
import { statement } from '#platform/database/statement.ts'
import { tidying } from '#platform/database/tidy.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'
import { send, type Write } from '#platform/database/write.ts'
import { codeTemplates } from '#values/lists/code-purposes.ts'
import type { NoticeTemplate } from './notice-templates.ts'
import type { PlanTemplate } from './plan-templates.ts'
import type { PurchaseTemplate } from './purchase-templates.ts'

/** Seconds after which another worker may take a message whose worker has not finished. */
export const messageLeaseSeconds = 30

export type QueuedMessage = {
  readonly template: Exclude<PurchaseTemplate, 'gift_withdrawn'> | NoticeTemplate | PlanTemplate
  /**
   * Id of the purchase. Subjects of other templates: purchases/notify/refund-texts.ts, passport-notices.ts,
   * plans/plan-messages.ts.
   */
  readonly subject: string
  /**
   * Recipient in the purchase: `buyer`, `recipient` or a phone number. Recipients of other templates:
   * passport-notices.ts.
   */
  readonly recipient: string
  /** Seconds after which the message is useless and no longer sent. */
  readonly dropAfterSeconds?: number
}

const message = unnestRows<QueuedMessage>({
  template: ['text', ({ template }) => template],
  subject: ['text', ({ subject }) => subject],
  recipient: ['text', ({ recipient }) => recipient],
  drop_after_seconds: ['int4', ({ dropAfterSeconds }) => dropAfterSeconds ?? null],
})
const insertMessages = statement(
  'queue-messages',
  {},
  `insert into outbox (template, subject, recipient, drop_after)
   select template, subject, recipient, now() + make_interval(secs => drop_after_seconds)
   from ${message.rows}
   on conflict do nothing`,
)

/** Queues the message of a withdrawn gift, if the gift's own message was sent or is being sent. */
export const queueWithdrawnGift = statement(
  'queue-withdrawn-gift',
  {},
  `insert into outbox (template, subject, recipient)
   select 'gift_withdrawn', $1::text, $2::text
   where exists (select from outbox where template = 'gift_success' and subject = $1::text
     and (state = 'sent' or (state = 'queued' and attempts > 0)))
   on conflict do nothing`,
).effect<[purchaseId: string, phone: string]>()

/** Erases the receiver's phone number from the message of a withdrawn gift, if the message has ended. */
export const forgetReceiver = statement(
  'forget-receiver-of-withdrawn-gift',
  {},
  `update outbox set recipient = 'receiver' where id = $1 and state <> 'queued'`,
).effect<[id: number]>()

/** Returns the writes that queue messages. Messages that are already queued are skipped. */
export function messageWrites(messages: readonly QueuedMessage[]): Write[] {
  return message.writes(insertMessages, messages)
}

/** Queues messages immediately, instead of with a transaction's last writes. */
export async function queueMessages(tx: Db, messages: readonly QueuedMessage[]): Promise<void> {
  await send(tx, messageWrites(messages))
}

/** Records that the user requested the message again. Returns true for the first such request. */
export const writeRequested = statement(
  'mark-message-asked',
  { id: 'int8' },
  `update outbox set asked_at = now()
   where template = $1 and subject = $2 and recipient = $3 and asked_at is null returning id`,
).found<[template: string, subject: string, recipient: string]>()

const queueAgain = statement(
  'queue-dead-letters-again',
  { id: 'int8' },
  `update outbox set state = 'queued', attempts = 0, due_at = now()
   where (subject = $1 or subject like $1 || '/%') and state = 'dead' returning id`,
)

/** Queues the dead letters about a subject, such as a purchase, again. Returns their number. */
export async function writeQueuedAgain(db: Db, subject: string): Promise<number> {
  const rows = await db.run(queueAgain, [subject])
  return rows.length
}

/** How long messages with a code are kept. */
export const codesKept = { count: 1, unit: 'days' } as const
/**
 * Declares the deletion of codes after a day. Other messages stay, because they belong to the history of
 * purchases.
 */
export const outboxTidying = tidying(
  'outbox',
  `template = any('{${Object.values(codeTemplates)}}') and created_at < now() - ${sqlPeriod(codesKept)}`,
)
