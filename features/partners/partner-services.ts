// Declares the type of the services and settings that the code of partners needs.
import type { Database } from '#platform/database/database.ts'

export type Services = {
  readonly db: Database
  /** Maximum amount of one credit, in minor units of any currency. */
  readonly settings: { readonly partnerCreditMaxMinor: number }
}
