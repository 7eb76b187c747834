// Loads the user's wallets and their transactions.
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { ask } from '#web/api/ask.ts'
import {
  getWallet,
  listWalletTransactions,
  type Wallet,
  type WalletTransaction,
} from '../wallet-calls.ts'

/**
 * Milliseconds between two requests of a displayed balance while some of it is held. A hold may expire,
 * or end from another tab or device.
 */
export const askAgainWhileHeldMs = 3_000

function holdsMoney({ wallets }: Wallet): boolean {
  return wallets.some(({ totals }) => totals.some(({ held }) => held > 0))
}

export function useWallet(): UseQueryResult<Wallet> {
  return useQuery({
    queryKey: [getWallet.id],
    queryFn: ({ signal }) => ask(getWallet, {}, signal),
    refetchInterval: ({ state }) =>
      state.data && holdsMoney(state.data) ? askAgainWhileHeldMs : false,
  })
}

/** Loads all wallet transactions, newest first. */
export function useWalletTransactions(): UseQueryResult<WalletTransaction[]> {
  return useQuery({
    queryKey: [listWalletTransactions.id],
    queryFn: ({ signal }) => ask(listWalletTransactions, {}, signal),
  })
}
