// The person's wallet and what went in and out of it.
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { getJson } from '#web/api/api.ts'
import { queryKeys } from '#web/api/query-keys.ts'
import type { Wallet, WalletTransaction } from '../contract.ts'
import { walletShape, walletTransactionsShape } from './answer-shapes.ts'

/**
 * Held money comes back by itself: at its time, from another tab or another device. While some is held,
 * who shows a balance asks again this often, in milliseconds.
 */
export const askAgainWhileHeldMs = 3_000

function holdsMoney({ wallets }: Wallet): boolean {
  return wallets.some(({ totals }) => totals.some(({ held }) => held > 0))
}

export function useWallet(): UseQueryResult<Wallet> {
  return useQuery({
    queryKey: queryKeys.walletTotals,
    queryFn: ({ signal }) => getJson('/api/wallet/me', walletShape, signal),
    refetchInterval: ({ state }) =>
      state.data && holdsMoney(state.data) ? askAgainWhileHeldMs : false,
  })
}

/** Newest first. */
export function useWalletTransactions(): UseQueryResult<WalletTransaction[]> {
  return useQuery({
    queryKey: queryKeys.walletTransactions,
    queryFn: ({ signal }) => getJson('/api/wallet/transactions', walletTransactionsShape, signal),
  })
}
