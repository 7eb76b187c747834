// Kills the app with -9 at steps of the background task that numbers receipts: no gap, no number twice, and each
// purchase has one receipt with its tax. FAULT_POINTS=all (npm run faults) kills at all of them, npm test at one.
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkLedger } from '#features/purchases/inspect/check-ledger.ts'
import { taxComparisons } from '#features/tax/check-tax.ts'
import { type EmbeddedProduct, openEmbeddedProduct } from '#tests/faults/embedded-product.ts'
import { failingAt } from '#tests/faults/recorded-points.ts'
import { somePoints } from '#tests/faults/some-points.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { cardOrder, Person } from '#tests/support/people/person.ts'
import { statement } from '#tests/support/test-statement.ts'

const points = [
  'after:insert-tax-documents',
  'after:commit of insert-tax-documents',
  'before:commit of insert-tax-documents',
  'before:insert-tax-documents',
  'after:find-unnumbered-sales',
  'after:lock-tax-progress',
]
const chosen = somePoints(points, 1)

const findReceipts = statement(
  'receipt-kills-documents',
  { sequence: 'int4', tax_minor: 'int8', posted_minor: 'int8' },
  `select d.sequence, d.tax_minor, (select coalesce(sum(m.amount_minor), 0)::int8 from money_postings m
     where m.purchase_id = d.purchase_id and m.destination = 'tax:' || d.country) as posted_minor
   from tax_documents d where kind = 'receipt' order by year, sequence`,
)

let parts: EmbeddedProduct
let TAX: string
let buyer: Person
let batch: IssuedBatch
let bought = 0
beforeAll(async () => {
  parts = await openEmbeddedProduct()
  TAX = join(parts.product.dataDir, 'rates.csv')
  await writeFile(TAX, 'country,rate,from\n*,0,2020-01-01\nGB,20,2020-01-01\n')
  await parts.product.stop()
  await parts.product.start({ TAX })
  batch = await issueTestBatch(parts.db, { kg: 1_000_000 })
  buyer = await new Person(parts.product.url).signIn()
})
afterAll(async () => {
  await parts.product.stop()
  await parts.db.close()
  await parts.embedded.close()
  await parts.product.remove()
})

/** One purchase. The kill may fall before its answers, so each call continues it. Returns its last status. */
function purchase(): () => Promise<number> {
  const key = randomUUID()
  let order: Readonly<Record<string, unknown>> | undefined
  let txId: string | undefined
  const proceed = async () => {
    order ??= cardOrder(batch, 107, await buyer.cardToken())
    txId ??= (await buyer.reserve(order, { key })).body.txId
    return (await buyer.complete(txId ?? '')).status
  }
  return () => proceed().catch(() => 0)
}

it.each(chosen)(
  'killed %s, the numbers continue where they were',
  async (point) => {
    const { product, db } = parts
    await product.stop()
    await product.start({ TAX, ...failingAt(point) })
    const proceed = purchase()
    const first = proceed()
    await expect.poll(() => product.endedBy(), { timeout: 60_000 }).toBe('SIGKILL')
    await first
    await product.start({ TAX })
    await expect.poll(proceed, { timeout: 60_000 }).toBe(200)
    bought += 1
    await expect
      .poll(async () => (await db.run(findReceipts)).length, { timeout: 60_000 })
      .toBe(bought)
    expect(await db.run(findReceipts)).toEqual(
      Array.from({ length: bought }, (_, index) => ({
        ...{ sequence: index + 1, tax_minor: 36, posted_minor: 36 },
      })),
    )
    expect((await checkLedger(db, taxComparisons)).faults).toEqual([])
  },
  240_000,
)
