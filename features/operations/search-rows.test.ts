// Tests the search for people row by row: each way in which a text means a person, the order, and the limit.
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
import { findPeople, inspectPerson } from './inspect-person.ts'
import { searchSubjects } from './search-subjects.ts'

const [ada, ben, cy, dee] = [idOf(1), idOf(2), idOf(3), idOf(4)]
const hashOf = (phone: string) => `hash ${phone}`

let rows: RowsDatabase
beforeAll(async () => {
  rows = await openRowsDatabase()
})
afterAll(() => rows.close())
const tables = [
  'passports',
  'parked_passports',
  'purchases',
  'sessions',
  'wallets',
  'stopped_numbers',
]
beforeEach(() => rows.run(tables.map((table) => `delete from ${table};`).join('')))

const person = (id: string, day: number, row: Row = {}) =>
  passportSql(id, { created_at: `2026-03-0${day} 10:00`, ...row })
const noQuery = { phones: [], numberHashes: [], ids: [], name: null }
const found = async (query: Partial<Parameters<typeof findPeople>[1]>) =>
  (await findPeople(rows.db, { ...noQuery, ...query })).map(({ id }) => id)

describe('people are found', () => {
  it('with each of their columns, the oldest first', async () => {
    await rows.run(
      person(ada, 2, {
        ...{ phone: '+447400000001', first_name: 'Ada', last_name: 'King', nickname: 'Countess' },
        ...{ country: 'DE', currency: 'EUR', language: 'nl' },
      }) +
        person(ben, 1) +
        person(cy, 3) +
        insertSql('parked_passports', {
          ...{ passport_id: ben, phone: hashOf('+447400000002'), parked_at: '2026-03-05 10:00' },
        }),
    )
    expect(
      await findPeople(rows.db, {
        ...{
          phones: ['+447400000001'],
          numberHashes: [hashOf('+447400000002')],
          ids: [],
          name: null,
        },
      }),
    ).toEqual([
      {
        ...{ id: ben, phone: null, first_name: null, last_name: null, nickname: null },
        ...{ country: 'GB', currency: 'GBP', language: 'en' },
        ...{ created_at: new Date('2026-03-01T10:00:00Z') },
        parked_at: new Date('2026-03-05T10:00:00Z'),
      },
      {
        ...{ id: ada, phone: '+447400000001', first_name: 'Ada', last_name: 'King' },
        ...{ nickname: 'Countess', country: 'DE', currency: 'EUR', language: 'nl' },
        ...{ created_at: new Date('2026-03-02T10:00:00Z'), parked_at: null },
      },
    ])
    expect(await found({ ids: [cy, ada, ada] })).toEqual([ada, cy])
  })

  it.each([
    ['zoe', [ada, ben]],
    ['ZOË', [ada, ben]],
    ['Curie', [ben]],
    ['zoe curie', [ben]],
    ['curie zoë', [ben]],
    ['Marie Skłodowska Curie', [cy]],
    ['Skłodowska Curie Marie', [cy]],
    ['Skłodowska Curie', [cy]],
    ['Anna Maria King', [dee]],
    ['King Anna Maria', [dee]],
    ['zoe king', []],
    ['Cur', []],
  ])('by the name %s', async (name, ids) => {
    await rows.run(
      person(ada, 1, { nickname: 'Zoë', last_name: 'Other' }) +
        person(ben, 2, { first_name: 'Zoé', last_name: 'Curie' }) +
        person(cy, 3, { first_name: 'Marie', last_name: 'Skłodowska Curie' }) +
        person(dee, 4, { first_name: 'Anna Maria', last_name: 'King' }),
    )
    expect(await found({ name })).toEqual(ids)
  })

  it('51 at most, of which a list has 50', async () => {
    await rows.run(
      Array.from({ length: 52 }, (_, index) =>
        passportSql(idOf(100 + index), { nickname: 'Sam' }),
      ).join(''),
    )
    expect(await found({ name: 'sam' })).toHaveLength(51)
  })
})

describe('a text', () => {
  const search = async (text: string, byName = true) => {
    const settings = { sellerCountry: 'GB' as const }
    const services = { db: rows.db, numbers: { hashOf }, settings }
    const { people, purchases } = await searchSubjects(services, text, { byName })
    return [people.map(({ id }) => id), purchases.map(({ tx_id }) => tx_id)]
  }
  const batch = { id: idOf(8), projectId: idOf(9) }

  it('of a transaction means its buyer and its receiver, and no name', async () => {
    const txId = 'CP-2222-3333-4444'
    await rows.run(
      person(ada, 1) +
        person(ben, 2) +
        person(cy, 3, { nickname: txId }) +
        purchaseSql(batch, {
          ...{ id: idOf(21), buyer_id: ada, holder_id: ben, recipient_id: ben, is_gift: true },
          tx_id: txId,
        }),
    )
    expect(await search(txId)).toEqual([[ada, ben], [txId]])
  })

  it('of an id, a number or a name means its person', async () => {
    await rows.run(
      person(ada, 1, { phone: '+447400000001' }) +
        person(ben, 2, { nickname: 'Benny' }) +
        insertSql('parked_passports', { passport_id: cy, phone: hashOf('+447400000001') }) +
        person(cy, 3),
    )
    expect(await search('07400 000001')).toEqual([[ada, cy], []])
    expect(await search('+44 7400 000001')).toEqual([[ada, cy], []])
    expect(await search(ben)).toEqual([[ben], []])
    expect(await search(' benny ')).toEqual([[ben], []])
    expect(await search('benny', false)).toEqual([[], []])
    expect(await search('7')).toEqual([[], []])
  })
})

it('a person has live sessions, last used first, wallets by programme and currency, and a stop', async () => {
  const session = (number: number, last_seen_at: string, row: Row = {}) =>
    insertSql('sessions', {
      ...{ id: idOf(number), token_hash: `t${number}`, passport_id: ada, last_seen_at },
      ...{ created_at: `2026-02-${number}`, ends_at: inFuture('1 day'), ...row },
    })
  const wallet = (programme_id: string, currency: string, row: Row = {}) =>
    insertSql('wallets', { passport_id: ada, programme_id, currency, ...row })
  const stopped = (phone: string, row: Row = {}) =>
    insertSql('stopped_numbers', { phone, stopped_at: '2026-03-01 10:00', ...row })
  await rows.run(
    session(11, '2026-03-05') +
      session(12, '2026-03-06') +
      session(13, '2026-03-07', { ends_at: ago('1 second') }) +
      session(14, '2026-03-07', { passport_id: ben }) +
      wallet('b', 'GBP', { balance_minor: 9, held_minor: 4 }) +
      wallet('b', 'EUR') +
      wallet('a', 'GBP') +
      wallet('c', 'GBP', { passport_id: ben }) +
      stopped('here') +
      stopped('ended', { ended_at: ago('1 day') }),
  )
  const { sessions, wallets, stoppedAt } = await inspectPerson(rows.db, ada, 'here')
  expect(sessions.map(({ created_at }) => created_at.toISOString().slice(8, 10))).toEqual([
    ...['12', '11'],
  ])
  expect(wallets.map((each) => Object.values(each))).toEqual([
    ['a', 'GBP', 0, 0],
    ['b', 'EUR', 0, 0],
    ['b', 'GBP', 9, 4],
  ])
  expect(stoppedAt).toEqual(new Date('2026-03-01T10:00:00Z'))
  expect((await inspectPerson(rows.db, ada, 'ended')).stoppedAt).toBeNull()
  expect((await inspectPerson(rows.db, ada, null)).stoppedAt).toBeNull()
})
