// Tests the migration that gives a reversal to purchases that ended after a charge before reversals
// existed.
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { reconcilePurchases } from '#features/purchases/card/reconcile-purchases.ts'
import { checkLedger } from '#features/purchases/inspect/check-ledger.ts'
import { pollCardEvents } from '#features/purchases/refund/handle-card-events.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import {
  endRefundAtProvider,
  makePollDue,
  setRefundsAtProvider,
} from '#tests/support/people/card-provider-page.ts'
import { endCharged } from '#tests/support/people/ended-purchase.ts'
import { cardOrder, Person } from '#tests/support/people/person.ts'
import { purchaseIdOf } from '#tests/support/people/purchase-books.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const migration = 'database/migrations/0073_refunds_of_ended_purchases.sql'
/** Restores such rows as they were: no reversal, and none of its figures. */
const undo = `alter table purchases disable trigger user;
  alter table purchases drop constraint purchases_reversal_of_charged;
  update purchases set reversal = 'none' where state <> 'COMPLETED';
  delete from purchase_reversals;
  alter table purchases enable trigger user;
  alter table purchases add constraint purchases_reversal_of_completed
    check (reversal = 'none' or state = 'COMPLETED')`

let test: TestApp
let batch: IssuedBatch
let sql: pg.Client
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
  batch = await issueTestBatch(test.services.db, { kg: 1_000 })
  sql = new pg.Client({ connectionString: test.databaseUrl })
  await sql.connect()
})
afterAll(async () => {
  await sql.end()
  await test.close()
})

async function ended(end: 'EXPIRED' | 'FAILED', refunds: 'succeeded' | 'failed'): Promise<string> {
  const buyer = await new Person(test.url).signIn()
  const { body } = await buyer.reserve(cardOrder(batch, 50, await buyer.cardToken()))
  const txId = String(body.txId)
  await setRefundsAtProvider(test.services.db, await purchaseIdOf(test.services.db, txId), refunds)
  return endCharged(test.services, buyer, txId, end)
}

async function stages(): Promise<Record<string, string>> {
  const { rows } = await sql.query<{ id: string; stage: string }>(
    `select id, state || ' ' || card_state || ' ' || reversal as stage from purchases`,
  )
  return Object.fromEntries(rows.map(({ id, stage }) => [id, stage]))
}

it('a refund that succeeded, failed, or has failed since gets the provider’s present state', async () => {
  const { db } = test.services
  const given = await ended('FAILED', 'succeeded')
  const owed = await ended('EXPIRED', 'failed')
  const failedSince = await ended('EXPIRED', 'succeeded')
  await sql.query(undo)
  await sql.query(await readFile(migration, 'utf8'))
  expect(await stages()).toEqual({
    [given]: 'FAILED REFUNDED refunded',
    [owed]: 'EXPIRED REFUNDING refunding',
    [failedSince]: 'EXPIRED REFUNDED refunded',
  })
  expect((await checkLedger(db)).faults).toEqual([])
  await endRefundAtProvider(db, failedSince, 'failed', false)
  await makePollDue(db, 'cards')
  await pollCardEvents(test.services)
  await reconcilePurchases(test.services, 0)
  expect(await stages()).toEqual({
    [given]: 'FAILED REFUNDED refunded',
    [owed]: 'EXPIRED REFUNDING refund_failed',
    [failedSince]: 'EXPIRED REFUNDING refund_failed',
  })
  expect((await checkLedger(db)).faults).toEqual([])
})
