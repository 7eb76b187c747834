// Exports and erases a user's messages. An erasure also queues the erasure of texts and phone numbers at the
// provider, which runs after the commit (forget-messages.ts).

import type { OwnDataPart } from '#features/people/own-data-part.ts'
import { statement } from '#platform/database/statement.ts'
import type { NumberKeys } from '#platform/keys.ts'
import { codeTemplates } from '#values/lists/code-purposes.ts'
import { sqlIsTo } from './message-queries.ts'
import { codesKept, messageLeaseSeconds } from './outbox.ts'
import { outcomesKept } from './webhooks/answer-queries.ts'

/**
 * SQL condition: the message is to somebody else but contains the user's name, because it is about their
 * gift.
 */
const isFrom = `(o.recipient = 'recipient'
  and o.subject in (select id::text from purchases where buyer_id = $1::uuid))`

const ownMessages = statement(
  'own-data-messages',
  { entry: 'json' },
  `select entry from (
     select json_build_object('kind', o.template, 'date', o.created_at, 'sent', o.sent_at,
       'state', o.state) as entry, o.id from outbox o where ${sqlIsTo}
     union all select json_build_object('kind', 'your STOP', 'date', s.stopped_at,
       'ended by your START', s.ended_at), null from stopped_numbers s where s.phone = $3) told
   order by id`,
)
const queueForgetting = statement(
  'queue-sms-to-forget',
  {},
  `insert into sms_to_forget (phone, provider_ids)
   select $2, coalesce(array_agg(o.provider_id), '{}') from outbox o
   where o.provider_id is not null and (${sqlIsTo} or ${isFrom})`,
)
/** Queues a second erasure, because a message that is being sent may reach the provider after the first. */
const queueLateForgetting = statement(
  'queue-late-sms-to-forget',
  {},
  `insert into sms_to_forget (phone, provider_ids, due_at)
   select $2, '{}', now() + make_interval(secs => ${messageLeaseSeconds})
   where exists (select from outbox o where o.state = 'queued' and ${sqlIsTo})`,
)
/**
 * Finds phone numbers that the passport has left and that no passport has now. Messages to them were for this
 * user.
 */
const findPrevious = statement(
  'numbers-left-by',
  { phone: 'text', left_at: 'timestamptz' },
  `select o.recipient as phone, max(o.created_at) as left_at from outbox o
   where o.template = 'number_left' and split_part(o.subject, '/', 1) = $1::text
     and not exists (select from passports p where p.phone = o.recipient) group by 1`,
)
const queueForgettingOfPrevious = statement(
  'queue-former-sms-to-forget',
  {},
  `insert into sms_to_forget (phone, provider_ids)
   select $1, coalesce(array_agg(o.provider_id), '{}') from outbox o
   where o.provider_id is not null and o.recipient = $1`,
)
const erasePrevious = statement(
  'erase-messages-to-former',
  {},
  'delete from outbox where recipient = $1 and created_at <= $2',
)
const eraseMessages = statement(
  'erase-messages-to',
  {},
  `delete from outbox where recipient = $2 or split_part(subject, '/', 1) = $1::text
   or (split_part(subject, '/', 3) = $1::text
     and template = any('{${Object.values(codeTemplates)}}'))`,
)
/**
 * Deletes the record of an ended STOP. A STOP that is in force stays, under the phone hash
 * (docs/decisions/0087-keyed-hashes-of-phone-numbers.md).
 */
const eraseEndedStop = statement(
  'erase-started-number',
  {},
  'delete from stopped_numbers where phone = $1 and ended_at is not null',
)

export const messagesOwnData = (numbers: NumberKeys): OwnDataPart => ({
  title: 'messages',
  processing: {
    data: 'kind, time, state and receiving number of each message; STOP of a number; statuses of SMS',
    purpose: 'send codes and messages about purchases, and respect STOP',
    basis: 'contract',
    retention: [
      ['messages with a code', codesKept],
      ['other messages', 'the passport is deleted'],
      ['statuses of SMS', outcomesKept],
      ['a STOP in force', 'START; after a deletion under the keyed hash of the number'],
    ],
    recipients: ['SMS provider'],
  },
  read: async (db, { passportId, phone }) =>
    (await db.run(ownMessages, [passportId, phone, numbers.hashOf(phone)])).map(
      ({ entry }) => entry,
    ),
  async erase(tx, { passportId, phone }) {
    if (phone !== null) {
      await tx.run(queueForgetting, [passportId, phone])
      await tx.run(queueLateForgetting, [passportId, phone])
    }
    for (const { phone: previousPhone, left_at } of await tx.run(findPrevious, [passportId])) {
      await tx.run(queueForgettingOfPrevious, [previousPhone])
      await tx.run(erasePrevious, [previousPhone, left_at])
      await tx.run(eraseEndedStop, [numbers.hashOf(previousPhone)])
    }
    await tx.run(eraseMessages, [passportId, phone])
    if (phone !== null) await tx.run(eraseEndedStop, [numbers.hashOf(phone)])
  },
})
