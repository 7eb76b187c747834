// Tests which cached answers a purchase invalidates.

import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { listAchievements } from '#features/achievements/achievements-calls.ts'
import { listRedeemedRewards, listRewards } from '#features/achievements/rewards/rewards-calls.ts'
import { getLeaderboard, getLeaderboards } from '#features/boards/boards-calls.ts'
import {
  getProject,
  listBatches,
  listFeaturedProjects,
  listProjects,
} from '#features/catalogue/catalogue-calls.ts'
import { listCertificates } from '#features/certificates/certificates-calls.ts'
import { listSessions } from '#features/own-data/own-data-calls.ts'
import { getPassport } from '#features/people/people-calls.ts'
import { listActivity } from '#features/purchases/activity-calls.ts'
import { getWallet, listWalletTransactions } from '#features/wallet/wallet-calls.ts'
import { refreshAfterPurchase } from './query-client.ts'

const old = {
  passport: [getPassport.id],
  'the projects': [listProjects.id],
  'a project': [getProject.id, 'one'],
  'the featured ones': [listFeaturedProjects.id, 'GB'],
  batches: [listBatches.id],
  'what the wallet holds': [getWallet.id],
  'what it paid': [listWalletTransactions.id],
  activity: [listActivity.id],
  achievements: [listAchievements.id],
  rewards: [listRewards.id],
  'claimed rewards': [listRedeemedRewards.id],
  'one’s own boards': [getLeaderboards.id],
  'a board': [getLeaderboard.id, 'eco', 'silver'],
}
const stays = {
  sessions: [listSessions.id],
  'a certificate': [listCertificates.id, 'CP-1'],
  'what was celebrated': ['standing', 'CP-1', 'x'],
}

it('is every list that shows kilograms, money or scores, and no other', async () => {
  const client = new QueryClient()
  const all = { ...old, ...stays }
  for (const queryKey of Object.values(all)) client.setQueryData(queryKey, {})
  await refreshAfterPurchase(client)
  const isOld = Object.entries(all).filter(([, key]) => client.getQueryState(key)?.isInvalidated)
  expect(isOld.map(([what]) => what)).toEqual(Object.keys(old))
  client.clear()
})
