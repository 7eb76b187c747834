// What receipts are handed.
import type { Paid, WalletPart } from '#features/receipts/queries.ts'
import type { Database } from '#platform/database/database.ts'
import type { Draw } from '#platform/drawing/drawing-thread.ts'
import type { Language } from '#values/languages.ts'

/** Who sells, as receipts say it; what nobody set is left out. */
export type Seller = {
  readonly name: string | undefined
  readonly address: string | undefined
  readonly vatNumber: string | undefined
  /** Where people ask for help. */
  readonly email: string | undefined
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

export type Services = {
  readonly db: Database
  readonly draw: Draw<ReceiptDrawing>
  readonly settings: { readonly seller: Seller; readonly cards: { readonly kind: string } }
}
