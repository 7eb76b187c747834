// What a purchase under way keeps until it completes or ends. Types only.
import type { WalletPart } from '#features/wallet/wallet-split.ts'

export type Hold = {
  readonly purchaseId: string
  readonly batchId: string
  readonly buyerId: string
  readonly quantityKg: number
  readonly walletParts: readonly WalletPart[]
  /** What the rewards account pays, in the batch's currency, or null where the buyer does. */
  readonly reward: { readonly currency: string; readonly amountMinor: number } | null
}
