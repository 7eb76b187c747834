// Tests the SQL of rewards row by row: which are free, claimed, reserved, redeemed or expired.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { send } from '#platform/database/write.ts'
import {
  ago,
  type ColumnValue,
  inFuture,
  insertSql,
  purchaseSql,
  type Row,
} from '#tests/support/insert-rows.ts'
import { idOf, openRowsDatabase, type RowsDatabase } from '#tests/support/rows-database.ts'
import {
  findOwnReward,
  findUnclaimedRewards,
  lockTokenRewards,
  writeClaim,
  writeUnclaim,
} from './own-rewards.ts'
import { lockClaims, lockRedeemable } from './redeem-rewards.ts'
import {
  eraseEndedClaims,
  reservationWrites,
  rewardWrites,
  writeExpiries,
  writeRedemptions,
  writeReleases,
} from './reward-queries.ts'

const [ada, ben] = [idOf(1), idOf(2)]

let rows: RowsDatabase
beforeAll(async () => {
  rows = await openRowsDatabase()
})
afterAll(() => rows.close())
beforeEach(() =>
  rows.run('delete from rewards; delete from purchases; delete from withheld_perks;'),
)

const reward = (number: number, row: Row = {}) =>
  insertSql('rewards', {
    ...{ id: idOf(number), passport_id: ada, achievement_code: `code_${number}`, kg: number },
    ...row,
  })
const badge = { kg: null, badge: 'Seedling' }
const claimed = {
  claim_ends_at: inFuture('10 minutes'),
  recipient_phone: '+447400000009',
  note: 'n',
}
const over = { ...claimed, claim_ends_at: ago('1 second') }
const bought = (number: number, row: Row = {}) =>
  purchaseSql({ id: idOf(8), projectId: idOf(9) }, { id: idOf(number), buyer_id: ada, ...row })
const state = (columns: string) =>
  rows.ask(`select right(id::text, 2)::int, ${columns} from rewards order by id`)

it('unclaimed rewards are free ones, those earned first first', async () => {
  await rows.run(
    reward(11, { earned_at: ago('1 day') }) +
      reward(12, { ...over, earned_at: ago('2 days') }) +
      reward(13, claimed) +
      reward(14, { lapsed_at: ago('1 day') }) +
      reward(15, { ...badge, redeemed_at: ago('1 day') }) +
      reward(16, { passport_id: ben }) +
      reward(17, { ...badge, earned_at: ago('3 days') }) +
      reward(19, { ...badge, earned_at: '2020-01-01 10:00' }) +
      reward(18, { ...badge, earned_at: '2020-01-01 10:00' }),
  )
  expect(await findUnclaimedRewards(rows.db, ada)).toEqual([
    { id: idOf(18), achievement_code: 'code_18', kg: null, badge: 'Seedling' },
    { id: idOf(19), achievement_code: 'code_19', kg: null, badge: 'Seedling' },
    { id: idOf(17), achievement_code: 'code_17', kg: null, badge: 'Seedling' },
    { id: idOf(12), achievement_code: 'code_12', kg: 12, badge: null },
    { id: idOf(11), achievement_code: 'code_11', kg: 11, badge: null },
  ])
  const own = (number: number, code = `code_${number}`, who = ada) =>
    findOwnReward(rows.db, idOf(number), who, code)
  expect(await own(15)).toEqual({ badge: 'Seedling', is_redeemed: true, purchase_id: null })
  expect(await own(13)).toEqual({ badge: null, is_redeemed: false, purchase_id: null })
  expect([await own(14), await own(11, 'code_12'), await own(11, 'code_11', ben)]).toEqual([
    ...[null, null, null],
  ])
  await rows.db.transaction(async (tx) => {
    const tokens = await lockTokenRewards(tx, ada)
    expect(tokens).toEqual([
      { id: idOf(11), kg: 11, is_taken: false },
      { id: idOf(12), kg: 12, is_taken: false },
      { id: idOf(13), kg: 13, is_taken: true },
      { id: idOf(14), kg: 14, is_taken: false },
    ])
  })
})

it('a claim of kilograms lasts 15 minutes or less, that of a badge redeems it', async () => {
  await rows.run(
    reward(11, { ...over, purchase_id: idOf(31) }) + reward(12, badge) + reward(13, claimed),
  )
  const gift = { recipientPhone: '+447400000005', note: 'For you' }
  await rows.db.transaction(async (tx) => {
    const claim = await writeClaim(tx, idOf(11), ada, gift)
    expect(claim?.endsAt?.getTime()).toBeGreaterThan(Date.now() + 60_000)
    expect(await writeClaim(tx, idOf(12), ada, { recipientPhone: null, note: null })).toEqual({
      endsAt: null,
    })
    for (const number of [11, 12, 13])
      expect(await writeClaim(tx, idOf(number), ada, gift)).toBeNull()
  })
  const columns =
    'recipient_phone, note, purchase_id is null, claim_ends_at > now(), redeemed_at is null'
  expect(await state(columns)).toEqual([
    [11, '+447400000005', 'For you', true, true, true],
    [12, null, null, true, null, false],
    [13, '+447400000009', 'n', true, true, true],
  ])
  await rows.db.transaction((tx) => writeUnclaim(tx, idOf(13)))
  expect(await state(columns)).toEqual([
    [11, '+447400000005', 'For you', true, true, true],
    [12, null, null, true, null, false],
    [13, null, null, true, null, true],
  ])
})

it('open claims have their receiver, and whether an open purchase uses them', async () => {
  await rows.run(
    reward(11, { ...claimed, purchase_id: idOf(31) }) +
      reward(12, { ...claimed, purchase_id: idOf(32), passport_id: ben }) +
      reward(13, { ...over, purchase_id: idOf(33) }) +
      reward(14, { ...claimed, lapsed_at: ago('1 day') }) +
      reward(15, { ...claimed, redeemed_at: ago('1 day'), purchase_id: idOf(35) }) +
      reward(16, { ...claimed, ...badge }) +
      reward(17, claimed) +
      bought(31, { expires_at: inFuture('1 minute') }) +
      bought(32, { expires_at: ago('1 minute') }),
  )
  const ids = [11, 12, 13, 14, 15, 16, 17].map(idOf)
  await rows.db.transaction(async (tx) => {
    const claims = await lockClaims(tx, ids)
    const open = {
      ...{ endsAt: expect.any(Date), recipientPhone: '+447400000009', note: 'n' },
      ...{ passportId: ada, isReserved: false },
    }
    expect([...claims.values()].toSorted((a, b) => a.kg - b.kg)).toEqual([
      { ...open, rewardId: idOf(11), kg: 11, isReserved: true },
      { ...open, rewardId: idOf(12), kg: 12, passportId: ben },
      { ...open, rewardId: idOf(17), kg: 17 },
    ])
    const redeemable = [...(await lockRedeemable(tx, ids))].toSorted()
    expect(redeemable).toEqual([31, 32, 33].map(idOf))
  })
})

it('a redemption forgets the receiver, a release keeps it; neither touches what is redeemed or expired', async () => {
  await rows.run(
    reward(11, { ...claimed, purchase_id: idOf(31) }) +
      reward(12, { ...claimed, purchase_id: idOf(32), lapsed_at: ago('1 day') }) +
      reward(13, { ...claimed, purchase_id: idOf(33) }) +
      reward(14, { redeemed_at: '2026-01-01 10:00', purchase_id: idOf(34) }),
  )
  await rows.db.transaction(async (tx) => {
    expect(await writeRedemptions(tx, [31, 32, 34].map(idOf))).toBe(1)
    await writeReleases(tx, [31, 33, 34].map(idOf))
  })
  const columns = `right(purchase_id::text, 2), recipient_phone, note,
    to_char(redeemed_at at time zone 'UTC', 'YYYY') || (redeemed_at > now() - interval '1 hour')`
  expect(await state(columns)).toEqual([
    [11, '31', null, null, expect.stringMatching(/true$/)],
    [12, '32', '+447400000009', 'n', null],
    [13, null, '+447400000009', 'n', null],
    [14, '34', null, null, '2026false'],
  ])
})

it('each claim of a round is tied to its own purchase, and released with it', async () => {
  await rows.run(reward(11, claimed) + reward(12, claimed) + reward(13, claimed))
  const pairs = [
    [11, 32],
    [12, 31],
  ] as const
  const ties = pairs.map(([rewardId, purchaseId]) => ({
    rewardId: idOf(rewardId),
    purchaseId: idOf(purchaseId),
  }))
  await rows.db.transaction((tx) => send(tx, reservationWrites(ties)))
  const purchases = () => state('right(purchase_id::text, 2)')
  expect(await purchases()).toEqual([
    ...[
      [11, '32'],
      [12, '31'],
      [13, null],
    ],
  ])
  await rows.db.transaction((tx) => writeReleases(tx, [idOf(31)]))
  expect(await purchases()).toEqual([
    ...[
      [11, '32'],
      [12, null],
      [13, null],
    ],
  ])
})

it('an expiry ends unredeemed rewards of the codes, once', async () => {
  await rows.run(
    reward(11) +
      reward(12) +
      reward(13, { lapsed_at: '2026-01-01 10:00' }) +
      reward(14, { ...badge, redeemed_at: ago('1 day') }) +
      reward(15, { passport_id: ben, achievement_code: 'code_11' }),
  )
  const codes = ['code_11', 'code_13', 'code_14']
  await rows.db.transaction((tx) => writeExpiries(tx, ada, codes))
  expect(await state(`lapsed_at > now() - interval '1 hour'`)).toEqual([
    ...[
      [11, true],
      [12, null],
      [13, false],
      [14, null],
      [15, null],
    ],
  ])
})

it('receivers of ended claims are erased, at most so many at once', async () => {
  await rows.run(
    reward(11, over) +
      reward(12, { ...over, note: null }) +
      reward(13, claimed) +
      reward(14, { ...claimed, lapsed_at: ago('1 day') }) +
      reward(15, { ...claimed, redeemed_at: ago('1 day'), purchase_id: idOf(35) }) +
      reward(16, { claim_ends_at: ago('1 day') }),
  )
  expect(await eraseEndedClaims(rows.db, 2)).toBe(2)
  expect((await state('note, recipient_phone')).slice(0, 4)).toEqual([
    [11, null, null],
    [12, null, null],
    [13, 'n', '+447400000009'],
    [14, 'n', '+447400000009'],
  ])
  expect(await eraseEndedClaims(rows.db, 9)).toBe(2)
  expect(await eraseEndedClaims(rows.db, 9)).toBe(0)
  const kept = await rows.ask(
    'select right(id::text, 2)::int from rewards where note is not null or recipient_phone is not null',
  )
  expect(kept).toEqual([[13]])
})

it('a reward is not earned while its benefit is withheld', async () => {
  const withheld = (perk: string, until: ColumnValue, passport_id = ada) =>
    insertSql('withheld_perks', { passport_id, perk, until })
  await rows.run(
    withheld('a', inFuture('1 day')) +
      withheld('b', ago('1 second')) +
      withheld('c', inFuture('1 day'), ben),
  )
  const earn = (code: string, kg: number | null, name: string | null) => ({
    ...{ passportId: ada, code, kg, badge: name },
  })
  await rows.db.transaction((tx) =>
    send(tx, rewardWrites([earn('a', 1, null), earn('b', 2, null), earn('c', null, 'Seedling')])),
  )
  const stored = 'select passport_id, achievement_code, kg, badge from rewards order by 2'
  expect(await rows.ask(stored)).toEqual([
    [ada, 'b', 2, null],
    [ada, 'c', null, 'Seedling'],
  ])
})
