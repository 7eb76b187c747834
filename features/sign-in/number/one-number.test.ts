// Tests that two spellings of one number are one passport: in signing in, in gifts, and in older
// rows.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '#platform/database/schema/migrate.ts'
import { hashOf } from '#tests/support/number-keys.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { Person } from '#tests/support/people/person.ts'
import { giveByCard } from '#tests/support/people/rewards.ts'
import { createTestDatabase } from '#tests/support/postgres.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { canonicalPhone } from '#values/text/canonical-phone.ts'

const spellings = [
  ['Mexico', '+5215512345678', '+525512345678'],
  ['Argentina', '+541143211234', '+5491143211234'],
  ['Argentina, outside the capital', '+543512345678', '+5493512345678'],
] as const

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const letAskAgain = statement(
  'test-ask-again',
  {},
  `update sign_in_attempts set sent_at = '{}', resend_at = now() where number_hash = $1`,
)

/** Signs in with the typed spelling; the code is in the inbox of the canonical one. */
async function signInAs(typed: string, canonical: string): Promise<string> {
  const person = new Person(test.url, canonical)
  await test.services.db.run(letAskAgain, [hashOf(canonical)])
  expect((await person.post('/api/auth/request-otp', { phone: typed })).status).toBe(200)
  const code = await person.readCode()
  const answer = await person.post('/api/auth/verify-otp', { phone: typed, code })
  expect(answer.body.user.phone).toBe(canonical)
  return answer.body.user.id
}

describe('a mobile number', () => {
  it.each(spellings)('of %s opens one passport in both spellings', async (_country, one, other) => {
    expect(await signInAs(one, other)).toBe(await signInAs(other, other))
  })

  it('receives a gift to its other spelling', async () => {
    const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
    await giveByCard(await new Person(test.url).signIn(), batch, 20, '+5218112345678')
    const receiver = await new Person(test.url, '+528112345678').signIn()
    expect((await receiver.get('/passport/me')).body.total_offsets).toBe(20)
  })

  it.each(['+548001234567', '+546001234567', '+528001234567', '+5491143211234', '+525512345678'])(
    '%s is unchanged',
    (phone) => expect(canonicalPhone(phone)).toBe(phone),
  )
})

it('Older passports and waiting gifts get the one spelling, unless another passport has it', async () => {
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    const own = `select nspname from pg_namespace where nspname like 'sandbox%' or nspname = 'public'`
    for (const { nspname } of (await client.query(own)).rows) {
      await client.query(`drop schema ${nspname} cascade`)
    }
    await client.query('create schema public')
    await migrate(database.url, { through: 22 })
    const phones = [
      '+5215512345678',
      '+541143211234',
      '+5213312345678',
      '+523312345678',
      '+447400123456',
    ]
    for (const phone of phones) {
      const values = [phone]
      await client.query(
        `insert into passports (phone, country, currency) values ($1, 'GB', 'GBP')`,
        values,
      )
    }
    await migrate(database.url)
    const { rows } = await client.query('select phone from passports order by phone')
    expect(rows.map(({ phone }) => phone)).toEqual(
      [
        '+5213312345678',
        '+523312345678',
        '+525512345678',
        '+5491143211234',
        '+447400123456',
      ].sort(),
    )
  } finally {
    await client.end()
    await database.drop()
  }
})
