// Queues messages in the outbox. A row is written with its cause and names its subject; the worker
// makes the text and sends it. Each template, subject and recipient has one message, however often
// it is queued.
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { tidying } from '#platform/database/tidy.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'
import { send, type Write } from '#platform/database/write.ts'
import { codeTemplates } from '#values/lists/code-purposes.ts'
import type { NoticeTemplate } from './notice-templates.ts'
import type { PurchaseTemplate } from './purchase-templates.ts'

/** Seconds after which another worker may take a taken message. */
export const messageLeaseSeconds = 30

export type QueuedMessage = {
  readonly template: Exclude<PurchaseTemplate, 'gift_withdrawn'> | NoticeTemplate
  /**
   * The purchase's id; for others see purchases/notify/refund-texts.ts and passport-notices.ts.
   */
  readonly subject: string
  /**
   * The recipient in the purchase: `buyer`, `recipient` or a number. For others see
   * passport-notices.ts.
   */
  readonly recipient: string
  /** Seconds after which the message is no longer sent, such as an expired code. */
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

/** Queues the message of a withdrawn gift, only if the gift's own message was sent or may be on its way. */
const insertWithdrawn = statement(
  'queue-withdrawn-gift',
  {},
  `insert into outbox (template, subject, recipient)
   select 'gift_withdrawn', $1::text, $2::text
   where exists (select from outbox where template = 'gift_success' and subject = $1::text
     and (state = 'sent' or (state = 'queued' and attempts > 0)))
   on conflict do nothing`,
)
/** Erases the phone number of a receiver without a passport, once it is no longer needed. */
const forgetWithdrawn = statement(
  'forget-receiver-of-withdrawn-gift',
  {},
  `update outbox set recipient = 'receiver' where id = $1 and state <> 'queued'`,
)

/** Queues the message of a withdrawn gift to its number, where the gift's own message was sent. */
export async function queueWithdrawnGift(tx: Db, purchaseId: string, phone: string): Promise<void> {
  await tx.run(insertWithdrawn, [purchaseId, phone])
}

/** Erases the receiver's number after the message has ended. */
export async function forgetReceiver(db: Db, id: number): Promise<void> {
  await db.run(forgetWithdrawn, [id])
}

/** Returns the writes that queue each message, once. */
export function messageWrites(messages: readonly QueuedMessage[]): Write[] {
  return message.writes(insertMessages, messages)
}

/** Queues messages before the end of a transaction. */
export async function queueMessages(tx: Db, messages: readonly QueuedMessage[]): Promise<void> {
  await send(tx, messageWrites(messages))
}

const markRequested = statement(
  'mark-message-asked',
  { id: 'int8' },
  `update outbox set asked_at = now()
   where template = $1 and subject = $2 and recipient = $3 and asked_at is null returning id`,
)

/** Returns whether this is the first request for the message. */
export async function writeRequested(
  tx: Db,
  template: string,
  subject: string,
  recipient: string,
): Promise<boolean> {
  const rows = await tx.run(markRequested, [template, subject, recipient])
  return rows.length === 1
}

const queueAgain = statement(
  'queue-dead-letters-again',
  { id: 'int8' },
  `update outbox set state = 'queued', attempts = 0, due_at = now()
   where (subject = $1 or subject like $1 || '/%') and state = 'dead' returning id`,
)

/** Queues the dead letters about a subject, such as a purchase, again. Returns their count. */
export async function writeQueuedAgain(db: Db, subject: string): Promise<number> {
  const rows = await db.run(queueAgain, [subject])
  return rows.length
}

/**
 * Declares which messages are deleted: codes of the day before. The others belong to a purchase's
 * history.
 */
export const outboxTidying = tidying(
  'outbox',
  `template = any('{${Object.values(codeTemplates)}}') and created_at < now() - interval '1 day'`,
)
