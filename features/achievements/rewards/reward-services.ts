// Declares the services that claims of rewards depend on.
import type { Database } from '#platform/database/database.ts'

export type Services = { readonly db: Database }
