// What receipts are handed.
import type { Database } from '#platform/database/database.ts'

/** Who sells, as receipts say it; what nobody set is left out. */
export type Seller = {
  readonly name: string | undefined
  readonly address: string | undefined
  readonly vatNumber: string | undefined
  /** Where people ask for help. */
  readonly email: string | undefined
}

export type Services = {
  readonly db: Database
  readonly settings: { readonly seller: Seller; readonly cards: { readonly kind: string } }
}
