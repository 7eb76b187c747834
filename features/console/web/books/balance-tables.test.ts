// Tests how balances become tables.
import { expect, it } from 'vitest'
import { tablesOf } from './balance-tables.ts'

const until = '2026-11-27T09:30:00.000Z'

it('each account has a row, and each currency a column', () => {
  const [money, kilograms] = tablesOf({
    until,
    ledgers: [
      {
        unit: 'EUR',
        accounts: [
          { account: 'programme', balance: 0 },
          { account: 'sales', balance: 0 },
        ],
        sum: 0,
      },
      {
        unit: 'GBP',
        accounts: [
          { account: 'programme:acme', balance: -5 },
          { account: 'programme:bank', balance: 2 },
          { account: 'sales', balance: 3 },
        ],
        sum: 0,
      },
      { unit: 'kg', accounts: [{ account: 'issued', balance: 0 }], sum: 0 },
    ],
  })
  expect(money).toEqual({
    ledger: 'money',
    units: ['EUR', 'GBP'],
    rows: [
      { account: 'programme:acme', balances: [0, -5] },
      { account: 'programme:bank', balances: [0, 2] },
      { account: 'sales', balances: [0, 3] },
    ],
    sums: [0, 0],
  })
  expect(kilograms?.units).toEqual(['kg'])
})

it('books without a posting have tables without columns of money', () => {
  expect(tablesOf({ until, ledgers: [] }).map(({ rows }) => rows)).toEqual([[], []])
})
