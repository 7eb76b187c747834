// Tests the export of own data row by row: every column of the rows has a value of its own.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { achievementsOwnData } from '#features/achievements/achievements-own-data.ts'
import { rewardsOwnData } from '#features/achievements/rewards/reward-own-data.ts'
import { passkeysOwnData } from '#features/passkeys/passkeys-own-data.ts'
import { announcedMovesOwnData } from '#features/people/announced-moves.ts'
import type { OwnDataPart } from '#features/people/own-data-part.ts'
import { profileOwnData, sessionsOwnData } from '#features/people/people-own-data.ts'
import { plansOwnData } from '#features/plans/plans-own-data.ts'
import { purchasesOwnData } from '#features/purchases/purchase-own-data.ts'
import { savedCardsOwnData } from '#features/purchases/saved-cards/saved-cards.ts'
import { walletOwnData } from '#features/wallet/wallet-own-data.ts'
import type { Database } from '#platform/database/database.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import {
  askRows,
  createTestDatabase,
  openTestDatabase,
  runSql,
  type TestDatabase,
} from '#tests/support/postgres.ts'

const idOf = (last: number) => `00000000-0000-7000-8000-${String(last).padStart(12, '0')}`
const me = idOf(1)
const other = idOf(2)
const nameless = idOf(3)
const owner = { passportId: me, phone: '+447400000001' }

let database: TestDatabase
let db: Database
let sold: IssuedBatch
let byFirst: IssuedBatch
let bySecond: IssuedBatch
beforeAll(async () => {
  database = await createTestDatabase()
  db = openTestDatabase(database.url)
  sold = await issueTestBatch(db, { kg: 1_000 })
  byFirst = await issueTestBatch(db, { kg: 1_000 })
  bySecond = await issueTestBatch(db, { kg: 1_000 })
  await run(people)
  await run(purchasesOf(sold))
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const run = (sql: string) => runSql(database.url, `set timezone to 'UTC'; ${sql}`)
/** Returns the export as the user gets it. */
async function read(part: OwnDataPart) {
  return JSON.parse(JSON.stringify(await part.read?.(db, owner)))
}
/** Returns a time of a day of 2026, as the export shows it in a JSON object of the database. */
const at = (day: string) => new Date(`2026-${day}T10:00:00Z`).toISOString()
/** Replaces each time in a value by one format, because the database writes an offset. */
function inUtc(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inUtc)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inUtc(each)]))
  }
  const isTime = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)
  return isTime ? new Date(value).toISOString() : value
}
const whole = async (part: OwnDataPart) => inUtc(await read(part))

const people = `
  insert into passports (id, phone, first_name, last_name, holder_name, nickname, member_number,
    hide_from_leaderboards, country, currency, language, created_at, welcomed_at, updated_at,
    total_kg, reward_kg, eco_score, eco_league, offset_league) values
    ('${me}', '+447400000001', 'Ada', 'Lovelace', 'A. Lovelace', 'Countess', 42,
      false, 'DE', 'EUR', 'nl', '2026-01-01 10:00Z', '2026-01-02 10:00Z', '2026-01-03 10:00Z',
      310, 12, 205, 'silver', 'gold'),
    ('${other}', '+447400000002', 'Grace', 'Hopper', null, null, 7,
      false, 'GB', 'GBP', 'en', '2026-01-04 10:00Z', null, '2026-01-05 10:00Z', 0, 0, 0,
      'bronze', 'bronze'),
    ('${nameless}', '+447400000003', null, null, null, null, 8,
      false, 'GB', 'GBP', 'en', '2026-01-04 10:00Z', null, '2026-01-05 10:00Z', 0, 0, 0,
      'bronze', 'bronze');
  insert into passport_devices (passport_id, device, first_seen_at) values
    ('${me}', 'Firefox/Linux', '2026-02-03 10:00Z'), ('${me}', 'Chrome/-', '2026-02-02 10:00Z'),
    ('${other}', 'Safari/iOS', '2026-02-01 10:00Z');
  insert into sessions (token_hash, passport_id, created_at, last_seen_at, ends_at, browser, system)
    values ('a', '${me}', '2026-02-04 10:00Z', now() - interval '2 days', now() + interval '1 day',
        'Firefox', 'Linux'),
      ('b', '${me}', '2026-02-03 10:00Z', now() - interval '1 day', now() + interval '1 day',
        'Chrome', null),
      ('c', '${me}', '2026-02-05 10:00Z', now() - interval '1 day', now(), 'Edge', 'Windows'),
      ('d', '${me}', '2026-02-05 10:00Z', now() - interval '7 days', now() + interval '1 day',
        'Edge', 'Windows'),
      ('e', '${other}', '2026-02-05 10:00Z', now(), now() + interval '1 day', 'Edge', 'Windows');
  insert into number_moves (passport_id, phone, announced_at, due_at, objected_at) values
    ('${me}', '+447400000009', '2026-03-01 10:00Z', '2026-03-02 10:00Z', '2026-03-03 10:00Z');
  insert into passkeys (credential_id, passport_id, user_handle, public_key, counter, name, created_at,
    last_used_at) values
    ('\\x01ff', '${me}', repeat('h', 32)::bytea, 'k', 0, 'Phone', '2026-03-04 10:00Z',
      '2026-03-05 10:00Z'),
    ('\\x02ff', '${me}', repeat('h', 32)::bytea, 'k', 0, 'Laptop', '2026-03-06 10:00Z', null);
  insert into passport_facts (passport_id, kind, key, created_at) values
    ('${me}', 'achievement', 'offset_100', '2026-03-06 10:00Z'),
    ('${me}', 'achievement', 'first_gift', '2026-03-07 10:00Z'),
    ('${me}', 'week', '2026-01-12', now()), ('${me}', 'week', '2026-01-05', now()),
    ('${me}', 'number', 'a', now()), ('${me}', 'number', 'b', now()), ('${me}', 'number', 'c', now()),
    ('${me}', 'gift', '2026-01-05 a', now()), ('${other}', 'week', '2026-01-19', now()),
    ('${other}', 'number', 'd', now());
  insert into programmes (id, name) values ('bank', 'Green Bank'), ('shop', 'Shop');
  insert into wallets (passport_id, programme_id, currency, balance_minor, held_minor, created_at) values
    ('${me}', 'shop', 'GBP', 1205, 34, '2026-04-02 10:00Z'),
    ('${me}', 'bank', 'TRY', 100, 0, '2026-04-03 10:00Z'),
    ('${me}', 'bank', 'EUR', 5, 60, '2026-04-04 10:00Z'),
    ('${other}', 'bank', 'EUR', 700, 0, '2026-04-01 10:00Z');
  insert into wallet_credits (id, passport_id, programme_id, currency, amount_minor, source, created_at)
    values ('${idOf(21)}', '${me}', 'bank', 'TRY', 150, 'Lottery', '2026-04-06 10:00Z'),
      ('${idOf(22)}', '${me}', 'shop', 'GBP', 1239, 'Voucher', '2026-04-05 10:00Z'),
      ('${idOf(23)}', '${other}', 'bank', 'EUR', 700, 'Voucher', '2026-04-05 10:00Z');
  insert into wallet_reversals (credit_id, created_at) values ('${idOf(21)}', '2026-04-07 10:00Z');
`

/**
 * SQL of four purchases: one with a saved card, disputes, parts of a refund, and kilograms of other batches;
 * a gift given; a gift received from a person with a name; and one of a person without.
 */
const purchasesOf = ({ id, projectId }: IssuedBatch) => `
  insert into purchases (id, tx_id, buyer_id, holder_id, batch_id, project_id, quantity_kg, refunded_kg,
    first_place, price_micros, batch_currency, currency, rate, total_minor, wallet_minor, card_minor, state,
    card_state, reversal, created_at, completed_at, expires_at, card_brand, card_last_four, card_country,
    tax_country, is_gift, recipient_phone, recipient_name, from_name, note, deliver_on, deliver_at,
    delivered_at, received_at, opened_at, thanked_at) values
    ('${idOf(31)}', 'CP-1', '${me}', '${me}', '${id}', '${projectId}', 40, 9, 11, 1, 'GBP', 'EUR', 1, 500,
      120, 380, 'COMPLETED', 'CAPTURED', 'refund_failed', '2026-05-01 10:00Z', '2026-05-02 10:00Z',
      now(), 'amex', '0005', 'US', 'FR', false, null, null, null, 'Mine', null, null, null, null, null, null),
    ('${idOf(32)}', 'CP-2', '${me}', '${other}', '${id}', '${projectId}', 20, 0, 51, 1, 'GBP', 'EUR', 1, 90, 0,
      90, 'COMPLETED', 'CAPTURED', 'none', '2026-05-03 10:00Z', '2026-05-04 10:00Z', now(), null, null, null,
      'DE', true, '+447400000002', 'Gracie', 'Ada L.', 'For you', '2026-05-06', '2026-05-06 10:00Z',
      '2026-05-07 10:00Z', '2026-05-08 10:00Z', '2026-05-09 10:00Z', '2026-05-10 10:00Z'),
    ('${idOf(33)}', 'CP-3', '${other}', '${me}', '${id}', '${projectId}', 30, 0, 71, 1, 'GBP', 'GBP', 1, 90, 0,
      90, 'COMPLETED', 'CAPTURED', 'none', '2026-05-11 10:00Z', '2026-05-12 10:00Z', now(), null, null, null,
      'GB', true, '+447400000001', 'Ada', null, 'To you', null, null,
      null, '2026-05-13 10:00Z', '2026-05-14 10:00Z', '2026-05-15 10:00Z'),
    ('${idOf(34)}', 'CP-4', '${nameless}', '${me}', '${id}', '${projectId}', 5, 0, 101, 1, 'GBP', 'GBP', 1, 90, 0,
      90, 'COMPLETED', 'CAPTURED', 'refunded', '2026-05-11 10:00Z', '2026-05-12 10:00Z', now(), null, null, null,
      'GB', true, '+447400000001', null, null, null, null, null, null, null, null, null);
  insert into purchase_reversals (purchase_id, refunded_minor, lost_minor, due_minor, paid_minor, part_minor,
    wallet_returned_at, created_at, updated_at) values ('${idOf(31)}', 110, 22, 33, 44, 55,
    '2026-05-16 10:00Z', '2026-05-17 10:00Z', '2026-05-18 10:00Z');
  insert into refund_parts (purchase_id, part, kg, card_minor, previous_posting_id, posting_id, created_at)
    values ('${idOf(31)}', 2, 6, 66, 1, 2, '2026-05-20 10:00Z'),
      ('${idOf(31)}', 1, 3, 11, 1, 2, '2026-05-19 10:00Z');
  insert into refund_part_wallets (purchase_id, part, programme_id, wallet_currency, wallet_minor, paid_minor,
    rounding_minor) values ('${idOf(31)}', 1, 'bank', 'TRY', 90, 7, 0), ('${idOf(31)}', 1, 'bank', 'EUR', 80, 8, 0);
  insert into disputes (id, purchase_id, status, outcome, reason, amount_minor, currency, opened_at, due_at,
    closed_at, read_at) values
    ('dp_2', '${idOf(31)}', 'needs_response', 'open', 'general', 17, 'GBP', '2026-05-23 10:00Z',
      '2026-05-24 10:00Z', null, now()),
    ('dp_1', '${idOf(31)}', 'lost', 'lost', 'fraudulent', 22, 'EUR', '2026-05-21 10:00Z', null,
      '2026-05-22 10:00Z', now());
  insert into fraud_warnings (id, purchase_id, kind, warned_at) values
    ('fw_2', '${idOf(31)}', 'misc', '2026-05-26 10:00Z'),
    ('fw_1', '${idOf(31)}', 'stolen', '2026-05-25 10:00Z');
  insert into purchase_places (purchase_id, batch_id, first_place, kg, replaced_by) values
    ('${idOf(31)}', '${id}', 11, 31, '${byFirst.id}'),
    ('${idOf(31)}', '${bySecond.id}', 200, 11, null), ('${idOf(31)}', '${byFirst.id}', 100, 20, null);
  insert into saved_cards (id, passport_id, state, customer_id, method_id, fingerprint, brand, last_four,
    exp_month, exp_year, created_at) values
    ('${idOf(31)}', '${me}', 'kept', 'cus', 'pm', 'f', 'visa', '4242', 3, 2031, '2026-05-27 10:00Z'),
    ('${idOf(32)}', '${me}', 'kept', 'cus2', 'pm2', 'g', 'amex', '0005', 12, 2030, '2026-05-28 10:00Z'),
    ('${idOf(33)}', '${me}', 'saving', null, null, null, null, null, null, null, '2026-05-29 10:00Z');
  insert into rewards (passport_id, achievement_code, kg, badge, earned_at, recipient_phone, note, purchase_id,
    redeemed_at) values
    ('${me}', 'offset_500', 2, null, '2026-05-31 10:00Z', null, null, '${idOf(32)}', '2026-06-01 10:00Z'),
    ('${me}', 'offset_100', 1, null, '2026-05-30 10:00Z', '+447400000008', 'Claimed', null, null),
    ('${me}', 'first_gift', null, 'Seedling', '2026-06-02 10:00Z', null, null, null, null),
    ('${other}', 'first_gift', null, 'Seedling', '2026-06-02 10:00Z', null, null, null, null);
  insert into plans (id, passport_id, state, pause_reason, amount_minor, currency, project_id, pay, day,
    next_run_at, created_at, expires_at) values
    ('PL-1', '${me}', 'paused', 'declined', 725, 'EUR', null, 'wallet', 9, '2026-06-09 10:00Z',
      '2026-06-03 10:00Z', now()),
    ('PL-2', '${me}', 'active', null, 1250, 'GBP', '${projectId}', 'wallet', 28, '2026-06-28 10:00Z',
      '2026-06-04 10:00Z', now()),
    ('PL-3', '${me}', 'unconfirmed', null, 1250, 'GBP', null, 'wallet', 28, null, '2026-06-05 10:00Z', now()),
    ('PL-4', '${other}', 'active', null, 1250, 'GBP', null, 'wallet', 28, '2026-06-28 10:00Z',
      '2026-06-04 10:00Z', now());
  insert into plan_runs (plan_id, period, state, reason, pay, purchase_id, run_at, due_at) values
    ('PL-2', '2026-05-01', 'bought', null, 'wallet', '${idOf(32)}', now(), now()),
    ('PL-1', '2026-05-01', 'left_out', 'declined', 'wallet', null, now(), now()),
    ('PL-1', '2026-04-01', 'reversed', 'refunded', 'wallet', '${idOf(31)}', now(), now()),
    ('PL-4', '2026-05-01', 'left_out', 'declined', 'wallet', null, now(), now());
`

it('the profile has every field', async () => {
  expect(await whole(profileOwnData)).toEqual({
    passport: me,
    'phone number': '+447400000001',
    'first name': 'Ada',
    'last name': 'Lovelace',
    'name on the passport': 'A. Lovelace',
    nickname: 'Countess',
    'name on boards without a nickname': 'Member 0042',
    'hidden from boards': false,
    country: 'DE',
    currency: 'EUR',
    language: 'nl',
    since: at('01-01'),
    welcomed: at('01-02'),
    changed: at('01-03'),
  })
})

it('sessions are those that live, last used first, and devices those first seen first', async () => {
  const seen = expect.stringMatching(/^20/)
  expect(await whole(sessionsOwnData)).toEqual({
    sessions: [
      { browser: 'Chrome', system: null, 'signed in': at('02-03'), 'last used': seen },
      { browser: 'Firefox', system: 'Linux', 'signed in': at('02-04'), 'last used': seen },
    ],
    devices: [
      { device: 'Chrome, -', 'first seen': at('02-02') },
      { device: 'Firefox, Linux', 'first seen': at('02-03') },
    ],
  })
})

it('an announced move has its number and its times, and is null without one', async () => {
  expect(await whole(announcedMovesOwnData)).toEqual({
    ...{ to: '+447400000009', announced: at('03-01'), objected: at('03-03') },
  })
  const stranger = { passportId: other, phone: '+447400000002' }
  expect(await announcedMovesOwnData.read?.(db, stranger)).toBeNull()
})

it('passkeys are the newest first', async () => {
  expect(await whole(passkeysOwnData)).toEqual([
    { name: 'Laptop', 'id on its device': 'Av8', added: at('03-06'), 'last used': null },
    { name: 'Phone', 'id on its device': 'Af8', added: at('03-04'), 'last used': at('03-05') },
  ])
})

it('scores have their achievements in the order of time, and weeks in their order', async () => {
  expect(await whole(achievementsOwnData)).toEqual({
    kilograms: 310,
    'eco score': 205,
    'eco league': 'silver',
    'offset league': 'gold',
    achievements: [
      { achievement: 'offset_100', reached: at('03-06') },
      { achievement: 'first_gift', reached: at('03-07') },
    ],
    'weeks with a purchase': ['2026-01-05', '2026-01-12'],
    'numbers given to': 3,
  })
})

it('rewards have the receiver and note of their claim, or of their purchase', async () => {
  const unused = { kilograms: null, badge: null, redeemed: null, 'given to': null, note: null }
  expect(await whole(rewardsOwnData)).toEqual([
    {
      ...{ ...unused, achievement: 'offset_100', kilograms: 1, earned: at('05-30') },
      ...{ 'given to': '+447400000008', note: 'Claimed' },
    },
    {
      ...{ ...unused, achievement: 'offset_500', kilograms: 2, earned: at('05-31') },
      ...{ redeemed: at('06-01'), 'given to': '+447400000002', note: 'For you' },
    },
    { ...unused, achievement: 'first_gift', badge: 'Seedling', earned: at('06-02') },
  ])
})

it('wallets have free and held money in their currency, and credits when they were taken back', async () => {
  const bank = { programme: 'Green Bank' }
  expect(await whole(walletOwnData)).toEqual({
    balances: [
      { ...bank, balance: '0.05 EUR', 'set aside': '0.60 EUR', since: at('04-04') },
      { ...bank, balance: '1.00 TRY', 'set aside': '0.00 TRY', since: at('04-03') },
      { programme: 'Shop', balance: '12.05 GBP', 'set aside': '0.34 GBP', since: at('04-02') },
    ],
    credits: [
      { date: at('04-06'), amount: '1.50 TRY', from: 'Lottery', 'taken back': at('04-07') },
      { date: at('04-05'), amount: '12.39 GBP', from: 'Voucher', 'taken back': null },
    ],
  })
})

it('plans have their terms, and their runs the purchase, in the order of the months', async () => {
  const wallet = { 'paid by': 'wallet', 'reason of the pause': null }
  expect(await whole(plansOwnData)).toEqual({
    plans: [
      {
        ...{ ...wallet, id: 'PL-1', state: 'paused', 'reason of the pause': 'declined', day: 9 },
        ...{
          'at most': 7.25,
          currency: 'EUR',
          project: 'the featured one',
          'next run': at('06-09'),
        },
      },
      {
        ...{ ...wallet, id: 'PL-2', state: 'active', day: 28, 'at most': 12.5, currency: 'GBP' },
        ...{ project: sold.projectId, 'next run': at('06-28') },
      },
    ],
    runs: [
      {
        ...{ plan: 'PL-1', month: '2026-04', outcome: 'reversed', reason: 'refunded' },
        ...{ purchase: 'CP-1', paid: 5, currency: 'EUR' },
      },
      {
        ...{ plan: 'PL-1', month: '2026-05', outcome: 'left_out', reason: 'declined' },
        ...{ purchase: null, paid: null, currency: 'EUR' },
      },
      {
        ...{ plan: 'PL-2', month: '2026-05', outcome: 'bought', reason: null },
        ...{ purchase: 'CP-2', paid: 0.9, currency: 'GBP' },
      },
    ],
  })
})

it('saved cards are those that are kept, the newest first', async () => {
  expect(await whole(savedCardsOwnData)).toEqual([
    { brand: 'amex', 'last four digits': '0005', expires: '2030-12', saved: at('05-28') },
    { brand: 'visa', 'last four digits': '4242', expires: '2031-03', saved: at('05-27') },
  ])
})

it('purchases and gifts have every column, and lists their order', async () => {
  const place = { project: 'Test wind farm', 'serial number': sold.serial, 'replaced by': null }
  const replaced = [
    { 'serial number': byFirst.serial, 'first place': 100, kilograms: 20 },
    { 'serial number': bySecond.serial, 'first place': 200, kilograms: 11 },
  ]
  expect(await whole(purchasesOwnData)).toEqual({
    bought: [
      {
        ...{ ...place, transaction: 'CP-1', date: at('05-01'), kilograms: 40 },
        ...{ 'kilograms refunded': 9, 'first place': 11, 'replaced by': replaced },
        ...{ state: 'completed', completed: at('05-02'), total: '5.00 EUR' },
        ...{ 'from wallets': '1.20 EUR', 'by card': '3.80 EUR' },
        card: { brand: 'amex', 'last four digits': '0005', country: 'US' },
        ...{ 'country of taxation': 'FR', reward: false, gift: false, 'given to': null },
        ...{ 'name of the receiver': null, signed: null, note: 'Mine', 'arrives on': null },
        ...{ arrived: null, received: null, 'thanked for': null },
        'disputes at the bank': [
          {
            ...{ state: 'lost', reason: 'fraudulent', sum: '0.22 EUR', opened: at('05-21') },
            closed: at('05-22'),
          },
          {
            ...{ state: 'needs_response', reason: 'general', sum: '0.17 GBP', opened: at('05-23') },
            closed: null,
          },
        ],
        'warnings of fraud': [
          { kind: 'stolen', warned: at('05-25') },
          { kind: 'misc', warned: at('05-26') },
        ],
        'given back': {
          ...{ 'how far': 'refund_failed', 'kilograms kept': false, 'to the card': '1.10 EUR' },
          ...{ 'to the card by a dispute': '0.22 EUR', 'still owed to the card': '0.33 EUR' },
          ...{ 'paid in another way': '0.44 EUR', 'to wallets': at('05-16'), changed: at('05-18') },
          parts: [
            {
              ...{ kilograms: 3, date: at('05-19'), 'to the card': '0.11 EUR' },
              'to wallets': '0.15 EUR',
            },
            {
              ...{ kilograms: 6, date: at('05-20'), 'to the card': '0.66 EUR' },
              'to wallets': '0.00 EUR',
            },
          ],
        },
      },
      {
        ...{ ...place, transaction: 'CP-2', date: at('05-03'), kilograms: 20, 'first place': 51 },
        ...{ 'kilograms refunded': null, state: 'completed', completed: at('05-04') },
        ...{ total: '0.90 EUR', 'from wallets': '0.00 EUR', 'by card': '0.90 EUR', card: null },
        ...{ 'country of taxation': 'DE', reward: false, gift: true, 'given to': '+447400000002' },
        ...{ 'name of the receiver': 'Gracie', signed: 'Ada L.', note: 'For you' },
        ...{ 'arrives on': '2026-05-06', arrived: at('05-07'), received: at('05-08') },
        ...{ 'thanked for': at('05-10'), 'disputes at the bank': null, 'warnings of fraud': null },
        'given back': null,
      },
    ],
    received: [
      {
        ...{ ...place, transaction: 'CP-3', date: at('05-11'), kilograms: 30, 'first place': 71 },
        ...{ 'kilograms refunded': null, from: 'Grace', note: 'To you', received: at('05-13') },
        ...{ opened: at('05-14'), 'thanks said': at('05-15'), 'taken back': false },
      },
      {
        ...{ ...place, transaction: 'CP-4', date: at('05-11'), kilograms: 5, 'first place': 101 },
        ...{ 'kilograms refunded': null, from: '+44•••••003', note: null, received: null },
        ...{ opened: null, 'thanks said': null, 'taken back': true },
      },
    ],
  })
})

it('an erasure removes what names the person, and keeps the kilograms', async () => {
  await db.transaction((tx) => profileOwnData.erase?.(tx, owner) ?? Promise.resolve())
  await db.transaction((tx) => purchasesOwnData.erase?.(tx, owner) ?? Promise.resolve())
  await db.transaction((tx) => rewardsOwnData.erase?.(tx, owner) ?? Promise.resolve())
  const [passport] = await askRows(
    database.url,
    `select phone, first_name, last_name, nickname, holder_name, hide_from_leaderboards,
       erased_at is null, total_kg, country from passports where id = '${me}'`,
  )
  expect(passport).toEqual([null, null, null, null, null, true, false, '310', 'DE'])
  const counts = await askRows(
    database.url,
    `select (select count(*)::int from sessions where passport_id = '${me}'),
       (select count(*)::int from sessions), (select count(*)::int from passport_devices),
       (select count(*)::int from rewards where recipient_phone is not null or note is not null)`,
  )
  expect(counts).toEqual([[0, 1, 1, 0]])
  const rows = await askRows(
    database.url,
    `select tx_id, note, from_name, recipient_name, recipient_phone, card_brand, card_last_four,
       card_country, opened_at is null, thanked_at is null, quantity_kg from purchases order by tx_id`,
  )
  const bare = [null, null, null, null, null, null, null]
  expect(rows).toEqual([
    ['CP-1', ...bare, true, true, 40],
    ['CP-2', ...bare, false, false, 20],
    ['CP-3', ...bare, true, true, 30],
    ['CP-4', ...bare, true, true, 5],
  ])
})
