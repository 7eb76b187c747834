// Tests the SQL of saved cards row by row: which cards each statement finds, confirms, takes or empties.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ago, insertSql, purchaseSql, type Row } from '#tests/support/insert-rows.ts'
import { idOf, openRowsDatabase, type RowsDatabase } from '#tests/support/rows-database.ts'
import { lockUsedCards } from './card-uses.ts'
import {
  findCardOfPurchase,
  findCardsOf,
  findKept,
  isCardKept,
  takeDueCards,
  writeRemoval,
  writeRemovals,
  writeUnkept,
} from './saved-card-queries.ts'

const [ada, ben] = [idOf(1), idOf(2)]

let rows: RowsDatabase
beforeAll(async () => {
  rows = await openRowsDatabase()
})
afterAll(() => rows.close())
const tables = [
  'saved_card_payments',
  'saved_card_sessions',
  'saved_cards',
  'purchases',
  'sessions',
]
beforeEach(() => rows.run(tables.map((table) => `delete from ${table};`).join('')))

const details = (number: number) => ({
  ...{ customer_id: `cus_${number}`, method_id: `pm_${number}`, fingerprint: `f_${number}` },
  ...{ brand: 'visa', last_four: String(1_000 + number), exp_month: 3, exp_year: 2_000 + number },
})
const card = (number: number, row: Row = {}) =>
  insertSql('saved_cards', {
    ...{ id: idOf(number), passport_id: ada, state: 'kept', ...details(number), ...row },
  })
const empty = {
  ...{ method_id: null, fingerprint: null, brand: null, last_four: null, exp_month: null },
  exp_year: null,
}
const saving = { ...empty, state: 'saving' }
const removing = { ...empty, state: 'removing', passport_id: null }
const payment = (number: number, cardNumber: number, off_session = false) =>
  insertSql('saved_card_payments', {
    ...{ purchase_id: idOf(number), card_id: idOf(cardNumber), off_session },
  })
const bought = (number: number, row: Row = {}) =>
  purchaseSql({ id: idOf(8), projectId: idOf(9) }, { id: idOf(number), buyer_id: ada, ...row })
const open = { state: 'READY', card_state: 'AUTHORISED', first_place: null, completed_at: null }
const ended = { ...open, state: 'EXPIRED', card_state: 'VOIDED' }

it('the cards of a passport are the kept ones, newest first, with their details', async () => {
  await rows.run(
    card(11, { created_at: '2026-01-01 10:00' }) +
      card(12, { created_at: '2026-01-02 10:00', brand: 'amex', exp_month: 12 }) +
      card(13, saving) +
      card(14, { passport_id: ben }) +
      card(15, removing),
  )
  expect(await findCardsOf(rows.db, ada)).toEqual([
    {
      ...{ id: idOf(12), brand: 'amex', last_four: '1012', exp_month: 12, exp_year: 2012 },
      created_at: new Date('2026-01-02T10:00:00Z'),
    },
    {
      ...{ id: idOf(11), brand: 'visa', last_four: '1011', exp_month: 3, exp_year: 2011 },
      created_at: new Date('2026-01-01T10:00:00Z'),
    },
  ])
  const kept = await Promise.all(
    [11, 13, 14, 15].map((number) => isCardKept(rows.db, idOf(number), ada)),
  )
  expect(kept).toEqual([true, false, false, false])
})

it('the card of a purchase is the one that pays it, or the one that it saves', async () => {
  await rows.run(card(11) + card(31, saving) + payment(32, 11, true) + payment(33, 11))
  const saved = { ...details(31), id: idOf(31) }
  expect(await findCardOfPurchase(rows.db, idOf(31))).toEqual({
    ...{ id: saved.id, state: 'saving', customer_id: saved.customer_id, method_id: null },
    ...{ is_payment: false, off_session: null },
  })
  const paid = { id: idOf(11), state: 'kept', customer_id: 'cus_11', method_id: 'pm_11' }
  expect(await findCardOfPurchase(rows.db, idOf(32))).toEqual({
    ...{ ...paid, is_payment: true, off_session: true },
  })
  expect(await findCardOfPurchase(rows.db, idOf(33))).toMatchObject({ off_session: false })
  expect(await findCardOfPurchase(rows.db, idOf(34))).toBeNull()
})

it('a use is confirmed without a session, in one that used the card, and after a code of 15 minutes', async () => {
  const session = (number: number, minutes: number) =>
    insertSql('sessions', {
      ...{ id: idOf(number), token_hash: `t${number}`, passport_id: ada, ends_at: ago('-1 day') },
      code_at: ago(`${minutes} minutes`),
    })
  await rows.run(
    card(11) +
      card(12, { passport_id: ben }) +
      card(13, saving) +
      session(21, 16) +
      session(22, 14) +
      session(23, 16) +
      insertSql('saved_card_sessions', { card_id: idOf(11), session_id: idOf(23) }) +
      insertSql('saved_card_sessions', { card_id: idOf(12), session_id: idOf(21) }),
  )
  const use = (cardNumber: number, session: number | null) => ({
    cardId: idOf(cardNumber),
    sessionId: session === null ? null : idOf(session),
  })
  const uses = [use(11, null), use(11, 21), use(11, 22), use(11, 23), use(12, 21), use(13, null)]
  await rows.db.transaction(async (tx) => {
    const cards = await lockUsedCards(tx, uses)
    expect(uses.map((each) => cards.get(each))).toEqual([
      { passportId: ada, isConfirmed: true },
      { passportId: ada, isConfirmed: false },
      { passportId: ada, isConfirmed: true },
      { passportId: ada, isConfirmed: true },
      { passportId: ben, isConfirmed: true },
      undefined,
    ])
  })
})

it('due cards wait for no open purchase or card step, and are taken once, the earliest first', async () => {
  const due = (number: number, minutes: number, purchase: Row = {}, row: Row = {}) =>
    card(number, { ...saving, due_at: ago(`${minutes} minutes`), ...row }) +
    bought(number, purchase)
  await rows.run(
    [
      due(31, 1),
      due(32, 3, ended),
      due(33, 9, open),
      due(34, 9, { ...ended, card_state: 'VOIDING' }),
      due(35, -1),
      due(36, 9, {}, { state: 'kept', ...details(36) }),
      due(37, 2, {}, removing),
      due(38, 9, {}, removing) + payment(41, 38) + bought(41, open),
      due(39, 4, {}, { ...removing, attempts: 3 }) + payment(42, 39) + bought(42, ended),
    ].join(''),
  )
  const first = await takeDueCards(rows.db, 2)
  expect(first.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual([
    {
      ...{ id: idOf(32), state: 'saving', customer_id: 'cus_32', passport_id: ada },
      is_completed: false,
    },
    {
      ...{ id: idOf(39), state: 'removing', customer_id: 'cus_39', passport_id: null },
      is_completed: true,
    },
  ])
  const rest = await takeDueCards(rows.db, 9)
  expect(rest.map(({ id, is_completed }) => [id, is_completed]).toSorted()).toEqual([
    [idOf(31), true],
    [idOf(37), true],
  ])
  expect(await takeDueCards(rows.db, 9)).toEqual([])
  const waits = await rows.ask(
    `select right(id::text, 2), attempts, round(extract(epoch from due_at - now()) / 15)::int
     from saved_cards where attempts > 0 order by 1`,
  )
  expect(waits).toEqual([
    ['31', 1, 1],
    ['32', 1, 1],
    ['37', 1, 1],
    ['39', 4, 8],
  ])
})

it('kept cards are counted, and found by their number, also while one of them pays', async () => {
  await rows.run(
    card(11) +
      card(12) +
      card(13, { passport_id: ben, fingerprint: 'f_11' }) +
      card(14, saving) +
      payment(41, 12) +
      bought(41, open) +
      payment(42, 11) +
      bought(42, ended),
  )
  await rows.db.transaction(async (tx) => {
    const kept = { count: 2, same_id: idOf(11), is_used: false }
    expect(await findKept(tx, ada, 'f_11')).toEqual(kept)
    expect(await findKept(tx, ada, 'f_12')).toEqual({ ...kept, same_id: idOf(12), is_used: true })
    expect(await findKept(tx, ada, 'f_13')).toEqual({ ...kept, same_id: null })
  })
})

it('a removal empties the card of its owner, and keeps its customer for the provider', async () => {
  const all = () =>
    rows.ask(
      `select right(id::text, 2), state, passport_id is null, customer_id, attempts, due_at <= now(),
         num_nonnulls(method_id, fingerprint, brand, last_four, exp_month, exp_year)
       from saved_cards order by id`,
    )
  const later = { attempts: 4, due_at: ago('-1 day') }
  await rows.run(card(11, later) + card(12, later) + card(13, { ...saving, ...later }))
  await rows.db.transaction(async (tx) => {
    expect(await writeRemoval(tx, idOf(11), ben)).toBe(false)
    expect(await writeRemoval(tx, idOf(13), ada)).toBe(false)
    expect(await writeRemoval(tx, idOf(11), ada)).toBe(true)
    expect(await writeRemoval(tx, idOf(11), ada)).toBe(false)
  })
  await writeUnkept(rows.db, idOf(12))
  const gone = (number: string, customer: string) => [
    number,
    'removing',
    true,
    customer,
    0,
    true,
    0,
  ]
  expect(await all()).toEqual([
    gone('11', 'cus_11'),
    ['12', 'kept', false, 'cus_12', 4, false, 6],
    ['13', 'saving', false, 'cus_13', 4, false, 0],
  ])
  await writeUnkept(rows.db, idOf(13))
  await rows.db.transaction((tx) => writeRemovals(tx, ada))
  expect(await all()).toEqual([gone('11', 'cus_11'), gone('12', 'cus_12'), gone('13', 'cus_13')])
})
