// Tests which requests to erase messages are taken, and when a failed one is repeated.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '#platform/database/database.ts'
import type { SmsErasure, SmsProvider } from '#providers/sms/sms-provider.ts'
import { createTestDatabase, openTestDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { statement } from '#tests/support/test-statement.ts'
import { forgetMessages } from './forget-messages.ts'

const insert = statement(
  'test-insert-forgetting',
  {},
  `insert into sms_to_forget (phone, provider_ids, attempts, due_at)
   values ($1, $2, $3, now() + make_interval(secs => $4))`,
)
const remaining = statement(
  'test-remaining-forgettings',
  { phone: 'text', attempts: 'int2', wait_seconds: 'int4' },
  `select phone, attempts, ceil(extract(epoch from due_at - now()))::int4 as wait_seconds
   from sms_to_forget order by id`,
)
const removeAll = statement('test-remove-forgettings', {}, 'delete from sms_to_forget')

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = openTestDatabase(database.url)
})
beforeEach(async () => {
  await db.run(removeAll)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const phoneOf = (index: number) => `+4478180000${String(index).padStart(2, '0')}`
const add = (index: number, secondsAhead: number, attempts = 0) =>
  db.run(insert, [phoneOf(index), [`SM${index}`, `MM${index}`], attempts, secondsAhead])

type Warning = readonly [event: string, fields: unknown]

/** Runs one round. `forget` is the provider’s work. */
async function run(forget: (erased: SmsErasure) => Promise<void> = async () => undefined) {
  const erased: SmsErasure[] = []
  const warnings: Warning[] = []
  const unused = () => Promise.reject(new Error('unused'))
  const sms: SmsProvider = {
    ...{ send: unused, findAnswer: unused, eventsSince: unused, close: unused },
    async forget(each) {
      erased.push(each)
      await forget(each)
    },
  }
  const ignored = () => undefined
  const warn = (event: string, fields?: unknown) => {
    warnings.push([event, fields])
  }
  const log = { debug: ignored, info: ignored, warn, error: ignored }
  const count = await forgetMessages({ db, sms, log })
  return { count, erased, warnings }
}

it('takes the 20 that are due for the longest, with their messages, and none before its time', async () => {
  for (let index = 0; index < 22; index += 1) await add(index, index - 60)
  await add(22, 60)
  const first = await run()
  expect([first.count, first.warnings]).toEqual([20, []])
  const taken = first.erased.toSorted((one, other) => (one.phone < other.phone ? -1 : 1))
  expect(taken).toEqual(
    Array.from({ length: 20 }, (_, index) => ({
      ...{ phone: phoneOf(index), messageIds: [`SM${index}`, `MM${index}`] },
    })),
  )
  const second = await run()
  expect(second.erased.map(({ phone }) => phone).toSorted()).toEqual([phoneOf(20), phoneOf(21)])
  expect([second.count, (await run()).count]).toEqual([2, 0])
  expect((await db.run(remaining)).map(({ phone }) => phone)).toEqual([phoneOf(22)])
})

it('leaves a taken one to its worker for a minute', async () => {
  await add(1, 0)
  const meanwhile: unknown[] = []
  await run(async () => {
    meanwhile.push((await run()).count, ...(await db.run(remaining)))
  })
  const [count, row] = meanwhile
  expect(count).toBe(0)
  expect(row).toMatchObject({ attempts: 1, wait_seconds: expect.any(Number) })
  const { wait_seconds } = Object(row)
  expect(wait_seconds).toBeGreaterThan(50)
  expect(wait_seconds).toBeLessThanOrEqual(60)
})

it.each([
  [0, 1, 0, 1],
  [3, 4, 50, 64],
  [7, 8, 1_790, 1_800],
  [1_000, 1_000, 1_790, 1_800],
])(
  'a failure after %i attempts counts as number %i, and waits between %i and %i seconds',
  async (attempts, count, min, max) => {
    await add(1, -2, attempts)
    await add(2, -1)
    const failure = new Error('away')
    const { erased, warnings } = await run(async ({ phone }) => {
      if (phone === phoneOf(1)) throw failure
    })
    expect(erased).toHaveLength(2)
    expect(warnings).toEqual([['messages not forgotten yet', { count, error: failure }]])
    const [row, ...others] = await db.run(remaining)
    expect(others).toEqual([])
    expect(row).toMatchObject({ phone: phoneOf(1), attempts: count })
    expect(row?.wait_seconds).toBeGreaterThanOrEqual(min)
    expect(row?.wait_seconds).toBeLessThanOrEqual(max)
  },
)
