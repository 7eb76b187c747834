// Tests the cost of batches on a real PostgreSQL: shares and their days, kilograms that come back, races, and the stop
// of a round at each of its steps.
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readJournal } from '#features/accounts/read-journal.ts'
import { checkLedger } from '#features/purchases/inspect/check-ledger.ts'
import { pollCardEvents } from '#features/purchases/refund/handle-card-events.ts'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { replaceBatch } from '#features/purchases/replace/replace-batch.ts'
import { fillTonnes } from '#features/retirements/fill-tonnes.ts'
import { pointsOf } from '#tests/faults/recorded-points.ts'
import { armFailPoint, disarmFailPoint, recordSteps } from '#tests/faults/stop-at.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import { disputeAtProvider } from '#tests/support/people/card-provider-page.ts'
import { Person } from '#tests/support/people/person.ts'
import { costAll, waitForCosts } from '#tests/support/people/posted-costs.ts'
import { purchaseIdOf } from '#tests/support/people/purchase-books.ts'
import { numberAll } from '#tests/support/people/receipt-numbers.ts'
import { holdLock } from '#tests/support/servers/waiting-locks.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { isProblem } from '#values/problem.ts'
import { utcDayOf } from '#values/text/utc-day.ts'
import { booksOf, costPostings } from './batch-cost.ts'
import { costComparisons } from './check-costs.ts'
import { postCosts } from './post-costs.ts'
import { readMargins } from './read-margin.ts'
import { recordCost } from './record-cost.ts'

let test: TestApp
let buyer: Person
beforeAll(async () => {
  test = await startTestApp({ OPEN_RESERVATIONS_MAX: '100' }, undefined, { background: false })
  buyer = await new Person(test.url).signIn()
})
afterEach(disarmFailPoint)
afterAll(() => closeWithBooks(test))

const today = () => utcDayOf(new Date(test.services.clock()))
const record = async () => undefined
const newBatch = (kg: number) => issueTestBatch(test.services.db, { kg })

/** Records a cost, and returns the code of a problem. */
async function cost({ serial }: IssuedBatch, amountMinor: number, currency = 'GBP') {
  const order = { serial, amountMinor, currency, today: today(), record }
  const recorded = await recordCost(test.services.db, order)
  return isProblem(recorded) ? recorded.problem : recorded.costOfSalesMinor
}

const sums = statement(
  'test-cost-sums',
  { account: 'text', minor: 'int8', days: 'json' },
  `select leg.account, sum(leg.minor)::int8 as minor, json_agg(distinct m.value_date) as days
   from money_postings m cross join lateral (values (m.source, m.amount_minor),
     (m.destination, -m.amount_minor)) leg (account, minor)
   where m.purchase_id = $1 group by 1`,
)
/** Returns the debits of the batch's accounts, in minor units. */
async function booksIn({ id }: IssuedBatch) {
  const rows = await test.services.db.run(sums, [id])
  const minor = (account: string) => rows.find((row) => row.account === account)?.minor ?? 0
  return [minor('stock'), minor('cost_of_sales'), minor('write_offs'), minor('suppliers')]
}

const refund = (txId: string) =>
  refundPurchase(test.services, { txId, keepsKilograms: false, record })

describe('the shares of a cost', () => {
  it('come to the cost in any order of sales and returns, and the last kilogram takes the rest', () => {
    const parts = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 3, maxLength: 3 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e13 }), fc.array(parts), (amountMinor, states) => {
        let before = { amountMinor: 0, costOfSalesMinor: 0, writeOffsMinor: 0 }
        const balance = new Map<string, number>()
        for (const [soldKg = 0, writtenOffKg = 0, unsoldKg = 0] of [...states, [7, 2, 0]]) {
          const issuedKg = soldKg + writtenOffKg + unsoldKg
          if (issuedKg === 0) continue
          const kg = { issuedKg, soldKg, writtenOffKg, isLost: false }
          const after = booksOf(amountMinor, kg)
          const batch = { batchId: 'b', currency: 'GBP' }
          for (const posting of costPostings(batch, before, after, '2026-01-01')) {
            expect(posting.amountMinor).toBeGreaterThan(0)
            const { source, destination, amountMinor: minor } = posting
            balance.set(source.name, (balance.get(source.name) ?? 0) + minor)
            balance.set(destination.name, (balance.get(destination.name) ?? 0) - minor)
          }
          const stock = amountMinor - after.costOfSalesMinor - after.writeOffsMinor
          const found = ['stock', 'cost_of_sales', 'write_offs', 'suppliers']
          expect(found.map((name) => balance.get(name) ?? 0)).toEqual([
            stock,
            after.costOfSalesMinor,
            after.writeOffsMinor,
            -amountMinor,
          ])
          expect(
            Math.min(stock, after.costOfSalesMinor, after.writeOffsMinor),
          ).toBeGreaterThanOrEqual(0)
          if (unsoldKg === 0) expect(stock).toBe(0)
          before = after
        }
      }),
    )
  })
})

describe('without a cost', () => {
  it('a round reads no posting, however long the history is', async () => {
    const { db } = test.services
    await buyer.buyByCard(await newBatch(100), 100)
    await postCosts(db)
    await waitForCosts(db)
    const steps = pointsOf(await recordSteps(() => postCosts(db, 1)))
    expect(steps.join()).toContain('has-batch-costs')
    expect(steps.join()).not.toMatch(/find-cost-page-end|find-costed-flows/)
    expect((await postCosts(db)).isBehind).toBe(false)
  })
})

describe('the cost of a batch', () => {
  it('posts what was sold before on its day, and each later sale by the background', async () => {
    const { db } = test.services
    const batch = await newBatch(300)
    await buyer.buyByCard(batch, 100)
    await costAll(db)
    expect(await booksIn(batch)).toEqual([0, 0, 0, 0])
    expect(await cost(batch, 1_000)).toBe(333)
    expect(await booksIn(batch)).toEqual([667, 333, 0, -1_000])
    await buyer.buyByCard(batch, 100)
    await costAll(db)
    expect(await booksIn(batch)).toEqual([334, 666, 0, -1_000])
    await buyer.buyByCard(batch, 100)
    await costAll(db, 1)
    expect(await booksIn(batch)).toEqual([0, 1_000, 0, -1_000])
    await postCosts(db)
    expect(await booksIn(batch)).toEqual([0, 1_000, 0, -1_000])
    const reasons = new Set<string>()
    const period = { from: new Date(today()), until: new Date('2999-01-01') }
    await readJournal(db, 'money', period, ({ about, reason }) => {
      if (about === batch.serial) reasons.add(reason)
    })
    expect([...reasons].toSorted()).toEqual(['cost of a batch', 'cost of sold kilograms'])
  })

  it('posts a sale on its own day, and one from before the cost on the day of the cost', async () => {
    const { db } = test.services
    const batch = await newBatch(100)
    expect(await cost(batch, 100)).toBe(0)
    const insert = statement(
      'test-kilograms-of-other-days',
      {},
      `insert into kg_postings (batch_id, source, destination, quantity_kg, created_at)
       values ($1, 'issued', 'waiting:test', 1, '2020-01-01T23:59Z'),
         ($1, 'waiting:test', 'issued', 1, '2030-01-02T23:59Z')`,
    )
    await db.run(insert, [batch.id])
    await costAll(db)
    const days = statement(
      'test-cost-days',
      { source: 'text', value_date: 'date' },
      `select source, value_date from money_postings
       where purchase_id = $1 and 'cost_of_sales' in (source, destination) order by id`,
    )
    expect(await db.run(days, [batch.id])).toEqual([
      { source: 'cost_of_sales', value_date: today() },
      { source: 'stock', value_date: '2030-01-02' },
    ])
  })

  it('moves with kilograms that come back, fill a tonne, or were replaced', async () => {
    const { db } = test.services
    const batch = await newBatch(1_500)
    const other = await newBatch(1_000)
    await cost(batch, 3_000)
    await cost(other, 1_000)
    const txId = await buyer.buyByCard(batch, 300)
    await buyer.buyByCard(batch, 200)
    await costAll(db)
    expect(await booksIn(batch)).toEqual([2_000, 1_000, 0, -3_000])
    await refund(txId)
    await costAll(db)
    expect(await booksIn(batch)).toEqual([2_000, 400, 600, -3_000])
    await db.transaction((tx) => fillTonnes(tx, [batch.id]))
    await costAll(db)
    expect(await booksIn(batch)).toEqual([1_000, 400, 1_600, -3_000])
    const replaced = await replaceBatch(db, {
      ...{ serial: batch.serial, bySerial: other.serial, reason: 'a test' },
      ...{ auditWithdrawal: record, audit: record },
    })
    expect(isProblem(replaced)).toBe(false)
    await costAll(db)
    expect(await booksIn(batch)).toEqual([0, 0, 3_000, -3_000])
    expect(await booksIn(other)).toEqual([800, 200, 0, -1_000])
  })
})

describe('a corrected cost', () => {
  it('posts the difference, and keeps its currency', async () => {
    const batch = await newBatch(100)
    await buyer.buyByCard(batch, 60)
    await costAll(test.services.db)
    expect(await cost(batch, 1_000)).toBe(600)
    expect(await cost(batch, 1_000)).toBe('same_cost')
    expect(await cost(batch, 1_000, 'EUR')).toBe('other_currency')
    expect(await cost(batch, 1_501)).toBe(900)
    expect(await booksIn(batch)).toEqual([601, 900, 0, -1_501])
    expect(await cost(batch, 500)).toBe(300)
    expect(await booksIn(batch)).toEqual([200, 300, 0, -500])
    const unknown = { ...batch, serial: 'TST-unknown' }
    expect(await cost(unknown, 1)).toBe('batch_not_found')
  })

  it('is one of two at once', async () => {
    const batch = await newBatch(100)
    const results = await Promise.all([cost(batch, 700), cost(batch, 700)])
    expect(results.map(String).toSorted()).toEqual(['0', 'same_cost'])
    expect(await booksIn(batch)).toEqual([700, 0, 0, -700])
  })
})

describe('a round', () => {
  it('waits for a transaction that has drawn an earlier id, and misses none', async () => {
    const { db } = test.services
    const batch = await newBatch(1_000)
    await cost(batch, 1_000)
    await costAll(db)
    const running = await holdLock(
      test,
      `insert into kg_postings (batch_id, source, destination, quantity_kg)
       values ('${batch.id}', 'held', 'waiting:test', 10)`,
    )
    await buyer.buyByCard(batch, 100)
    for (let round = 0; round < 5; round += 1) await postCosts(db)
    expect(await booksIn(batch)).toEqual([1_000, 0, 0, -1_000])
    await running.release()
    await costAll(db)
    expect(await booksIn(batch)).toEqual([900, 100, 0, -1_000])
  })

  it('runs once at a time', async () => {
    const { db } = test.services
    const batch = await newBatch(1_000)
    await cost(batch, 1_000)
    await buyer.buyByCard(batch, 100)
    for (let round = 0; round < 4; round += 1) {
      await Promise.all([postCosts(db), postCosts(db), postCosts(db)])
    }
    await costAll(db)
    expect(await booksIn(batch)).toEqual([900, 100, 0, -1_000])
  })

  it('posts wholly or not at all, wherever it stops', async () => {
    const { db } = test.services
    const batch = await newBatch(100_000)
    await cost(batch, 100_000)
    await costAll(db)
    await buyer.buyByCard(batch, 100)
    await postCosts(db)
    await waitForCosts(db)
    const points = [...new Set(pointsOf(await recordSteps(() => postCosts(db))))]
    expect(points.length).toBeGreaterThan(8)
    let sold = 100
    for (const point of points) {
      await buyer.buyByCard(batch, 100)
      sold += 100
      await postCosts(db)
      await waitForCosts(db)
      armFailPoint(`${point}:throw`)
      await postCosts(db).catch(() => undefined)
      expect([point, disarmFailPoint()]).toEqual([point, false])
      expect([point, (await checkLedger(db, costComparisons)).faults]).toEqual([point, []])
      await costAll(db)
      expect([point, await booksIn(batch)]).toEqual([point, [100_000 - sold, sold, 0, -100_000]])
    }
  })
})

describe('the margin', () => {
  it('is sales without tax and refunds, less cost, write-offs and goodwill', async () => {
    const { db } = test.services
    const batch = await newBatch(1_000)
    await cost(batch, 500)
    await buyer.buyByCard(batch, 200)
    const returned = await buyer.buyByCard(batch, 100)
    const kept = await buyer.buyByCard(batch, 100)
    await refund(returned)
    await refundPurchase(test.services, { txId: kept, keepsKilograms: true, record })
    await numberAll(test.services)
    await costAll(db)
    const own = (await readMargins(db, '2020-01-01', '2999-01-01', 'batch')).filter(
      ({ serialNumber }) => serialNumber === batch.serial,
    )
    const month = today().slice(0, 7)
    expect(own).toMatchObject([
      {
        ...{ month, currency: 'GBP', salesMinor: 600, costMinor: 150, writeOffsMinor: 50 },
        ...{ givenMinor: 200, marginMinor: 200 },
      },
    ])
    const projects = await readMargins(db, '2020-01-01', '2999-01-01', 'project')
    const ofProject = projects.filter(({ project }) => project === own[0]?.project)
    expect(ofProject).toMatchObject([{ serialNumber: null, marginMinor: 200 }])
    expect(await readMargins(db, '2020-01-01', '2020-02-01', 'batch')).toEqual([])
  })

  it('takes lost disputes for given away', async () => {
    const { db } = test.services
    const batch = await newBatch(1_000)
    const txId = await buyer.buyByCard(batch, 100)
    await disputeAtProvider(db, await purchaseIdOf(db, txId), 'lost')
    await pollCardEvents(test.services)
    const margins = await readMargins(db, '2020-01-01', '2999-01-01', 'batch')
    const own = margins.filter(({ serialNumber }) => serialNumber === batch.serial)
    expect(own).toMatchObject([{ salesMinor: 200, givenMinor: 200, marginMinor: 0 }])
  })
})

describe('the ledger check', () => {
  it('finds a cost that is not that of the kilograms', async () => {
    const { db } = test.services
    const batch = await newBatch(100)
    await buyer.buyByCard(batch, 60)
    await costAll(db)
    await cost(batch, 1_000)
    const faultsOf = async () =>
      (await checkLedger(db, costComparisons)).faults.map(({ check }) => check).toSorted()
    const client = new pg.Client({ connectionString: test.databaseUrl })
    await client.connect()
    try {
      await client.query('alter table money_postings disable trigger user')
      const move = (from: string, to: string) =>
        client.query(
          `update money_postings set source = $3 where purchase_id = $1 and source = $2`,
          [batch.id, from, to],
        )
      await move('cost_of_sales', 'write_offs')
      expect(await faultsOf()).toEqual([
        'cost of sales is that of sold kilograms',
        'write-offs are those of kilograms that nobody can buy',
      ])
      await move('write_offs', 'cost_of_sales')
      await move('stock', 'costs')
      expect(await faultsOf()).toEqual(['stock is the cost of unsold kilograms'])
      await move('costs', 'stock')
    } finally {
      await client.query('alter table money_postings enable trigger user')
      await client.end()
    }
    expect(await faultsOf()).toEqual([])
    const planted = statement(
      'test-change-of-cost-currency',
      {},
      `update batch_costs set currency = 'EUR' where batch_id = $1`,
    )
    await expect(db.run(planted, [batch.id])).rejects.toThrow('refused')
  })
})
