// Tests the figures of the day: from the database, of the parts that the roles may read.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Today } from '#features/console/today/today-calls.ts'
import { recordRun } from '#features/operations/last-runs.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { cardOrder, Person } from '#tests/support/people/person.ts'
import { claim, newAchiever, rewardOrder, totalOf } from '#tests/support/people/rewards.ts'
import { type ConsoleReader, openConsoleReader } from '#tests/support/servers/console-reader.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const killMessages = statement(
  'test-today-dead-messages',
  {},
  `update outbox set state = 'dead' where template = 'purchase_success'`,
)

const addCodes = statement(
  'test-today-codes',
  {},
  `insert into code_prefixes (prefix, sends, conversions) values ('+99900', 49, 8), ('+99901', 1, 1)`,
)

let test: TestApp
let reader: ConsoleReader
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
  reader = await openConsoleReader(test)
})
afterAll(async () => {
  await reader.close()
  await test.close()
})

async function today(roles?: readonly string[]) {
  const { body }: { readonly body: Today } = await reader.read('today', roles)
  return body
}
const valuesOf = ({ tiles }: Today) =>
  Object.fromEntries(tiles.map(({ id, value, level }) => [id, `${value}, ${level}`]))

const idsOf = ({ tiles }: Today) => tiles.map(({ id }) => id)
const runs = ['backup', 'ledger_check']
const sales = ['sales', 'kilograms', 'sign_ups']
const purchases = [
  'open_purchases',
  'refunds_failed',
  'refunds_owed',
  'refunds_pending',
  'refunds_under_way',
  'disputes',
  'fraud_warnings',
]

describe('the figures of the day', () => {
  it('count sales, open purchases, stock, messages and runs', async () => {
    const { db } = test.services
    const before = valuesOf(await today())
    expect(before).toMatchObject({
      sales: 'none yet, fine',
      open_purchases: 'none, fine',
      stock: '0 kg, alarm',
      backup: 'never, warning',
      approvals: 'none, fine',
      codes: 'no codes yet, fine',
    })
    const buyer = await new Person(test.url).signIn()
    const batch = await issueTestBatch(db, { kg: 2_600 })
    await buyer.buyByCard(batch, 1_500)
    await buyer.reserve(cardOrder(batch, 100, await buyer.cardToken()))
    await db.run(killMessages)
    await db.run(addCodes)
    await recordRun(db, 'backup', true)
    await recordRun(db, 'ledger check', false)
    const { days, ...rest } = await today()
    expect(valuesOf({ days, ...rest })).toMatchObject({
      sales: '30.00 GBP in 1 purchase, fine',
      kilograms: '1,500 kg, fine',
      sign_ups: '1 person, fine',
      codes: '18 % of 50 codes, warning',
      open_purchases: '1 under 10 min, 0 under 1 h, 0 older, fine',
      disputes: 'none, fine',
      retirement: expect.stringMatching(/^1 t, the oldest by 20.*, fine$/),
      stock: '1,000 kg, warning',
      dead_messages: '1 message, warning',
      backup: expect.stringMatching(/ UTC, fine$/),
      ledger_check: expect.stringMatching(/^failed .*, never well, alarm$/),
      programmes: 'none, fine',
    })
    const day = new Date().toISOString().slice(0, 10)
    expect(days).toHaveLength(30)
    expect(days.map((each) => each.day)).toEqual(days.map((each) => each.day).toSorted())
    expect(days.at(-1)).toEqual({
      ...{ day, purchases: 1, kilograms: 1_500, sign_ups: 1 },
      sums: [{ currency: 'GBP', amount: 30 }],
    })
  })

  it('count no redeemed reward as a sale', async () => {
    const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
    const { me, token } = await newAchiever(test.url, batch)
    const sold = valuesOf(await today())
    await claim(me, token)
    const reserved = await me.reserve(rewardOrder(batch, token))
    expect((await me.complete(reserved.body.txId)).status).toBe(200)
    expect(await totalOf(me)).toBe(101)
    const { sales, kilograms } = valuesOf(await today())
    expect({ sales, kilograms }).toEqual({ sales: sold.sales, kilograms: sold.kilograms })
  })

  it('are those of parts that the roles may read', async () => {
    const support = await today(['support'])
    expect(idsOf(support)).toEqual([
      ...sales,
      ...purchases,
      ...['approvals', 'codes', 'dead_messages', 'stock', 'programmes'],
      ...runs,
    ])
    const registry = await today(['registry'])
    expect(idsOf(registry)).toEqual(['approvals', 'retirement', 'stock', ...runs])
    expect(registry.days).toEqual([])
    expect((await reader.read('today', ['partner:welcome'])).status).toBe(403)
  })
})
