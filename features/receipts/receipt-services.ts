// Declares the services that receipts and statements need, and the input of their PDF files.

import type { PaperDocument } from '#features/tax/read-documents.ts'
import type { Database } from '#platform/database/database.ts'
import type { Draw } from '#platform/drawing/drawing-thread.ts'
import type { Language } from '#values/lists/languages.ts'
import type { Paid, ReturnedWallet, WalletPart } from './receipt-queries.ts'
import type { RefundPayment } from './returned-card.ts'

/** The seller on receipts. Receipts omit undefined fields. A vertical bar begins a line of `address` and `register`. */
export type Seller = {
  readonly name?: string | undefined
  readonly address?: string | undefined
  readonly vatNumber?: string | undefined
  readonly taxNumber?: string | undefined
  /** Its company register, seat and directors. */
  readonly register?: string | undefined
  /** Email address for questions. */
  readonly email?: string | undefined
}

/** Input of the thread that draws a receipt. `note` is a line of its head, or null. */
export type ReceiptDrawing = {
  readonly kind: 'receipt'
  readonly paid: Paid
  readonly wallets: readonly WalletPart[]
  /** The numbered receipt. Null for a purchase that needs no number. */
  readonly document: PaperDocument | null
  readonly notes: readonly PaperDocument[]
  /** The payments without the card. */
  readonly payments: readonly RefundPayment[]
  readonly language: Language
  readonly seller: Seller
  readonly note: string | null
}

/** Input of the thread that draws the credit notes of a purchase, each on a page. */
export type CreditNoteDrawing = Omit<ReceiptDrawing, 'kind' | 'document'> & {
  readonly kind: 'credit-note'
  readonly receipt: PaperDocument
  readonly returned: readonly ReturnedWallet[]
}

/** Kinds of a statement's entries: changes of the passport's kilograms, and repayments. */
export type EntryKind =
  | ('bought' | 'reward' | 'received')
  /** Kilograms taken back by a refund. */
  | 'returned'
  | ('given' | 'paid_back')
  /** Kilograms retired at their registry. The holder keeps them. */
  | 'retired'

/** A passport's year. Days are in UTC, such as `2026-11-22`. Money is in minor units. */
export type Statement = {
  readonly year: number
  readonly passportId: string
  /** The name of its holder. Null if the passport has none. */
  readonly holder: string | null
  /** The day on which it was made. */
  readonly issuedOn: string
  readonly firstDay: string
  /** The last day of the year, or today. */
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
    /** Refunds that did not reach the buyer until the last day. */
    readonly owedMinor: number
  }[]
  /** Number of entries of the whole year. `entries` may contain only the first of them. */
  readonly entryCount: number
  readonly entries: readonly {
    readonly kind: EntryKind
    readonly day: string
    readonly txId: string
    /** The numbers of its receipt or credit notes. Empty if it has none. */
    readonly documentNumbers: readonly string[]
    readonly project: string
    /** The registry's id of the project. */
    readonly projectNumber: string
    readonly kg: number
    readonly currency: string
    /** The money that was paid or paid back, without discounts. */
    readonly amountMinor: number
    /** The ways of an amount that was paid back. */
    readonly ways: readonly PaidBackWay[]
  }[]
}
/** A way on which money came back: `programme` is its wallet; `card` and `other` are none. */
export type PaidBackWay = {
  readonly way: 'card' | 'wallet' | 'other'
  readonly programmeId: string
  readonly programme: string
  readonly amountMinor: number
}

export type StatementDrawing = Pick<ReceiptDrawing, 'language' | 'seller' | 'note'> & {
  readonly kind: 'statement'
  readonly statement: Statement
}

export type Services = {
  readonly db: Database
  readonly clock: () => number
  readonly draw: Draw<ReceiptDrawing | CreditNoteDrawing | StatementDrawing>
  readonly settings: { readonly seller: Seller; readonly cards: { readonly kind: string } }
}
