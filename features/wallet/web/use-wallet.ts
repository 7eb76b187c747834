// The person's wallet and what went in and out of it.
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { getJson } from '#web/api.ts'
import { queryKeys } from '#web/query-keys.ts'
import type { Wallet, WalletTransaction } from '../contract.ts'
import { walletShape, walletTransactionsShape } from './answer-shapes.ts'

export function useWallet(): UseQueryResult<Wallet> {
  return useQuery({
    queryKey: queryKeys.walletTotals,
    queryFn: ({ signal }) => getJson('/api/wallet/me', walletShape, signal),
  })
}

/** Newest first. */
export function useWalletTransactions(): UseQueryResult<WalletTransaction[]> {
  return useQuery({
    queryKey: queryKeys.walletTransactions,
    queryFn: ({ signal }) => getJson('/api/wallet/transactions', walletTransactionsShape, signal),
  })
}
