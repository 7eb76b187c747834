// Declares the input of the thread that draws a programme's statement.
import type { Seller } from '#features/receipts/receipt-services.ts'
import type { Language } from '#values/lists/languages.ts'
import type { ProgrammeStatement } from './programme-statement.ts'

/** `note` is the last line, or null. */
export type ProgrammeStatementDrawing = {
  readonly kind: 'programme-statement'
  readonly statement: ProgrammeStatement
  readonly language: Language
  readonly seller: Seller
  readonly note: string | null
}
