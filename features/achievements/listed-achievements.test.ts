// Tests the list of achievements whole: each measure with its own count, unit and progress.
import { describe, expect, it } from 'vitest'
import { databaseOf } from '#tests/support/stored-rows.ts'
import { textIn } from '#texts/text-in.ts'
import { achievementCodes, achievementKinds } from '#values/lists/achievements.ts'
import { listAchievements } from './list-achievements.ts'

const standing = {
  ...{ passport_id: 'p1', total_kg: 65, reward_kg: 5, eco_score: 40, eco_league: 'bronze' },
  ...{ offset_league: 'bronze', reached: ['first_offset'] },
}
const fact = (kind: string, count: number, keys: readonly string[] = []) => ({ kind, count, keys })
const mondays = ['2026-11-02', '2026-10-19', '2026-11-09', '2026-09-07', '2026-10-26']
const facts = [
  ...[fact('gift', 7), fact('number', 2), fact('project', 1), fact('goal', 4)],
  fact('week', 5, mondays),
]
const reachedAt = new Date('2026-10-20T08:00:00Z')

async function listOf(counts: readonly object[], of: object = standing) {
  const { db, valuesOf } = databaseOf({
    ...{ 'find-standings': [[of]], 'count-activity-facts': [counts] },
    'find-reached-achievements': [[{ code: 'first_offset', reached_at: reachedAt }]],
  })
  const listed = await listAchievements(db, 'p1')
  const asked = ['find-standings', 'count-activity-facts', 'find-reached-achievements']
  return { listed, asked: asked.map((name) => valuesOf(name)) }
}

/** Progress of the passport above: value, percents and feedback. */
const progress: Readonly<Record<string, readonly [number, number, string]>> = {
  first_offset: [60, 100, 'Reached'],
  offset_100: [60, 60, '40 kg to go'],
  offset_1000: [60, 6, '940 kg to go'],
  first_gift: [7, 100, 'Reached'],
  gift_5: [2, 40, '3 people to go'],
  explorer_3: [1, 33, '2 projects to go'],
  streak_4: [4, 100, 'Reached'],
  sdg_5: [4, 80, '1 goal to go'],
}

describe('the list of achievements', () => {
  it('has each with its own figures, and weeks only for the one of weeks', async () => {
    const { listed, asked } = await listOf(facts)
    expect(asked).toEqual([[[['p1']]], [['p1']], [['p1']]])
    expect(listed).toEqual(
      achievementCodes.map((code) => {
        const [currentValue, progressPct, feedback] = progress[code] ?? []
        const { threshold, ink } = achievementKinds[code]
        return {
          ...{ code, currentValue, threshold, progressPct, feedback, colorClass: ink },
          title: textIn('en', `achievements_${code}`),
          label: textIn('en', `achievement_labels_${code}`),
          reached_at: code === 'first_offset' ? '2026-10-20T08:00:00.000Z' : null,
          ...(code === 'streak_4' && {
            weeks: ['2026-11-09', '2026-11-02', '2026-10-26', '2026-10-19'],
          }),
        }
      }),
    )
  })

  it('writes one of a unit, and large figures in groups', async () => {
    const feedbackOf = async (counts: readonly object[], of: object) =>
      new Map((await listOf(counts, of)).listed.map(({ code, feedback }) => [code, feedback]))
    const none = await feedbackOf([], { ...standing, total_kg: 0, reward_kg: 0 })
    expect([...none.values()].toSorted()).toEqual(
      [
        ...['1 kg to go', '100 kg to go', '1,000 kg to go', '1 gift to go', '5 people to go'],
        ...['3 projects to go', '4 weeks to go', '5 goals to go'],
      ].toSorted(),
    )
    const near = await feedbackOf(
      [fact('number', 4), fact('project', 2), fact('week', 3, mondays.slice(0, 3))],
      standing,
    )
    expect([near.get('gift_5'), near.get('explorer_3'), near.get('streak_4')]).toEqual([
      ...['1 person to go', '1 project to go', '2 weeks to go'],
    ])
  })
})
