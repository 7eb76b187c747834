// A person as the operator sees one who asks for help: found by number, passport or purchase, and
// shown whole. Reads only; the caller writes down who looked.
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'

/** Lines of each part of the report, newest first. */
const reportMax = 50

const person = {
  id: 'uuid',
  phone: 'text?',
  first_name: 'text?',
  last_name: 'text?',
  nickname: 'text?',
  country: 'bpchar',
  currency: 'bpchar',
  language: 'text',
  created_at: 'timestamptz',
  parked_at: 'timestamptz?',
} as const
const find = statement(
  'find-people',
  person,
  `select id, phone, first_name, last_name, nickname, country, currency, language, created_at,
     (select parked_at from parked_passports where passport_id = id) as parked_at
   from passports where phone = $1 or id::text = lower($1)
     or id in (select unnest(array[buyer_id, recipient_id]) from purchases where tx_id = upper($1))
     or id in (select passport_id from parked_passports where phone = $2)
   order by created_at, id`,
)
const sessionsOf = statement(
  'inspect-sessions',
  { created_at: 'timestamptz', last_seen_at: 'timestamptz', ends_at: 'timestamptz' },
  `select created_at, last_seen_at, ends_at from sessions
   where passport_id = $1 and ends_at > now() order by last_seen_at desc, id limit $2`,
)
const walletsOf = statement(
  'inspect-wallets',
  { programme_id: 'text', currency: 'bpchar', balance_minor: 'int8', held_minor: 'int8' },
  `select programme_id, currency, balance_minor, held_minor from wallets
   where passport_id = $1 order by programme_id, currency`,
)
const stopOf = statement(
  'inspect-stop',
  { stopped_at: 'timestamptz' },
  'select stopped_at from stopped_numbers where phone = $1 and ended_at is null',
)

/**
 * Who has the number or the passport, or bought or received the purchase, and whose passport was parked
 * because the number of `numberHash` went to somebody else.
 */
export function findPeople(db: Db, numberOrId: string, numberHash: string | null) {
  return db.run(find, [numberOrId, numberHash])
}

/**
 * What a person has besides a name; `numberHash` stands for the number, null without
 * one. Amounts are minor units; of sessions, the last 50.
 */
export async function inspectPerson(db: Db, passportId: string, numberHash: string | null) {
  const [sessions, wallets, [stop]] = await Promise.all([
    db.run(sessionsOf, [passportId, reportMax]),
    db.run(walletsOf, [passportId]),
    db.run(stopOf, [numberHash]),
  ])
  return { sessions, wallets, stoppedAt: stop?.stopped_at ?? null }
}
