// What all use cases of purchases share: their services, and the size of their transactions.
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
  /** The wall clock of this process: signatures and durations only, never an expiry. */
  readonly clock: () => number
  /** Wakes this process's outbox worker after a commit that queued a message. */
  readonly wakeOutbox: () => void
  readonly settings: CallerSettings & {
    /** The origin that providers know us by. */
    readonly publicUrl: string
    readonly openReservationsMax: number
    /** Kilograms of one batch that one person's open reservations may hold. */
    readonly openKgMax: number
    /** What all rewards of a currency together may cost, in minor units of it. */
    readonly rewardsBudgetMinor: number
    /** The card provider's least amount by currency, minor units. */
    readonly cardMinimumMinor: Readonly<Record<CurrencyCode, number>>
  }
}

/** How many purchases share a transaction, and how many may wait for their turn. */
export const groupLimits = { groupMax: 128, waitingMax: 2_000 } as const
