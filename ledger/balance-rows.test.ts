// Tests the sums of postings up to a time and in a month row by row, each posting by its value date.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ago, insertSql, type Row } from '#tests/support/insert-rows.ts'
import { idOf, openRowsDatabase, type RowsDatabase } from '#tests/support/rows-database.ts'
import { balancesAt } from './balances-at.ts'
import { findFirstValueDate, listClosedMonths, sumMonth } from './closed-months.ts'

let rows: RowsDatabase
beforeAll(async () => {
  rows = await openRowsDatabase()
})
afterAll(() => rows.close())
beforeEach(() =>
  rows.run('delete from money_postings; delete from kg_postings; delete from closed_months;'),
)

const money = (source: string, destination: string, amount_minor: number, row: Row = {}) =>
  insertSql('money_postings', {
    ...{ currency: 'GBP', source, destination, amount_minor, created_at: '2026-02-10 10:00' },
    ...row,
  })
const kilograms = (source: string, destination: string, quantity_kg: number, row: Row = {}) =>
  insertSql('kg_postings', {
    ...{ batch_id: idOf(8), source, destination, quantity_kg, created_at: '2026-02-10 10:00' },
    ...row,
  })
const [walletA, walletB] = [`wallet:${idOf(1)}:shop`, `wallet:${idOf(2)}:shop`]

it('balances count postings before the time, and those with a value date from its start', async () => {
  await rows.run(
    [
      money('bank', 'programme:shop', 1_000),
      money('programme:shop', walletA, 300),
      money('programme:shop', walletB, 200),
      money(walletA, `held:${idOf(31)}`, 50),
      money('sales', 'tax:DE', 7),
      money('sales', 'tax:FR', 8),
      money('bank', 'programme:cafe', 5, { currency: 'EUR' }),
      money('bank', 'equity', 11, { created_at: '2026-02-28 23:59:59.999' }),
      money('bank', 'equity', 22, { created_at: '2026-03-01 00:00' }),
      money('bank', 'equity', 44, { created_at: '2026-03-05 00:00', value_date: '2026-02-28' }),
      money('bank', 'equity', 88, { created_at: '2026-02-05 00:00', value_date: '2026-03-01' }),
      kilograms('issued', 'available', 100),
      kilograms('available', 'held', 40),
      kilograms('held', `holder:${idOf(1)}`, 30),
      kilograms('held', `holder:${idOf(2)}`, 6),
      kilograms('available', 'operator', 9, { created_at: '2026-03-01 00:00' }),
      kilograms('issued', 'available', 3, { batch_id: idOf(9) }),
    ].join(''),
  )
  const balances = await balancesAt(rows.db, new Date('2026-03-01T00:00:00Z'))
  const shown = balances.money
    .filter(({ accounts }) => accounts > 0)
    .map(({ currency, account, accounts, amount }) => [currency, account, accounts, amount])
  expect(shown).toEqual([
    ['EUR', 'programme:cafe', 1, 5],
    ['EUR', 'bank', 1, -5],
    ['GBP', 'programme:shop', 1, 500],
    ['GBP', 'wallet', 2, 450],
    ['GBP', 'held', 1, 50],
    ['GBP', 'bank', 1, -1_000 - 11 - 44],
    ['GBP', 'sales', 1, -15],
    ['GBP', 'tax:DE', 1, 7],
    ['GBP', 'tax:FR', 1, 8],
    ['GBP', 'equity', 1, 55],
  ])
  const stock = balances.kilograms
    .filter(({ accounts }) => accounts > 0)
    .map(({ batchId, account, accounts, amount }) => [batchId, account, accounts, amount])
  expect(stock).toEqual([
    [idOf(8), 'issued', 1, -100],
    [idOf(8), 'available', 1, 60],
    [idOf(8), 'held', 1, 4],
    [idOf(8), 'holder', 2, 36],
    [idOf(9), 'issued', 1, -3],
    [idOf(9), 'available', 1, 3],
  ])
  const names = balances.money.filter(({ currency }) => currency === 'EUR')
  expect(names.map(({ account }) => account)).toContain('refunds_due')
})

it('a month has the debits and credits of its days, and the balances at its end', async () => {
  await rows.run(
    [
      money('bank', 'programme:shop', 1_000, { created_at: '2026-01-31 23:59:59' }),
      money('programme:shop', walletA, 300, { created_at: '2026-02-01 00:00' }),
      money('programme:shop', walletB, 200, { created_at: '2026-02-28 23:59:59' }),
      money(walletA, 'programme:shop', 25),
      money('bank', 'equity', 40, { created_at: '2026-03-04 10:00', value_date: '2026-02-28' }),
      money('bank', 'equity', 80, { created_at: '2026-02-04 10:00', value_date: '2026-03-01' }),
      money('bank', 'equity', 160, { created_at: '2026-02-04 10:00', value_date: '2025-12-31' }),
      money('bank', 'equity', 3, { created_at: '2026-03-01 00:00' }),
      money('bank', 'equity', 5, { currency: 'EUR' }),
    ].join(''),
  )
  const sums = await sumMonth(rows.db, '2026-02-01', '2026-03-01')
  const of = (
    account: string,
    debit: number,
    credit: number,
    balance: number,
    postings: number,
  ) => ({
    ...{ account, debit_minor: debit, credit_minor: credit, balance_minor: balance, postings },
  })
  expect(sums.map((row) => ({ ...row, postings: Number(row.postings) }))).toEqual([
    { currency: 'EUR', ...of('bank', 5, 0, -5, 1) },
    { currency: 'EUR', ...of('equity', 0, 5, 5, 0) },
    { currency: 'GBP', ...of('bank', 40, 0, -1_200, 1) },
    { currency: 'GBP', ...of('equity', 0, 40, 200, 0) },
    { currency: 'GBP', ...of('programme:shop', 500, 25, 525, 2) },
    { currency: 'GBP', ...of('wallet', 25, 500, 475, 1) },
  ])
  expect(await findFirstValueDate(rows.db)).toEqual({ day: '2025-12-31' })
})

it('closed months are the newest first', async () => {
  const closed = (month: string, closed_by: string, postings: number) =>
    insertSql('closed_months', { month, closed_by, postings, closed_at: ago('1 day') })
  await rows.run(closed('2026-01-01', 'Ada', 7) + closed('2026-02-01', 'Ben', 9))
  const closed_at = expect.any(Date)
  expect(await listClosedMonths(rows.db)).toEqual([
    { month: '2026-02-01', closed_at, closed_by: 'Ben', postings: 9 },
    { month: '2026-01-01', closed_at, closed_by: 'Ada', postings: 7 },
  ])
})
