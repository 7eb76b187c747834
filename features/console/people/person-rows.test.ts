// Tests people of the console row by row: the order and the filters of the list, and every field of one person.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  ago,
  inFuture,
  insertSql,
  passportSql,
  purchaseSql,
  type Row,
} from '#tests/support/insert-rows.ts'
import { idOf, openRowsDatabase, type RowsDatabase } from '#tests/support/rows-database.ts'
import { listConsolePeople } from './list-console-people.ts'
import {
  blockedAmong,
  findBlockedSubjects,
  findNewestPeople,
  findOldestPeople,
  findPeopleById,
  personOnWire,
} from './person-rows.ts'
import { readConsolePerson } from './read-console-person.ts'

const [ada, ben, cy, dee] = [idOf(1), idOf(2), idOf(3), idOf(4)]
const phoneOf = (number: number) => `+44740000000${number}`
const hashOf = (phone: string) => `hash ${phone}`
const numbers = { hashOf }

let rows: RowsDatabase
beforeAll(async () => {
  rows = await openRowsDatabase()
})
afterAll(() => rows.close())
const tables = [
  'passports',
  'parked_passports',
  'sign_in_attempts',
  'audit_trail',
  'passkeys',
  'plans',
]
const more = [
  'plan_runs',
  'purchases',
  'sessions',
  'stopped_numbers',
  'wallets',
  'saved_cards',
  'outbox',
]
beforeEach(() => rows.run([...tables, ...more].map((table) => `delete from ${table};`).join('')))

const services = () => ({ db: rows.db, numbers, settings: { sellerCountry: 'GB' as const } })
const idsOf = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id)

/** Four people: Ben and Cy joined at the same time, Ada before and Dee after them. */
const four = (row: Row = {}) =>
  [
    passportSql(ada, { phone: phoneOf(1), created_at: '2026-03-01', country: 'FR', ...row }),
    passportSql(ben, { phone: phoneOf(2), created_at: '2026-03-02', country: 'FR' }),
    passportSql(cy, { phone: phoneOf(3), created_at: '2026-03-02' }),
    passportSql(dee, { phone: null, created_at: '2026-03-03', country: 'FR' }),
  ].join('')
const blockOf = (number: number, row: Row = {}) =>
  insertSql('sign_in_attempts', {
    ...{ number_hash: hashOf(phoneOf(number)), challenge_expires_at: ago('1 day') },
    ...{ blocked_at: '2026-03-09 10:00', ...row },
  })
const audited = (command: string, about: string) =>
  insertSql('audit_trail', { by_name: 'Ada', command, about })

describe('the list of people', () => {
  it('is in the order of sign-ups and of ids, in pages, and of a country', async () => {
    await rows.run(four())
    const newest = async (after: string | null, country: string | null, limit = 9) =>
      idsOf(await findNewestPeople(rows.db, after, country, limit))
    const oldest = async (after: string | null, country: string | null, limit = 9) =>
      idsOf(await findOldestPeople(rows.db, after, country, limit))
    expect(await newest(null, null)).toEqual([dee, cy, ben, ada])
    expect(await newest(cy, null)).toEqual([ben, ada])
    expect(await newest(null, 'FR')).toEqual([dee, ben, ada])
    expect(await newest(dee, 'FR', 1)).toEqual([ben])
    expect(await oldest(null, null)).toEqual([ada, ben, cy, dee])
    expect(await oldest(ben, null)).toEqual([cy, dee])
    expect(await oldest(null, 'FR')).toEqual([ada, ben, dee])
    expect(await oldest(ada, 'FR', 1)).toEqual([ben])
    expect(idsOf(await findPeopleById(rows.db, [ada, ben, cy, dee]))).toEqual([dee, cy, ben, ada])
  })

  it('has each field of a person, and no name or number after a deletion', async () => {
    await rows.run(
      passportSql(ada, {
        ...{ phone: phoneOf(1), first_name: 'Ada', last_name: 'King', nickname: 'Countess' },
        ...{ country: 'DE', currency: 'EUR', language: 'nl', created_at: '2026-03-01 10:00' },
        ...{ total_kg: 120, reward_kg: 5, eco_score: 35 },
      }) +
        passportSql(ben, { nickname: 'Benny', created_at: '2026-03-02 10:00' }) +
        insertSql('parked_passports', {
          ...{ passport_id: ben, phone: 'x', parked_at: '2026-03-03 10:00' },
        }),
    )
    const [second, first] = await findPeopleById(rows.db, [ada, ben])
    expect(first && personOnWire(first, new Set([ada]))).toEqual({
      ...{ id: ada, name: 'Ada King', nickname: 'Countess', phone: '+44•••••001', country: 'DE' },
      ...{ currency: 'EUR', language: 'nl', created_at: '2026-03-01T10:00:00.000Z' },
      ...{ kilograms: 120, is_blocked: true },
    })
    expect(second && personOnWire(second, new Set([ada]))).toEqual({
      ...{ id: ben, name: 'Benny', nickname: 'Benny', phone: null, country: 'GB' },
      ...{ currency: 'GBP', language: 'en', created_at: '2026-03-02T10:00:00.000Z' },
      ...{ kilograms: 0, is_blocked: false },
    })
    expect([first?.parked_at, second?.parked_at]).toEqual([null, new Date('2026-03-03T10:00:00Z')])
  })

  it('has the blocked people of the audit trail whose numbers are still blocked', async () => {
    await rows.run(
      four() +
        blockOf(1) +
        blockOf(2, { blocked_at: null }) +
        blockOf(3) +
        audited('people block', `{${ada},${ben}}`) +
        audited('people block', `{${ada},x}`) +
        audited('people show', `{${cy}}`) +
        audited('people block', `{${dee}}`),
    )
    const subjects = await findBlockedSubjects(rows.db)
    expect(idsOf(subjects).toSorted()).toEqual([ada, ben, dee, 'x'])
    const people = await findPeopleById(rows.db, [ada, ben, cy, dee])
    expect([...(await blockedAmong(rows.db, numbers, people))].toSorted()).toEqual([ada, cy])
    const listed = async (query: Partial<Parameters<typeof listConsolePeople>[1]>) => {
      const page = await listConsolePeople(services(), { limit: 9, ...query })
      return 'problem' in page ? page.problem : [idsOf(page.rows), page.next]
    }
    expect(await listed({ blocked: 'yes' })).toEqual([[ada], null])
    expect(await listed({ blocked: 'no' })).toEqual([[dee, ben], null])
    expect(await listed({ blocked: 'no', sort: 'created_at' })).toEqual([[ben, dee], null])
    expect(await listed({ blocked: 'no', limit: 2 })).toEqual([[dee], cy])
    expect(await listed({ country: 'fr', limit: 2 })).toEqual([[dee, ben], ben])
    expect(await listed({ country: 'fr', limit: 2, after: ben.toUpperCase() })).toEqual([
      [ada],
      null,
    ])
    expect(await listed({ after: 'x' })).toBe('bad_request')
    await rows.run(audited('people block', `{${cy}}`))
    expect(await listed({ blocked: 'yes' })).toEqual([[cy, ada], null])
    expect(await listed({ blocked: 'yes', sort: 'created_at' })).toEqual([[ada, cy], null])
    expect(await listed({ blocked: 'yes', country: 'gb' })).toEqual([[cy], null])
    expect(await listed({ blocked: 'yes', limit: 1 })).toEqual([[cy], cy])
    expect(await listed({ blocked: 'yes', limit: 1, after: cy })).toEqual([[ada], null])
    expect(await listed({ q: phoneOf(2), blocked: 'yes' })).toEqual([[], null])
    expect(await listed({ q: phoneOf(2), blocked: 'no' })).toEqual([[ben], null])
    expect(await listed({ q: '  ', country: 'GB' })).toEqual([[cy], null])
  })
})

describe('one person', () => {
  const plan = (id: string, row: Row) =>
    insertSql('plans', {
      ...{
        id,
        passport_id: ada,
        state: 'active',
        amount_minor: 525,
        currency: 'GBP',
        pay: 'wallet',
      },
      ...{ day: 5, next_run_at: '2026-04-05 23:30', expires_at: ago('1 day'), ...row },
    })
  const run = (plan_id: string, period: string, state: string, number: number, row: Row = {}) =>
    insertSql('plan_runs', {
      ...{ plan_id, period, state, pay: 'wallet', run_at: ago('1 day'), due_at: ago('1 day') },
      ...{ purchase_id: idOf(number), ...row },
    })
  const bought = (number: number, quantity_kg: number) =>
    purchaseSql(
      { id: idOf(8), projectId: idOf(9) },
      { id: idOf(number), buyer_id: idOf(99), tx_id: `CP-${number}`, quantity_kg },
    )
  const session = (number: number, last_seen_at: string, row: Row = {}) =>
    insertSql('sessions', {
      ...{ id: idOf(number), token_hash: `t${number}`, passport_id: ada, last_seen_at },
      ...{ created_at: '2026-03-01 10:00', ends_at: '2126-01-01 00:00', ...row },
    })
  const passkey = (number: number, passport_id: string) =>
    insertSql('passkeys', {
      ...{ id: idOf(number), credential_id: `c${number}`, passport_id, name: 'Key', counter: 0 },
      ...{ user_handle: { sql: `decode(repeat('00', 32), 'hex')` }, public_key: 'k' },
    })

  it('has every field, with sessions, wallets, plans and cards of their own alone', async () => {
    await rows.run(
      passportSql(ada, {
        ...{ phone: phoneOf(1), first_name: 'Ada', last_name: 'King', nickname: 'Countess' },
        ...{ created_at: '2026-03-01 10:00', total_kg: 120 },
      }) +
        passportSql(ben, { phone: phoneOf(2) }) +
        insertSql('parked_passports', { passport_id: ada, phone: 'x', parked_at: '2026-03-03' }) +
        insertSql('stopped_numbers', {
          phone: hashOf(phoneOf(1)),
          stopped_at: '2026-03-08 10:00',
        }) +
        blockOf(1) +
        passkey(21, ada) +
        passkey(22, ada) +
        passkey(23, ben) +
        session(31, '2026-03-05 10:00') +
        session(32, '2026-03-06 10:00') +
        session(33, '2026-03-07 10:00', { ends_at: ago('1 second') }) +
        session(34, '2026-03-07 10:00', { passport_id: ben }) +
        insertSql('wallets', {
          ...{ passport_id: ada, programme_id: 'welcome', currency: 'GBP', balance_minor: 150 },
          held_minor: 25,
        }) +
        insertSql('wallets', {
          ...{ passport_id: ada, programme_id: 'acme', currency: 'EUR', balance_minor: 700 },
        }) +
        insertSql('wallets', { passport_id: ben, programme_id: 'acme', currency: 'GBP' }) +
        plan('PL-1', { created_at: ago('1 day') }) +
        plan('PL-2', {
          ...{ created_at: ago('2 days'), state: 'paused', pause_reason: 'paused' },
          ...{ currency: 'EUR', amount_minor: 700 },
        }) +
        plan('PL-3', { created_at: ago('3 days'), state: 'ended' }) +
        plan('PL-4', { state: 'unconfirmed', next_run_at: null }) +
        plan('PL-5', { passport_id: ben }) +
        run('PL-1', '2026-01-01', 'bought', 41) +
        run('PL-1', '2026-02-01', 'bought', 42) +
        run('PL-1', '2026-03-01', 'reversed', 43, { reason: 'refunded' }) +
        run('PL-3', '2026-01-01', 'bought', 44) +
        bought(41, 20) +
        bought(42, 3) +
        bought(43, 500) +
        bought(44, 7) +
        insertSql('saved_cards', {
          ...{ id: idOf(51), passport_id: ada, state: 'kept', customer_id: 'c', method_id: 'm' },
          ...{ fingerprint: 'f', brand: 'visa', last_four: '4242', exp_month: 5, exp_year: 2030 },
        }),
    )
    const person = await readConsolePerson(services(), ada, { showsPhone: false })
    const plans = { currency: 'GBP', amount: 5.25, next_on: '2026-04-05' }
    const seen = (last_seen_at: string) => ({
      ...{ created_at: '2026-03-01T10:00:00.000Z', last_seen_at },
      ends_at: '2126-01-01T00:00:00.000Z',
    })
    expect(person).toEqual({
      ...{ id: ada, name: 'Ada King', nickname: 'Countess', phone: '+44•••••001', country: 'GB' },
      ...{ currency: 'GBP', language: 'en', created_at: '2026-03-01T10:00:00.000Z' },
      ...{ kilograms: 120, is_blocked: true, first_name: 'Ada', last_name: 'King' },
      ...{ parked_at: '2026-03-03T00:00:00.000Z', messages_stopped_at: '2026-03-08T10:00:00.000Z' },
      blocked_at: '2026-03-09T10:00:00.000Z',
      limits: expect.arrayContaining([
        'The number is blocked since 2026-03-09 10:00 UTC.',
        'The owner stopped messages other than codes (STOP) on 2026-03-08 10:00 UTC.',
      ]),
      passkeys: 2,
      sessions: [seen('2026-03-06T10:00:00.000Z'), seen('2026-03-05T10:00:00.000Z')],
      wallets: [
        { programme_id: 'acme', currency: 'EUR', balance: 7, held: 0 },
        { programme_id: 'welcome', currency: 'GBP', balance: 1.5, held: 0.25 },
      ],
      plans: [
        { ...plans, id: 'PL-3', state: 'ended', kilograms: 7, next_on: null },
        { ...plans, id: 'PL-2', state: 'paused', kilograms: 0, currency: 'EUR', amount: 7 },
        { ...plans, id: 'PL-1', state: 'active', kilograms: 23 },
      ],
      cards: [{ brand: 'visa', last4: '4242', expires: '2030-05' }],
      purchases: [],
      messages: [],
    })
    const whole = await readConsolePerson(services(), ada, { showsPhone: true })
    expect(whole).toEqual({ ...person, phone: phoneOf(1) })
  })

  it('without a number has no limits; one who does not exist is null', async () => {
    await rows.run(
      passportSql(ada) +
        blockOf(1) +
        session(31, '2026-03-05 10:00', { ends_at: inFuture('1 day') }),
    )
    expect(await readConsolePerson(services(), ada, { showsPhone: true })).toMatchObject({
      ...{ name: null, phone: null, first_name: null, last_name: null, is_blocked: false },
      ...{ parked_at: null, messages_stopped_at: null, blocked_at: null, limits: [], passkeys: 0 },
      ...{ wallets: [], plans: [], cards: [] },
    })
    expect(await readConsolePerson(services(), ben, { showsPhone: true })).toBeNull()
    expect(await readConsolePerson(services(), 'x', { showsPhone: true })).toBeNull()
  })
})
