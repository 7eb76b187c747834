// Tests that every lock of the ledger makes a second transaction wait, as the database itself
// reports.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { moneyAccounts } from '#ledger/accounts.ts'
import { lockBalance, lockStock, lockWallets } from '#ledger/locks.ts'
import type { Transaction } from '#platform/database/database.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { creditTestWallet } from '#tests/support/people/credit.ts'
import { Person, type TestBatch } from '#tests/support/people/person.ts'
import { holdLock } from '#tests/support/servers/waiting-locks.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let test: TestApp
let person: Person
let batch: TestBatch
const programmeId = 'test-bank'
beforeAll(async () => {
  test = await startTestApp({ WELCOME_CREDIT: '0' }, undefined, { background: false })
  person = await new Person(test.url).signIn()
  batch = await issueTestBatch(test.services.db, { kg: 10 })
  const passportId = person.id
  await creditTestWallet(test.services.db, { passportId, currency: 'GBP', amountMinor: 700 })
})
afterAll(() => test.close())

const wallet = () => moneyAccounts.wallet({ passportId: person.id, programmeId })
const locks: readonly [string, string, (tx: Transaction) => Promise<unknown>][] = [
  ['stock', 'select from batch_stock for update', (tx) => lockStock(tx, [batch.id])],
  ['wallets', 'select from wallets for update', (tx) => lockWallets(tx, [person.id])],
  ['a wallet', 'select from wallets for update', (tx) => lockBalance(tx, wallet(), 'GBP')],
  [
    'a programme',
    'select from programme_balances for update',
    (tx) => lockBalance(tx, moneyAccounts.programme(programmeId), 'GBP'),
  ],
]

it.each(locks)('a second transaction waits for %s', async (_, held, take) => {
  const other = await holdLock(test, held)
  const taking = test.services.db.transaction(take)
  await other.untilWaiting('row')
  await other.release()
  await taking
})

it('a balance is the amount above its floor, and zero where none was opened', async () => {
  await test.services.db.transaction(async (tx) => {
    expect(await lockBalance(tx, wallet(), 'GBP')).toBe(700)
    expect(await lockBalance(tx, wallet(), 'EUR')).toBe(0)
    const programme = moneyAccounts.programme(programmeId)
    expect(await lockBalance(tx, programme, 'GBP')).toBe(1_000_000_000 - 700)
    await expect(lockBalance(tx, moneyAccounts.sales, 'GBP')).rejects.toThrow('no balance')
  })
})
