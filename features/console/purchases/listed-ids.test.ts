// Tests the plans of the console's lists with the planner's settings of a serving process: no list reads all
// purchases or people where an index has the page.
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { plansOfWholeTables } from '#platform/database/database.ts'
import { loadStatements } from '#tests/support/declared-statements.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres.ts'

let database: TestDatabase
let client: pg.Client
let textOf: ReadonlyMap<string, string>
beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  for (const name of plansOfWholeTables) await client.query(`set ${name} = off`)
  await client.query('set plan_cache_mode = force_generic_plan')
  const { statements } = await loadStatements()
  textOf = new Map(statements.map(({ name, text }) => [name, text]))
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

async function planOf(name: string, values: string): Promise<string> {
  await client.query(`prepare "${name}" as ${textOf.get(name)}`)
  const { rows } = await client.query(`explain execute "${name}" (${values})`)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

const ids = `'ffffffff-ffff-ffff-ffff-ffffffffffff', '00000000-0000-0000-0000-000000000000'`
const page = `${ids}, '1970-01-01', '9999-12-31', 51`

it.each([
  ['console-purchases-ALL-newest', 'Backward', 'purchases_pkey'],
  ['console-purchases-ALL-oldest', '', 'purchases_pkey'],
  ['console-purchases-COMPLETED-newest', 'Backward', 'purchases_pkey'],
  ['console-purchases-FAILED-newest', 'Backward', 'purchases_ended_unsold'],
  ['console-purchases-FAILED-oldest', '', 'purchases_ended_unsold'],
])('%s reads the rows %s in the order of %s, and sorts none', async (name, way, index) => {
  const plan = await planOf(name, page)
  expect(plan).toContain(`Index Scan ${way === '' ? '' : `${way} `}using ${index}`)
  expect(plan).not.toMatch(/Seq Scan|Sort/)
})

it.each([
  ['PENDING', 'purchases_open'],
  ['EXPIRED', 'purchases_to_expire'],
  ['REFUNDED', 'purchase_reversals_pkey'],
  ['DISPUTED', 'disputes_open'],
  ['REFUND_FAILED', 'purchases_owed_again'],
  ['REINSTATED', 'purchases_owed_again'],
  ['GOODWILL', 'purchase_reversals_pkey'],
  ['FRAUD_WARNING', 'fraud_warnings_of_purchase'],
])('Purchases in state %s are read one by one from the ids of %s', async (state, index) => {
  const plan = await planOf(`console-purchases-${state}-newest`, page)
  expect(plan).toContain(index)
  expect(plan).toMatch(
    /Index Scan using purchases_pkey on purchases.*\n +Index Cond: \(id = few\.id\)/,
  )
  expect(plan).not.toContain('Seq Scan')
})

it.each([
  ['messages-of-purchase', `'x'`],
  ['console-messages-of-purchases', `'{x}'`],
])('%s reads the messages of one cause by index', async (name, values) => {
  expect(await planOf(name, values)).toContain('outbox_of_cause')
})

it('People, batches and the rows of purchases are read by index', async () => {
  const plans = [
    await planOf('console-people', 'null, null, 51'),
    await planOf('console-oldest-people', 'null, null, 51'),
    await planOf('console-batches-by-serial_number', `null, 51, null, null, null, '{}', '{}'`),
    await planOf('console-purchases-by-id', `'{}'`),
    await planOf('console-sales-by-day', `'00000000-0000-0000-0000-000000000000', now()`),
    await planOf('console-sign-ups-by-day', 'now()'),
  ]
  for (const plan of plans) expect(plan).not.toContain('Seq Scan')
})
