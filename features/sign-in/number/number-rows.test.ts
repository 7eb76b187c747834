// Tests the SQL of blocks, limits and sign-up benefits of a phone number row by row.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  ago,
  type ColumnValue,
  inFuture,
  insertSql,
  passportSql,
  type Row,
} from '#tests/support/insert-rows.ts'
import { idOf, openRowsDatabase, type RowsDatabase } from '#tests/support/rows-database.ts'
import { findKnownPassportsBatch } from '../sessions/idle-passport.ts'
import { limitsOfNumber } from './limits-of-number.ts'
import { blockNumber, clearLimits, findBlock, lockBlock, unblockNumber } from './number-blocks.ts'
import { benefitTidying, recordBenefits, withholdBenefits } from './sign-up-benefits.ts'

const [ada, ben] = [idOf(1), idOf(2)]

let rows: RowsDatabase
beforeAll(async () => {
  rows = await openRowsDatabase()
})
afterAll(() => rows.close())
const tables = ['sign_in_attempts', 'number_perks', 'withheld_perks', 'rewards', 'wallet_credits']
const others = ['passports', 'sessions', 'plans', 'purchases', 'rate_counts']
beforeEach(() => rows.run([...tables, ...others].map((table) => `delete from ${table};`).join('')))

const attempts = (number_hash: string, row: Row = {}) =>
  insertSql('sign_in_attempts', { number_hash, challenge_expires_at: ago('1 hour'), ...row })
const within = async (work: Parameters<RowsDatabase['db']['transaction']>[0]) => {
  await rows.db.transaction(work)
}

it('a block begins once, ends the code and the sessions, and pauses the plans of the passport', async () => {
  const session = (id: number, passport_id: string) =>
    insertSql('sessions', {
      ...{ id: idOf(id), token_hash: String(id), passport_id, ends_at: inFuture('1 day') },
    })
  const plan = (id: string, passport_id: string, state = 'active') =>
    insertSql('plans', {
      ...{ id, passport_id, state, amount_minor: 500, currency: 'GBP', pay: 'wallet', day: 5 },
      ...{ next_run_at: inFuture('1 day'), expires_at: ago('1 day') },
    })
  await rows.run(
    passportSql(ada) +
      passportSql(ben) +
      attempts('a', { challenge: idOf(7), challenge_expires_at: inFuture('5 minutes') }) +
      attempts('c', { blocked_at: '2026-01-01 10:00' }) +
      [session(11, ada), session(12, ada), session(13, ben)].join('') +
      [plan('PL-1', ada), plan('PL-2', ben), plan('PL-3', ada, 'ended')].join(''),
  )
  await within(async (tx) => {
    expect(await lockBlock(tx, 'a')).toBe(false)
    await blockNumber(tx, 'a', ada)
    await blockNumber(tx, 'b', null)
    await blockNumber(tx, 'c', null)
    expect(await lockBlock(tx, 'a')).toBe(true)
    expect(await lockBlock(tx, 'none')).toBe(false)
  })
  const kept = await rows.ask(
    `select number_hash, challenge <> '${idOf(7)}', challenge_expires_at <= now(),
       blocked_at > now() - interval '1 hour' from sign_in_attempts order by 1`,
  )
  expect(kept).toEqual([
    ['a', true, true, true],
    ['b', true, true, true],
    ['c', true, true, false],
  ])
  expect(await findBlock(rows.db, 'c')).toEqual(new Date('2026-01-01T10:00:00Z'))
  expect(await rows.ask('select passport_id from sessions')).toEqual([[ben]])
  expect(await rows.ask('select id, state, pause_reason from plans order by id')).toEqual([
    ['PL-1', 'paused', 'blocked'],
    ['PL-2', 'active', null],
    ['PL-3', 'ended', null],
  ])
  await within(async (tx) => {
    expect(await unblockNumber(tx, 'a', ada)).toBe(true)
    expect(await unblockNumber(tx, 'a', ada)).toBe(false)
  })
  expect(await findBlock(rows.db, 'a')).toBeNull()
  expect(await findBlock(rows.db, 'b')).toBeInstanceOf(Date)
})

it('a reset of limits clears every count of the number and of its exports, and keeps a block', async () => {
  const used = {
    ...{ challenge: idOf(7), challenge_expires_at: inFuture('5 minutes'), tries: 4 },
    ...{ failures_in_a_row: 12, blocked_until: inFuture('1 hour'), resend_step: 3 },
    ...{ sent_at: { sql: 'array[now(), now()]' }, resend_at: inFuture('1 hour') },
  }
  const count = (bucket: string) =>
    insertSql('rate_counts', {
      ...{ bucket, window_start: ago('1 minute'), window_end: inFuture('1 hour'), count: 3 },
    })
  await rows.run(
    attempts('hash', used) +
      attempts('other', used) +
      attempts('blocked', { blocked_at: '2026-01-01 10:00' }) +
      [count(`export/${ada}`), count(`export/${ben}`), count('verify/tries/1.2.3.4/hash')].join(
        '',
      ) +
      count('verify/tries/1.2.3.4/other'),
  )
  await within(async (tx) => {
    expect(await clearLimits(tx, 'hash', ada)).toBeNull()
    expect(await clearLimits(tx, 'blocked', null)).toEqual(new Date('2026-01-01T10:00:00Z'))
  })
  const state = await rows.ask(
    `select number_hash, challenge = '${idOf(7)}', challenge_expires_at > now(), tries, failures_in_a_row,
       blocked_until is null, cardinality(sent_at), resend_step, resend_at <= now()
     from sign_in_attempts where number_hash <> 'blocked' order by 1`,
  )
  expect(state).toEqual([
    ['hash', false, false, 0, 0, true, 0, 0, true],
    ['other', true, true, 4, 12, false, 2, 3, false],
  ])
  expect(await rows.ask('select bucket from rate_counts order by 1')).toEqual([
    [`export/${ben}`],
    ['verify/tries/1.2.3.4/other'],
  ])
})

it('the limits of a number are the wait for a code, the wait for an attempt, and the block', async () => {
  const free = { code_wait_seconds: 0, try_wait_seconds: 0, blocked_at: null }
  await rows.run(
    attempts('resend', { resend_at: inFuture('100 seconds') }) +
      attempts('wrong', { blocked_until: inFuture('200 seconds') }) +
      attempts('used up', {
        tries: 5,
        challenge_expires_at: inFuture('1 minute'),
        resend_at: inFuture('50 seconds'),
      }) +
      attempts('expired', { tries: 5 }) +
      attempts('full', { sent_at: { sql: `array_fill(now() - interval '9 minutes', array[3])` } }) +
      attempts('old', { sent_at: { sql: `array_fill(now() - interval '11 minutes', array[3])` } }) +
      attempts('hour', {
        sent_at: { sql: `array_fill(now() - interval '59 minutes', array[5])` },
      }) +
      attempts('day', {
        sent_at: { sql: `array_fill(now() - interval '23 hours 59 minutes', array[10])` },
      }) +
      attempts('blocked', { blocked_at: ago('1 hour') }),
  )
  const waits = async (hash: string) => {
    const { code_wait_seconds, try_wait_seconds, blocked_at } = await limitsOfNumber(rows.db, hash)
    const tens = [code_wait_seconds, try_wait_seconds].map((each) => Math.ceil(each / 10) * 10)
    return [...tens, blocked_at !== null]
  }
  expect(await limitsOfNumber(rows.db, 'unknown')).toEqual(free)
  const names = ['resend', 'wrong', 'used up', 'expired', 'full', 'old', 'hour', 'day', 'blocked']
  const found = await Promise.all(
    names.map(async (name) => [name, ...(await waits(name))] as const),
  )
  expect(found).toEqual([
    ['resend', 100, 0, false],
    ['wrong', 200, 200, false],
    ['used up', 50, 50, false],
    ['expired', 0, 0, false],
    ['full', 60, 0, false],
    ['old', 0, 0, false],
    ['hour', 60, 0, false],
    ['day', 60, 0, false],
    ['blocked', 82_800, 82_800, true],
  ])
})

it('benefits of the last 12 months are recorded, the later one of two, and withheld until they end', async () => {
  const credit = (id: number, programme_id: string, created_at: ColumnValue, passport_id = ada) =>
    insertSql('wallet_credits', {
      ...{ id: idOf(id), passport_id, programme_id, currency: 'GBP', amount_minor: 1, source: 's' },
      created_at,
    })
  const reward = (achievement_code: string, earned_at: ColumnValue, passport_id = ada) =>
    insertSql('rewards', { passport_id, achievement_code, kg: 1, earned_at })
  const perk = (number_hash: string, name: string, given_at: ColumnValue) =>
    insertSql('number_perks', { number_hash, perk: name, given_at })
  await rows.run(
    credit(11, 'welcome', ago('8 months')) +
      credit(12, 'welcome', ago('5 months')) +
      credit(13, 'bank', ago('1 month')) +
      credit(14, 'welcome', ago('1 month'), ben) +
      reward('offset_100', ago('11 months')) +
      reward('offset_500', ago('13 months')) +
      reward('first_gift', ago('3 months'), ben) +
      perk('a', 'offset_100', ago('2 months')) +
      perk('a', 'welcome', ago('7 months')) +
      perk('b', 'welcome', ago('6 months')),
  )
  await recordBenefits(rows.db, 'a', ada)
  const months = `round(extract(epoch from now() - given_at) / 2629800)::int`
  const recorded = await rows.ask(
    `select number_hash, perk, ${months} from number_perks order by 1, 2`,
  )
  expect(recorded).toEqual([
    ['a', 'offset_100', 2],
    ['a', 'welcome', 5],
    ['b', 'welcome', 6],
  ])
  await rows.run(
    perk('a', 'first_gift', ago('13 months')) +
      perk('c', 'offset_500', ago('1 month')) +
      insertSql('withheld_perks', {
        passport_id: ben,
        perk: 'offset_100',
        until: inFuture('20 months'),
      }) +
      insertSql('withheld_perks', {
        passport_id: ben,
        perk: 'welcome',
        until: inFuture('1 month'),
      }),
  )
  await within(async (tx) => {
    const newcomers = [
      { number: 'a', passportId: ben },
      { number: 'c', passportId: ada },
    ]
    expect([...(await withholdBenefits(tx, newcomers))]).toEqual([ben])
  })
  const withheld = await rows.ask(
    `select passport_id, perk, round(extract(epoch from until - now()) / 2629800)::int
     from withheld_perks order by 1, 2`,
  )
  expect(withheld).toEqual([
    [ada, 'offset_500', 11],
    [ben, 'offset_100', 20],
    [ben, 'welcome', 7],
  ])
  await rows.db.run(benefitTidying, [9])
  expect(await rows.ask('select number_hash, perk from number_perks order by 1, 2')).toEqual([
    ['a', 'offset_100'],
    ['a', 'welcome'],
    ['b', 'welcome'],
    ['c', 'offset_500'],
  ])
})

it('a passport is idle after 12 months without a sign-in or a session', async () => {
  const of = (id: number, months: number) =>
    passportSql(idOf(id), {
      ...{ phone: `+4474000000${id}`, signed_in_at: ago(`${months} months 1 hour`) },
    })
  const seen = (id: number, months: number) =>
    insertSql('sessions', {
      ...{
        id: idOf(50 + id),
        token_hash: String(id),
        passport_id: idOf(id),
        ends_at: ago('1 day'),
      },
      last_seen_at: ago(`${months} months 1 hour`),
    })
  await rows.run(
    [of(21, 12), of(22, 11), of(23, 12), of(24, 13), seen(23, 11), seen(24, 12)].join(''),
  )
  const phones = [21, 22, 23, 24, 25].map((id) => `+4474000000${id}`)
  await within(async (tx) => {
    const known = await findKnownPassportsBatch(tx, phones)
    expect(phones.map((phone) => known.get(phone))).toEqual([
      { id: idOf(21), isIdle: true },
      { id: idOf(22), isIdle: false },
      { id: idOf(23), isIdle: false },
      { id: idOf(24), isIdle: true },
      undefined,
    ])
  })
})
