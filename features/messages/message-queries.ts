// Declares the SQL that takes messages from the outbox and stores their outcomes.

import type { Db, Transaction } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'
import type { Write } from '#platform/database/write.ts'
import { messageLeaseSeconds } from './outbox.ts'

/**
 * SQL condition: the message `o` is to the user of passport `$1` with phone number `$2`, or null. The
 * recipient is a phone number or a role: `buyer` or `recipient` of a purchase, or `holder` of a passport.
 */
export const sqlIsTo = `(o.recipient = $2
  or (o.recipient = 'holder' and split_part(o.subject, '/', 1) = $1::uuid::text)
  or (o.recipient = 'buyer' and split_part(o.subject, '/', 1) in (
    select id::text from purchases where buyer_id = $1::uuid))
  or (o.recipient = 'recipient' and o.subject in (
    select id::text from purchases where holder_id = $1::uuid and is_gift)))`

export const takeDueMessages = statement(
  'take-due-messages',
  {
    id: 'int8',
    template: 'text',
    subject: 'text',
    recipient: 'text',
    attempts: 'int2',
    tried_since: 'timestamptz?',
    is_too_late: 'bool',
    is_counted: 'bool',
  },
  `update outbox set due_at = now() + make_interval(secs => ${messageLeaseSeconds}),
     attempts = attempts + 1
   where id = any(array(select id from outbox where state = 'queued' and due_at <= now()
     order by due_at limit $1 for update skip locked))
   returning id, template, subject, recipient, attempts,
     case when attempts > 1 then created_at end as tried_since,
     coalesce(drop_after < now(), false) as is_too_late, counted_at is not null as is_counted`,
).rows<[limit: number]>()

export type SentMessage = {
  readonly id: number
  readonly providerId: string
  /** Phone hash of the number that received a code; null for any other message. */
  readonly codeTo: string | null
}
const sentMessage = unnestRows<SentMessage>({
  id: ['int8', ({ id }) => id],
  provider_id: ['text', ({ providerId }) => providerId],
  code_to: ['text', ({ codeTo }) => codeTo],
})
const markSent = statement(
  'mark-message-sent',
  {},
  `with given as (select * from ${sentMessage.rows}), started_again as (
     update stopped_numbers s set ended_at = now() from given
     where s.phone = given.code_to and s.ended_at is null
   )
   update outbox o set state = 'sent', sent_at = now(), provider_id = given.provider_id,
     last_error = null
   from given where o.id = given.id`,
)

/** Marks a message as withheld, because the provider reports a STOP of the receiver. */
export const writeWithheld = statement(
  'mark-message-withheld',
  {},
  `update outbox set state = 'withheld', last_error = 'stopped' where id = $1`,
).effect<[id: number]>()

/** Marks a message as withheld, because its subject no longer exists or its time has passed. */
export const writePointless = statement(
  'mark-message-pointless',
  {},
  `update outbox set state = 'withheld', last_error = 'nothing to send' where id = $1`,
).effect<[id: number]>()

/** Hours after which a message that waits for a budget becomes a dead letter. */
const postponedMaxHours = 48
/**
 * Locks messages, in the order of their ids, and returns their current states. A worker whose lease has
 * expired may have changed them, and may lock some of the same rows.
 */
export const lockMessages = statement(
  'check-messages',
  { id: 'int8', state: 'text', is_counted: 'bool', is_too_old: 'bool' },
  `select id, state, counted_at is not null as is_counted,
     created_at < now() - make_interval(hours => ${postponedMaxHours}) as is_too_old
   from outbox where id = any($1::bigint[]) order by id for update`,
).rows<[ids: readonly number[]], Transaction>()

export type MessageDecision = { readonly id: number } & (
  | { readonly outcome: 'permitted' }
  | { readonly outcome: 'withheld'; readonly reason: 'number' | 'limit' | 'stopped' }
  | {
      readonly outcome: 'postponed' | 'dead'
      readonly reason: 'budget'
      readonly waitSeconds: number
    }
)

const messageDecisions = unnestRows<MessageDecision>({
  id: ['int8', ({ id }) => id],
  outcome: ['text', ({ outcome }) => outcome],
  reason: ['text', (each) => ('reason' in each ? each.reason : null)],
  wait_seconds: ['int4', (each) => ('waitSeconds' in each ? each.waitSeconds : null)],
})
/** Stores the decisions about messages. A postponed message gets its attempt back. */
const decideMessages = statement(
  'decide-messages',
  {},
  `update outbox o set
     state = case when given.outcome in ('withheld', 'dead') then given.outcome else o.state end,
     counted_at = case when given.outcome = 'permitted' then coalesce(o.counted_at, now())
       else o.counted_at end,
     last_error = coalesce(given.reason, o.last_error),
     attempts = case when given.outcome = 'postponed' then greatest(0, o.attempts - 1)
       else o.attempts end,
     due_at = case when given.outcome = 'postponed'
       then now() + make_interval(secs => given.wait_seconds) else o.due_at end
   from ${messageDecisions.rows} where o.id = given.id`,
)
const stoppedNumbers = statement(
  'stopped-numbers',
  { phone: 'text' },
  'select phone from stopped_numbers where phone = any($1::text[]) and ended_at is null',
)

/** Records a STOP. The next code to the phone number ends it. */
export const writeStopped = statement(
  'insert-stopped-number',
  {},
  `insert into stopped_numbers (phone) values ($1)
   on conflict (phone) do update set stopped_at = now(), ended_at = null
     where stopped_numbers.ended_at is not null`,
).effect<[numberHash: string]>()

/** Makes a message due at a later time, without using up an attempt. */
export const writeDueAt = statement(
  'postpone-message',
  {},
  `update outbox set due_at = $2, attempts = greatest(0, attempts - 1), last_error = 'hour'
   where id = $1`,
).effect<[id: number, dueAt: Date]>()

/** Marks a message as a dead letter. */
export const writeDead = statement(
  'mark-message-dead',
  {},
  `update outbox set state = 'dead', last_error = $2 where id = $1`,
).effect<[id: number, reason: string]>()

/** Makes a message due again after a wait. */
export const writePutBack = statement(
  'put-message-back',
  {},
  `update outbox set due_at = now() + make_interval(secs => $2), last_error = $3 where id = $1`,
).effect<[id: number, waitSeconds: number, reason: string]>()

/** Returns the data for a notice to a passport, or null: phone number, language, device, announced move. */
export const findNoticed = statement(
  'passport-of-notice',
  { phone: 'text?', language: 'text', browser: 'text?', system: 'text?', moving_to: 'text?' },
  `select p.phone, p.language, s.browser, s.system, m.phone as moving_to
   from passports p left join sessions s on s.id::text = $2 and s.passport_id = p.id
   left join number_moves m on m.passport_id = p.id and m.objected_at is null
   where p.id = $1`,
).row<[passportId: string, sessionId: string]>()

export type DueMessage = RowOf<typeof takeDueMessages>

/** Marks messages as sent. A sent code ends the STOP of its phone number. */
export async function writeSent(db: Db, sent: readonly SentMessage[]): Promise<void> {
  await db.run(markSent, sentMessage.values(sent))
}

export function decisionWrites(decisions: readonly MessageDecision[]): Write[] {
  return messageDecisions.writes(decideMessages, decisions)
}

/** Returns those of the phone hashes whose STOP is in force. */
export async function findStopped(db: Db, numberHashes: readonly string[]): Promise<Set<string>> {
  const rows = await db.run(stoppedNumbers, [numberHashes])
  return new Set(rows.map(({ phone }) => phone))
}
