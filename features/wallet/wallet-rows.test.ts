// Tests the SQL of wallets and programmes row by row: every column, order and page.
import { register } from 'prom-client'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ago, insertSql, purchaseSql, type Row } from '#tests/support/insert-rows.ts'
import { idOf, openRowsDatabase, type RowsDatabase } from '#tests/support/rows-database.ts'
import {
  findBalances,
  findCredit,
  findLimits,
  listCredits,
} from './programmes/programme-credits.ts'
import { findNamesake, findProgrammes } from './programmes/programme-rows.ts'
import { watchProgrammes } from './programmes/watch-programmes.ts'
import { findWallets, findWalletTransactions } from './wallet-queries.ts'

const [ada, ben] = [idOf(1), idOf(2)]
const project = idOf(9)

let rows: RowsDatabase
beforeAll(async () => {
  rows = await openRowsDatabase()
})
afterAll(() => rows.close())
const tables = ['wallets', 'wallet_credits', 'wallet_reversals', 'programme_balances', 'programmes']
const others = [
  'purchase_wallet_parts',
  'refund_part_wallets',
  'refund_parts',
  'purchase_reversals',
]
beforeEach(async () => {
  const emptied = [...tables, ...others, 'purchases', 'projects']
  await rows.run(emptied.map((table) => `delete from ${table};`).join(''))
})

const programme = (id: string, row: Row = {}) =>
  insertSql('programmes', { id, name: `Name of ${id}`, ...row })
const wallet = (programme_id: string, currency: string, row: Row) =>
  insertSql('wallets', { passport_id: ada, programme_id, currency, ...row })
const credit = (number: number, row: Row = {}) =>
  insertSql('wallet_credits', {
    ...{ id: idOf(number), passport_id: ada, programme_id: 'bank', currency: 'GBP' },
    ...{ amount_minor: number, source: `Source ${number}`, created_at: '2026-01-01 10:00', ...row },
  })
const at = (day: string) => new Date(`2026-01-${day}T10:00:00Z`)

it('wallets are the oldest first, then by programme and currency', async () => {
  await rows.run(
    programme('bank', { logo_url: 'https://a/logo' }) +
      programme('shop') +
      wallet('shop', 'GBP', { balance_minor: 5, held_minor: 6, created_at: '2026-01-01 10:00' }) +
      wallet('bank', 'TRY', { balance_minor: 1, held_minor: 2, created_at: '2026-01-02 10:00' }) +
      wallet('bank', 'EUR', { balance_minor: 3, held_minor: 4, created_at: '2026-01-02 10:00' }) +
      wallet('bank', 'GBP', { passport_id: ben, balance_minor: 9 }),
  )
  const bank = { programme_id: 'bank', programme_name: 'Name of bank', logo_url: 'https://a/logo' }
  expect(await findWallets(rows.db, ada)).toEqual([
    {
      ...{ programme_id: 'shop', programme_name: 'Name of shop', logo_url: null, currency: 'GBP' },
      ...{ balance_minor: 5, held_minor: 6, created_at: at('01') },
    },
    { ...bank, currency: 'EUR', balance_minor: 3, held_minor: 4, created_at: at('02') },
    { ...bank, currency: 'TRY', balance_minor: 1, held_minor: 2, created_at: at('02') },
  ])
})

it('transactions are credits, their reversals, payments, and what went back, whole or in parts', async () => {
  const part = (number: number, programme_id: string, row: Row) =>
    insertSql('purchase_wallet_parts', {
      ...{ purchase_id: idOf(number), passport_id: ada, programme_id, wallet_currency: 'GBP' },
      ...{ paid_minor: 1, ...row },
    })
  const gone = (number: number, programme_id: string, index: number, wallet_minor: number) =>
    insertSql('refund_part_wallets', {
      ...{ purchase_id: idOf(number), part: index, programme_id, wallet_currency: 'GBP' },
      ...{ wallet_minor, paid_minor: 1, rounding_minor: 0 },
    })
  const bought = (number: number, row: Row = {}) =>
    purchaseSql({ id: idOf(8), projectId: project }, { id: idOf(number), buyer_id: ada, ...row })
  await rows.run(
    insertSql('projects', {
      ...{ id: project, registry: 'TST', registry_name: 'T', external_id: '1', name: 'WIND 7' },
      ...{ country: 'TR', country_name: 'Türkiye', status: 'Verified', project_type: '{Wind}' },
      shown_name: 'Wind on the hill',
    }) +
      programme('bank', { logo_url: 'https://a/bank' }) +
      programme('shop', { logo_url: 'https://a/shop' }) +
      programme('refunds') +
      credit(11, { logo_url: 'https://a/credit', currency: 'TRY' }) +
      credit(12, { programme_id: 'refunds', created_at: '2026-01-02 10:00' }) +
      credit(13, { passport_id: ben }) +
      insertSql('wallet_reversals', {
        ...{ id: idOf(14), credit_id: idOf(11), created_at: '2026-01-03 10:00' },
      }) +
      insertSql('wallet_reversals', { id: idOf(15), credit_id: idOf(13) }) +
      bought(31, { completed_at: '2026-01-04 10:00' }) +
      part(31, 'bank', { wallet_minor: 50 }) +
      part(31, 'shop', { wallet_minor: 60 }) +
      insertSql('purchase_reversals', {
        purchase_id: idOf(31),
        wallet_returned_at: '2026-01-06 10:00',
      }) +
      insertSql('refund_parts', {
        ...{ purchase_id: idOf(31), part: 1, kg: 1, card_minor: 0, previous_posting_id: 1 },
        ...{ posting_id: 1, created_at: '2026-01-05 10:00' },
      }) +
      gone(31, 'bank', 1, 20) +
      gone(31, 'shop', 1, 60) +
      bought(32, { state: 'EXPIRED', completed_at: null, first_place: null }) +
      part(32, 'bank', { wallet_minor: 70 }) +
      bought(33, { completed_at: '2026-01-07 10:00' }) +
      part(33, 'bank', { wallet_minor: 80 }) +
      insertSql('refund_parts', {
        ...{ purchase_id: idOf(33), part: 1, kg: 1, card_minor: 0, previous_posting_id: 1 },
        ...{ posting_id: 1, created_at: '2026-01-08 10:00' },
      }) +
      gone(33, 'bank', 1, 0) +
      bought(34, { buyer_id: ben, completed_at: '2026-01-09 10:00' }) +
      part(34, 'bank', { wallet_minor: 90 }) +
      // Money that went back to another passport.
      insertSql('purchase_reversals', {
        ...{ purchase_id: idOf(34), wallet_returned_at: '2026-01-10 10:00' },
      }) +
      insertSql('refund_parts', {
        ...{ purchase_id: idOf(34), part: 1, kg: 1, card_minor: 0, previous_posting_id: 1 },
        ...{ posting_id: 1, created_at: '2026-01-10 09:00' },
      }) +
      gone(34, 'bank', 1, 5) +
      // A second wallet of the same programme, of which no part went back.
      part(31, 'bank', { wallet_currency: 'EUR', wallet_minor: 7 }) +
      // Two parts of one wallet.
      insertSql('refund_parts', {
        ...{ purchase_id: idOf(31), part: 2, kg: 1, card_minor: 0, previous_posting_id: 1 },
        ...{ posting_id: 1, created_at: '2026-01-05 11:00' },
      }) +
      gone(31, 'bank', 2, 4),
  )
  const found = await findWalletTransactions(rows.db, ada, null, 0)
  const shown = found.map(({ id: _, created_at, logo_url, ...row }) => [
    created_at.getUTCDate(),
    ...[row.type, row.amount_minor, row.currency, row.source, row.is_refund],
    logo_url?.replace('https://a/', '') ?? null,
  ])
  const hill = 'Wind on the hill'
  const inOrder = (list: readonly unknown[][]) => list.map((each) => each.join()).toSorted()
  expect(inOrder(shown)).toEqual(
    inOrder([
      [7, 'debit', 80, 'GBP', hill, false, 'bank'],
      [6, 'credit', 26, 'GBP', hill, true, 'bank'],
      [6, 'credit', 7, 'EUR', hill, true, 'bank'],
      [5, 'credit', 4, 'GBP', hill, true, 'bank'],
      [5, 'credit', 20, 'GBP', hill, true, 'bank'],
      [5, 'credit', 60, 'GBP', hill, true, 'shop'],
      [4, 'debit', 50, 'GBP', hill, false, 'bank'],
      [4, 'debit', 7, 'EUR', hill, false, 'bank'],
      [4, 'debit', 60, 'GBP', hill, false, 'shop'],
      [3, 'debit', 11, 'TRY', 'Source 11', false, 'credit'],
      [2, 'credit', 12, 'GBP', 'Source 12', true, null],
      [1, 'credit', 11, 'TRY', 'Source 11', false, 'credit'],
    ]),
  )
  expect(shown.map(([day]) => day)).toEqual([7, 6, 6, 5, 5, 5, 4, 4, 4, 3, 2, 1])
  // Rows with the same time have the order of their ids, so that pages neither repeat nor skip one.
  const keys = found.map(({ created_at, id }) => `${created_at.toISOString()} ${id}`)
  expect(keys).toEqual(keys.toSorted().reverse())
  expect(new Set(found.map(({ id }) => id)).size).toBe(12)
  expect(await findWalletTransactions(rows.db, ada, 2, 0)).toEqual(found.slice(0, 2))
  expect(await findWalletTransactions(rows.db, ada, 4, 2)).toEqual(found.slice(2, 6))
  expect(await findWalletTransactions(rows.db, ada, null, 11)).toEqual(found.slice(11))
})

it('credits of a programme are its own, newest first, in pages, with their reversals', async () => {
  await rows.run(
    programme('bank') +
      credit(11, { currency: 'TRY', logo_url: 'https://a/credit' }) +
      credit(12) +
      credit(13) +
      credit(14, { programme_id: 'shop' }) +
      insertSql('wallet_reversals', {
        ...{ id: idOf(21), credit_id: idOf(11), created_at: '2026-01-03 10:00' },
      }),
  )
  const first = {
    ...{ id: idOf(11), amount_minor: 11, currency: 'TRY', source: 'Source 11' },
    ...{ logo_url: 'https://a/credit', created_at: at('01'), reversal_id: idOf(21) },
    reversed_at: at('03'),
  }
  const page = async (limit: number, beforeId: string | null = null) => {
    const { credits, hasMore } = await listCredits(rows.db, 'bank', { beforeId, limit })
    return [credits.map(({ amount_minor }) => amount_minor), hasMore]
  }
  expect(await page(3)).toEqual([[13, 12, 11], false])
  expect(await page(2)).toEqual([[13, 12], true])
  expect(await page(2, idOf(12))).toEqual([[11], false])
  expect(await findCredit(rows.db, 'bank', idOf(11))).toEqual(first)
  expect(await findCredit(rows.db, 'shop', idOf(11))).toBeNull()
  const { credits } = await listCredits(rows.db, 'bank', { beforeId: idOf(12), limit: 1 })
  expect(credits).toEqual([first])
})

it('the day’s sum is that of the window, without the credits of more than 24 hours ago', async () => {
  const counted = (number: number, interval: string, row: Row = {}) =>
    credit(number, { counted_minor: number, created_at: ago(interval), ...row })
  await rows.run(
    programme('bank', {
      ...{ currency: 'TRY', person_limit_minor: 700, day_limit_minor: 900 },
      ...{ window_from: ago('48 hours'), window_minor: 200 },
    }) +
      counted(11, '25 hours') +
      counted(12, '47 hours') +
      counted(13, '49 hours') +
      counted(14, '23 hours') +
      counted(15, '25 hours', { counted_minor: null }) +
      counted(16, '25 hours', { programme_id: 'shop' }),
  )
  expect(await findLimits(rows.db, 'bank')).toEqual({
    ...{ currency: 'TRY', person_limit_minor: 700, day_limit_minor: 900, day_minor: 200 - 11 - 12 },
  })
  await expect(findLimits(rows.db, 'none')).rejects.toThrow('there is no programme none')
})

it('programmes have a row for each balance, and metrics of what they have given', async () => {
  const balance = (programme_id: string, currency: string, row: Row) =>
    insertSql('programme_balances', { programme_id, currency, ...row })
  await rows.run(
    programme('shop', {
      ...{ currency: 'TRY', person_limit_minor: null, day_limit_minor: 400, window_minor: 100 },
      window_from: ago('24 hours'),
    }) +
      programme('bank', { closed_at: '2026-01-02 10:00', day_limit_minor: 0 }) +
      programme('cafe', { day_limit_minor: 0 }) +
      balance('shop', 'TRY', { balance_minor: -40, floor_minor: -100, full_minor: 240 }) +
      balance('shop', 'EUR', { balance_minor: 500, floor_minor: 0, full_minor: 400 }) +
      balance('bank', 'EUR', { balance_minor: 7, full_minor: 14 }) +
      balance('cafe', 'EUR', { balance_minor: 0 }),
  )
  const shop = {
    ...{ id: 'shop', name: 'Name of shop', currency: 'TRY', person_limit_minor: null },
    ...{ day_limit_minor: 400, closed_at: null, day_minor: 100 },
  }
  const found = await findProgrammes(rows.db)
  expect(found.map(({ id, balance_currency }) => `${id} ${balance_currency}`)).toEqual([
    ...['bank EUR', 'cafe EUR', 'shop EUR', 'shop TRY'],
  ])
  expect(found[0]).toMatchObject({ closed_at: at('02'), balance_minor: 7, full_minor: 14 })
  expect(found.slice(2)).toEqual([
    { ...shop, balance_currency: 'EUR', balance_minor: 500, floor_minor: 0, full_minor: 400 },
    { ...shop, balance_currency: 'TRY', balance_minor: -40, floor_minor: -100, full_minor: 240 },
  ])
  const shares = async () => {
    await watchProgrammes(rows.db)
    const metric = await register.getSingleMetric('programme_used_ratio')?.get()
    const shown = metric?.values.map(({ labels, value }) => {
      return [labels.programme, labels.of, labels.currency, value].join(' ')
    })
    return shown?.toSorted()
  }
  expect(await shares()).toEqual([
    ...['shop balance EUR 0', 'shop balance TRY 0.75', 'shop day TRY 0.25'],
  ])
  const balances = await findBalances(rows.db, 'shop')
  expect(balances).toEqual([
    { currency: 'EUR', balance_minor: 500, floor_minor: 0 },
    { currency: 'TRY', balance_minor: -40, floor_minor: -100 },
  ])
  // An ended limit has no share, and neither has a closed programme.
  await rows.run(`update programmes set day_limit_minor = null where id = 'shop'`)
  expect(await shares()).toEqual(['shop balance EUR 0', 'shop balance TRY 0.75'])
  await rows.run(`update programmes set closed_at = now() where id = 'shop'`)
  expect(await shares()).toEqual([])
})

it('a namesake is another programme whose name looks the same', async () => {
  await rows.run(programme('bank', { name: 'Green Bank' }) + programme('shop', { name: 'Shop' }))
  await rows.db.transaction(async (tx) => {
    expect(await findNamesake(tx, { id: 'other', name: 'Grееn Bank' })).toBe('bank')
    expect(await findNamesake(tx, { id: 'bank', name: 'Green Bank' })).toBeNull()
    expect(await findNamesake(tx, { id: 'other', name: 'Green Bench' })).toBeNull()
  })
})
