// Tests the SQL of receipts and of statements row by row: the purchase of a receipt, what went back and how, and the
// entries and sums of a year.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ago, insertSql, passportSql, purchaseSql, type Row } from '#tests/support/insert-rows.ts'
import { idOf, openRowsDatabase, type RowsDatabase } from '#tests/support/rows-database.ts'
import { readStatement } from './read-statement.ts'
import {
  findReceipt,
  findRefundPayments,
  findReturnedWallets,
  needsNumber,
} from './receipt-queries.ts'
import { findHolder, findOwed, findProgrammeNames, findStatement } from './statement-queries.ts'

const [ada, ben] = [idOf(1), idOf(2)]
const [batch, project] = [idOf(8), idOf(9)]

let rows: RowsDatabase
beforeAll(async () => {
  rows = await openRowsDatabase()
})
afterAll(() => rows.close())
const tables = [
  ...['tax_documents', 'refund_part_wallets', 'refund_parts', 'purchase_wallet_parts'],
  ...['refund_payments', 'purchase_reversals', 'money_postings', 'kg_postings', 'retirements'],
  ...['purchases', 'passports', 'programmes', 'batches', 'projects'],
]
beforeEach(async () => {
  await rows.run(tables.map((table) => `delete from ${table};`).join(''))
  await rows.run(
    insertSql('projects', {
      ...{
        id: project,
        registry: 'TST',
        registry_name: 'Test',
        external_id: 'W-7',
        name: 'WIND 7',
      },
      ...{ country: 'TR', country_name: 'Türkiye', status: 'Verified', project_type: '{Wind}' },
      shown_name: 'Wind on the hill',
    }) +
      insertSql('batches', {
        ...{ id: batch, project_id: project, name: 'B', vintage_year: 2024, is_uncompared: true },
        ...{ serial_number: 'T-1', price_micros: 1, currency: 'EUR' },
      }) +
      ['bank', 'shop', 'welcome'].map((id) => programme(id)).join(''),
  )
})

const programme = (id: string) => insertSql('programmes', { id, name: `Name of ${id}` })
const bought = (number: number, row: Row = {}) =>
  purchaseSql(
    { id: batch, projectId: project },
    {
      ...{ id: idOf(number), tx_id: `CP-${number}`, buyer_id: ada },
      ...{ completed_at: '2026-03-31 23:59', ...row },
    },
  )
const reversal = (number: number, row: Row = {}) =>
  insertSql('purchase_reversals', { purchase_id: idOf(number), ...row })
const wallet = (number: number, programme_id: string, wallet_currency: string, minor: number) =>
  insertSql('purchase_wallet_parts', {
    ...{ purchase_id: idOf(number), passport_id: ada, programme_id, wallet_currency },
    ...{ wallet_minor: minor + 1, paid_minor: minor },
  })
const part = (number: number, index: number, created_at: string, posting_id = 1) =>
  insertSql('refund_parts', {
    ...{ purchase_id: idOf(number), part: index, kg: 2, card_minor: 0 },
    ...{ previous_posting_id: 0, posting_id, created_at },
  })
const walletBack = (number: number, index: number, id: string, currency: string, minor: number) =>
  insertSql('refund_part_wallets', {
    ...{ purchase_id: idOf(number), part: index, programme_id: id, wallet_currency: currency },
    ...{ wallet_minor: minor + 1, paid_minor: minor, rounding_minor: 0 },
  })

describe('a receipt', () => {
  const paid = {
    ...{ id: idOf(31), tx_id: 'CP-31', day: '2026-03-31', quantity_kg: 40, price_micros: 25_000 },
    ...{ batch_currency: 'EUR', currency: 'TRY', rate: '45.5', total_minor: 150, card_minor: 70 },
    ...{ is_reward: false, is_gift: true, is_planned: false, reversal: 'none' },
    ...{ project: 'Wind on the hill', project_number: 'W-7', registry: 'TST' },
    ...{ registry_name: 'Test', vintage_year: 2024, serial_number: 'T-1', card_brand: 'visa' },
    ...{ card_last_four: '4242', is_wallet_returned: false, arrived_minor: 0 },
    ...{ is_part_due: false, is_part_failed: false },
  }
  const row = {
    ...{ quantity_kg: 40, price_micros: 25_000, batch_currency: 'EUR', currency: 'TRY' },
    ...{ rate: '45.5', total_minor: 150, wallet_minor: 80, card_minor: 70, is_gift: true },
    ...{ card_brand: 'visa', card_last_four: '4242', holder_id: ben },
  }

  it('is the buyer’s of a completed purchase, with its wallets by name and currency', async () => {
    await rows.run(
      bought(31, row) +
        wallet(31, 'shop', 'GBP', 10) +
        wallet(31, 'bank', 'TRY', 30) +
        wallet(31, 'bank', 'EUR', 40) +
        bought(32, { is_planned: true }) +
        wallet(32, 'shop', 'GBP', 99) +
        bought(33, {
          state: 'FAILED',
          card_state: 'VOIDED',
          first_place: null,
          completed_at: null,
        }),
    )
    const of = (programme_id: string, wallet_currency: string, minor: number) => ({
      ...{ programme_id, programme: `Name of ${programme_id}`, wallet_currency },
      ...{ wallet_minor: minor + 1, paid_minor: minor },
    })
    expect(await findReceipt(rows.db, 'CP-31', ada)).toEqual({
      paid,
      wallets: [of('bank', 'EUR', 40), of('bank', 'TRY', 30), of('shop', 'GBP', 10)],
    })
    expect(await findReceipt(rows.db, 'CP-31', ben)).toBeNull()
    expect(await findReceipt(rows.db, 'CP-33', ada)).toBeNull()
    expect(await findReceipt(rows.db, 'CP-32', ada)).toMatchObject({
      ...{ paid: { is_planned: true, is_gift: false, card_brand: null, card_last_four: null } },
    })
  })

  it.each<[string, Row, Row, object]>([
    [
      'a part on its way',
      {},
      { due_minor: 5, refunded_minor: 7, lost_minor: 2 },
      { arrived_minor: 9, is_part_due: true },
    ],
    [
      'a part that failed',
      {},
      { due_minor: 5, is_part_failed: true },
      { is_part_due: false, is_part_failed: true },
    ],
    ['a part that arrived', {}, { refunded_minor: 5 }, { arrived_minor: 5, is_part_due: false }],
    [
      'a whole refund on its way',
      { reversal: 'refunding' },
      { due_minor: 5, wallet_returned_at: ago('1 hour') },
      { reversal: 'refunding', is_part_due: false, is_wallet_returned: true },
    ],
  ])('has %s', async (_, purchase, back, found) => {
    await rows.run(bought(31, { ...row, ...purchase }) + reversal(31, back) + reversal(32))
    const receipt = await findReceipt(rows.db, 'CP-31', ada)
    expect(receipt?.paid).toEqual({ ...paid, ...found })
  })

  it('needs a number if a card or a wallet with money paid', () => {
    const of = (card_minor: number, ...ids: readonly string[]) =>
      needsNumber({
        paid: { card_minor },
        wallets: ids.map((programme_id) => ({ programme_id })),
      } as unknown as Parameters<typeof needsNumber>[0])
    expect([of(1), of(0, 'bank'), of(0, 'welcome', 'bank'), of(1, 'welcome')]).toEqual([
      ...[true, true, true, true],
    ])
    expect([of(0), of(0, 'welcome')]).toEqual([false, false])
  })
})

it('wallets that got money back have it by part, name and currency', async () => {
  await rows.run(
    walletBack(31, 2, 'bank', 'EUR', 1) +
      walletBack(31, 1, 'shop', 'GBP', 2) +
      walletBack(31, 1, 'bank', 'TRY', 3) +
      walletBack(31, 1, 'bank', 'EUR', 4) +
      walletBack(32, 1, 'bank', 'EUR', 5),
  )
  const of = (index: number, programme_id: string, wallet_currency: string, minor: number) => ({
    ...{ part: index, programme_id, programme: `Name of ${programme_id}`, wallet_currency },
    ...{ wallet_minor: minor + 1, paid_minor: minor },
  })
  expect(await findReturnedWallets(rows.db, idOf(31))).toEqual([
    ...[of(1, 'bank', 'EUR', 4), of(1, 'bank', 'TRY', 3), of(1, 'shop', 'GBP', 2)],
    of(2, 'bank', 'EUR', 1),
  ])
})

it('a payment without the card belongs to the last part before it, or to the whole refund', async () => {
  const payment = (number: number, created_at: string, amount_minor: number) =>
    insertSql('refund_payments', {
      ...{ purchase_id: idOf(number), way: 'wallet', amount_minor, created_at },
    })
  await rows.run(
    part(31, 1, '2026-01-01 10:00') +
      part(31, 2, '2026-01-03 10:00') +
      payment(31, '2026-01-06 10:00', 40) +
      payment(31, '2026-01-04 10:00', 30) +
      payment(31, '2026-01-02 10:00', 20) +
      payment(31, '2026-01-03 10:00', 25) +
      reversal(31, { wallet_returned_at: '2026-01-05 10:00' }) +
      part(32, 1, '2026-01-01 10:00') +
      payment(32, '2026-01-09 10:00', 50) +
      payment(32, '2025-12-31 10:00', 60) +
      reversal(32),
  )
  expect(await findRefundPayments(rows.db, idOf(31))).toEqual([
    { part: 1, amount_minor: 20 },
    { part: 2, amount_minor: 25 },
    { part: 2, amount_minor: 30 },
    { part: null, amount_minor: 40 },
  ])
  expect(await findRefundPayments(rows.db, idOf(32))).toEqual([
    { part: null, amount_minor: 60 },
    { part: 1, amount_minor: 50 },
  ])
})

describe('a statement', () => {
  const money = (
    id: number,
    number: number,
    [source, destination]: readonly [string, string],
    amount_minor: number,
    created_at: string,
  ) =>
    `insert into money_postings (id, purchase_id, currency, source, destination, amount_minor,
       created_at) overriding system value values (${id}, '${idOf(number)}', 'GBP', '${source}',
       '${destination}', ${amount_minor}, '${created_at}');`
  const kilograms = (
    number: number,
    [source, destination]: readonly [string, string],
    quantity_kg: number,
    created_at: string,
  ) =>
    insertSql('kg_postings', {
      ...{ purchase_id: idOf(number), batch_id: batch, source, destination, quantity_kg },
      created_at,
    })
  const toAda = ['held', `holder:${ada}`] as const
  const read = (from: string, to: string, entriesMax = 50) =>
    rows.db.transaction((tx) =>
      findStatement(tx, ada, { from: new Date(from), to: new Date(to), entriesMax }),
    )
  const year = () => read('2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z')
  const document = (number: number, row: Row) =>
    insertSql('tax_documents', {
      ...{ series: 1, kind: 'receipt', year: 2026, sequence: number, purchase_id: idOf(number) },
      ...{ day: '2026-03-31', country: 'GB', rate: '20', currency: 'GBP', gross_minor: 100 },
      ...{ tax_minor: 0, ...row },
    })

  it('owes what refunds have not paid before its end, of completed purchases, by currency', async () => {
    const due = ['sales', 'refunds_due'] as const
    await rows.run(
      bought(31) +
        money(1, 31, due, 50, '2026-05-01 10:00') +
        money(2, 31, ['refunds_due', 'card_clearing'], 20, '2026-06-01 10:00') +
        money(3, 31, ['refunds_due', 'bank'], 7, '2027-01-01 00:00') +
        money(4, 31, ['sales', 'card_clearing'], 900, '2026-06-01 10:00') +
        bought(32, { currency: 'TRY' }) +
        money(5, 32, due, 3, '2026-05-01 10:00') +
        bought(33, { buyer_id: ben }) +
        money(6, 33, due, 4, '2026-05-01 10:00') +
        bought(34, {
          ...{ state: 'FAILED', card_state: 'REFUNDING', reversal: 'refunding' },
          ...{ first_place: null, completed_at: null },
        }) +
        money(7, 34, due, 5, '2026-05-01 10:00'),
    )
    const owed = (to: string) => rows.db.transaction((tx) => findOwed(tx, ada, new Date(to)))
    const sorted = async (to: string) =>
      (await owed(to)).toSorted((a, b) => a.currency.localeCompare(b.currency))
    expect(await sorted('2027-01-01T00:00:00Z')).toEqual([
      { currency: 'GBP', owed_minor: 30 },
      { currency: 'TRY', owed_minor: 3 },
    ])
    expect((await sorted('2027-01-01T00:00:01Z'))[0]).toEqual({ currency: 'GBP', owed_minor: 23 })
  })

  it('is about a holder, with the names of programmes', async () => {
    await rows.run(
      passportSql(ada, { first_name: 'Ada', last_name: 'Lovelace', holder_name: 'Countess' }) +
        passportSql(ben),
    )
    await rows.db.transaction(async (tx) => {
      expect(await findHolder(tx, ada)).toEqual({
        ...{ first_name: 'Ada', last_name: 'Lovelace', holder_name: 'Countess' },
      })
      expect(await findHolder(tx, ben)).toEqual({
        ...{ first_name: null, last_name: null, holder_name: null },
      })
      const names = await findProgrammeNames(tx, ['shop', 'card', 'bank'])
      expect(names.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual([
        { id: 'bank', name: 'Name of bank' },
        { id: 'shop', name: 'Name of shop' },
      ])
    })
  })

  it('has an entry for each change of kilograms, with its documents and money without discounts', async () => {
    await rows.run(
      bought(31, { total_minor: 100, wallet_minor: 30, card_minor: 70 }) +
        wallet(31, 'bank', 'GBP', 10) +
        wallet(31, 'welcome', 'GBP', 20) +
        kilograms(31, toAda, 10, '2026-02-01 10:00') +
        document(31, { gross_minor: 80 }) +
        document(31, { kind: 'credit_note', sequence: 5, day: '2026-02-03', kg: 4, part: 1 }) +
        part(31, 1, '2026-02-03 10:00') +
        kilograms(31, [`holder:${ada}`, 'returned'], 4, '2026-02-03 10:00') +
        bought(32, {
          ...{ is_reward: true, reward_id: idOf(5), total_minor: 0, card_minor: 0 },
          card_state: 'NONE',
        }) +
        kilograms(32, toAda, 20, '2026-02-04 10:00') +
        bought(33, { buyer_id: ben, holder_id: ada, is_gift: true, currency: 'TRY' }) +
        kilograms(33, ['held', `waiting:${idOf(33)}`], 30, '2026-02-05 10:00') +
        kilograms(33, [`waiting:${idOf(33)}`, `holder:${ada}`], 30, '2026-02-06 10:00') +
        document(33, {}) +
        bought(34, {}) +
        kilograms(34, toAda, 40, '2025-12-31 23:59:59') +
        bought(35, {}) +
        kilograms(35, toAda, 50, '2027-01-01 00:00') +
        bought(36, {}) +
        kilograms(36, toAda, 60, '2026-02-07 10:00') +
        kilograms(36, [`holder:${ada}`, 'replaced'], 60, '2026-02-07 10:00'),
    )
    const { sums, entries } = await year()
    const entry = {
      ...{ project: 'Wind on the hill', project_number: 'W-7', currency: 'GBP', amount_minor: 0 },
      ...{ ways: null, way_amounts: null, documents: null },
    }
    expect(entries).toEqual([
      {
        ...{ ...entry, kind: 'bought', day: '2026-02-01', tx_id: 'CP-31', kg: 10 },
        ...{ amount_minor: 80, documents: ['receipt 1 2026 31'] },
      },
      {
        ...{ ...entry, kind: 'returned', day: '2026-02-03', tx_id: 'CP-31', kg: 4 },
        documents: ['credit_note 1 2026 5'],
      },
      { ...entry, kind: 'reward', day: '2026-02-04', tx_id: 'CP-32', kg: 20 },
      {
        ...{ ...entry, kind: 'received', day: '2026-02-06', tx_id: 'CP-33', kg: 30 },
        currency: 'TRY',
      },
    ])
    const sum = { currency: 'GBP', before_kg: 0, amount_minor: 0, entries: 1 }
    expect(sums.toSorted((a, b) => a.kg - b.kg)).toEqual([
      { ...sum, kind: 'returned', kg: 4 },
      { ...sum, kind: 'bought', before_kg: 40, kg: 10, amount_minor: 80 },
      { ...sum, kind: 'reward', kg: 20 },
      { ...sum, kind: 'received', currency: 'TRY', kg: 30 },
    ])
    const { entries: first } = await read('2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z', 2)
    expect(first).toEqual(entries.slice(0, 2))
  })

  it('has an entry for the money of each refund on a day, with its ways, and of each failure', async () => {
    const card = ['sales', 'card_clearing'] as const
    await rows.run(
      bought(31, { total_minor: 100, wallet_minor: 30, card_minor: 70 }) +
        wallet(31, 'bank', 'GBP', 20) +
        wallet(31, 'welcome', 'GBP', 10) +
        reversal(31, { wallet_returned_at: '2026-03-05 10:00' }) +
        part(31, 1, '2026-03-01 10:00', 10) +
        walletBack(31, 1, 'bank', 'GBP', 5) +
        walletBack(31, 1, 'welcome', 'GBP', 2) +
        money(11, 31, card, 14, '2026-03-01 11:00') +
        // The refund of the part fails, and is paid at the bank.
        money(12, 31, ['card_clearing', 'refunds_due'], 14, '2026-03-02 10:00') +
        money(13, 31, ['refunds_due', 'bank'], 14, '2026-03-03 10:00') +
        money(14, 31, ['refunds_due', 'card_clearing'], 50, '2026-03-05 10:00') +
        money(15, 31, ['refunds_due', 'programme:refunds'], 6, '2026-03-06 10:00') +
        // The sale itself is no refund.
        money(16, 31, ['card_clearing', 'sales'], 70, '2026-02-01 10:00'),
    )
    const { entries } = await year()
    const shown = entries.map(({ kind, day, kg, amount_minor, ways, way_amounts }) => [
      ...[kind, day, kg, amount_minor, ways, way_amounts],
    ])
    expect(shown).toEqual([
      ['paid_back', '2026-03-01', 0, 19, ['bank', 'card'], ['5', '14']],
      ['paid_back', '2026-03-02', 0, -14, ['card'], ['-14']],
      ['paid_back', '2026-03-03', 0, 14, ['other'], ['14']],
      ['paid_back', '2026-03-05', 0, 65, ['bank', 'card'], ['15', '50']],
      ['paid_back', '2026-03-06', 0, 6, ['refunds'], ['6']],
    ])
  })

  it('keeps two parts of a day, two currencies and the years before apart, with the notes of each', async () => {
    const card = ['sales', 'card_clearing'] as const
    const back = [`holder:${ada}`, 'returned'] as const
    const note = { kind: 'credit_note', day: '2026-03-01' }
    await rows.run(
      bought(31, { total_minor: 100, wallet_minor: 30, card_minor: 70 }) +
        wallet(31, 'bank', 'GBP', 30) +
        kilograms(31, toAda, 10, '2025-02-01 10:00') +
        part(31, 1, '2026-03-01 10:00:00', 10) +
        part(31, 2, '2026-03-01 10:00:01', 12) +
        walletBack(31, 1, 'bank', 'GBP', 5) +
        walletBack(31, 2, 'bank', 'GBP', 6) +
        kilograms(31, back, 2, '2026-03-01 10:00:00') +
        kilograms(31, back, 3, '2026-03-01 10:00:01') +
        money(11, 31, card, 14, '2026-03-01 11:00') +
        money(13, 31, card, 15, '2026-03-01 11:00') +
        document(31, { ...note, sequence: 7, part: 1, kg: 2, gross_minor: 19 }) +
        document(31, { ...note, sequence: 8, part: 2, kg: 3, gross_minor: 21 }) +
        bought(32, { currency: 'TRY' }) +
        kilograms(32, toAda, 20, '2025-02-02 10:00') +
        kilograms(32, back, 20, '2026-03-01 12:00') +
        money(21, 32, card, 40, '2026-03-01 12:00') +
        document(32, { ...note, sequence: 9, kg: 20, gross_minor: 40 }) +
        bought(33) +
        kilograms(33, toAda, 5, '2025-02-03 10:00') +
        kilograms(33, back, 5, '2025-02-04 10:00') +
        money(31, 33, card, 90, '2025-02-04 10:00'),
    )
    const { sums, entries } = await year()
    const shown = entries.map(
      ({ kind, tx_id, kg, currency, amount_minor, way_amounts, documents }) => [
        ...[kind, tx_id, kg, currency, amount_minor, way_amounts, documents],
      ],
    )
    expect(shown).toEqual([
      ['paid_back', 'CP-31', 0, 'GBP', 19, ['5', '14'], ['credit_note 1 2026 7']],
      ['returned', 'CP-31', 2, 'GBP', 0, null, ['credit_note 1 2026 7']],
      ['paid_back', 'CP-31', 0, 'GBP', 21, ['6', '15'], ['credit_note 1 2026 8']],
      ['returned', 'CP-31', 3, 'GBP', 0, null, ['credit_note 1 2026 8']],
      ['paid_back', 'CP-32', 0, 'TRY', 40, ['40'], ['credit_note 1 2026 9']],
      ['returned', 'CP-32', 20, 'TRY', 0, null, ['credit_note 1 2026 9']],
    ])
    const none = { before_kg: 0, kg: 0, amount_minor: 0, entries: 0 }
    expect(sums).toEqual([
      { ...none, kind: 'bought', currency: 'GBP', before_kg: 15 },
      { ...none, kind: 'bought', currency: 'TRY', before_kg: 20 },
      { ...none, kind: 'paid_back', currency: 'GBP', amount_minor: 40, entries: 2 },
      { ...none, kind: 'paid_back', currency: 'TRY', amount_minor: 40, entries: 1 },
      { ...none, kind: 'returned', currency: 'GBP', before_kg: 5, kg: 5, entries: 2 },
      { ...none, kind: 'returned', currency: 'TRY', kg: 20, entries: 1 },
    ])
    const statement = await readStatement(rows.db, ada, 2026, new Date('2027-02-01T00:00:00Z'))
    expect(statement).toMatchObject({
      ...{ openingKg: 30, returnedKg: 25, boughtKg: 0, closingKg: 5, entryCount: 6 },
      money: [
        { currency: 'GBP', paidMinor: 0, backMinor: 40, owedMinor: 0 },
        { currency: 'TRY', paidMinor: 0, backMinor: 40, owedMinor: 0 },
      ],
    })
    const bank = { way: 'wallet', programmeId: 'bank', programme: 'Name of bank' }
    expect(statement?.entries[2]).toEqual({
      ...{
        kind: 'paid_back',
        day: '2026-03-01',
        txId: 'CP-31',
        documentNumbers: ['C-2026-000008'],
      },
      ...{ project: 'Wind on the hill', projectNumber: 'W-7', kg: 0, currency: 'GBP' },
      amountMinor: 21,
      ways: [
        { ...bank, amountMinor: 6 },
        { way: 'card', programmeId: 'card', programme: 'card', amountMinor: 15 },
      ],
    })
  })

  it('has what a giver gave and took back, and kilograms that were retired', async () => {
    const waiting = `waiting:${idOf(31)}`
    await rows.run(
      bought(31, { holder_id: ben, is_gift: true, quantity_kg: 10 }) +
        kilograms(31, ['held', waiting], 10, '2026-02-01 10:00') +
        kilograms(31, [waiting, `holder:${ben}`], 10, '2026-02-02 10:00') +
        kilograms(31, [`holder:${ben}`, 'returned'], 3, '2026-04-04 10:00') +
        document(31, {}) +
        document(31, { kind: 'credit_note', sequence: 5, day: '2026-04-04', kg: 3 }) +
        document(31, { kind: 'credit_note', sequence: 6, day: '2026-04-04' }) +
        bought(32, { first_place: 991, quantity_kg: 20 }) +
        bought(33, { first_place: 2_001, reversal: 'refunded' }) +
        bought(34, { first_place: 1_101, holder_id: ben, is_gift: true }) +
        [1_001, 2_001]
          .map((first_place, index) =>
            insertSql('retirements', {
              ...{ notice_id: index + 1, batch_id: batch, first_place, serial: 'T' },
              ...{ last_place: first_place + 999, reference: 'R', retired_on: '2026-05-05' },
            }),
          )
          .join(''),
    )
    const { entries } = await year()
    const shown = entries.map(({ kind, day, tx_id, kg, amount_minor, documents }) => [
      ...[kind, day, tx_id, kg, amount_minor, documents],
    ])
    expect(shown).toEqual([
      ['given', '2026-03-31', 'CP-31', 10, 100, ['receipt 1 2026 31']],
      ['given', '2026-03-31', 'CP-34', 10, 100, null],
      ['given', '2026-04-04', 'CP-31', -3, 0, ['credit_note 1 2026 5']],
      ['retired', '2026-05-05', 'CP-32', 10, 0, null],
    ])
  })
})
