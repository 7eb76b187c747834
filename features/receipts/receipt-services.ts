// What receipts are handed.

import type { Database } from '#platform/database/database.ts'
import type { Draw } from '#platform/drawing/drawing-thread.ts'
import type { Language } from '#values/lists/languages.ts'
import type { Paid, WalletPart } from './receipt-queries.ts'

/** Who sells, as receipts say it; what nobody set is left out. */
export type Seller = {
  readonly name?: string | undefined
  readonly address?: string | undefined
  readonly vatNumber?: string | undefined
  /** Where people ask for help. */
  readonly email?: string | undefined
}

/** What the thread that draws is asked for. `note` stands at the foot. */
export type ReceiptDrawing = {
  readonly kind: 'receipt'
  readonly paid: Paid
  readonly wallets: readonly WalletPart[]
  readonly language: Language
  readonly seller: Seller
  readonly note: string | null
}

/** What may happen to somebody's kilograms, and money that came back for them. */
export type EntryKind =
  | ('bought' | 'reward' | 'received')
  /** Taken back with a refund. */
  | 'returned'
  | ('given' | 'paid_back')
  /** At their registry: they stay with whoever holds them. */
  | 'retired'

/** A passport's year. Days are in UTC, as `2026-11-22`; money is in minor units. */
export type Statement = {
  readonly year: number
  readonly firstDay: string
  /** The last one of the year, or today. */
  readonly lastDay: string
  readonly openingKg: number
  readonly boughtKg: number
  readonly rewardKg: number
  readonly receivedKg: number
  readonly returnedKg: number
  readonly closingKg: number
  readonly givenKg: number
  readonly retiredKg: number
  readonly money: readonly {
    readonly currency: string
    readonly paidMinor: number
    readonly backMinor: number
  }[]
  /** Of the whole year; only the first of them are `entries`. */
  readonly entryCount: number
  readonly entries: readonly {
    readonly kind: EntryKind
    readonly day: string
    readonly project: string
    readonly kg: number
    readonly currency: string
    readonly amountMinor: number
  }[]
}

export type StatementDrawing = Omit<ReceiptDrawing, 'kind' | 'paid' | 'wallets'> & {
  readonly kind: 'statement'
  readonly statement: Statement
}

export type Services = {
  readonly db: Database
  readonly clock: () => number
  readonly draw: Draw<ReceiptDrawing | StatementDrawing>
  readonly settings: { readonly seller: Seller; readonly cards: { readonly kind: string } }
}
