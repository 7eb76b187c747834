// Tests when a provider is polled for missed events, and from which time on.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, openTestDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { statement } from '#tests/support/test-statement.ts'
import type { Database } from '../database.ts'
import { pollProvider } from './provider-events.ts'

const hour = 3_600
const waitOf = statement(
  'test-wait-for-poll',
  { seconds: 'int4' },
  `select extract(epoch from next_at - now())::int4 as seconds from provider_polls`,
)
const passPolls = statement(
  'test-pass-polls',
  {},
  `update provider_polls set next_at = now(), polled_to = polled_to - interval '1 day'`,
)

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = openTestDatabase(database.url, 1)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

/** Seconds between a due poll and the time from which it asks; null where no poll is due. */
async function askedBack(fails = false): Promise<number | null> {
  let seconds: number | null = null
  const polled = pollProvider(db, 'sms', async (since) => {
    seconds = Math.round((Date.now() - since.getTime()) / 1_000)
    if (fails) throw new Error('away')
    return 0
  })
  await polled.catch(() => undefined)
  return seconds
}

async function expectNear(seconds: Promise<number | null | undefined>, expected: number) {
  expect(Math.abs(((await seconds) ?? 0) - expected)).toBeLessThan(30)
}
const wait = async () => (await db.run(waitOf))[0]?.seconds

it('reads the last month first, then from an hour before the last poll, each quarter of an hour', async () => {
  await expectNear(askedBack(), 30 * 24 * hour + hour)
  await expectNear(wait(), hour / 4)
  expect(await askedBack()).toBeNull()
  await db.run(passPolls)
  await expectNear(askedBack(), 25 * hour)
})

it('repeats a failed poll after a minute', async () => {
  await db.run(passPolls)
  await expectNear(askedBack(true), 25 * hour)
  await expectNear(wait(), 60)
  expect(await askedBack()).toBeNull()
  await db.run(passPolls)
  await expectNear(askedBack(), 49 * hour)
})
