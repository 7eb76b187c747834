// Deletes passports and leaves numbers over the wire, and reads all that a dump of the database
// contains.
import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { forgetMessages } from '#features/messages/forget-messages.ts'
import type { Db } from '#platform/database/database.ts'
import type { Services } from '#server/services.ts'
import { statement } from '#tests/support/test-statement.ts'
import { newPhone, Person } from './person.ts'

const tables = statement(
  'test-all-tables',
  { name: 'text' },
  `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
   where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
)
/** Limits outside the scope of a test. */
const forgetLimits = statement('test-erase-limits', {}, 'delete from sign_in_attempts')

const underWay = statement(
  'test-messages-under-way',
  { id: 'int8' },
  `select id from outbox where state = 'queued' and attempts > 0`,
)
const forgetIsDue = statement('test-forget-now', {}, 'update sms_to_forget set due_at = now()')

/** Makes the provider's delayed erasures due now, once no SMS is on its way. */
export async function forgetNow(services: Services): Promise<number> {
  await expect.poll(() => services.db.run(underWay)).toEqual([])
  await services.db.run(forgetIsDue)
  return forgetMessages(services)
}

/** All rows of all tables as text, like a dump. */
export async function dump(db: Db): Promise<string> {
  const found = await db.run(tables)
  const rows = await Promise.all(
    found.map(({ name }) => {
      const all = `select coalesce(string_agg(t::text, e'\\n'), '') as row from ${name} t`
      return db.run(statement(`test-dump-${name}`, { row: 'text' }, all))
    }),
  )
  return rows.flatMap((each) => each.map(({ row }) => row)).join('\n')
}

/** Unkeyed hashes of a number, which an attacker could compute for every number. */
export function plainHashes(phone: string): string[] {
  return [phone, phone.slice(1)].flatMap((text) =>
    (['md5', 'sha1', 'sha256', 'sha512'] as const).flatMap((kind) =>
      (['hex', 'base64', 'base64url'] as const).map((form) =>
        createHash(kind).update(text).digest(form),
      ),
    ),
  )
}

/** The person deletes their passport. */
export async function removePassport(db: Db, person: Person): Promise<void> {
  await db.run(forgetLimits)
  const code = await person.codeFor('delete')
  const gone = await person.signed('/api/profile', { code }, { method: 'DELETE' })
  expect(gone.status).toBe(204)
}

/** The person moves to a new number; returns them with it. */
export async function leaveNumber(db: Db, url: string, person: Person): Promise<Person> {
  await db.run(forgetLimits)
  const phone = newPhone()
  const code = await person.codeFor('change_number')
  const new_code = await person.codeFor('change_number', phone)
  const moved = await person.signed('/api/profile/phone', { phone, code, new_code })
  expect(moved.status).toBe(200)
  await db.run(forgetLimits)
  return Object.assign(new Person(url, phone), {
    cookie: person.cookie,
    terminal: person.terminal,
  })
}
