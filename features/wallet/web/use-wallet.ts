// Loads the user's wallet and its entries.
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { ask } from '#web/api/ask.ts'
import {
  getWallet,
  listWalletTransactions,
  type Wallet,
  type WalletTransaction,
} from '../wallet-calls.ts'

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
    queryKey: [getWallet.id],
    queryFn: ({ signal }) => ask(getWallet, {}, signal),
    refetchInterval: ({ state }) =>
      state.data && holdsMoney(state.data) ? askAgainWhileHeldMs : false,
  })
}

/** Entries newest first. */
export function useWalletTransactions(): UseQueryResult<WalletTransaction[]> {
  return useQuery({
    queryKey: [listWalletTransactions.id],
    queryFn: ({ signal }) => ask(listWalletTransactions, {}, signal),
  })
}
