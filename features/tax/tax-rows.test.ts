// Tests the SQL of receipts and credit notes row by row: which sales and returns are numbered, and what is reported.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Transaction } from '#platform/database/database.ts'
import { send } from '#platform/database/write.ts'
import { insertSql, passportSql, purchaseSql, type Row } from '#tests/support/insert-rows.ts'
import { idOf, openRowsDatabase, type RowsDatabase } from '#tests/support/rows-database.ts'
import { taxComparisons } from './check-tax.ts'
import { findDocuments } from './read-documents.ts'
import type { TaxDocument } from './tax-document.ts'
import {
  documentWrites,
  findReturnedReceipts,
  findUnnumberedSales,
  readLastSequence,
} from './tax-queries.ts'
import { readEvidenceDifferences, readTaxSums } from './tax-report.ts'

const [ada, ben] = [idOf(1), idOf(2)]

let rows: RowsDatabase
beforeAll(async () => {
  rows = await openRowsDatabase()
})
afterAll(() => rows.close())
const tables = [
  ...['tax_documents', 'refund_part_wallets', 'refund_parts', 'purchase_wallet_parts'],
  ...['purchase_reversals', 'money_postings', 'kg_postings', 'purchases', 'passports'],
]
beforeEach(() => rows.run(tables.map((table) => `delete from ${table};`).join('')))

const inTransaction = <Result>(act: (tx: Transaction) => Promise<Result>) =>
  rows.db.transaction(act)
const bought = (number: number, row: Row = {}) =>
  purchaseSql(
    { id: idOf(8), projectId: idOf(9) },
    {
      ...{ id: idOf(number), tx_id: `CP-${number}`, buyer_id: ada, tax_country: 'FR' },
      ...{ completed_at: '2026-03-31 23:59', currency: 'EUR', ...row },
    },
  )
const posting = (
  id: number,
  number: number,
  [source, destination]: readonly [string, string],
  amount_minor = 1,
  created_at = '2026-04-02 10:00',
) =>
  `insert into money_postings (id, purchase_id, currency, source, destination, amount_minor, created_at)
   overriding system value values (${id}, '${idOf(number)}', 'EUR', '${source}', '${destination}',
     ${amount_minor}, '${created_at}');`
const wallet = (number: number, programme_id: string, paid_minor: number) =>
  insertSql('purchase_wallet_parts', {
    ...{ purchase_id: idOf(number), passport_id: ada, programme_id, wallet_currency: 'EUR' },
    ...{ wallet_minor: 999, paid_minor },
  })
const receipt = (number: number, row: Row = {}) =>
  insertSql('tax_documents', {
    ...{ series: 1, kind: 'receipt', year: 2026, sequence: number, purchase_id: idOf(number) },
    ...{ day: '2026-03-31', country: 'FR', rate: '20', currency: 'EUR', gross_minor: 120 },
    ...{ tax_minor: 20, ...row },
  })
const note = (number: number, row: Row = {}) =>
  receipt(number, { kind: 'credit_note', card_minor: 0, ...row })
const sale = ['card_clearing', 'sales'] as const
const reward = {
  ...{ is_reward: true, reward_id: idOf(5), total_minor: 0, card_minor: 0, card_state: 'NONE' },
}

describe('sales without a receipt', () => {
  const sales = (after = 0, through = 99) =>
    inTransaction((tx) => findUnnumberedSales(tx, after, through, ['welcome', 'gift']))

  it('have what card and wallets paid without discounts, the day in UTC and the country', async () => {
    await rows.run(
      passportSql(ada, { phone: '+491515000001', country: 'DE' }) +
        passportSql(ben, { phone: null, country: 'NL' }) +
        bought(31, { card_minor: 70, wallet_minor: 30 }) +
        wallet(31, 'bank', 20) +
        wallet(31, 'shop', 5) +
        wallet(31, 'welcome', 400) +
        wallet(31, 'gift', 500) +
        posting(12, 31, ['held:welcome', 'sales']) +
        posting(11, 31, sale) +
        bought(32, { tax_country: null, completed_at: '2026-04-01 00:00' }) +
        posting(10, 32, ['fx', 'sales']) +
        bought(33, { tax_country: null, buyer_id: ben }) +
        posting(13, 33, ['held:bank', 'sales']),
    )
    expect(await sales()).toEqual([
      {
        ...{ purchase_id: idOf(32), day: '2026-04-01', tax_country: null, currency: 'EUR' },
        ...{ fallback_phone: '+491515000001', fallback_country: 'DE', gross_minor: 100 },
      },
      {
        ...{ purchase_id: idOf(31), day: '2026-03-31', tax_country: 'FR', currency: 'EUR' },
        // The buyer's own country does not count where the purchase has one.
        ...{ fallback_phone: null, fallback_country: null, gross_minor: 95 },
      },
      {
        ...{ purchase_id: idOf(33), day: '2026-03-31', tax_country: null, currency: 'EUR' },
        ...{ fallback_phone: null, fallback_country: 'NL', gross_minor: 100 },
      },
    ])
  })

  it('are those whose first posting of a sale is in the range, without receipt or reward', async () => {
    await rows.run(
      bought(31) +
        posting(11, 31, sale) +
        bought(32) +
        posting(12, 32, sale) +
        bought(33) +
        posting(13, 33, sale) +
        bought(34) +
        posting(14, 34, ['sales', 'card_clearing']) +
        bought(35) +
        posting(15, 35, ['refunds_due', 'sales']) +
        bought(36, { ...reward }) +
        wallet(36, 'bank', 7) +
        posting(16, 36, ['held:bank', 'sales']) +
        bought(37, { card_minor: 0, wallet_minor: 100, card_state: 'NONE' }) +
        wallet(37, 'welcome', 100) +
        posting(17, 37, ['held:welcome', 'sales']) +
        bought(38) +
        posting(18, 38, sale) +
        receipt(38) +
        bought(39) +
        posting(19, 39, sale) +
        note(39) +
        bought(40, {
          state: 'FAILED',
          card_state: 'VOIDED',
          first_place: null,
          completed_at: null,
        }) +
        posting(20, 40, sale),
    )
    const ids = async (after: number, through: number) =>
      (await sales(after, through)).map(({ purchase_id }) => purchase_id)
    expect(await ids(11, 12)).toEqual([idOf(32)])
    expect(await ids(0, 99)).toEqual([idOf(31), idOf(32), idOf(33), idOf(39)])
  })
})

describe('receipts of which money went back', () => {
  const returned = (after = 20, through = 99) =>
    inTransaction((tx) => findReturnedReceipts(tx, after, through, ['welcome', 'gift']))
  const back = ['sales', 'card_clearing'] as const
  const returnedKg = (number: number, kg: number) =>
    insertSql('kg_postings', {
      ...{ purchase_id: idOf(number), batch_id: idOf(8), source: `holder:${ada}` },
      ...{ destination: 'returned', quantity_kg: kg },
    })
  const whole = {
    ...{ receipt_day: '2026-03-31', country: 'FR', rate: '20', zero_reason: null },
    ...{ currency: 'EUR', gross_minor: 120, tax_minor: 20, credited_gross_minor: 0 },
    ...{ credited_tax_minor: 0, credited_card_minor: 0, part: null, kg: 10, day: '2026-04-02' },
  }

  it('have card and wallet money of a whole refund, its kilograms and its day', async () => {
    await rows.run(
      bought(31) +
        receipt(31) +
        posting(11, 31, sale, 100) +
        posting(21, 31, back, 100) +
        returnedKg(31, 10) +
        insertSql('purchase_reversals', {
          ...{ purchase_id: idOf(31), wallet_returned_at: '2026-04-02 10:00' },
        }),
    )
    const found = { ...whole, purchase_id: idOf(31) }
    expect(await returned()).toEqual([{ ...found, returned_card_minor: 100, returned_minor: 120 }])
    expect(await returned(21)).toEqual([])
    expect(await returned(20, 20)).toEqual([])
    // Without the wallet money, what the card got back alone.
    await rows.run('update purchase_reversals set wallet_returned_at = null')
    expect(await returned()).toEqual([{ ...found, returned_card_minor: 100, returned_minor: 100 }])
  })

  it.each([
    ['a refund', ['sales', 'card_clearing'], 30],
    ['a goodwill', ['goodwill', 'card_clearing'], 30],
    ['an owed refund', ['sales', 'refunds_due'], 30],
    ['an owed goodwill', ['goodwill', 'refunds_due'], 30],
    ['a lost dispute', ['chargebacks', 'card_clearing'], 30],
    ['a reinstated dispute', ['chargebacks', 'refunds_due'], 0],
    ['a wallet', ['sales', 'wallet:bank'], 0],
  ] as const)('count %s of the card: %j, as %i', async (_, way, card) => {
    await rows.run(bought(31) + receipt(31) + posting(21, 31, way, 30))
    expect(await returned()).toEqual([
      {
        ...{ ...whole, purchase_id: idOf(31), kg: null },
        ...{ returned_card_minor: card, returned_minor: card },
      },
    ])
  })

  it('do not count tax, failed refunds and money that went back before', async () => {
    await rows.run(
      bought(31) +
        receipt(31) +
        posting(21, 31, ['sales', 'tax:FR'], 20) +
        posting(22, 31, ['card_clearing', 'refunds_due'], 30) +
        posting(23, 31, ['refunds_due', 'card_clearing'], 30) +
        bought(32) +
        receipt(32) +
        posting(15, 32, back, 40) +
        posting(24, 32, ['refunds_due', 'sales'], 5) +
        posting(25, 32, back, 30) +
        bought(33) +
        posting(26, 33, back, 30),
    )
    expect(await returned()).toEqual([
      {
        ...{ ...whole, purchase_id: idOf(32), kg: null },
        ...{ returned_card_minor: 65, returned_minor: 65 },
      },
    ])
  })

  it('have a row for each part, with the wallets up to it, then one of the rest', async () => {
    const part = (index: number, kg: number, previous: number, last: number, of = 31) =>
      insertSql('refund_parts', {
        ...{ purchase_id: idOf(of), part: index, kg, card_minor: 0 },
        ...{ previous_posting_id: previous, posting_id: last },
      })
    const walletBack = (index: number, programme_id: string, paid_minor: number, of = 31) =>
      insertSql('refund_part_wallets', {
        ...{ purchase_id: idOf(of), part: index, programme_id, wallet_currency: 'EUR' },
        ...{ wallet_minor: 999, paid_minor, rounding_minor: 0 },
      })
    await rows.run(
      bought(31) +
        receipt(31) +
        posting(11, 31, sale, 100) +
        posting(21, 31, back, 20, '2026-04-03 10:00') +
        part(1, 2, 11, 21) +
        walletBack(1, 'bank', 4) +
        walletBack(1, 'welcome', 50) +
        posting(22, 31, back, 30, '2026-04-04 10:00') +
        part(2, 3, 21, 22) +
        walletBack(2, 'bank', 6) +
        walletBack(2, 'shop', 1) +
        posting(23, 31, back, 50, '2026-04-05 10:00') +
        returnedKg(31, 10) +
        // A part of another purchase, in the same round.
        bought(32) +
        receipt(32, { currency: 'TRY' }) +
        posting(12, 32, sale, 100) +
        posting(24, 32, back, 10, '2026-04-06 10:00') +
        part(1, 1, 23, 24, 32) +
        walletBack(1, 'bank', 2, 32) +
        returnedKg(32, 1) +
        insertSql('purchase_reversals', {
          ...{ purchase_id: idOf(31), wallet_returned_at: '2026-04-05 10:00' },
        }),
    )
    const found = { ...whole, purchase_id: idOf(31) }
    const first = {
      ...{ ...found, part: 1, kg: 2, day: '2026-04-03' },
      ...{ returned_card_minor: 20, returned_minor: 24 },
    }
    const second = {
      ...{ ...found, part: 2, kg: 3, day: '2026-04-04' },
      ...{ returned_card_minor: 50, returned_minor: 61 },
    }
    const rest = {
      ...{ ...found, part: null, kg: 5, day: '2026-04-05' },
      ...{ returned_card_minor: 100, returned_minor: 120 },
    }
    const other = {
      ...{ ...whole, purchase_id: idOf(32), currency: 'TRY', part: 1, kg: 1, day: '2026-04-06' },
      ...{ returned_card_minor: 10, returned_minor: 12 },
    }
    expect(await returned()).toEqual([first, second, rest, other])
    // Ranges that end after each of them.
    expect(await returned(20, 21)).toEqual([first])
    expect(await returned(21, 22)).toEqual([second])
    expect(await returned(22, 23)).toEqual([rest])
  })

  it('have the sums of earlier notes, whose card money may be unknown', async () => {
    const earlier = (sequence: number, row: Row = {}) =>
      note(31, { sequence, gross_minor: 12, tax_minor: 2, card_minor: 10, kg: 3, ...row })
    await rows.run(
      bought(31) +
        receipt(31) +
        posting(21, 31, back, 60) +
        returnedKg(31, 10) +
        earlier(1) +
        earlier(2, { gross_minor: 24, tax_minor: 4, kg: null }) +
        note(32),
    )
    const found = { ...whole, purchase_id: idOf(31), kg: 7 }
    const sums = { credited_gross_minor: 36, credited_tax_minor: 6, credited_card_minor: 20 }
    const money = { returned_card_minor: 60, returned_minor: 60 }
    expect(await returned()).toEqual([{ ...found, ...sums, ...money }])
    await rows.run(earlier(3, { gross_minor: 1, tax_minor: 0, card_minor: null, kg: 7 }))
    expect(await returned()).toEqual([
      {
        ...{ ...found, ...sums, ...money, credited_gross_minor: 37, credited_card_minor: null },
        kg: null,
      },
    ])
  })

  it('never credit more of the card than it paid', async () => {
    await rows.run(bought(31) + receipt(31) + posting(21, 31, back, 130))
    expect(await returned()).toMatchObject([{ returned_card_minor: 100, returned_minor: 100 }])
  })
})

const document: TaxDocument = {
  ...{ series: 2, kind: 'credit_note', year: 2026, sequence: 7, purchaseId: idOf(31) },
  ...{ day: '2026-04-01', country: 'DE', rate: '8.1', zeroReason: null, currency: 'TRY' },
  ...{ grossMinor: 119, taxMinor: 19, returned: { part: 3, kg: 4, cardMinor: 5 } },
}

describe('documents', () => {
  it('are written with every column, and read as the receipt and its notes in their order', async () => {
    const own: TaxDocument = {
      ...{ ...document, kind: 'receipt', sequence: 9, rate: '0', zeroReason: 'exempt' },
      ...{ taxMinor: 0, returned: null },
    }
    const writes = documentWrites([
      ...[document, { ...document, series: 1, sequence: 8, year: 2027, day: '2027-01-02' }],
      ...[own, { ...own, purchaseId: idOf(32), sequence: 10 }],
      { ...document, sequence: 3, returned: { part: null, kg: null, cardMinor: null } },
    ])
    await inTransaction((tx) => send(tx, writes))
    const note = {
      ...{ series: 2, kind: 'credit_note', year: 2026, sequence: 7, day: '2026-04-01' },
      ...{ country: 'DE', rate: '8.1', zero_reason: null, currency: 'TRY', gross_minor: 119 },
      ...{ tax_minor: 19, kg: 4, part: 3, card_minor: 5 },
    }
    expect(await findDocuments(rows.db, idOf(31))).toEqual([
      {
        ...{ ...note, kind: 'receipt', sequence: 9, rate: '0', zero_reason: 'exempt' },
        ...{ tax_minor: 0, kg: null, part: null, card_minor: null },
      },
      { ...note, series: 1, year: 2027, sequence: 8, day: '2027-01-02' },
      { ...note, sequence: 3, kg: null, part: null, card_minor: null },
      note,
    ])
  })

  it('continue after the last number of their series, kind and year', async () => {
    await rows.run(
      receipt(31, { sequence: 4 }) +
        receipt(32, { sequence: 11 }) +
        note(31, { sequence: 20 }) +
        receipt(33, { sequence: 30, year: 2025, day: '2025-03-31' }) +
        receipt(34, { sequence: 40, series: 2 }),
    )
    const last = (series: number, kind: 'receipt' | 'credit_note', year: number) =>
      inTransaction((tx) => readLastSequence(tx, series, kind, year))
    expect(await last(1, 'receipt', 2026)).toEqual({ sequence: 11 })
    expect(await last(1, 'credit_note', 2026)).toEqual({ sequence: 20 })
    expect(await last(1, 'receipt', 2025)).toEqual({ sequence: 30 })
    expect(await last(2, 'receipt', 2026)).toEqual({ sequence: 40 })
    expect(await last(2, 'credit_note', 2026)).toEqual({ sequence: null })
  })
})

describe('the report', () => {
  it('sums days of the period by country, currency and rate, less credit notes', async () => {
    await rows.run(
      receipt(31, { day: '2026-01-01' }) +
        receipt(32, { day: '2026-03-31', gross_minor: 240, tax_minor: 40 }) +
        note(31, { sequence: 1, day: '2026-03-31', gross_minor: 12, tax_minor: 2 }) +
        receipt(33, { day: '2026-04-01' }) +
        receipt(34, { day: '2025-12-31', year: 2025 }) +
        receipt(35, { day: '2026-02-01', rate: '5.5', gross_minor: 211, tax_minor: 11 }) +
        receipt(36, { day: '2026-02-01', currency: 'CHF' }) +
        receipt(37, { day: '2026-02-01', country: 'DE' }) +
        note(38, { sequence: 2, day: '2026-02-01', country: 'TR' }),
    )
    const one = { country: 'FR', currency: 'EUR', rate: '20', receipts: 1, credit_notes: 0 }
    const money = { gross_minor: 120, tax_minor: 20, net_minor: 100 }
    expect(await readTaxSums(rows.db, { from: '2026-01-01', until: '2026-04-01' })).toEqual([
      { ...one, ...money, country: 'DE' },
      { ...one, ...money, currency: 'CHF' },
      { ...one, rate: '5.5', gross_minor: 211, tax_minor: 11, net_minor: 200 },
      {
        ...{ ...one, receipts: 2, credit_notes: 1 },
        ...{ gross_minor: 348, tax_minor: 58, net_minor: 290 },
      },
      {
        ...{ ...one, country: 'TR', receipts: 0, credit_notes: 1 },
        ...{ gross_minor: -120, tax_minor: -20, net_minor: -100 },
      },
    ])
  })

  it('has the receipts whose card is of another country, in the order of numbers, over pages', async () => {
    const differing = (number: number, row: Row = {}, purchase: Row = {}) =>
      bought(number, { card_country: 'US', ...purchase }) + receipt(number, row)
    await rows.run(
      differing(31) +
        differing(32, { sequence: 2, series: 2 }) +
        differing(33, { sequence: 3, year: 2025, day: '2025-11-01' }) +
        differing(34, { sequence: 4, day: '2026-04-01' }) +
        differing(35, { sequence: 5 }, { card_country: 'FR' }) +
        differing(36, { sequence: 6 }, { card_country: null }) +
        differing(38, { sequence: 9, year: 2025, day: '2025-10-31' }) +
        note(31, { sequence: 8 }) +
        differing(39, { sequence: 2 }) +
        differing(37, { sequence: 1, gross_minor: 999, tax_minor: 9, currency: 'TRY' }),
    )
    const read = async (max?: number) => {
      const found: unknown[] = []
      const days = { from: '2025-11-01', until: '2026-04-01' }
      const count = await readEvidenceDifferences(rows.db, days, (each) => found.push(each), max)
      expect(count).toBe(found.length)
      return found
    }
    const one = {
      ...{ day: '2026-03-31', country: 'FR', card_country: 'US', currency: 'EUR' },
      ...{ gross_minor: 120, tax_minor: 20 },
    }
    const all = [
      { ...one, number: 'R-2025-000003', tx_id: 'CP-33', day: '2025-11-01' },
      {
        ...{ ...one, number: 'R-2026-000001', tx_id: 'CP-37', gross_minor: 999, tax_minor: 9 },
        currency: 'TRY',
      },
      { ...one, number: 'R-2026-000002', tx_id: 'CP-39' },
      { ...one, number: 'R-2026-000031', tx_id: 'CP-31' },
      { ...one, number: 'R2-2026-000002', tx_id: 'CP-32' },
    ]
    expect(await read()).toEqual(all)
    expect(await read(1)).toEqual(all)
    expect(await read(2)).toEqual(all)
    expect(await read(3)).toEqual(all)
  })
})

describe('the comparison', () => {
  const differences = async (name: string) => {
    const compared = taxComparisons[name]
    if (compared === undefined) throw new Error(`no ${name}`)
    const [count, ...found] = await rows.db.run(compared)
    const pairs = found.map(({ subject, expected, found: is }) => [subject, expected, is])
    return [count?.found, ...pairs.toSorted()]
  }

  it('of numbers finds a gap in a series, kind and year', async () => {
    await rows.run(
      receipt(31, { sequence: 1 }) +
        receipt(32, { sequence: 3 }) +
        note(31, { sequence: 1 }) +
        note(32, { sequence: 2 }) +
        receipt(33, { sequence: 1, year: 2025, day: '2025-03-31' }) +
        receipt(34, { sequence: 1, series: 2 }),
    )
    expect(await differences('numbers of receipts and credit notes have no gap')).toEqual([
      ...[4, ['receipt 1 2026', 3, 2]],
    ])
  })

  it('of receipts finds another amount than what was paid without discounts', async () => {
    await rows.run(
      bought(31) +
        wallet(31, 'bank', 20) +
        wallet(31, 'welcome', 500) +
        receipt(31) +
        bought(32) +
        receipt(32) +
        bought(33, { ...reward }) +
        wallet(33, 'bank', 20) +
        posting(3, 33, sale) +
        bought(34) +
        posting(4, 34, sale) +
        bought(35) +
        posting(6, 35, sale) +
        bought(36) +
        `update tax_progress set taken_through = 5;`,
    )
    expect(await differences('receipts are what was paid, without discounts')).toEqual([
      ...[4, ['CP-32', 100, 120], ['CP-34', 100, 0]],
    ])
  })

  it('of credit notes finds more than the receipt', async () => {
    await rows.run(
      receipt(31) +
        note(31, { sequence: 1, gross_minor: 100 }) +
        note(31, { sequence: 2, gross_minor: 20 }) +
        receipt(32) +
        note(32, { sequence: 3, gross_minor: 121 }) +
        note(33, { sequence: 4, gross_minor: 1, tax_minor: 0 }),
    )
    expect(await differences('credit notes do not exceed their receipt')).toEqual([
      ...[3, [`purchase ${idOf(32)}`, 120, 121], [`purchase ${idOf(33)}`, 0, 1]],
    ])
  })

  it('of postings finds tax of another amount, country or purchase', async () => {
    const tax = (id: number, number: number, country: string, minor: number) =>
      posting(id, number, ['sales', `tax:${country}`], minor)
    await rows.run(
      receipt(31) +
        note(31, { sequence: 1, tax_minor: 5 }) +
        tax(1, 31, 'FR', 20) +
        posting(2, 31, ['tax:FR', 'sales'], 5) +
        receipt(32) +
        tax(3, 32, 'DE', 20) +
        receipt(33) +
        tax(4, 33, 'FR', 21) +
        tax(5, 34, 'FR', 7),
    )
    expect(await differences('tax is that of receipts without credit notes')).toEqual([
      5,
      [`tax:DE ${idOf(32)}`, 0, 20],
      [`tax:FR ${idOf(32)}`, 20, 0],
      [`tax:FR ${idOf(33)}`, 20, 21],
      [`tax:FR ${idOf(34)}`, 0, 7],
    ])
  })
})
