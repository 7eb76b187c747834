// Loads the user's wallet and its entries.
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { getJson } from '#web/api/api.ts'
import { queryKeys } from '#web/api/query-keys.ts'
import type { Wallet, WalletTransaction } from '../contract.ts'
import { walletShape, walletTransactionsShape } from './answer-shapes.ts'

/**
 * Milliseconds between two reads of a shown balance while some of it is held. Held money is
 * released by time, from another tab or another device.
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

/** Entries newest first. */
export function useWalletTransactions(): UseQueryResult<WalletTransaction[]> {
  return useQuery({
    queryKey: queryKeys.walletTransactions,
    queryFn: ({ signal }) => getJson('/api/wallet/transactions', walletTransactionsShape, signal),
  })
}
