// Defines the type of the services that use cases take, so that a test can pass its own.

import type { CertificateDrawing } from '#features/certificates/certificate-services.ts'
import type { MessageKind } from '#features/messages/message-kind.ts'
import type { ProgrammeStatementDrawing } from '#features/partners/statements/statement-services.ts'
import type { OwnDataPart } from '#features/people/own-data-part.ts'
import type {
  CreditNoteDrawing,
  ReceiptDrawing,
  StatementDrawing,
} from '#features/receipts/receipt-services.ts'
import type { Database } from '#platform/database/database.ts'
import type { Replicas } from '#platform/database/replicas/replicas.ts'
import type { Draw } from '#platform/drawing/drawing-thread.ts'
import type { Keys, NumberKeys } from '#platform/keys.ts'
import type { Logger } from '#platform/logger.ts'
import type { CardProvider } from '#providers/cards/card-provider.ts'
import type { CardSandbox } from '#providers/cards/card-sandbox.ts'
import type { RatesProvider } from '#providers/exchange-rates/exchange-rates.ts'
import type { SmsProvider } from '#providers/sms/sms-provider.ts'
import type { SmsSandbox } from '#providers/sms/sms-sandbox.ts'
import type { GoogleWallet } from '#providers/wallet-pass/google-wallet.ts'
import type { PassPush } from '#providers/wallet-pass/pass-push.ts'
import type { PassSigner } from '#providers/wallet-pass/pass-signer.ts'
import type { GoogleWalletSandbox } from '#providers/wallet-pass/sandbox-google-wallet.ts'
import type { Settings } from '#server/settings/settings.ts'

/** Input of the thread that draws (server/drawing-worker.ts): one type for each paper or picture. */
export type Drawing =
  | CertificateDrawing
  | ReceiptDrawing
  | CreditNoteDrawing
  | StatementDrawing
  | ProgrammeStatementDrawing

export type Services = {
  readonly settings: Settings
  readonly db: Database
  /** Few connections with long timeouts, for work of staff such as the import of a file. */
  readonly longDb: Database
  readonly replicas: Replicas
  readonly keys: Keys
  /** Keys from SECRET_KEY_PREVIOUS: still accepted, never used for anything new. */
  readonly previousKeys: Keys | undefined
  readonly numbers: NumberKeys
  readonly ownDataParts: readonly OwnDataPart[]
  readonly messageKinds: readonly MessageKind[]
  readonly sms: SmsProvider
  readonly cards: CardProvider
  readonly passSigner: PassSigner
  readonly passPush: PassPush
  /** Null if there are no passes in Google Wallet. */
  readonly googleWallet: GoogleWallet | null
  readonly rates: RatesProvider
  /** The sandboxes behind `/dev`; null if a real provider is set. */
  readonly smsSandbox: SmsSandbox | null
  readonly cardSandbox: CardSandbox | null
  readonly googleSandbox: GoogleWalletSandbox | null
  readonly draw: Draw<Drawing>
  readonly log: Logger
  /** The wall clock of this process. Use it for signatures and durations only, never for an expiry. */
  readonly clock: () => number
  /** Wakes this process's outbox worker after a commit that queued a message. */
  readonly wakeOutbox: () => void
}
