// Tests the rules of scores, leagues and achievements, case by case.
import { describe, expect, it } from 'vitest'
import {
  type Facts,
  longestStreak,
  type Standing,
  scoreIncrease,
} from '#features/achievements/standing.ts'
import { leagueAfter } from '#values/lists/leagues.ts'

const noStanding: Standing = {
  passportId: 'ada',
  totalKg: 0,
  rewardKg: 0,
  ecoScore: 0,
  ecoLeague: 'bronze',
  offsetLeague: 'bronze',
  reached: [],
}
const nothing = { gifts: 0, numbers: 0, projects: 0, goals: 0, weeksInARow: 0 }
const facts = (fresh: Partial<Facts['fresh']>, counts: Partial<Facts['counts']> = {}): Facts => ({
  fresh: { weeks: 0, gifts: 0, projects: 0, ...fresh },
  counts: { ...nothing, ...counts },
})
const kg = (quantityKg: number, isReward = false) => [{ quantityKg, isReward }]

describe('eco points', () => {
  it.each([
    ['a new week', facts({ weeks: 1 }), 10],
    ['a new project', facts({ projects: 1 }), 15],
    ['a gift that counts', facts({ gifts: 1 }), 5],
    ['all of them at once', facts({ weeks: 1, projects: 1, gifts: 2 }), 35],
    ['nothing new', null, 0],
  ])('%s', (_case, done, points) => {
    expect(scoreIncrease(noStanding, done, []).ecoPoints).toBe(points)
  })

  it('do not rise with money alone: 10,000 kg more are kilograms only', () => {
    const reached = ['first_offset', 'offset_100', 'offset_1000']
    const rise = scoreIncrease({ ...noStanding, totalKg: 1_000, reached }, null, kg(10_000))
    expect(rise).toMatchObject({ kg: 10_000, ecoPoints: 0, ecoLeague: 'bronze' })
  })

  it('rise by 10 with each achievement, and may lift the league', () => {
    const rise = scoreIncrease({ ...noStanding, ecoScore: 80 }, null, kg(100))
    expect(rise).toMatchObject({ ecoPoints: 20, ecoLeague: 'silver', offsetLeague: 'silver' })
    expect(rise.reached).toEqual(['first_offset', 'offset_100'])
  })
})

describe('achievements', () => {
  it.each([
    ['first_offset', kg(1), null],
    ['offset_100', kg(100), null],
    ['offset_1000', kg(1_000), null],
    ['first_gift', [], facts({}, { gifts: 1 })],
    ['gift_5', [], facts({}, { numbers: 5 })],
    ['explorer_3', [], facts({}, { projects: 3 })],
    ['streak_4', [], facts({}, { weeksInARow: 4 })],
    ['sdg_5', [], facts({}, { goals: 5 })],
  ])('%s is reached at its threshold', (code, gains, done) => {
    expect(scoreIncrease(noStanding, done, gains).reached).toContain(code)
  })

  it('no achievement is reached one below its threshold', () => {
    const done = facts({}, { gifts: 0, numbers: 4, projects: 2, weeksInARow: 3, goals: 4 })
    expect(
      scoreIncrease({ ...noStanding, reached: ['first_offset'] }, done, kg(99)).reached,
    ).toEqual([])
  })

  it('no achievement is reached twice', () => {
    const reached = ['first_offset', 'first_gift']
    const done = facts({}, { gifts: 7 })
    expect(scoreIncrease({ ...noStanding, reached }, done, kg(5)).reached).toEqual([])
  })

  it('kilograms from rewards are held, and count for no achievement', () => {
    const rise = scoreIncrease({ ...noStanding, totalKg: 98, rewardKg: 3 }, null, kg(5, true))
    expect(rise).toMatchObject({ kg: 5, rewardKg: 5, offsetLeague: 'silver' })
    expect(rise.reached).toEqual(['first_offset'])
  })
})

describe('leagues', () => {
  it.each([
    ['offsets', 'bronze', 99, 'bronze'],
    ['offsets', 'bronze', 100, 'silver'],
    ['offsets', 'silver', 999, 'silver'],
    ['offsets', 'bronze', 1_000, 'gold'],
    ['eco', 'bronze', 99, 'bronze'],
    ['eco', 'bronze', 100, 'silver'],
    ['eco', 'silver', 299, 'silver'],
    ['eco', 'silver', 300, 'gold'],
    ['eco', 'gold', 0, 'gold'],
    ['offsets', 'silver', 0, 'silver'],
  ] as const)('%s: %s with %i is %s', (kind, now, score, after) => {
    expect(leagueAfter(kind, now, score)).toBe(after)
  })
})

describe('weeks in a row', () => {
  it.each([
    ['none', [], 0],
    ['one', ['2026-02-09'], 1],
    ['a pause between', ['2026-02-02', '2026-02-16'], 1],
    ['over the turn of a year', ['2025-12-22', '2025-12-29', '2026-01-05', '2026-01-12'], 4],
    ['in any order', ['2026-03-02', '2026-02-16', '2026-02-23'], 3],
    [
      'a longer run that was broken since',
      ['2026-01-05', '2026-01-12', '2026-01-19', '2026-02-02', '2026-02-09'],
      3,
    ],
    ['over a change of clocks', ['2026-03-23', '2026-03-30', '2026-04-06'], 3],
  ])('%s', (_case, mondays, longest) => {
    expect(longestStreak(mondays)).toBe(longest)
  })
})
