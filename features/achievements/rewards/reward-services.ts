// What the use cases of rewards are handed. Types only.
import type { Database } from '#platform/database/database.ts'

export type Services = { readonly db: Database }
