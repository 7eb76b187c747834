// Tests the lists of rewards row by row.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ago, insertSql, purchaseSql, type Row } from '#tests/support/insert-rows.ts'
import { idOf, openRowsDatabase, type RowsDatabase } from '#tests/support/rows-database.ts'
import { listRedeemedRewards, listRewards } from './list-rewards.ts'

const [ada, ben] = [idOf(1), idOf(2)]
let rows: RowsDatabase
beforeAll(async () => {
  rows = await openRowsDatabase()
})
afterAll(() => rows.close())

it('redeemed rewards are the newest first, with the gift that they became; unclaimed ones the oldest first', async () => {
  const reward = (number: number, row: Row) =>
    insertSql('rewards', { id: idOf(number), passport_id: ada, kg: null, badge: null, ...row })
  const bought = (number: number, is_gift: boolean) =>
    purchaseSql({ id: idOf(8), projectId: idOf(9) }, { id: idOf(number), buyer_id: ada, is_gift })
  const day = (number: number) => `2026-01-0${number} 10:00`
  await rows.run(
    reward(11, {
      achievement_code: 'offset_100',
      kg: 1,
      redeemed_at: day(2),
      purchase_id: idOf(31),
    }) +
      reward(12, {
        achievement_code: 'offset_500',
        kg: 5,
        redeemed_at: day(3),
        purchase_id: idOf(32),
      }) +
      reward(13, { achievement_code: 'first_offset', badge: 'Seedling', redeemed_at: day(1) }) +
      reward(14, { achievement_code: 'of a former version', kg: 2, earned_at: ago('1 day') }) +
      reward(15, { achievement_code: 'gift_1', badge: 'Giver', earned_at: ago('2 days') }) +
      reward(16, { achievement_code: 'gift_1', badge: 'Giver', passport_id: ben }) +
      bought(31, false) +
      bought(32, true),
  )
  const redeemed = await listRedeemedRewards(rows.db, ada)
  expect(redeemed.map(({ description: _, ...row }) => row)).toEqual([
    {
      ...{ reward_id: idOf(12), achievement_code: 'offset_500', reward_type: 'token' },
      reward_value: { label: expect.any(String), kg: 5 },
      ...{ redeemed_at: '2026-01-03T10:00:00.000Z', is_gift: true },
    },
    {
      ...{ reward_id: idOf(11), achievement_code: 'offset_100', reward_type: 'token' },
      reward_value: { label: expect.any(String), kg: 1 },
      ...{ redeemed_at: '2026-01-02T10:00:00.000Z', is_gift: false },
    },
    {
      ...{ reward_id: idOf(13), achievement_code: 'first_offset', reward_type: 'badge' },
      reward_value: { badge: 'Seedling' },
      ...{ redeemed_at: '2026-01-01T10:00:00.000Z', is_gift: false },
    },
  ])
  const unclaimed = await listRewards(rows.db, ada)
  expect(unclaimed.map(({ reward_id }) => reward_id)).toEqual([idOf(15), idOf(14)])
  expect(unclaimed[1]?.description).toContain('of a former version')
})
