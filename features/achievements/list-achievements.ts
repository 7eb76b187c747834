// Lists a passport's achievements with the progress of each.
import {
  type AchievementKind,
  achievementTable,
  measureUnits,
} from '#features/achievements/achievement-table.ts'
import { type Achievement, recentWeeksMax } from '#features/achievements/achievements-calls.ts'
import { countsOf } from '#features/achievements/raise-standings.ts'
import { countedKg } from '#features/achievements/standing.ts'
import type { Db } from '#platform/database/database.ts'
import { readFactCounts, readReached, readStandings } from './achievements-queries.ts'

export async function listAchievements(db: Db, passportId: string): Promise<Achievement[]> {
  const [[standing], counts, reached] = await Promise.all([
    readStandings(db, [passportId]),
    readFactCounts(db, passportId),
    readReached(db, passportId),
  ])
  if (standing === undefined) throw new Error('a session without a passport')
  const { total_kg: totalKg, reward_kg: rewardKg } = standing
  const counted = { ...countsOf(counts), kg: countedKg({ totalKg, rewardKg }) }
  return achievementTable.map((kind) => ({
    ...achievementOf(kind, counted[kind.counts], reached.get(kind.code) ?? null),
    ...(kind.counts === 'weeksInARow' ? { weeks: recentWeeksOf(counts) } : {}),
  }))
}

/** Returns Mondays as `2026-11-16`, newest first. */
function recentWeeksOf(rows: Awaited<ReturnType<typeof readFactCounts>>): string[] {
  const mondays = rows.find(({ kind }) => kind === 'week')?.keys ?? []
  return mondays.toSorted().toReversed().slice(0, recentWeeksMax)
}

function achievementOf(
  { code, counts, threshold, title, label, colorClass }: AchievementKind,
  currentValue: number,
  reachedAt: Date | null,
): Achievement {
  const missing = threshold - currentValue
  const unit = measureUnits[counts][missing === 1 ? 0 : 1]
  return {
    code,
    title,
    label,
    currentValue,
    threshold,
    progressPct: Math.min(100, Math.floor((100 * currentValue) / threshold)),
    colorClass,
    feedback: missing > 0 ? `${missing.toLocaleString('en')} ${unit} to go` : 'Reached',
    reached_at: reachedAt?.toISOString() ?? null,
  }
}
