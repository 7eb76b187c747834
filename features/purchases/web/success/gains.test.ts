// Tests the gains of a purchase: only those that the buyer did not have before.
import { expect, it } from 'vitest'
import { gainsOf } from './gains.tsx'

const achievement = (code: string, progressPct: number) => ({
  code,
  title: code,
  label: code,
  currentValue: 0,
  threshold: 1,
  progressPct,
  colorClass: 'blue',
  feedback: '',
  reached_at: null,
})
const reward = (reward_id: string) => ({
  reward_id,
  achievement_code: 'first_offset',
  description: '',
  reward_type: 'token' as const,
  reward_value: { label: '1 kg', kg: 1 },
})

const before = {
  passport: { total_offsets: 40, offset_league: 'bronze', eco_league: 'bronze' },
  achievements: [achievement('first_offset', 100), achievement('offset_100', 40)],
  rewards: [reward('old')],
} as const

it('finds the stamps, leagues and envelopes that are new, and the new total', () => {
  const after = {
    passport: { total_offsets: 140, offset_league: 'silver', eco_league: 'bronze' },
    achievements: [
      achievement('offset_100', 100),
      achievement('first_offset', 100),
      achievement('offset_1000', 99),
    ],
    rewards: [reward('new'), reward('old')],
  } as const
  const gains = gainsOf(before, after)
  expect(gains).toMatchObject({ totalKg: 140, offsetLeague: 'silver', ecoLeague: null })
  expect(gains.stamps.map(({ code }) => code)).toEqual(['offset_100'])
  expect(gains.rewards.map(({ reward_id }) => reward_id)).toEqual(['new'])
})

it('finds no gain where the standing is unchanged or has less than before', () => {
  const nothing = { stamps: [], rewards: [], offsetLeague: null, ecoLeague: null }
  expect(gainsOf(before, before)).toMatchObject(nothing)
  expect(gainsOf(before, { ...before, rewards: [] })).toMatchObject(nothing)
})
