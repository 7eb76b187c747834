// Declares the services that the console's reading calls need.
import type { SearchServices } from '#features/operations/search-subjects.ts'
import type { ProgrammeStatementDrawing } from '#features/partners/statements/statement-services.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import type { Seller } from '#features/receipts/receipt-services.ts'
import type { Draw } from '#platform/drawing/drawing-thread.ts'

export type ConsoleServices = Services &
  SearchServices & {
    readonly draw: Draw<ProgrammeStatementDrawing>
    readonly settings: {
      readonly seller: Seller
      readonly cards: { readonly kind: string }
      /** Number of days within which a completely sold tonne is retired. */
      readonly retirementDays: number
    }
  }

/** Maximum wait for the card provider while a member of staff reads, in milliseconds. */
export const providerWaitMs = 3_000
