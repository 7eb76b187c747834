// Names the cache keys of all features, and the keys that a purchase invalidates. It contains no
// data.
import type { QueryClient } from '@tanstack/react-query'

export const queryKeys = {
  passport: ['passport'],
  projects: ['projects'],
  projectList: ['projects', 'list'],
  /** The prefix of every key of featured projects. */
  featuredLists: ['projects', 'featured'],
  featured: (country: string) => ['projects', 'featured', country],
  project: (id: string) => ['projects', 'one', id],
  batches: ['batches'],
  wallet: ['wallet'],
  walletTotals: ['wallet', 'totals'],
  walletTransactions: ['wallet', 'transactions'],
  /** The prefix of every key of the offset activity. */
  activity: ['activity'],
  achievements: ['achievements'],
  rewards: ['rewards'],
  redeemedRewards: ['rewards', 'redeemed'],
  leaderboards: ['leaderboards'],
  sessions: ['sessions'],
  certificate: (txId: string) => ['certificates', txId],
  boards: ['leaderboards', 'mine'],
  board: (kind: string, league: string) => ['leaderboards', kind, league],
} as const

/** Refreshes the lists and the passport after a purchase. Resolves when both are fresh. */
export async function refreshAfterPurchase(client: QueryClient): Promise<void> {
  const { passport, projects, batches, wallet, activity } = queryKeys
  const { achievements, rewards, leaderboards } = queryKeys
  const old = [passport, projects, batches, wallet, activity, achievements, rewards, leaderboards]
  await Promise.all(old.map((queryKey) => client.invalidateQueries({ queryKey })))
}
