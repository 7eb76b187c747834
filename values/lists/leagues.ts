// Lists the leagues, from the lowest up, and the score at which each begins on each board
// (docs/product.md#leagues). A new league is a row here and a migration for two CHECKs of the
// database; the compiler and server/domain-lists.test.ts find the rest.

/** The leagues, lowest first. A new user is in the first one. */
export const leagues = ['bronze', 'silver', 'gold'] as const
export type League = (typeof leagues)[number]

export const lowestLeague = leagues[0]

/** The boards: `offsets` counts the kilograms of a passport, `eco` its eco points. */
export type BoardKind = 'offsets' | 'eco'

/** Score at which a league begins: kg for offsets, points for eco. A user never falls to a lower league. */
export const leagueStarts = {
  offsets: { bronze: 0, silver: 100, gold: 1_000 },
  eco: { bronze: 0, silver: 100, gold: 300 },
} as const satisfies Record<BoardKind, Record<League, number>>

/** Reads a league from the database. Throws for any other text, which a constraint forbids. */
export function readLeague(text: string): League {
  const knownLeague = leagues.find((league) => league === text)
  if (knownLeague === undefined) throw new Error(`${text} is no league`)
  return knownLeague
}

/** Returns true if `league` is above `other`. */
export function isHigherLeague(league: League, other: League): boolean {
  return leagues.indexOf(league) > leagues.indexOf(other)
}

/**
 * Returns the league of a user in league `current` after the user has reached `score`. A user never falls
 * to a lower league.
 */
export function leagueAfter(kind: BoardKind, current: League, score: number): League {
  const highestFirst = [...leagues].reverse()
  const leagueOfScore =
    highestFirst.find((league) => score >= leagueStarts[kind][league]) ?? lowestLeague
  return isHigherLeague(leagueOfScore, current) ? leagueOfScore : current
}
