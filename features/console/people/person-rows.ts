// Declares the SQL of people in the console, and converts their rows. Phone numbers are masked.
import type { PersonRow } from '#features/console/people/console-people-calls.ts'
import { maskedPhoneOf, nameOfPerson } from '#features/console/shown-person.ts'
import type { Db } from '#platform/database/database.ts'
import { type RowOf, sqlFirstUuid, sqlLastUuid, statement } from '#platform/database/statement.ts'
import type { NumberKeys } from '#platform/keys.ts'

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
  total_kg: 'int8',
  parked_at: 'timestamptz?',
} as const
const person = `select p.id, p.phone, p.first_name, p.last_name, p.nickname, p.country, p.currency,
     p.language, p.created_at, p.total_kg,
     (select parked_at from parked_passports where passport_id = p.id) as parked_at
   from passports p`

type PageValues = [after: string | null, country: string | null, limit: number]

/** Returns people after the one with the id `after`, newest first. */
export const findNewestPeople = statement(
  'console-people',
  personColumns,
  `${person}
   where (p.created_at, p.id) < (
       coalesce((select created_at from passports where id = $1), 'infinity'),
       coalesce($1::uuid, ${sqlLastUuid}))
     and ($2::bpchar is null or p.country = $2)
   order by p.created_at desc, p.id desc limit $3`,
).rows<PageValues>()

/** Returns people after the one with the id `after`, oldest first. */
export const findOldestPeople = statement(
  'console-oldest-people',
  personColumns,
  `${person}
   where (p.created_at, p.id) > (
       coalesce((select created_at from passports where id = $1), '-infinity'),
       coalesce($1::uuid, ${sqlFirstUuid}))
     and ($2::bpchar is null or p.country = $2)
   order by p.created_at, p.id limit $3`,
).rows<PageValues>()

export const findPeopleById = statement(
  'console-people-by-id',
  personColumns,
  `${person} where p.id = any($1::uuid[]) order by p.created_at desc, p.id desc`,
).rows<[ids: readonly string[]]>()

/** Maximum number of blocks that the list of blocked people looks back on. */
const blocksMax = 10_000
/**
 * Returns the ids that blocks in the audit trail are about. A block is stored under the hash of a phone number,
 * from which no passport can be found.
 */
export const findBlockedSubjects = statement(
  'console-blocked-subjects',
  { id: 'text' },
  `select distinct unnest(b.about) as id from (
     select about from audit_trail where command = 'people block' order by id desc limit ${blocksMax}) b`,
).rows()

const findBlocks = statement(
  'console-blocks-of-numbers',
  { number_hash: 'text', blocked_at: 'timestamptz' },
  `select number_hash, blocked_at from sign_in_attempts
   where number_hash = any($1::text[]) and blocked_at is not null`,
)

export type StoredPerson = RowOf<typeof findPeopleById>

/** Returns the ids of those people whose phone number is blocked. */
export async function blockedAmong(
  db: Db,
  numbers: Pick<NumberKeys, 'hashOf'>,
  people: readonly StoredPerson[],
): Promise<ReadonlySet<string>> {
  const hashes = new Map(
    people.flatMap(({ id, phone }) =>
      phone === null ? [] : [[numbers.hashOf(phone), id] as const],
    ),
  )
  const blocks = await db.run(findBlocks, [[...hashes.keys()]])
  return new Set(blocks.flatMap(({ number_hash }) => hashes.get(number_hash) ?? []))
}

export function personOnWire(person: StoredPerson, blocked: ReadonlySet<string>): PersonRow {
  const { id, nickname, country, currency, language, created_at, total_kg } = person
  return {
    id,
    name: nameOfPerson(person),
    nickname,
    phone: maskedPhoneOf(person),
    country,
    currency,
    language,
    created_at: created_at.toISOString(),
    kilograms: total_kg,
    is_blocked: blocked.has(id),
  }
}
