// Declares the services that messages depend on.

import type { Database } from '#platform/database/database.ts'
import type { AcceptedKeys, NumberKeys } from '#platform/keys.ts'
import type { Logger } from '#platform/logger.ts'
import type { SmsProvider } from '#providers/sms/sms-provider.ts'
import type { SmsSettings } from './limits/sms-limits.ts'
import type { MessageKind } from './message-kind.ts'

export type Services = AcceptedKeys & {
  readonly db: Database
  readonly numbers: NumberKeys
  readonly sms: SmsProvider
  readonly messageKinds: readonly MessageKind[]
  readonly log: Logger
  /** The wall clock of this process. */
  readonly clock: () => number
  /** Wakes this process's outbox worker after a commit that queued a message. */
  readonly wakeOutbox: () => void
  /** The limits of SMS, and the product's address, which messages contain. */
  readonly settings: SmsSettings & { readonly publicUrl: string }
}
