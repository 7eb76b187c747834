// Tests the SQL of terminals and of a programme's statement row by row.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { inFuture, insertSql, type Row } from '#tests/support/insert-rows.ts'
import { idOf, openRowsDatabase, type RowsDatabase } from '#tests/support/rows-database.ts'
import {
  endTerminal,
  endTerminalsOf,
  findTerminals,
  lockPartnerTerminal,
} from './partner-queries.ts'
import { readProgrammeStatement } from './statements/programme-statement.ts'

let rows: RowsDatabase
beforeAll(async () => {
  rows = await openRowsDatabase()
})
afterAll(() => rows.close())
beforeEach(() =>
  rows.run('delete from partner_terminals; delete from programmes; delete from money_postings;'),
)

const programme = (id: string, row: Row = {}) =>
  insertSql('programmes', { id, name: `Name of ${id}`, ...row })
const terminal = (id: string, programme_id: string, row: Row = {}) =>
  insertSql('partner_terminals', { id, programme_id, holder_name: `Holder of ${id}`, ...row })

it('terminals are sorted by programme and age, and those that have ended sign nothing', async () => {
  await rows.run(
    programme('shop') +
      programme('bank') +
      programme('cafe') +
      terminal('z', 'shop', { created_at: '2026-01-01 10:00', retires_at: '2026-01-02 10:00' }) +
      terminal('a', 'shop', { created_at: '2026-01-03 10:00', retires_at: inFuture('1 hour') }) +
      terminal('b', 'bank', { created_at: '2026-01-04 10:00' }) +
      terminal('y', 'shop', { created_at: '2026-01-01 10:00', retires_at: '2026-01-02 10:00' }),
  )
  const day = (number: number) => new Date(`2026-01-0${number}T10:00:00Z`)
  expect(await findTerminals(rows.db)).toEqual([
    {
      ...{ program_id: 'bank', terminal_id: 'b', holder_name: 'Holder of b', created_at: day(4) },
      ...{ retires_at: null, signs: true },
    },
    {
      ...{ program_id: 'cafe', terminal_id: null, holder_name: null, created_at: null },
      ...{ retires_at: null, signs: false },
    },
    {
      ...{ program_id: 'shop', terminal_id: 'y', holder_name: 'Holder of y', created_at: day(1) },
      ...{ retires_at: day(2), signs: false },
    },
    {
      ...{ program_id: 'shop', terminal_id: 'z', holder_name: 'Holder of z', created_at: day(1) },
      ...{ retires_at: day(2), signs: false },
    },
    {
      ...{ program_id: 'shop', terminal_id: 'a', holder_name: 'Holder of a', created_at: day(3) },
      ...{ retires_at: expect.any(Date), signs: true },
    },
  ])
})

it('an end is never put off, and a closing ends the terminals that still sign', async () => {
  await rows.run(
    programme('shop') +
      terminal('a', 'shop') +
      terminal('b', 'shop', { retires_at: inFuture('1 hour') }) +
      terminal('c', 'shop', { retires_at: '2026-01-02 10:00' }) +
      terminal('d', 'bank'),
  )
  const hoursOf = async (id: string, hours: number) => {
    const end = await endTerminal(rows.db, id, hours)
    return end === null ? null : Math.round((end.getTime() - Date.now()) / 3_600_000)
  }
  expect([await hoursOf('a', 24), await hoursOf('b', 24), await hoursOf('none', 24)]).toEqual([
    ...[24, 1, null],
  ])
  expect(await endTerminal(rows.db, 'c', 24)).toEqual(new Date('2026-01-02T10:00:00Z'))
  await rows.db.transaction(async (tx) => {
    const found = { programme_id: 'shop', holder_name: 'Holder of a', has_end: true }
    expect(await lockPartnerTerminal(tx, 'a')).toEqual(found)
    expect(await lockPartnerTerminal(tx, 'd')).toMatchObject({ has_end: false })
    expect((await endTerminalsOf(tx, 'shop')).toSorted()).toEqual(['a', 'b'])
  })
  expect(await endTerminal(rows.db, 'c', 1)).toEqual(new Date('2026-01-02T10:00:00Z'))
})

it('a statement has each movement on its side, day and sign, by its value date', async () => {
  const own = 'programme:shop'
  const wallet = `wallet:${idOf(1)}:shop`
  const posting = (source: string, destination: string, amount_minor: number, row: Row = {}) =>
    insertSql('money_postings', {
      ...{ currency: 'GBP', source, destination, amount_minor, created_at: '2026-02-10 10:00' },
      ...row,
    })
  await rows.run(
    [
      programme('shop', { currency: 'TRY' }),
      posting('bank', own, 1_000, { created_at: '2026-01-31 23:59:59' }),
      posting(own, wallet, 300, { created_at: '2026-01-15 10:00' }),
      posting('bank', own, 500, { created_at: '2026-02-01 00:00' }),
      posting('bank', own, 70, { created_at: '2026-03-02 10:00', value_date: '2026-02-28' }),
      posting('bank', own, 80, { created_at: '2026-02-27 10:00', value_date: '2026-03-01' }),
      posting(own, 'bank', 40),
      posting(own, wallet, 200),
      posting(own, wallet, 10),
      posting(wallet, own, 25),
      posting(wallet, `held:${idOf(31)}`, 60),
      posting(`held:${idOf(31)}`, wallet, 15),
      posting('sales', wallet, 9),
      posting(wallet, 'rounding', 1),
      posting('equity', own, 3),
      posting(own, 'equity', 2),
      posting('bank', 'programme:other', 77),
      posting('programme:other', `wallet:${idOf(1)}:other`, 77),
      posting('bank', own, 5, { currency: 'EUR' }),
      posting('bank', own, 6, { created_at: '2026-03-01 00:00' }),
    ].join(''),
  )
  const now = new Date('2026-03-01T00:00:00Z')
  const statement = await readProgrammeStatement(rows.db, 'shop', '2026-02', now)
  const moved = (kind: string, amountMinor: number, postings: number) => ({
    ...{ kind, amountMinor, postings },
  })
  const onTenth = (kind: string, amountMinor: number, postings: number) => ({
    ...{ ...moved(kind, amountMinor, postings), day: '2026-02-10' },
  })
  const none = (kind: string) => moved(kind, 0, 0)
  expect(statement).toEqual({
    ...{ id: 'shop', name: 'Name of shop', month: '2026-02', firstDay: '2026-02-01' },
    ...{ lastDay: '2026-02-28', issuedOn: '2026-03-01', isOver: true },
    currencies: [
      {
        currency: 'EUR',
        funds: {
          ...{ openingMinor: 0, closingMinor: 5, days: [onTenth('paid_in', 5, 1)] },
          movements: [moved('paid_in', 5, 1), ...['paid_out', 'credited', 'taken_back'].map(none)],
        },
        wallets: {
          ...{ openingMinor: 0, closingMinor: 0, days: [] },
          movements: ['credited', 'spent', 'refunded', 'taken_back'].map(none),
        },
      },
      {
        currency: 'GBP',
        funds: {
          ...{ openingMinor: 700, closingMinor: 700 + 500 + 70 - 40 - 210 + 25 + 1 },
          movements: [
            moved('paid_in', 570, 2),
            moved('paid_out', -40, 1),
            moved('credited', -210, 2),
            moved('taken_back', 25, 1),
            moved('other', 1, 2),
          ],
          days: [
            { ...moved('paid_in', 500, 1), day: '2026-02-01' },
            onTenth('paid_out', -40, 1),
            onTenth('credited', -210, 2),
            onTenth('taken_back', 25, 1),
            onTenth('other', 1, 2),
            { ...moved('paid_in', 70, 1), day: '2026-02-28' },
          ],
        },
        wallets: {
          ...{ openingMinor: 300, closingMinor: 300 + 210 - 45 + 9 - 25 - 1 },
          movements: [
            moved('credited', 210, 2),
            moved('spent', -45, 2),
            moved('refunded', 9, 1),
            moved('taken_back', -25, 1),
            moved('other', -1, 1),
          ],
          days: [
            onTenth('credited', 210, 2),
            onTenth('spent', -45, 2),
            onTenth('refunded', 9, 1),
            onTenth('taken_back', -25, 1),
            onTenth('other', -1, 1),
          ],
        },
      },
    ],
  })
  const running = await readProgrammeStatement(rows.db, 'shop', '2026-03', now)
  expect(running).toMatchObject({ lastDay: '2026-03-01', isOver: false })
  const early = await readProgrammeStatement(rows.db, 'shop', '2026-04', now)
  expect(early).toMatchObject({ problem: 'month_not_begun' })
})
