// Tests the SQL of sessions, devices and profiles row by row.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { send } from '#platform/database/write.ts'
import { deriveKeys } from '#platform/keys.ts'
import { ago, inFuture, insertSql, passportSql, type Row } from '#tests/support/insert-rows.ts'
import { idOf, openRowsDatabase, type RowsDatabase } from '#tests/support/rows-database.ts'
import { announceMove, lockAnnouncedMove, objectionWrites } from './announced-moves.ts'
import { renewTerminal } from './issue-terminal.ts'
import { endAllSessions, hasFreshCode, listSessions } from './own-sessions.ts'
import { writeNoNumber, writeNumber, writeProfile } from './passport-writes.ts'
import { writeDevices, writeOldSessionEnds } from './session-queries.ts'

const [ada, ben, cy] = [idOf(1), idOf(2), idOf(3)]

let rows: RowsDatabase
beforeAll(async () => {
  rows = await openRowsDatabase()
})
afterAll(() => rows.close())
const tables = ['passports', 'sessions', 'terminals', 'passport_devices', 'number_moves']
beforeEach(() => rows.run(tables.map((table) => `delete from ${table};`).join('')))

const session = (number: number, row: Row = {}) =>
  insertSql('sessions', {
    ...{ id: idOf(number), token_hash: `t${number}`, passport_id: ada },
    ...{ ends_at: inFuture('1 day'), ...row },
  })
const sessionIds = () => rows.ask('select right(id::text, 2) from sessions order by id')

it('the list has the live sessions of a passport, last used first', async () => {
  await rows.run(
    session(11, { last_seen_at: ago('2 days'), browser: 'Firefox', system: 'Linux' }) +
      session(12, { last_seen_at: ago('1 day'), created_at: ago('9 days') }) +
      session(13, { last_seen_at: ago('6 days 23 hours') }) +
      session(14, { last_seen_at: ago('7 days 1 hour') }) +
      session(15, { ends_at: ago('1 second') }) +
      session(16, { passport_id: ben }) +
      session(17, { last_seen_at: ago('1 day'), created_at: ago('9 days') }),
  )
  const found = await listSessions(rows.db, ada)
  expect(found.map(({ id }) => id)).toEqual([idOf(17), idOf(12), idOf(11), idOf(13)])
  expect(found[2]).toMatchObject({ browser: 'Firefox', system: 'Linux' })
  const used = found.map((each) => each.last_seen_at.getTime() - each.created_at.getTime())
  expect(Math.round((used[1] ?? 0) / 86_400_000)).toBe(8)
})

it('the oldest sessions above 20 end, first those that have expired', async () => {
  const many = Array.from({ length: 20 }, (_, index) =>
    session(20 + index, { created_at: ago(`${index + 1} hours`) }),
  )
  await rows.run(
    many.join('') + session(50, { ends_at: ago('1 second') }) + session(60, { passport_id: ben }),
  )
  await rows.db.transaction((tx) => writeOldSessionEnds(tx, [ada, ben]))
  expect(await sessionIds()).toHaveLength(21)
  expect(await rows.ask(`select 1 from sessions where id = '${idOf(50)}'`)).toEqual([])
  await rows.run(session(51))
  await rows.db.transaction((tx) => writeOldSessionEnds(tx, [ada]))
  expect(await rows.ask(`select 1 from sessions where id = '${idOf(39)}'`)).toEqual([])
  expect(await sessionIds()).toHaveLength(21)
})

it('each of two people keeps 20 sessions, and none unused for a week before them', async () => {
  const many = (first: number, count: number, row: Row) =>
    Array.from({ length: count }, (_, index) =>
      session(first + index, { created_at: ago(`${index + 1} hours`), ...row }),
    ).join('')
  await rows.run(
    many(20, 20, {}) +
      session(50, { last_seen_at: ago('7 days 1 hour') }) +
      many(60, 22, { passport_id: ben }),
  )
  await rows.db.transaction((tx) => writeOldSessionEnds(tx, [ada, ben, cy]))
  const kept = [...Array.from({ length: 20 }, (_, index) => 20 + index)]
  expect(await sessionIds()).toEqual([...kept, ...kept.map((id) => id + 40)].map((id) => [`${id}`]))
})

it('all sessions that began before end, in several batches', async () => {
  await rows.run(
    `insert into sessions (token_hash, passport_id, ends_at, created_at)
     select n::text::bytea, '${ada}', now(), now() - interval '1 hour' from generate_series(1, 1001) n;
     ${session(11, { created_at: inFuture('1 hour') })}`,
  )
  expect(await endAllSessions(rows.db)).toBe(1_001)
  expect(await sessionIds()).toEqual([['11']])
  expect(await endAllSessions(rows.db)).toBe(0)
})

it('a code is fresh for 15 minutes', async () => {
  await rows.run(
    session(11, { code_at: ago('899 seconds') }) +
      session(12, { code_at: ago('15 minutes 2 seconds') }),
  )
  const fresh = await Promise.all([11, 12, 13].map((id) => hasFreshCode(rows.db, idOf(id))))
  expect(fresh).toEqual([true, false, false])
})

it('a device is unknown to a passport that has others, and not the first of one', async () => {
  const device = (passport_id: string, name: string) =>
    insertSql('passport_devices', { passport_id, device: name })
  await rows.run(device(ada, 'Firefox/Linux') + device(ben, 'Chrome/-'))
  const used = (passportId: string, browser: string | null, system: string | null) => ({
    ...{ passportId, deviceNames: { browser, system } },
  })
  const unknown = await rows.db.transaction((tx) =>
    writeDevices(tx, [
      used(ada, 'Firefox', 'iOS'),
      used(ben, 'Chrome', null),
      used(cy, null, null),
      used(cy, 'Safari', 'iOS'),
      used(ada, 'Safari', 'iOS'),
    ]),
  )
  expect([...unknown]).toEqual([ada])
  const stored = await rows.ask('select passport_id, device from passport_devices order by 1, 2')
  expect(stored).toEqual([
    [ada, 'Firefox/Linux'],
    [ada, 'Firefox/iOS'],
    [ada, 'Safari/iOS'],
    [ben, 'Chrome/-'],
    [cy, '-/-'],
    [cy, 'Safari/iOS'],
  ])
})

it('a terminal is renewed within 15 minutes of the sign-in, while there are fewer than five', async () => {
  const keys = deriveKeys(Buffer.alloc(32))
  const terminal = (id: string, row: Row = {}) =>
    insertSql('terminals', { id, session_id: idOf(11), ...row })
  await rows.run(
    session(11, { created_at: ago('14 minutes 50 seconds') }) +
      session(12, { created_at: ago('15 minutes 1 second') }) +
      ['a', 'b', 'c'].map((id) => terminal(id, { retires_at: inFuture('1 minute') })).join('') +
      terminal('d', { retires_at: ago('1 second') }) +
      terminal('e') +
      terminal('f', { session_id: idOf(12) }),
  )
  const renew = (number: number) =>
    rows.db.transaction((tx) => renewTerminal(tx, keys, idOf(number)))
  expect(await renew(12)).toMatchObject({ problem: 'code_required' })
  expect(await renew(13)).toMatchObject({ problem: 'code_required' })
  const issued = await renew(11)
  expect(issued).toMatchObject({ id: expect.stringMatching(/^web_/) })
  expect(await renew(11)).toEqual({
    ...{ problem: 'rate_limited', retryAfterSeconds: 60 },
  })
  const ends = await rows.ask(
    `select id, round(extract(epoch from retires_at - now()) / 30)::int from terminals
     where id in ('e', 'f') or retires_at is null order by length(id), id`,
  )
  expect(ends).toEqual([
    ['e', 2],
    ['f', null],
    [(issued as { readonly id: string }).id, null],
  ])
})

it('a profile keeps the fields that are not named, and its first welcome', async () => {
  const profile = async () => {
    const [row] = await rows.ask(
      `select nickname, holder_name, hide_from_leaderboards, language, to_char(welcomed_at at time zone 'UTC', 'YYYY-MM-DD')
       from passports where id = '${ada}'`,
    )
    return row
  }
  await rows.run(
    passportSql(ada, { nickname: 'Ada', holder_name: 'A. L.', language: 'nl' }) +
      passportSql(ben, { erased_at: ago('1 day') }),
  )
  expect(await writeProfile(rows.db, ada, { language: 'de', hide_from_leaderboards: true })).toBe(
    true,
  )
  expect(await profile()).toEqual(['Ada', 'A. L.', true, 'de', null])
  await rows.run(`update passports set welcomed_at = '2026-01-01 10:00'`)
  await writeProfile(rows.db, ada, {
    is_welcomed: true,
    nickname: null,
    hide_from_leaderboards: false,
  })
  expect(await profile()).toEqual([null, 'A. L.', false, 'de', '2026-01-01'])
  await writeProfile(rows.db, ada, { holder_name: null, nickname: 'Countess', is_welcomed: null })
  expect(await profile()).toEqual(['Countess', null, false, 'de', '2026-01-01'])
  expect(await writeProfile(rows.db, ben, { language: 'de' })).toBe(false)
})

it('a passport without a number is hidden, and a number brings its country and currency', async () => {
  const both = () =>
    rows.ask('select phone, country, currency, hide_from_leaderboards from passports order by id')
  await rows.run(passportSql(ada, { phone: '+447400000001' }) + passportSql(ben))
  await rows.db.transaction((tx) => writeNoNumber(tx, ada))
  expect(await both()).toEqual([
    [null, 'GB', 'GBP', true],
    [null, 'GB', 'GBP', false],
  ])
  const number = { phone: '+905321234567', country: 'TR', currency: 'TRY' }
  await rows.db.transaction((tx) => writeNumber(tx, ada, number))
  expect(await both()).toEqual([
    ['+905321234567', 'TR', 'TRY', true],
    [null, 'GB', 'GBP', false],
  ])
})

it('an announced move is due after 72 hours; a new announcement forgets the objection', async () => {
  const [first, second] = ['+447400000005', '+447400000006']
  await rows.db.transaction(async (tx) => {
    const dueAt = await announceMove(tx, ada, first)
    expect(Math.round((dueAt.getTime() - Date.now()) / 3_600_000)).toBe(72)
    await announceMove(tx, ben, second)
    await send(tx, objectionWrites([ada]))
  })
  await rows.run(
    `update number_moves set announced_at = '2026-01-01 10:00', due_at = '2026-01-02 10:00',
       objected_at = '2026-01-03 10:00' where passport_id = '${ada}'`,
  )
  await rows.db.transaction(async (tx) => {
    await send(tx, objectionWrites([ada]))
    const day = (number: number) => new Date(`2026-01-0${number}T10:00:00Z`)
    expect(await lockAnnouncedMove(tx, ada)).toEqual({
      ...{ phone: first, announced_at: day(1), due_at: day(2), objected_at: day(3), is_due: true },
    })
    expect(await lockAnnouncedMove(tx, ben)).toMatchObject({
      ...{ phone: second, objected_at: null, is_due: false },
    })
    await announceMove(tx, ada, second)
    const again = await lockAnnouncedMove(tx, ada)
    expect(again).toMatchObject({ phone: second, objected_at: null, is_due: false })
    expect(again?.announced_at.getTime()).toBeGreaterThan(day(4).getTime())
  })
})
