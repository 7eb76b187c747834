// Tests the SQL of facts, scores and achievements row by row: what is new, what stays after a refund, and whose it is.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  type ScoreIncrease,
  scoreIncreaseWrites,
  writeScoreDecreases,
} from '#features/people/passport-scores.ts'
import { send } from '#platform/database/write.ts'
import { ago, insertSql, passportSql, purchaseSql, type Row } from '#tests/support/insert-rows.ts'
import { idOf, openRowsDatabase, type RowsDatabase } from '#tests/support/rows-database.ts'
import { achievementsOwnData } from './achievements-own-data.ts'
import {
  reachedWrites,
  readFactCounts,
  readReached,
  readStandings,
  removeFacts,
  writeActivities,
} from './achievements-queries.ts'
import { rewriteNumberFacts } from './number-facts.ts'

const [ada, ben] = [idOf(1), idOf(2)]
const [wind, solar] = [idOf(8), idOf(9)]

let rows: RowsDatabase
beforeAll(async () => {
  rows = await openRowsDatabase()
})
afterAll(() => rows.close())
const project = (id: string, sdgs: string) =>
  insertSql('projects', {
    ...{ id, registry: 'TST', registry_name: 'T', external_id: id, name: 'P', country: 'TR' },
    ...{ country_name: 'Türkiye', status: 'Verified', sdgs },
  })
beforeEach(() =>
  rows.run(
    `delete from passport_facts; delete from purchases; delete from passports; delete from projects;
     delete from kg_postings;` +
      passportSql(ada) +
      passportSql(ben) +
      project(wind, '{7,13}') +
      project(solar, '{13,15}'),
  ),
)

const fact = (kind: string, key: string, row: Row = {}) =>
  insertSql('passport_facts', { passport_id: ada, kind, key, ...row })
const facts = () =>
  rows.ask(`select right(passport_id::text, 1), kind, key from passport_facts order by 1, 2, 3`)
const mondaySql = `to_char(date_trunc('week', now() at time zone 'UTC'), 'YYYY-MM-DD')`
const monday = async () => String((await rows.ask(`select ${mondaySql}`))[0]?.[0])

it('purchases write each fact once a passport, and count old and new ones', async () => {
  const week = await monday()
  await rows.run(
    [
      fact('week', '2026-01-05'),
      fact('project', solar),
      fact('goal', '13'),
      fact('number', 'x'),
      fact('achievement', 'first_gift'),
      fact('week', '2026-01-12', { passport_id: ben }),
    ].join(''),
  )
  const activities = [
    { passportId: ada, projectId: wind, recipientKey: 'y' },
    { passportId: ada, projectId: wind, recipientKey: 'y' },
    { passportId: ada, projectId: solar, recipientKey: null },
    { passportId: ben, projectId: solar, recipientKey: null },
  ]
  const write = () =>
    rows.db.transaction(async (tx) => [...(await writeActivities(tx, activities))])
  const counts = (await write()).map(({ keys, ...row }) => ({ ...row, keys: keys.toSorted() }))
  const row = (passport_id: string, kind: string, count: number, fresh: number) => ({
    ...{ passport_id, kind, count, fresh, keys: [] as string[] },
  })
  const byName = (one: { passport_id: string; kind: string }, other: typeof one) =>
    `${one.passport_id}${one.kind}`.localeCompare(`${other.passport_id}${other.kind}`)
  expect(counts.toSorted(byName)).toEqual([
    row(ada, 'gift', 1, 1),
    row(ada, 'goal', 3, 2),
    row(ada, 'number', 2, 1),
    row(ada, 'project', 2, 1),
    { ...row(ada, 'week', 2, 1), keys: ['2026-01-05', week] },
    row(ben, 'goal', 2, 2),
    row(ben, 'project', 1, 1),
    { ...row(ben, 'week', 2, 1), keys: ['2026-01-12', week] },
  ])
  expect(await facts()).toEqual([
    ['1', 'achievement', 'first_gift'],
    ['1', 'gift', `${week} y`],
    ...['13', '15', '7'].map((goal) => ['1', 'goal', goal]),
    ...['x', 'y'].map((number) => ['1', 'number', number]),
    ...[wind, solar].map((id) => ['1', 'project', id]),
    ...['2026-01-05', week].map((each) => ['1', 'week', each]),
    ...['13', '15'].map((goal) => ['2', 'goal', goal]),
    ['2', 'project', solar],
    ...['2026-01-12', week].map((each) => ['2', 'week', each]),
  ])
  expect(await write()).toEqual([])
  const counted = await readFactCounts(rows.db, ada)
  expect(counted.map((each) => [each.kind, each.count, each.keys.toSorted()]).toSorted()).toEqual([
    ['gift', 1, []],
    ['goal', 3, []],
    ['number', 2, []],
    ['project', 2, []],
    ['week', 2, ['2026-01-05', week]],
  ])
})

it('standings have each column and their own achievements', async () => {
  await rows.run(
    `update passports set total_kg = 120, reward_kg = 5, eco_score = 35, eco_league = 'gold',
       offset_league = 'silver' where id = '${ada}';` +
      fact('achievement', 'first_offset', { created_at: '2026-01-05 10:00' }) +
      fact('week', '2026-01-05') +
      fact('achievement', 'gift_5', { passport_id: ben }),
  )
  expect(await readStandings(rows.db, [ada])).toEqual([
    {
      ...{ passport_id: ada, total_kg: 120, reward_kg: 5, eco_score: 35, eco_league: 'gold' },
      ...{ offset_league: 'silver', reached: ['first_offset'] },
    },
  ])
  expect([...(await readReached(rows.db, ada))]).toEqual([
    ['first_offset', new Date('2026-01-05T10:00:00Z')],
  ])
  await rows.db.transaction((tx) =>
    send(tx, reachedWrites([{ passportId: ben, code: 'explorer_3' }])),
  )
  expect([...(await readReached(rows.db, ben)).keys()].toSorted()).toEqual(['explorer_3', 'gift_5'])
})

/** Returns SQL of Ada's purchase `number`, completed in the week of 5 January. */
const bought = (number: number, row: Row = {}, batch = { id: idOf(7), projectId: wind }) =>
  purchaseSql(batch, {
    ...{ id: idOf(number), buyer_id: ada, tx_id: `CP-${number}`, holder_id: ada },
    ...{ completed_at: '2026-01-07 10:00', ...row },
  })
const given = { is_gift: true, holder_id: ben, recipient_key: 'x' }
const allFacts = [
  ['week', '2026-01-05'],
  ['project', wind],
  ['goal', '7'],
  ['goal', '13'],
  ['number', 'x'],
  ['gift', '2026-01-05 x'],
  ['achievement', 'first_gift'],
] as const
const insertFacts = () => allFacts.map(([kind, key]) => fact(kind, key)).join('')
const remove = async (number = 11) => {
  const kinds = await rows.db.transaction((tx) => removeFacts(tx, ada, idOf(number)))
  return kinds.toSorted()
}

it('a refund takes every fact of a buyer’s only purchase, and no achievement', async () => {
  await rows.run(
    insertFacts() +
      bought(11, given) +
      fact('goal', '3') +
      fact('week', '2026-01-05', { passport_id: ben }),
  )
  expect(await remove()).toEqual(['gift', 'goal', 'goal', 'goal', 'number', 'project', 'week'])
  expect(await facts()).toEqual([
    ['1', 'achievement', 'first_gift'],
    ['2', 'week', '2026-01-05'],
  ])
})

it.each<[string, Row, readonly string[]]>([
  ['the same week, project and number', given, []],
  [
    'the same number in another week',
    { ...given, completed_at: '2026-01-12 00:00' },
    ['gift', 'week'],
  ],
  ['an own purchase', {}, ['gift', 'number']],
  ['an own purchase of Sunday', { completed_at: '2026-01-11 23:59' }, ['gift', 'number']],
  ['another number', { ...given, recipient_key: 'y' }, ['gift', 'number']],
  ['another project', { project_id: solar }, ['gift', 'goal', 'number', 'project']],
])('it leaves the facts that another purchase has, of %s', async (_, row, taken) => {
  await rows.run(insertFacts() + bought(11, given) + bought(12, row))
  expect(await remove()).toEqual(taken)
})

it.each<[string, Row]>([
  ['was refunded', { ...given, reversal: 'refunded' }],
  [
    'is of a reward',
    { ...given, is_reward: true, reward_id: idOf(6), total_minor: 0, card_minor: 0 },
  ],
  ['is of another buyer', { ...given, buyer_id: ben }],
  [
    'did not complete',
    { ...given, state: 'EXPIRED', card_state: 'VOIDED', first_place: null, completed_at: null },
  ],
])('and none that %s', async (_, row) => {
  const free = row.is_reward === true ? { card_state: 'NONE' } : {}
  await rows.run(insertFacts() + bought(11, given) + bought(12, { ...row, ...free }))
  expect(await remove()).toHaveLength(6)
})

it('a gift to one’s own number has no fact of a number', async () => {
  await rows.run(insertFacts() + bought(11, { ...given, holder_id: ada }))
  expect(await remove()).toEqual(['goal', 'goal', 'project', 'week'])
})

it('scores rise and fall by passport, with the leagues of a rise', async () => {
  await rows.run(`update passports set total_kg = 10, reward_kg = 1, eco_score = 5`)
  const increase: ScoreIncrease = {
    ...{ passportId: ada, kg: 100, rewardKg: 20, ecoPoints: 300 },
    ...{ ecoLeague: 'gold', offsetLeague: 'silver' },
  }
  await rows.db.transaction((tx) => send(tx, scoreIncreaseWrites([increase])))
  const scores = () =>
    rows.ask(`select total_kg::int4, reward_kg::int4, eco_score, eco_league, offset_league
      from passports order by id`)
  expect(await scores()).toEqual([
    [110, 21, 305, 'gold', 'silver'],
    [10, 1, 5, 'bronze', 'bronze'],
  ])
  await rows.db.transaction((tx) =>
    writeScoreDecreases(tx, [
      { passportId: ada, kg: 30, ecoPoints: 15 },
      { passportId: ben, kg: 2, ecoPoints: 1 },
    ]),
  )
  expect(await scores()).toEqual([
    [80, 21, 290, 'gold', 'silver'],
    [8, 1, 4, 'bronze', 'bronze'],
  ])
})

it('keys of numbers are replaced for their giver, in both kinds of fact', async () => {
  const [old, other] = ['o'.repeat(32), 'p'.repeat(32)]
  await rows.run(
    fact('number', old) +
      fact('number', other) +
      fact('gift', `2026-01-05 ${old}`) +
      fact('project', old) +
      fact('number', old, { passport_id: ben }),
  )
  const key = 'n'.repeat(32)
  await rows.db.transaction((tx) => rewriteNumberFacts(tx, [{ giverId: ada, key, plainKey: old }]))
  expect(await facts()).toEqual([
    ['1', 'gift', `2026-01-05 ${key}`],
    ...[key, other].map((number) => ['1', 'number', number]),
    ['1', 'project', old],
    ['2', 'number', old],
  ])
})

it('the export has each score, and achievements and weeks in their order', async () => {
  await rows.run(
    `update passports set total_kg = 120, eco_score = 35, eco_league = 'gold',
       offset_league = 'silver' where id = '${ada}';` +
      fact('achievement', 'first_offset', { created_at: ago('1 day') }) +
      fact('achievement', 'offset_100', { created_at: ago('2 days') }) +
      fact('week', '2026-01-12') +
      fact('week', '2026-01-05') +
      fact('number', 'x') +
      fact('number', 'y') +
      fact('gift', '2026-01-05 x') +
      fact('number', 'z', { passport_id: ben }),
  )
  const reached = expect.stringMatching(/^20/)
  expect(await achievementsOwnData.read?.(rows.db, { passportId: ada, phone: '' })).toEqual({
    ...{ kilograms: 120, 'eco score': 35, 'eco league': 'gold', 'offset league': 'silver' },
    achievements: [
      { achievement: 'offset_100', reached },
      { achievement: 'first_offset', reached },
    ],
    ...{ 'weeks with a purchase': ['2026-01-05', '2026-01-12'], 'numbers given to': 2 },
  })
})
