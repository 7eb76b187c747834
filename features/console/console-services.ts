// Declares the services that the console's reading calls need.
import type { SearchServices } from '#features/operations/search-subjects.ts'
import type { Services } from '#features/purchases/purchase-services.ts'

export type ConsoleServices = Services &
  SearchServices & {
    readonly settings: {
      /** Number of days within which a completely sold tonne is retired. */
      readonly retirementDays: number
    }
  }

/** Maximum wait for the card provider while a member of staff reads, in milliseconds. */
export const providerWaitMs = 3_000
