// Declares the services that wallet passes depend on.
import type { Database } from '#platform/database/database.ts'
import type { CallerSettings } from '#platform/http/limits/rate-limits.ts'
import type { AcceptedKeys } from '#platform/keys.ts'
import type { Logger } from '#platform/logger.ts'
import type { GoogleWallet } from '#providers/wallet-pass/google-wallet.ts'
import type { PassPush } from '#providers/wallet-pass/pass-push.ts'
import type { PassSigner } from '#providers/wallet-pass/pass-signer.ts'

export type Services = AcceptedKeys & {
  readonly db: Database
  readonly passSigner: PassSigner
  readonly passPush: PassPush
  /** Null if Google Wallet is not configured. */
  readonly googleWallet: GoogleWallet | null
  readonly log: Logger
  readonly clock: () => number
  /** `publicUrl` is the product's own address, which a pass contains. */
  readonly settings: CallerSettings & { readonly publicUrl: string }
}
