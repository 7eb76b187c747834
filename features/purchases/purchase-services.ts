// Declares the services that all use cases of purchases share, and the size of their transactions.
import type { Database } from '#platform/database/database.ts'
import type { CallerSettings } from '#platform/http/limits/rate-limits.ts'
import type { AcceptedKeys, NumberKeys } from '#platform/keys.ts'
import type { Logger } from '#platform/log.ts'
import type { CardProvider } from '#providers/cards/card-provider.ts'
import type { CurrencyCode } from '#values/money/currencies.ts'

export type Services = AcceptedKeys & {
  readonly db: Database
  readonly numbers: NumberKeys
  readonly cards: CardProvider
  readonly log: Logger
  /** The wall clock of this process. For signatures and durations only, never for an expiry. */
  readonly clock: () => number
  /** Wakes this process's outbox worker after a commit that queued a message. */
  readonly wakeOutbox: () => void
  readonly settings: CallerSettings & {
    /** The public origin of this product, for links in messages. */
    readonly publicUrl: string
    readonly openReservationsMax: number
    /** Most kilograms of one batch that a buyer's open reservations may hold. */
    readonly openKgMax: number
    /** Most that all rewards of a currency may cost, in minor units of the currency. */
    readonly rewardsBudgetMinor: number
    /** The card provider's minimum amount by currency, in minor units. */
    readonly cardMinimumMinor: Readonly<Record<CurrencyCode, number>>
  }
}

/** Most purchases in one transaction, and most that may wait for their turn. */
export const groupLimits = { groupMax: 128, waitingMax: 2_000 } as const
