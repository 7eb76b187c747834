// Tests what purchases and refunds write to the standings of their buyer and their holder: scores, leagues,
// achievements and rewards.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { send } from '#platform/database/write.ts'
import { ago, insertSql, passportSql, purchaseSql, type Row } from '#tests/support/insert-rows.ts'
import { idOf, openRowsDatabase, type RowsDatabase } from '#tests/support/rows-database.ts'
import { lowerStandings } from './lower-standings.ts'
import { addHoldings, standingWrites, writeFactsOfPurchases } from './raise-standings.ts'

const [ada, ben, cy] = [idOf(1), idOf(2), idOf(3)]
const wind = idOf(8)

let rows: RowsDatabase
beforeAll(async () => {
  rows = await openRowsDatabase()
})
afterAll(() => rows.close())
beforeEach(() => {
  const tables = ['passport_facts', 'rewards', 'purchases', 'projects', 'kg_postings', 'passports']
  return rows.run(
    tables.map((table) => `delete from ${table};`).join('') +
      insertSql('projects', {
        ...{ id: wind, registry: 'TST', registry_name: 'T', external_id: '1', name: 'P' },
        ...{ country: 'TR', country_name: 'Türkiye', status: 'Verified', sdgs: '{7,13}' },
      }),
  )
})

const person = (id: string, row: Row = {}) => passportSql(id, row)
const scores = async () =>
  Object.fromEntries(
    (
      await rows.ask(`select right(id::text, 1), total_kg::int4, reward_kg::int4, eco_score,
        eco_league, offset_league from passports order by id`)
    ).map(([id, ...values]) => [id, values]),
  )
const reached = () =>
  rows.ask(`select right(passport_id::text, 1), key from passport_facts
    where kind = 'achievement' order by 1, 2`)
const rewards = () =>
  rows.ask(`select right(passport_id::text, 1), achievement_code, kg, badge,
    lapsed_at is not null from rewards order by 1, 2`)

describe('purchases', () => {
  it('give points and achievements to the buyer, and kilograms to each holder', async () => {
    await rows.run(
      person(ada, { total_kg: 30, eco_score: 60 }) +
        person(ben, { total_kg: 95, reward_kg: 5, eco_score: 290, eco_league: 'silver' }) +
        person(cy) +
        insertSql('passport_facts', { passport_id: ben, kind: 'achievement', key: 'first_offset' }),
    )
    const gain = (passportId: string, quantityKg: number, isReward = false) => ({
      ...{ passportId, quantityKg, isReward },
    })
    await rows.db.transaction(async (tx) => {
      const gift = { passportId: ada, projectId: wind, recipientKey: 'x' }
      const facts = await writeFactsOfPurchases(tx, [ada, ben, ada, cy], [gift])
      const gains = [gain(ben, 4), gain(ben, 6, true), gain(ben, 6)]
      await send(tx, standingWrites(facts, gains))
    })
    expect(await scores()).toEqual({
      // A week, a project, a gift, and two achievements.
      1: [30, 0, 60 + 10 + 15 + 5 + 20, 'silver', 'bronze'],
      2: [111, 11, 300, 'gold', 'silver'],
      3: [0, 0, 0, 'bronze', 'bronze'],
    })
    expect(await reached()).toEqual([
      ['1', 'first_gift'],
      ['1', 'first_offset'],
      ['2', 'first_offset'],
      ['2', 'offset_100'],
    ])
    expect(await rewards()).toEqual([
      ['1', 'first_gift', 2, null, false],
      ['1', 'first_offset', null, 'Seedling', false],
      ['2', 'offset_100', 1, null, false],
    ])
  })

  it('that a passport receives later give it kilograms alone', async () => {
    await rows.run(person(ada) + person(ben))
    await rows.db.transaction((tx) =>
      addHoldings(tx, [
        { passportId: ada, quantityKg: 60, isReward: false },
        { passportId: ada, quantityKg: 39, isReward: false },
        { passportId: ben, quantityKg: 3, isReward: true },
      ]),
    )
    expect(await scores()).toEqual({
      ...{ 1: [99, 0, 10, 'bronze', 'bronze'], 2: [3, 3, 0, 'bronze', 'bronze'] },
    })
    expect(await reached()).toEqual([['1', 'first_offset']])
    expect(await rows.ask(`select 1 from passport_facts where kind <> 'achievement'`)).toEqual([])
  })
})

describe('a refund', () => {
  const fact = (passport_id: string, kind: string, key: string) =>
    insertSql('passport_facts', { passport_id, kind, key })
  const reward = (passport_id: string, achievement_code: string, row: Row = {}) =>
    insertSql('rewards', { passport_id, achievement_code, kg: 1, ...row })
  /** Ada gave Ben 30 kg: her only purchase. */
  const insertGift = () =>
    rows.run(
      person(ada, { total_kg: 5, eco_score: 70, eco_league: 'silver' }) +
        person(ben, { total_kg: 120, reward_kg: 10, eco_score: 40, offset_league: 'silver' }) +
        purchaseSql(
          { id: idOf(7), projectId: wind },
          {
            ...{ id: idOf(11), buyer_id: ada, holder_id: ben, is_gift: true, recipient_key: 'x' },
            ...{ completed_at: '2026-01-07 10:00', quantity_kg: 30 },
          },
        ) +
        fact(ada, 'week', '2026-01-05') +
        fact(ada, 'project', wind) +
        fact(ada, 'goal', '7') +
        fact(ada, 'number', 'x') +
        fact(ada, 'gift', '2026-01-05 x') +
        fact(ada, 'achievement', 'first_gift') +
        reward(ada, 'first_gift') +
        reward(ada, 'first_offset') +
        reward(ada, 'explorer_3', { redeemed_at: ago('1 day'), purchase_id: idOf(12) }) +
        reward(ben, 'first_gift') +
        reward(ben, 'offset_100') +
        reward(ben, 'first_offset'),
    )
  const lower = (more: object = {}) =>
    rows.db.transaction((tx) =>
      lowerStandings(tx, {
        ...{ purchaseId: idOf(11), buyerId: ada, holderId: ben, quantityKg: 30, ...more },
      }),
    )
  const lapsed = async () =>
    (await rewards()).filter(([, , , , isLapsed]) => isLapsed).map(([id, code]) => [id, code])

  it('takes points from the buyer, kilograms from the holder, and what both no longer reach', async () => {
    await insertGift()
    await lower()
    expect(await scores()).toEqual({
      ...{ 1: [5, 0, 40, 'silver', 'bronze'], 2: [90, 10, 40, 'bronze', 'silver'] },
    })
    expect(await reached()).toEqual([['1', 'first_gift']])
    expect(await lapsed()).toEqual([
      ['1', 'first_gift'],
      ['2', 'first_gift'],
      ['2', 'offset_100'],
    ])
  })

  it('of a part takes kilograms alone', async () => {
    await insertGift()
    await lower({ quantityKg: 10, keepsFacts: true })
    expect(await scores()).toEqual({
      ...{ 1: [5, 0, 70, 'silver', 'bronze'], 2: [110, 10, 40, 'bronze', 'silver'] },
    })
    expect(await lapsed()).toEqual([['2', 'first_gift']])
  })

  it('of a gift that waits takes points alone; of an own purchase both', async () => {
    await insertGift()
    await lower({ holderId: null })
    expect((await scores())[2]).toEqual([120, 10, 40, 'bronze', 'silver'])
    expect((await scores())[1]).toEqual([5, 0, 40, 'silver', 'bronze'])
    await rows.run('delete from passport_facts')
    await lower({ holderId: ada, quantityKg: 5 })
    expect((await scores())[1]).toEqual([0, 0, 40, 'silver', 'bronze'])
    expect(await lapsed()).toEqual([
      ['1', 'first_gift'],
      ['1', 'first_offset'],
    ])
  })
})
