// Lists a passport's achievements, each with its progress.
import { type Achievement, recentWeeksMax } from '#features/achievements/achievements-calls.ts'
import { countsOf } from '#features/achievements/raise-standings.ts'
import { countedKg } from '#features/achievements/standing.ts'
import type { Db } from '#platform/database/database.ts'
import { textIn } from '#texts/text-in.ts'
import {
  type AchievementCode,
  achievementCodes,
  achievementKinds,
  type Measure,
} from '#values/lists/achievements.ts'
import { readFactCounts, readReached, readStandings } from './achievements-queries.ts'

/** Singular and plural of a measure's unit. */
const measureUnits: Readonly<Record<Measure, readonly [one: string, many: string]>> = {
  kg: ['kg', 'kg'],
  gifts: ['gift', 'gifts'],
  numbers: ['person', 'people'],
  projects: ['project', 'projects'],
  weeksInARow: ['week', 'weeks'],
  goals: ['goal', 'goals'],
}

export async function listAchievements(db: Db, passportId: string): Promise<Achievement[]> {
  const [[standing], counts, reached] = await Promise.all([
    readStandings(db, [passportId]),
    readFactCounts(db, passportId),
    readReached(db, passportId),
  ])
  if (standing === undefined) throw new Error('a session without a passport')
  const { total_kg: totalKg, reward_kg: rewardKg } = standing
  const values = { ...countsOf(counts), kg: countedKg({ totalKg, rewardKg }) }
  return achievementCodes.map((code) => {
    const measure = achievementKinds[code].measure
    return {
      ...achievementOf(code, values[measure], reached.get(code) ?? null),
      ...(measure === 'weeksInARow' ? { weeks: recentWeeksOf(counts) } : {}),
    }
  })
}

/** Returns the Mondays of the latest weeks with a purchase, such as `2026-11-16`, newest first. */
function recentWeeksOf(rows: Awaited<ReturnType<typeof readFactCounts>>): string[] {
  const mondays = rows.find(({ kind }) => kind === 'week')?.keys ?? []
  return mondays.toSorted().toReversed().slice(0, recentWeeksMax)
}

function achievementOf(
  code: AchievementCode,
  currentValue: number,
  reachedAt: Date | null,
): Achievement {
  const { measure, threshold, ink } = achievementKinds[code]
  const missing = threshold - currentValue
  const unit = measureUnits[measure][missing === 1 ? 0 : 1]
  return {
    code,
    title: textIn('en', `achievements_${code}`),
    label: textIn('en', `achievement_labels_${code}`),
    currentValue,
    threshold,
    progressPct: Math.min(100, Math.floor((100 * currentValue) / threshold)),
    colorClass: ink,
    feedback: missing > 0 ? `${missing.toLocaleString('en')} ${unit} to go` : 'Reached',
    reached_at: reachedAt?.toISOString() ?? null,
  }
}
