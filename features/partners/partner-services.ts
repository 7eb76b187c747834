// What the use cases of partners are handed. Types only.
import type { Database } from '#platform/database/database.ts'

export type Services = {
  readonly db: Database
  /** The most that one credit may be, in minor units of whatever currency. */
  readonly settings: { readonly partnerCreditMaxMinor: number }
}
