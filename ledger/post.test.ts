// Tests postings on a real PostgreSQL: their balance rows move with them, no balance passes its
// floor, and opposite postings restore every balance.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kgAccounts, moneyAccounts } from '#ledger/accounts.ts'
import { auditLedger } from '#ledger/audit.ts'
import { lockBalance } from '#ledger/locks.ts'
import {
  lockRewardBudgets,
  openProgrammeBalances,
  openWallets,
  setProgrammeLine,
} from '#ledger/open-accounts.ts'
import { post } from '#ledger/post.ts'
import { history } from '#ledger/posting-history.ts'
import { opposite, type Postings } from '#ledger/postings.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { createTestDatabase, openTestDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { statement } from '#tests/support/test-statement.ts'

const currency = 'GBP'
const batchKg = 1_000

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = openTestDatabase(database.url)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const insertPassport = statement(
  'test-ledger-passport',
  { id: 'uuid' },
  `insert into passports (country, currency) values ('GB', 'GBP') returning id`,
)
const insertProgramme = statement(
  'test-ledger-programme',
  {},
  'insert into programmes (id, name) values ($1, $1)',
)
const rowsOf = statement(
  'test-ledger-rows',
  { available: 'int8', balance: 'int8', held: 'int8', programme: 'int8', rewards: 'int8' },
  `select s.available_kg as available, w.balance_minor as balance, w.held_minor as held,
     b.balance_minor as programme, r.balance_minor as rewards
   from batch_stock s, wallets w, programme_balances b, reward_budgets r
   where s.batch_id = $1 and w.passport_id = $2 and b.programme_id = $3 and w.programme_id = $3
     and w.currency = 'GBP' and b.currency = 'GBP' and r.currency = 'GBP'`,
)
const weeksOf = statement(
  'test-ledger-weeks',
  { week_start: 'text', sold_kg: 'int8' },
  'select week_start::text, sold_kg from batch_weeks where batch_id = $1 order by 1',
)

/**
 * A batch, a wallet with 500 of a programme with a limit of 600, and rewards with a budget of 50.
 * Other currencies and programmes are empty.
 */
async function openAccounts() {
  const { id: batchId } = await issueTestBatch(db, { kg: batchKg })
  const programmeId = `test-${randomUUID()}`
  const [passport] = await db.run(insertPassport)
  if (passport === undefined) throw new Error('no passport')
  const wallet = { passportId: passport.id, programmeId }
  const other = { passportId: passport.id, programmeId: `${programmeId}-other` }
  for (const id of [programmeId, other.programmeId]) await db.run(insertProgramme, [id])
  const source = moneyAccounts.programme(programmeId)
  const destination = moneyAccounts.wallet(wallet)
  await db.transaction(async (tx) => {
    for (const key of [wallet, other]) {
      await openProgrammeBalances(tx, key.programmeId, [currency, 'EUR'])
      for (const each of [currency, 'EUR']) await setProgrammeLine(tx, key.programmeId, each, 600)
      await openWallets(
        tx,
        [currency, 'EUR'].map((each) => ({ ...key, currency: each })),
      )
    }
    await lockRewardBudgets(tx, [currency], 50)
    const credit = { causeId: null, currency, source, destination, amountMinor: 500 }
    await post(tx, { kg: [], money: [credit] })
  })
  const ofOther = moneyAccounts.wallet(other)
  return { batchId, wallet, programme: source, account: destination, ofOther }
}
type Accounts = Awaited<ReturnType<typeof openAccounts>>

function keep({ batchId, wallet, account }: Accounts, causeId: string): Postings {
  const { available, held } = kgAccounts
  const keptOfWallet = moneyAccounts.held(causeId, wallet)
  const kept = moneyAccounts.held(causeId, null)
  return {
    kg: [{ causeId, batchId, source: available, destination: held, quantityKg: 40 }],
    money: [
      { causeId, currency, source: account, destination: keptOfWallet, amountMinor: 120 },
      { causeId, currency, source: account, destination: keptOfWallet, amountMinor: 0 },
      { causeId, currency, source: moneyAccounts.rewards, destination: kept, amountMinor: 30 },
    ],
  }
}

const balancesOf = async ({ batchId, wallet }: Accounts) =>
  (await db.run(rowsOf, [batchId, wallet.passportId, wallet.programmeId]))[0]
const send = (postings: Postings) => db.transaction((tx) => post(tx, postings))
const given = { available: batchKg, balance: 500, held: 0, programme: -500 }

describe('postings', () => {
  it.each(
    ['money_postings', 'kg_postings'].flatMap((table) => [
      [`delete from ${table}`],
      [`update ${table} set purchase_id = null`],
      [`truncate ${table}`],
    ]),
  )('are insert-only: %s', async (sql) => {
    const change = statement(`test-change-${sql}`, {}, sql)
    await expect(db.run(change)).rejects.toThrow('insert-only')
  })

  it('move every balance that they name, and the opposite moves it back', async () => {
    const accounts = await openAccounts()
    const causeId = randomUUID()
    expect(await balancesOf(accounts)).toEqual({ ...given, rewards: 0 })
    await send(keep(accounts, causeId))
    expect(await balancesOf(accounts)).toEqual({
      available: batchKg - 40,
      balance: 380,
      held: 120,
      programme: -500,
      rewards: -30,
    })
    await send(opposite(keep(accounts, causeId)))
    expect(await balancesOf(accounts)).toEqual({ ...given, rewards: 0 })
    expect((await auditLedger(db, {})).faults).toEqual([])
    const lines = await history(db, causeId)
    expect(lines.map(({ ledger, amount }) => `${amount} ${ledger}`)).toEqual(
      expect.arrayContaining(['40 kg', '120 GBP', '30 GBP']),
    )
    expect(lines).toHaveLength(6)
  })

  it('count kilograms in the week of the sale that gives them an owner', async () => {
    const { batchId, wallet } = await openAccounts()
    const sold = { causeId: randomUUID(), batchId, source: kgAccounts.held, quantityKg: 10 }
    const holder = kgAccounts.holder(wallet.passportId)
    const waiting = kgAccounts.waiting(sold.causeId)
    // A Sunday and the Monday after it, UTC.
    const [sunday, monday] = [new Date('2026-03-01T23:59:59Z'), new Date('2026-03-02T00:00:00Z')]
    await send({
      kg: [
        { ...sold, source: kgAccounts.available, destination: kgAccounts.held, quantityKg: 30 },
        { ...sold, destination: holder, soldAt: sunday },
        { ...sold, destination: waiting, soldAt: monday, quantityKg: 20 },
        { ...sold, source: waiting, destination: holder, quantityKg: 20 },
      ],
      money: [],
    })
    expect(await db.run(weeksOf, [batchId])).toEqual([
      { week_start: '2026-02-23', sold_kg: 10 },
      { week_start: '2026-03-02', sold_kg: 20 },
    ])
  })

  it('that would break a floor are refused whole', async () => {
    const accounts = await openAccounts()
    const { kg, money } = keep(accounts, randomUUID())
    const tooMuch: Postings[] = [
      { kg: kg.map((each) => ({ ...each, quantityKg: batchKg + 1 })), money },
      { kg, money: money.map((each) => ({ ...each, amountMinor: 501 })) },
      { kg, money: money.slice(2).map((each) => ({ ...each, amountMinor: 51 })) },
      {
        kg,
        money: money.slice(0, 1).map((each) => ({
          ...each,
          source: accounts.programme,
          destination: accounts.account,
          amountMinor: 101,
        })),
      },
    ]
    for (const postings of tooMuch) {
      await expect(send(postings)).rejects.toMatchObject({ code: '23514' })
    }
    expect(await balancesOf(accounts)).toEqual({ ...given, rewards: 0 })
  })

  it('leave the rest of a changed budget, and less than nothing where more is spent', async () => {
    const causeId = randomUUID()
    const spent = { causeId, currency: 'EUR', source: moneyAccounts.rewards, amountMinor: 30 }
    const leftOf = async (budgetMinor: number) => {
      const left = await db.transaction((tx) => lockRewardBudgets(tx, ['EUR'], budgetMinor))
      return left.get('EUR')
    }
    expect(await leftOf(50)).toBe(50)
    await send({ kg: [], money: [{ ...spent, destination: moneyAccounts.held(causeId, null) }] })
    expect([await leftOf(50), await leftOf(40), await leftOf(20)]).toEqual([20, 10, -10])
  })

  it('issue a batch only once', async () => {
    const { batchId } = await openAccounts()
    const { issued, available } = kgAccounts
    const issue = { causeId: null, batchId, source: issued, destination: available, quantityKg: 5 }
    const again: Postings = { kg: [issue], money: [] }
    await expect(send(again)).rejects.toMatchObject({ code: '23505' })
    await expect(send(opposite(again))).rejects.toThrow(/issued once/)
  })
})

describe('a balance', () => {
  it('is the amount above its floor', async () => {
    const { programme, account, ofOther } = await openAccounts()
    await db.transaction(async (tx) => {
      expect(await lockBalance(tx, programme, currency)).toBe(100)
      expect(await lockBalance(tx, programme, 'EUR')).toBe(600)
      expect(await lockBalance(tx, account, currency)).toBe(500)
      expect(await lockBalance(tx, account, 'EUR')).toBe(0)
      expect(await lockBalance(tx, ofOther, currency)).toBe(0)
      await expect(lockBalance(tx, moneyAccounts.fx, currency)).rejects.toThrow(/no balance/)
    })
  })
})

it('an audit lets a check compute for minutes between two statements', async () => {
  const settings = statement(
    'test-audit-timeouts',
    { statement: 'text', idle: 'text' },
    `select current_setting('statement_timeout') as statement,
       current_setting('idle_in_transaction_session_timeout') as idle`,
  )
  const found: unknown[] = []
  const check = async (tx: Db) => {
    found.push(...(await tx.run(settings)))
    return { compared: 1, faults: [] }
  }
  await auditLedger(db, {}, { 'a check': check })
  expect(found).toEqual([{ statement: '10min', idle: '10min' }])
})
