// Finds users for the operator by phone number, passport id or name, and reads their sessions, wallets and
// STOP of messages. The caller writes the audit trail.
import type { Db } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'

/** Maximum number of sessions in a report. */
const sessionsMax = 50

const personColumns = {
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
/** Selects the possible last names, folded, so that the search can use the index on folded last names. */
const lastNameParts = `(select folded_name(part) as part from unnest($5::text[]) part)`
const find = statement(
  'find-people',
  personColumns,
  `select id, phone, first_name, last_name, nickname, country, currency, language, created_at,
     (select parked_at from parked_passports where passport_id = id) as parked_at
   from passports where id in (
     select id from passports where phone = any($1)
     union all select passport_id from parked_passports where phone = any($2)
     union all select unnest($3::uuid[])
     union all select id from passports where folded_name(nickname) = folded_name($4)
     union all select id from passports where folded_name(first_name) = folded_name($4)
     union all select id from passports where folded_name(last_name) = folded_name($4)
     union all select id from passports where folded_name(last_name) in ${lastNameParts}
       and folded_name($4) in (folded_name(first_name) || ' ' || folded_name(last_name),
         folded_name(last_name) || ' ' || folded_name(first_name)))
   order by created_at, id limit $6`,
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

export type FoundPerson = RowOf<typeof find>

/** Maximum number of users in a response. A search reads one more, to detect further users. */
export const peopleMax = 50

type PeopleQuery = {
  readonly phones: readonly string[]
  readonly numberHashes: readonly string[]
  /** Passport ids. */
  readonly ids: readonly string[]
  /**
   * A nickname, a first name, a last name, or first and last name in any order. Case and accents are ignored.
   */
  readonly name: string | null
}

/**
 * Returns at most `peopleMax` + 1 passports: those with one of the phone numbers or ids, those with the name,
 * and parked ones that had one of the phone numbers.
 */
export function findPeople(
  db: Db,
  { phones, numberHashes, ids, name }: PeopleQuery,
): Promise<FoundPerson[]> {
  // A last name may be any number of words at the beginning or at the end.
  const words = name?.split(' ') ?? []
  const lastNames = words.flatMap((_, index) => [
    words.slice(index + 1).join(' '),
    words.slice(0, index).join(' '),
  ])
  return db.run(find, [phones, numberHashes, ids, name, lastNames, peopleMax + 1])
}

/**
 * Reads a user's wallets, up to 50 open sessions, and the time at which the user stopped messages.
 * `numberHash` is the phone hash, null without a phone number. Amounts are in minor units.
 */
export async function inspectPerson(db: Db, passportId: string, numberHash: string | null) {
  const [sessions, wallets, [stop]] = await Promise.all([
    db.run(sessionsOf, [passportId, sessionsMax]),
    db.run(walletsOf, [passportId]),
    db.run(stopOf, [numberHash]),
  ])
  return { sessions, wallets, stoppedAt: stop?.stopped_at ?? null }
}
