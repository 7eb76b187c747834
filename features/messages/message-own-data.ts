// Exports and erases a user's data in messages: those sent, and their text and number at the
// provider. The provider erases after the commit (forget-messages.ts).

import type { OwnDataPart } from '#features/people/own-data-part.ts'
import { statement } from '#platform/database/statement.ts'
import type { NumberKeys } from '#platform/keys.ts'
import { codeTemplates } from '#values/lists/code-purposes.ts'
import { messageLeaseSeconds } from './outbox.ts'

/**
 * Whether a message is to the user of passport `$1` with number `$2`. The recipient may be a role: of a
 * purchase or, for a notice, of a passport.
 */
const isTo = `(o.recipient = $2
  or (o.recipient = 'holder' and split_part(o.subject, '/', 1) = $1::uuid::text)
  or (o.recipient = 'buyer' and split_part(o.subject, '/', 1) in (
    select id::text from purchases where buyer_id = $1::uuid))
  or (o.recipient = 'recipient' and o.subject in (
    select id::text from purchases where holder_id = $1::uuid and is_gift)))`
/** Messages to others that name this user: those of the user's gifts. */
const isFrom = `(o.recipient = 'recipient'
  and o.subject in (select id::text from purchases where buyer_id = $1::uuid))`

const ownMessages = statement(
  'own-data-messages',
  { entry: 'json' },
  `select entry from (
     select json_build_object('kind', o.template, 'date', o.created_at, 'sent', o.sent_at,
       'state', o.state) as entry, o.id from outbox o where ${isTo}
     union all select json_build_object('kind', 'your STOP', 'date', s.stopped_at,
       'ended by your START', s.ended_at), null from stopped_numbers s where s.phone = $3) told
   order by id`,
)
const queueForgetting = statement(
  'queue-sms-to-forget',
  {},
  `insert into sms_to_forget (phone, provider_ids)
   select $2, coalesce(array_agg(o.provider_id), '{}') from outbox o
   where o.provider_id is not null and (${isTo} or ${isFrom})`,
)
/** A message that is being sent may reach the provider after the erasure, so a later erasure follows. */
const queueLateForgetting = statement(
  'queue-late-sms-to-forget',
  {},
  `insert into sms_to_forget (phone, provider_ids, due_at)
   select $2, '{}', now() + make_interval(secs => ${messageLeaseSeconds})
   where exists (select from outbox o where o.state = 'queued' and ${isTo})`,
)
/**
 * Numbers that the passport has left and that no passport has now. Messages to them were about this
 * user.
 */
const findPrevious = statement(
  'numbers-left-by',
  { phone: 'text', left_at: 'timestamptz' },
  `select o.recipient as phone, max(o.created_at) as left_at from outbox o
   where o.template = 'number_left' and split_part(o.subject, '/', 1) = $1::text
     and not exists (select from passports p where p.phone = o.recipient) group by 1`,
)
const queuePrevious = statement(
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
const eraseNamed = statement(
  'erase-messages-to',
  {},
  `delete from outbox where recipient = $2 or (split_part(subject, '/', 1) = $1::text
     and template = any('{new_device,number_left,number_taken}'))
   or (split_part(subject, '/', 3) = $1::text
     and template = any('{${Object.values(codeTemplates)}}'))`,
)
/** A STOP stays, under the phone hash (docs/decisions/0087-keyed-hashes-of-phone-numbers.md). */
const eraseStarted = statement(
  'erase-started-number',
  {},
  'delete from stopped_numbers where phone = $1 and ended_at is not null',
)

export const messagesOwnData = (numbers: NumberKeys): OwnDataPart => ({
  title: 'messages',
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
      await tx.run(queuePrevious, [previousPhone])
      await tx.run(erasePrevious, [previousPhone, left_at])
      await tx.run(eraseStarted, [numbers.hashOf(previousPhone)])
    }
    await tx.run(eraseNamed, [passportId, phone])
    if (phone !== null) await tx.run(eraseStarted, [numbers.hashOf(phone)])
  },
})
