// Tests the SQL of credits row by row: what is written and locked, what the audit finds, and the data of an owner.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { walletOwnData } from '#features/wallet/wallet-own-data.ts'
import { writeExpiry } from '#features/wallet/wallet-own-data-queries.ts'
import type { Transaction } from '#platform/database/database.ts'
import { ago, insertSql, passportSql, type Row } from '#tests/support/insert-rows.ts'
import { idOf, openRowsDatabase, type RowsDatabase } from '#tests/support/rows-database.ts'
import { creditSums } from './check-credits.ts'
import { lockCredit, writeCredits, writeReversal } from './credit-queries.ts'

const [ada, ben] = [idOf(1), idOf(2)]

let rows: RowsDatabase
beforeAll(async () => {
  rows = await openRowsDatabase()
})
afterAll(() => rows.close())
const tables = [
  ...['wallet_reversals', 'wallet_credits', 'wallet_lapses', 'wallets', 'money_postings'],
  ...['programme_payments', 'programmes', 'passports'],
]
beforeEach(() => rows.run(tables.map((table) => `delete from ${table};`).join('')))

const inTransaction = <Result>(act: (tx: Transaction) => Promise<Result>) =>
  rows.db.transaction(act)
const credit = (number: number, row: Row = {}) =>
  insertSql('wallet_credits', {
    ...{ id: idOf(number), passport_id: ada, programme_id: 'bank', currency: 'GBP' },
    ...{ amount_minor: number, source: `Source ${number}`, created_at: '2026-01-01 09:00', ...row },
  })
const reversed = (number: number, of: number) =>
  insertSql('wallet_reversals', {
    ...{ id: idOf(number), credit_id: idOf(of), created_at: '2026-01-03 09:00' },
  })

it('credits are written with every column; without a time they have the present one', async () => {
  const given = {
    ...{ programmeId: 'bank', currency: 'GBP', amountMinor: 11, source: 'Cash back' },
    ...{ logoUrl: 'https://a/logo', countedMinor: 12 },
  }
  const createdAt = new Date('2026-01-01T09:00:00Z')
  const ids = await inTransaction((tx) =>
    writeCredits(tx, [
      { ...given, passportId: ada, createdAt },
      {
        ...{ ...given, passportId: ben, createdAt: null, programmeId: 'shop', currency: 'TRY' },
        ...{ amountMinor: 21, logoUrl: null, countedMinor: null },
      },
    ]),
  )
  expect(
    await rows.ask(`select id, passport_id, programme_id, currency, amount_minor::int, source,
      logo_url, counted_minor::int, created_at = '2026-01-01 09:00Z',
      created_at > now() - interval '1 hour' from wallet_credits order by programme_id`),
  ).toEqual([
    [ids.get(ada), ada, 'bank', 'GBP', 11, 'Cash back', 'https://a/logo', 12, true, false],
    [ids.get(ben), ben, 'shop', 'TRY', 21, 'Cash back', null, null, false, true],
  ])
  expect(await inTransaction((tx) => writeCredits(tx, []))).toEqual(new Map())
})

it('a credit is locked by its own programme, and reversed once', async () => {
  await rows.run(credit(11, { currency: 'TRY' }) + credit(12) + reversed(21, 12))
  const locked = (programmeId: string, number: number) =>
    inTransaction((tx) => lockCredit(tx, programmeId, idOf(number)))
  expect(await locked('bank', 11)).toEqual({
    credit: { id: idOf(11), passport_id: ada, currency: 'TRY', amount_minor: 11 },
    isReversed: false,
  })
  expect(await locked('bank', 12)).toMatchObject({ isReversed: true })
  expect(await locked('shop', 11)).toEqual({ credit: null, isReversed: false })
  const id = await inTransaction((tx) => writeReversal(tx, idOf(11)))
  expect(await locked('bank', 11)).toMatchObject({ isReversed: true })
  expect(await rows.ask(`select id from wallet_reversals where credit_id = '${idOf(11)}'`)).toEqual(
    [[id]],
  )
})

it('the data of an owner are own wallets by programme and currency, and own credits', async () => {
  const programme = (id: string) => insertSql('programmes', { id, name: `Name of ${id}` })
  const wallet = (programme_id: string, currency: string, row: Row) =>
    insertSql('wallets', {
      ...{ passport_id: ada, programme_id, currency, created_at: '2026-01-01 09:00', ...row },
    })
  await rows.run(
    programme('bank') +
      programme('shop') +
      wallet('shop', 'GBP', { balance_minor: 5, held_minor: 60 }) +
      wallet('bank', 'TRY', { balance_minor: 123_456, held_minor: 0 }) +
      wallet('bank', 'EUR', { balance_minor: 7, held_minor: 8 }) +
      wallet('bank', 'GBP', { passport_id: ben, balance_minor: 9 }) +
      credit(12) +
      credit(11, { currency: 'TRY', amount_minor: 250 }) +
      credit(13, { passport_id: ben }) +
      reversed(21, 12),
  )
  const since = expect.stringMatching(/^2026-01-01T/)
  expect(await walletOwnData.read?.(rows.db, { passportId: ada, phone: '+447400000001' })).toEqual({
    balances: [
      { programme: 'Name of bank', balance: '0.07 EUR', 'set aside': '0.08 EUR', since },
      { programme: 'Name of bank', balance: '1234.56 TRY', 'set aside': '0.00 TRY', since },
      { programme: 'Name of shop', balance: '0.05 GBP', 'set aside': '0.60 GBP', since },
    ],
    credits: [
      { date: since, amount: '2.50 TRY', from: 'Source 11', 'taken back': null },
      {
        ...{ date: since, amount: '0.12 GBP', from: 'Source 12' },
        'taken back': expect.stringMatching(/^2026-01-03T/),
      },
    ],
  })
  const expiry = { passportId: ada, programmeId: 'bank', currency: 'TRY', amountMinor: 31 }
  await inTransaction((tx) => writeExpiry(tx, expiry))
  expect(
    await rows.ask(
      'select passport_id, programme_id, currency, amount_minor::int from wallet_lapses',
    ),
  ).toEqual([[ada, 'bank', 'TRY', 31]])
})

describe('the audit', () => {
  const differences = async (name: keyof typeof creditSums) => {
    const [count, ...found] = await rows.db.run(creditSums[name])
    const pairs = found.map(({ subject, expected, found: is }) => [subject, expected, is])
    return [count?.found, ...pairs.toSorted()]
  }
  const posting = (source: string, destination: string, amount_minor: number, currency = 'GBP') =>
    insertSql('money_postings', { source, destination, amount_minor, currency })

  it('compares what programmes gave with credits, reversals and expired money, by currency', async () => {
    await rows.run(
      credit(11) +
        credit(12) +
        credit(13, { currency: 'TRY' }) +
        reversed(21, 12) +
        insertSql('wallet_lapses', {
          ...{ passport_id: ada, programme_id: 'bank', currency: 'GBP', amount_minor: 4 },
        }) +
        posting('programme:bank', 'wallet:a:bank', 11) +
        posting('wallet:a:bank', 'programme:bank', 4) +
        posting('programme:bank', 'wallet:a:bank', 14, 'TRY') +
        posting('programme:shop', 'wallet:a:shop', 5) +
        // Payments are no credits.
        posting('bank', 'programme:bank', 900),
    )
    expect(
      await differences('programmes gave what was credited, not taken back and has not lapsed'),
    ).toEqual([3, ['programme:bank TRY', 13, 14], ['programme:shop GBP', 0, 5]])
  })

  it('compares payments in and out of programmes, by currency', async () => {
    const paid = (programme_id: string, currency: string, amount_minor: number) =>
      insertSql('programme_payments', { programme_id, currency, amount_minor })
    await rows.run(
      paid('bank', 'GBP', 50) +
        paid('bank', 'GBP', -20) +
        paid('bank', 'TRY', 7) +
        posting('bank', 'programme:bank', 50) +
        posting('programme:bank', 'bank', 20) +
        posting('bank', 'programme:bank', 8, 'TRY') +
        posting('programme:shop', 'bank', 3) +
        posting('programme:bank', 'wallet:a:bank', 900),
    )
    expect(await differences('programmes were paid what was paid in and not returned')).toEqual([
      ...[3, ['programme:bank TRY', 7, 8], ['programme:shop GBP', 0, -3]],
    ])
  })

  it('finds money in wallets of erased passports', async () => {
    const wallet = (passport_id: string, programme_id: string, balance_minor: number) =>
      insertSql('wallets', { passport_id, programme_id, currency: 'GBP', balance_minor })
    await rows.run(
      passportSql(ada, { erased_at: ago('1 hour') }) +
        passportSql(ben) +
        wallet(ada, 'bank', 5) +
        wallet(ada, 'shop', 0) +
        wallet(ben, 'bank', 6),
    )
    expect(await differences('wallets of deleted passports are empty')).toEqual([
      ...[2, [`wallet:${ada}:bank GBP`, 0, 5]],
    ])
  })

  it('counts the credits of a programme after its window began', async () => {
    const programme = (id: string, window_minor: number) =>
      insertSql('programmes', { id, name: id, window_minor, window_from: '2026-01-01 09:00' })
    const later = { created_at: '2026-01-01 10:01' }
    await rows.run(
      programme('bank', 5) +
        programme('shop', 7) +
        programme('cafe', 0) +
        credit(11, { counted_minor: 900 }) +
        credit(12, { ...later, counted_minor: 5 }) +
        credit(13, { ...later, counted_minor: null }) +
        credit(14, { ...later, counted_minor: 6, programme_id: 'shop' }),
    )
    expect(await differences('limits of programmes count the credits of their window')).toEqual([
      ...[3, ['shop', 6, 7]],
    ])
  })
})
