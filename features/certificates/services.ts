// What the use cases of certificates are handed.
import type { Database } from '#platform/database/database.ts'

export type Services = {
  readonly db: Database
  readonly settings: {
    /** The origin of addresses, without a closing slash. */
    readonly publicUrl: string
  }
}
