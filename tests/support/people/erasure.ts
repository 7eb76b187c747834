// Deletes passports and changes phone numbers by API calls, and reads all rows of the database.
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
/** Resets the sign-in limits, which these tests do not cover. */
const deleteSignInAttempts = statement('test-erase-limits', {}, 'delete from sign_in_attempts')

const findSendingMessages = statement(
  'test-messages-under-way',
  { id: 'int8' },
  `select id from outbox where state = 'queued' and attempts > 0`,
)
const makeErasuresDue = statement('test-forget-now', {}, 'update sms_to_forget set due_at = now()')

/** Waits until no SMS is being sent, and then erases the provider's messages without their delay. */
export async function forgetNow(services: Services): Promise<number> {
  await expect.poll(() => services.db.run(findSendingMessages)).toEqual([])
  await services.db.run(makeErasuresDue)
  return forgetMessages(services)
}

/** Returns all rows of all tables as text, like a dump. */
export async function dump(db: Db): Promise<string> {
  const tablesFound = await db.run(tables)
  const rows = await Promise.all(
    tablesFound.map(({ name }) => {
      const all = `select coalesce(string_agg(t::text, e'\\n'), '') as row from ${name} t`
      return db.run(statement(`test-dump-${name}`, { row: 'text' }, all))
    }),
  )
  return rows.flatMap((each) => each.map(({ row }) => row)).join('\n')
}

/** Returns unkeyed hashes of a phone number. An attacker could compute them for every phone number. */
export function plainHashes(phone: string): string[] {
  return [phone, phone.slice(1)].flatMap((text) =>
    (['md5', 'sha1', 'sha256', 'sha512'] as const).flatMap((kind) =>
      (['hex', 'base64', 'base64url'] as const).map((encoding) =>
        createHash(kind).update(text).digest(encoding),
      ),
    ),
  )
}

/** Deletes the person's passport with a code, as the person would. */
export async function removePassport(db: Db, person: Person): Promise<void> {
  await db.run(deleteSignInAttempts)
  const code = await person.codeFor('delete')
  const deleted = await person.signed('/api/profile', { code }, { method: 'DELETE' })
  expect(deleted.status).toBe(204)
}

/** Changes the person's phone number to a new one; returns the person with that number. */
export async function leaveNumber(db: Db, url: string, person: Person): Promise<Person> {
  await db.run(deleteSignInAttempts)
  const phone = newPhone()
  const code = await person.codeFor('change_number')
  const new_code = await person.codeFor('change_number', phone)
  const moved = await person.signed('/api/profile/phone', { phone, code, new_code })
  expect(moved.status).toBe(200)
  await db.run(deleteSignInAttempts)
  return Object.assign(new Person(url, phone), {
    cookie: person.cookie,
    terminal: person.terminal,
  })
}
