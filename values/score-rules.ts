// The numbers of scores, leagues and claims (contract 7): the one source for what the server counts
// and for what a page tells. Pure data.

/** Eco points of each different week, gift, project and achievement. */
export const ecoPoints = { week: 10, gift: 5, project: 15, achievement: 10 } as const

/** Where a league begins: kg that a passport holds, and eco points. Leagues never fall. */
export const leagueStarts = {
  offsets: { bronze: 0, silver: 100, gold: 1_000 },
  eco: { bronze: 0, silver: 100, gold: 300 },
} as const

/** A claim that is not redeemed within these minutes returns to unclaimed by itself. */
export const claimMinutes = 15
