// Lists the leagues, from the lowest up, and the score at which each begins on each board
// (docs/product.md#leagues). A new league is a row here and a migration for two CHECKs of the
// database; the compiler and server/domain-lists.test.ts find the rest.

/** From the lowest up; every new person is in the first one. */
export const leagues = ['bronze', 'silver', 'gold'] as const
export type League = (typeof leagues)[number]

export const lowestLeague = leagues[0]

/** The boards: kilograms that a passport holds, and eco points. */
export type BoardKind = 'offsets' | 'eco'

/** Where a league begins: kg for offsets, points for eco. Leagues never fall. */
export const leagueStarts = {
  offsets: { bronze: 0, silver: 100, gold: 1_000 },
  eco: { bronze: 0, silver: 100, gold: 300 },
} as const satisfies Record<BoardKind, Record<League, number>>

/** A league as the database holds it. Throws on any other word, which its constraint forbids. */
export function readLeague(text: string): League {
  const known = leagues.find((league) => league === text)
  if (known === undefined) throw new Error(`${text} is no league`)
  return known
}

/** Whether `league` is above `other`. */
export function isHigherLeague(league: League, other: League): boolean {
  return leagues.indexOf(league) > leagues.indexOf(other)
}

/** The league of a person in `now` who has reached `score`. Leagues never fall. */
export function leagueAfter(kind: BoardKind, now: League, score: number): League {
  const highestFirst = [...leagues].reverse()
  const reached = highestFirst.find((league) => score >= leagueStarts[kind][league]) ?? lowestLeague
  return isHigherLeague(reached, now) ? reached : now
}
