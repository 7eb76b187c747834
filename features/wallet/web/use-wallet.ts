// Loads the user's wallet.
import { useAnswer } from '#web/api/use-answer.ts'
import { getWallet, type Wallet } from '../wallet-calls.ts'

/**
 * Milliseconds between two requests of a displayed balance while some of it is held. A hold may expire,
 * or end from another tab or device.
 */
export const heldBalancePollMs = 3_000

function holdsMoney({ wallets }: Wallet): boolean {
  return wallets.some(({ totals }) => totals.some(({ held }) => held > 0))
}

export function useWallet() {
  return useAnswer(
    getWallet,
    {},
    {
      refetchInterval: ({ state }) =>
        state.data && holdsMoney(state.data) ? heldBalancePollMs : false,
    },
  )
}
