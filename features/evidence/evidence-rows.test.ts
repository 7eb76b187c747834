// Tests what the evidence finds of stored rows: a plan's run with its saved card, next to another plan and card. Its
// kilograms are in two blocks. Of the plan's messages it has those from before the purchase.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertSql, passportSql, purchaseSql, type Row } from '#tests/support/insert-rows.ts'
import { idOf, openRowsDatabase, type RowsDatabase } from '#tests/support/rows-database.ts'
import { findEvidence } from './evidence-queries.ts'

const [buyer, friend] = [idOf(1), idOf(2)]
const wind = { id: idOf(5), projectId: idOf(6) }
const [solar, grid] = [idOf(7), idOf(8)]
const at = (day: number) => `2026-03-${String(day).padStart(2, '0')}T00:00:00Z`

const purchase = (number: number, row: Row = {}) =>
  purchaseSql(wind, {
    ...{ id: idOf(number), buyer_id: buyer, tx_id: `CP-${number}`, created_at: at(10), ...row },
  })
const plan = (id: string, day: number) =>
  insertSql('plans', {
    ...{ id, passport_id: buyer, state: 'ended', amount_minor: 100, currency: 'GBP' },
    ...{ pay: 'wallet', day: 1, created_at: at(day), expires_at: at(30) },
  })
const run = (plan_id: string, number: number) =>
  insertSql('plan_runs', {
    ...{ plan_id, period: '2026-03-01', state: 'bought', pay: 'wallet' },
    ...{ purchase_id: idOf(number), run_at: at(10), due_at: at(10) },
  })
const card = (number: number, day: number) =>
  insertSql('saved_cards', { id: idOf(number), state: 'saving', created_at: at(day) })
const usedCard = (number: number, card_id: string, off_session: boolean) =>
  insertSql('saved_card_payments', { purchase_id: idOf(number), card_id, off_session })
const place = (number: number, batch_id: string, first_place: number, row: Row = {}) =>
  insertSql('purchase_places', { purchase_id: idOf(number), batch_id, first_place, kg: 3, ...row })
const batch = (id: string, serial_number: string, vintage_year: number) =>
  insertSql('batches', {
    ...{ id, project_id: wind.projectId, name: 'B', vintage_year, serial_number },
    ...{ price_micros: 1, currency: 'GBP', is_uncompared: true },
  })
const message = (subject: string, day: number, template: string) =>
  insertSql('outbox', { template, subject, recipient: 'buyer', created_at: at(day) })

let rows: RowsDatabase
beforeAll(async () => {
  rows = await openRowsDatabase()
  await rows.run(
    passportSql(buyer) +
      passportSql(friend) +
      insertSql('projects', {
        ...{ id: wind.projectId, registry: 'GS', registry_name: 'Gold Standard', name: 'Wind' },
        ...{ external_id: 'GS-1', country: 'TR', country_name: 'Türkiye', status: 'Verified' },
      }) +
      batch(wind.id, 'S-1', 2023) +
      batch(solar, 'S-3', 2025) +
      batch(grid, 'S-2', 2024) +
      // The card of purchase 11 paid for the plan's purchase 12; the card of purchase 14 for 15.
      purchase(11) +
      purchase(12, { is_planned: true }) +
      purchase(13, { is_planned: true, is_gift: true, holder_id: friend }) +
      purchase(14) +
      purchase(15) +
      plan('PL-1', 1) +
      plan('PL-2', 2) +
      run('PL-1', 12) +
      run('PL-2', 13) +
      card(11, 3) +
      card(14, 4) +
      usedCard(12, idOf(11), true) +
      usedCard(15, idOf(14), false) +
      insertSql('certificates', { code: 'AAAAAAAAAAAAAA11', purchase_id: idOf(12) }) +
      insertSql('purchase_reversals', { purchase_id: idOf(12), refunded_minor: 7 }) +
      place(12, solar, 1) +
      place(12, grid, 9) +
      place(12, grid, 5) +
      place(12, wind.id, 1, { replaced_by: solar }) +
      place(13, grid, 20) +
      message(`${buyer}/PL-1/2026-03`, 9, 'plan_upcoming') +
      message(`${buyer}/PL-1/2026-04`, 11, 'plan_upcoming') +
      message(`${buyer}/PL-2/2026-03`, 9, 'plan_upcoming') +
      message(`${friend}/PL-1/2026-03`, 9, 'plan_upcoming') +
      message(idOf(13), 12, 'gift_success') +
      message(`${idOf(12)}/3`, 13, 'refund_sent') +
      message(idOf(12), 12, 'purchase_success'),
  )
})
afterAll(() => rows.close())

it.each([
  [11, { is_planned: false, plan_id: null, plan_since: null, is_off_session: null }],
  [
    12,
    {
      ...{ is_planned: true, plan_id: 'PL-1', plan_since: new Date(at(1)), is_off_session: true },
      ...{ card_saved_at: new Date(at(3)), card_saved_with: 'CP-11', refunded_minor: 7 },
      certificate: 'AAAAAAAAAAAAAA11',
    },
  ],
  [
    13,
    {
      ...{ is_planned: true, plan_id: 'PL-2', plan_since: new Date(at(2)), is_gift: true },
      is_holder_buyer: false,
    },
  ],
  [15, { is_off_session: false, card_saved_at: new Date(at(4)), card_saved_with: 'CP-14' }],
])('purchase %i has its own plan and card', async (number, own) => {
  const found = await findEvidence(rows.db, idOf(number))
  const { is_gift, is_holder_buyer, is_planned, plan_id, plan_since, ...others } =
    found?.purchase ?? ({} as NonNullable<typeof found>['purchase'])
  const { is_off_session, card_saved_at, card_saved_with, refunded_minor, certificate } = others
  expect({
    ...{ is_gift, is_holder_buyer, is_planned, plan_id, plan_since, is_off_session },
    ...{ card_saved_at, card_saved_with, refunded_minor, certificate },
  }).toEqual({
    ...{ is_gift: false, is_holder_buyer: true, is_planned: false, plan_id: null },
    ...{ plan_since: null, is_off_session: null, card_saved_at: null, card_saved_with: null },
    ...{ refunded_minor: 0, certificate: null, ...own },
  })
})

it('its kilograms are the present ones, by serial number and place', async () => {
  const found = await findEvidence(rows.db, idOf(12))
  expect(found?.segments).toEqual([
    { batch_id: grid, serial_number: 'S-2', vintage_year: 2024, first_place: 5, kg: 3 },
    { batch_id: grid, serial_number: 'S-2', vintage_year: 2024, first_place: 9, kg: 3 },
    { batch_id: solar, serial_number: 'S-3', vintage_year: 2025, first_place: 1, kg: 3 },
  ])
})

it('its messages are those about it, and of its plan those from before it', async () => {
  const found = await findEvidence(rows.db, idOf(12))
  const named = found?.messages.map(({ template, created_at }) => [template, created_at])
  expect(named).toEqual([
    ['plan_upcoming', new Date(at(9))],
    ['refund_sent', new Date(at(13))],
    ['purchase_success', new Date(at(12))],
  ])
  const other = await findEvidence(rows.db, idOf(13))
  expect(other?.messages.map(({ template }) => template)).toEqual(['plan_upcoming', 'gift_success'])
})

it('at most 50 sessions are listed, the first ones', async () => {
  await rows.run(
    Array.from({ length: 51 }, (_, index) =>
      insertSql('sessions', {
        ...{ id: idOf(900 + index), passport_id: buyer, browser: `B${index}` },
        token_hash: { sql: `sha256('${index}')` },
        ...{ created_at: `2026-03-09T00:${String(index).padStart(2, '0')}:00Z`, code_at: at(9) },
        ...{ last_seen_at: at(10), ends_at: at(30) },
      }),
    )
      .toReversed()
      .join(''),
  )
  const found = await findEvidence(rows.db, idOf(11))
  expect(found?.sessions.map(({ browser }) => browser)).toEqual(
    Array.from({ length: 50 }, (_, index) => `B${index}`),
  )
})
