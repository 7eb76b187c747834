// Tests row by row which data of purchases and gifts a passport exports, what its erasure removes, and its open purchases.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Transaction } from '#platform/database/database.ts'
import {
  inFuture,
  insertSql,
  passportSql,
  purchaseSql,
  type Row,
} from '#tests/support/insert-rows.ts'
import { idOf, openRowsDatabase, type RowsDatabase } from '#tests/support/rows-database.ts'
import {
  endOpenPurchases,
  hasOpenPurchases,
  lockAndCheckOpenPurchases,
  purchasesOwnData,
} from './purchase-own-data.ts'

const [ada, ben, cy] = [idOf(1), idOf(2), idOf(3)]
const [batch, other, project] = [idOf(7), idOf(8), idOf(9)]

let rows: RowsDatabase
beforeAll(async () => {
  rows = await openRowsDatabase()
  const batchOf = (id: string, serial_number: string) =>
    insertSql('batches', {
      ...{ id, project_id: project, name: 'B', vintage_year: 2024, serial_number },
      ...{ price_micros: 1, currency: 'GBP', is_uncompared: true },
    })
  await rows.run(
    insertSql('projects', {
      ...{ id: project, registry: 'TST', registry_name: 'T', external_id: '1', name: 'WIND 7' },
      ...{ country: 'TR', country_name: 'Türkiye', status: 'Verified', project_type: '{Wind}' },
    }) +
      batchOf(batch, 'T-1') +
      batchOf(other, 'T-2'),
  )
})
afterAll(() => rows.close())
const tables = [
  ...['purchases', 'passports', 'purchase_reversals', 'purchase_places', 'disputes'],
  ...['fraud_warnings', 'refund_parts', 'refund_part_wallets'],
]
beforeEach(() => rows.run(tables.map((table) => `delete from ${table};`).join('')))

const inTransaction = <Result>(act: (tx: Transaction) => Promise<Result>) =>
  rows.db.transaction(act)
const bought = (number: number, row: Row = {}) =>
  purchaseSql(
    { id: batch, projectId: project },
    { id: idOf(number), tx_id: `CP-${number}`, buyer_id: ada, ...row },
  )
const read = async (passportId: string) => {
  const data = await purchasesOwnData.read?.(rows.db, { passportId, phone: '+447400000001' })
  return data as Record<'bought' | 'received', Record<string, unknown>[]>
}
const on = (day: string) => expect.stringMatching(new RegExp(`^2026-01-${day}T`))

it('a purchase has its disputes, warnings, replacements and the way of its refund', async () => {
  const dispute = (id: string, opened_at: string, row: Row) =>
    insertSql('disputes', {
      ...{ id, purchase_id: idOf(31), status: 'needs_response', outcome: 'open' },
      ...{ amount_minor: 250, currency: 'TRY', opened_at, read_at: opened_at, ...row },
    })
  const warning = (id: string, warned_at: string) =>
    insertSql('fraud_warnings', { id, purchase_id: idOf(31), kind: `kind ${id}`, warned_at })
  const place = (first_place: number, kg: number, row: Row = {}) =>
    insertSql('purchase_places', {
      ...{ purchase_id: idOf(31), batch_id: other, first_place, kg, ...row },
    })
  await rows.run(
    bought(31, { reversal: 'refunded', keeps_kilograms: true, currency: 'TRY' }) +
      dispute('dp_1', '2026-01-02 09:00', { reason: 'fraudulent' }) +
      dispute('dp_2', '2026-01-01 09:00', {
        ...{ status: 'won', outcome: 'won', closed_at: '2026-01-03 09:00', currency: 'EUR' },
      }) +
      warning('w1', '2026-01-05 09:00') +
      warning('w2', '2026-01-04 09:00') +
      place(501, 4) +
      place(401, 6) +
      place(1, 10, { batch_id: batch, replaced_by: other }) +
      insertSql('purchase_reversals', {
        ...{ purchase_id: idOf(31), refunded_minor: 11, lost_minor: 12, due_minor: 13 },
        ...{ paid_minor: 14, wallet_returned_at: '2026-01-06 09:00' },
        updated_at: '2026-01-07 09:00',
      }) +
      bought(32, { reversal: 'refunded' }) +
      bought(33),
  )
  const { bought: purchases, received } = await read(ada)
  expect(received).toEqual([])
  expect(purchases[0]).toMatchObject({
    transaction: 'CP-31',
    'replaced by': [
      { 'serial number': 'T-2', 'first place': 401, kilograms: 6 },
      { 'serial number': 'T-2', 'first place': 501, kilograms: 4 },
    ],
    'disputes at the bank': [
      { state: 'won', reason: null, sum: '2.50 EUR', opened: on('01'), closed: on('03') },
      {
        ...{ state: 'needs_response', reason: 'fraudulent', sum: '2.50 TRY', opened: on('02') },
        closed: null,
      },
    ],
    'warnings of fraud': [
      { kind: 'kind w2', warned: on('04') },
      { kind: 'kind w1', warned: on('05') },
    ],
    'given back': {
      ...{ 'how far': 'refunded', 'kilograms kept': true, 'to the card': '0.11 TRY' },
      ...{ 'to the card by a dispute': '0.12 TRY', 'still owed to the card': '0.13 TRY' },
      ...{ 'paid in another way': '0.14 TRY', parts: null, 'to wallets': on('06') },
      changed: on('07'),
    },
  })
  expect(purchases[1]).toMatchObject({ 'given back': { 'kilograms kept': false } })
  expect(purchases[2]).toMatchObject({ transaction: 'CP-33', 'given back': null })
})

it('a purchase has each part that went back, with the money of all its wallets', async () => {
  const part = (number: number, of: number, kg: number, card_minor: number, created_at: string) =>
    insertSql('refund_parts', {
      ...{ purchase_id: idOf(number), part: of, kg, card_minor, created_at },
      ...{ previous_posting_id: 0, posting_id: 0 },
    })
  const wallet = (number: number, of: number, wallet_currency: string, paid_minor: number) =>
    insertSql('refund_part_wallets', {
      ...{ purchase_id: idOf(number), part: of, programme_id: 'bank', wallet_currency },
      ...{ wallet_minor: 999, paid_minor, rounding_minor: 0 },
    })
  await rows.run(
    bought(31, { refunded_kg: 5, currency: 'EUR' }) +
      bought(32, { refunded_kg: 1 }) +
      part(31, 2, 3, 40, '2026-01-03 09:00') +
      part(31, 1, 2, 0, '2026-01-02 09:00') +
      wallet(31, 1, 'EUR', 5) +
      wallet(31, 1, 'TRY', 17) +
      part(32, 1, 1, 70, '2026-01-04 09:00') +
      wallet(32, 1, 'GBP', 1_234),
  )
  const { bought: purchases } = await read(ada)
  const first = [
    { kilograms: 2, date: on('02'), 'to the card': '0.00 EUR', 'to wallets': '0.22 EUR' },
    { kilograms: 3, date: on('03'), 'to the card': '0.40 EUR', 'to wallets': '0.00 EUR' },
  ]
  const second = [
    { kilograms: 1, date: on('04'), 'to the card': '0.70 GBP', 'to wallets': '12.34 GBP' },
  ]
  expect(purchases.map((each) => each['given back'])).toEqual([
    expect.objectContaining({ parts: first }),
    expect.objectContaining({ parts: second }),
  ])
})

it('a received gift names its giver as the receiver sees it', async () => {
  const gift = { is_gift: true, holder_id: ben, buyer_id: cy }
  await rows.run(
    passportSql(ada, { phone: '+447400000001', nickname: 'Countess', first_name: 'Ada' }) +
      passportSql(cy, { phone: '+447400000617', first_name: 'Cy' }) +
      passportSql(idOf(4), { phone: '+447400000618' }) +
      passportSql(idOf(5), { phone: null }) +
      bought(31, { ...gift, buyer_id: ada, from_name: 'Ada L.' }) +
      bought(32, { ...gift, buyer_id: ada, reversal: 'refunded' }) +
      bought(33, gift) +
      bought(34, { ...gift, buyer_id: idOf(4) }) +
      bought(35, { ...gift, buyer_id: idOf(5) }) +
      bought(36, { ...gift, is_gift: false }),
  )
  const { bought: own, received } = await read(ben)
  expect(own).toEqual([])
  expect(received.map((each) => [each.transaction, each.from, each['taken back']])).toEqual([
    ['CP-31', 'Ada L.', false],
    ['CP-32', 'Countess', true],
    ['CP-33', 'Cy', false],
    ['CP-34', '+44•••••618', false],
    ['CP-35', null, false],
  ])
})

const words = {
  ...{ note: 'For you', from_name: 'Ada', recipient_name: 'Ben', is_gift: true },
  ...{ recipient_phone: '+447400000002', thanked_at: '2026-01-01', opened_at: '2026-01-01' },
  ...{ card_brand: 'visa', card_last_four: '4242', card_country: 'FR' },
}
const erase = (passportId: string) =>
  inTransaction(async (tx) => {
    await purchasesOwnData.erase?.(tx, { passportId } as never)
  })
const stored = () =>
  rows.ask(`select right(id::text, 2)::int, note, from_name, recipient_name, recipient_phone,
    card_brand, card_last_four, card_country, thanked_at is not null, opened_at is not null,
    isfinite(deliver_at) from purchases order by id`)
const open = { first_place: null, completed_at: null, expires_at: inFuture('5 minutes') }

it('an erasure of a giver leaves the number of a gift that still waits, and releases a held one', async () => {
  const day = { deliver_on: '2026-12-24', deliver_at: { sql: `'infinity'` } }
  await rows.run(
    bought(31, { ...words, holder_id: ben }) +
      bought(32, { ...words, holder_id: null }) +
      bought(33, { ...words, holder_id: null, reversal: 'refunded' }) +
      bought(34, { ...words, ...open, holder_id: null, state: 'READY', card_state: 'AUTHORISED' }) +
      bought(35, { ...words, holder_id: null, ...day }) +
      bought(36, { card_country: 'FR' }) +
      bought(37, { ...words, buyer_id: cy, holder_id: cy }) +
      bought(38, { ...words, ...open, holder_id: null, state: 'EXPIRED', card_state: 'VOIDED' }),
  )
  await erase(ada)
  const none = [null, null, null]
  const number = '+447400000002'
  const kept = (phone: string | null, isDue: boolean | null = null) => [
    ...[...none, phone, ...none, true, true, isDue],
  ]
  expect(await stored()).toEqual([
    [31, ...kept(null)],
    [32, ...kept(number)],
    [33, ...kept(null)],
    [34, ...kept(number)],
    [35, ...kept(number, true)],
    [36, ...none, null, ...none, false, false, null],
    [37, 'For you', 'Ada', 'Ben', number, 'visa', '4242', 'FR', true, true, null],
    [38, ...kept(null)],
  ])
})

it('an erasure of a receiver removes the words of received gifts, and leaves the giver’s card', async () => {
  await rows.run(
    bought(31, { ...words, holder_id: ben }) +
      bought(32, { ...words, holder_id: ben, is_gift: false }) +
      bought(33, { ...words, holder_id: cy }),
  )
  await erase(ben)
  const full = ['For you', 'Ada', 'Ben', '+447400000002', 'visa', '4242', 'FR', true, true, null]
  expect(await stored()).toEqual([
    [31, null, null, null, null, 'visa', '4242', 'FR', false, false, null],
    [32, ...full],
    [33, ...full],
  ])
})

it('open purchases are those that may still complete', async () => {
  await rows.run(
    bought(31) +
      bought(32, { ...open, state: 'EXPIRED', card_state: 'VOIDED' }) +
      bought(33, { ...open, buyer_id: ben, state: 'HELD', card_state: 'AUTHORISING' }) +
      bought(34, { ...open, buyer_id: cy, state: 'READY', card_state: 'AUTHORISED' }) +
      bought(35, { ...open, buyer_id: cy, state: 'COMPLETING', card_state: 'CAPTURING' }),
  )
  for (const [passportId, isOpen] of [
    [ada, false],
    [ben, true],
    [cy, true],
  ] as const) {
    expect(await inTransaction((tx) => hasOpenPurchases(tx, passportId))).toBe(isOpen)
    expect(await inTransaction((tx) => lockAndCheckOpenPurchases(tx, passportId))).toBe(isOpen)
  }
  expect(await endOpenPurchases(rows.db, cy)).toEqual({ problem: 'purchase_open' })
  expect(await endOpenPurchases(rows.db, ada)).toBeNull()
  expect(
    await rows.ask(`select state from purchases where buyer_id = '${cy}' order by id`),
  ).toEqual([['READY'], ['COMPLETING']])
})
