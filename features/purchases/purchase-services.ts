// Declares the type of the services that the code of purchases needs, and the size of its groups.
import type { Database } from '#platform/database/database.ts'
import type { CallerSettings } from '#platform/http/limits/rate-limits.ts'
import type { AcceptedKeys, NumberKeys } from '#platform/keys.ts'
import type { Logger } from '#platform/logger.ts'
import type { CardProvider } from '#providers/cards/card-provider.ts'
import type { CurrencyCode } from '#values/money/currencies.ts'

export type Services = AcceptedKeys & {
  readonly db: Database
  readonly numbers: NumberKeys
  readonly cards: CardProvider
  readonly log: Logger
  /** The wall clock of this process, for signatures and durations. Expiry uses the database's clock. */
  readonly clock: () => number
  /** Wakes this process's outbox worker. Called after a commit that queued a message. */
  readonly wakeOutbox: () => void
  readonly settings: CallerSettings & {
    /** The product's public origin, for links in messages. */
    readonly publicUrl: string
    readonly openReservationsMax: number
    /** Maximum kilograms of one batch that a buyer's open reservations may hold. */
    readonly openKgMax: number
    /** Maximum total cost of all rewards in each currency, in minor units. */
    readonly rewardsBudgetMinor: number
    /** The card provider's minimum amount by currency, in minor units. */
    readonly cardMinimumMinor: Readonly<Record<CurrencyCode, number>>
  }
}

/** Maximum number of concurrent calls in one transaction, and of calls that wait for a transaction. */
export const groupLimits = { groupMax: 128, waitingMax: 2_000 } as const
