// Declares the services of the use cases of rewards. Types only.
import type { Database } from '#platform/database/database.ts'

export type Services = { readonly db: Database }
