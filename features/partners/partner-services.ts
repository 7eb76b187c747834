// Declares the services of the use cases of partners. Types only.
import type { Database } from '#platform/database/database.ts'

export type Services = {
  readonly db: Database
  /** Maximum amount of one credit, in minor units of any currency. */
  readonly settings: { readonly partnerCreditMaxMinor: number }
}
