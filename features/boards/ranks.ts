// Computes ranks within a league by standard competition ranking: equal scores share a rank, and ranks after
// them are skipped. Each process has the number of passports per score in memory, and updates it at every
// read, so that ranks are current.

import { groupCalls } from '#platform/database/group-calls.ts'
import type { BoardKind } from '#values/lists/leagues.ts'
import {
  type AroundRow,
  type BoardPerson,
  type BoardSource,
  readAround,
  readCounts,
  type StandingQuery,
} from './board-queries.ts'
import { ScoreCounts } from './score-counts.ts'

export type RankedPerson = BoardPerson & { readonly rank: number }

/** A passport and its neighbours in the league, by descending score. */
export type Standing = { readonly league: string; readonly people: readonly RankedPerson[] }

/** Returns a passport's standing, even if the passport is hidden from others. */
export type FindStanding = (query: StandingQuery) => Promise<Standing>

type CountsAtCursor = { readonly leagues: Map<string, ScoreCounts>; cursor: string }

/** Returns a function that reads standings. Concurrent calls share a statement. */
export function openRanks(source: BoardSource, kind: BoardKind): FindStanding {
  let scoreCounts: CountsAtCursor | undefined
  /**
   * Reads the rows of the passports and updates the counts to the same snapshot. Calls must not overlap,
   * because they share `scoreCounts`.
   */
  async function read(
    queries: readonly StandingQuery[],
  ): Promise<[CountsAtCursor, readonly AroundRow[]]> {
    for (;;) {
      scoreCounts ??= await countAll(source, kind)
      const rows = await readAround(source, kind, queries, scoreCounts.cursor)
      const cursorRow = rows.find(({ cursor }) => cursor !== null)
      if (cursorRow?.cursor == null) throw new Error('the boards have no row of folds')
      if (cursorRow.is_behind) scoreCounts = undefined
      else {
        for (const { league, score, people } of rows)
          addToCounts(scoreCounts, league, score, people)
        scoreCounts.cursor = cursorRow.cursor
        return [scoreCounts, rows]
      }
    }
  }
  return groupCalls(
    async (queries: readonly StandingQuery[]) => {
      const [{ leagues }, rows] = await read(queries)
      const byOrdinal = Map.groupBy(rows, ({ ordinal }) => ordinal)
      return queries.map(({ passportId }, index) =>
        standingOf(passportId, byOrdinal.get(index + 1) ?? [], leagues),
      )
    },
    { groupMax: 64, waitingMax: 4_096 },
  )
}

/** Reads all counts. The duration grows with the number of different scores, not of passports. */
async function countAll(source: BoardSource, kind: BoardKind): Promise<CountsAtCursor> {
  const rows = await readCounts(source, kind)
  const scoreCounts: CountsAtCursor = { leagues: new Map(), cursor: rows[0]?.cursor ?? '' }
  for (const { league, scores, people } of rows) {
    const counts = people?.split(',') ?? []
    for (const [index, score] of (scores?.split(',') ?? []).entries()) {
      addToCounts(scoreCounts, league, Number(score), Number(counts[index]))
    }
  }
  return scoreCounts
}

function addToCounts(
  { leagues }: CountsAtCursor,
  league: string | null,
  score: number | null,
  people: number | null,
): void {
  if (league === null || score === null || people === null) return
  const counts = leagues.get(league) ?? new ScoreCounts()
  counts.add(score, people)
  leagues.set(league, counts)
}

/**
 * Returns a standing. The counts exclude hidden passports. For passports below a hidden viewer, the viewer is
 * added to the passports above them.
 */
function standingOf(
  id: string,
  rows: readonly AroundRow[],
  leagues: ReadonlyMap<string, ScoreCounts>,
): Standing {
  const me = rows.find((row) => row.id === id)
  if (me?.league == null) throw new Error('a session without a passport')
  const counts = leagues.get(me.league)
  const above = (score: number) =>
    (counts?.above(score) ?? 0) + Number(me.is_hidden === true && (me.score ?? 0) > score)
  const people = rows.map((row) => ({
    id: row.id ?? '',
    score: row.score ?? 0,
    nickname: row.nickname,
    first_name: row.first_name,
    last_name: row.last_name,
    member_number: row.member_number ?? 0,
    rank: above(row.score ?? 0) + 1,
  }))
  return { league: me.league, people: people.sort(byDescendingScore) }
}

/** Compares by descending score, then by descending id, like the board's index. */
function byDescendingScore(one: BoardPerson, other: BoardPerson): number {
  return other.score - one.score || (one.id < other.id ? 1 : -1)
}
