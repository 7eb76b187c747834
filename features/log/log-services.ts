// What the log's use cases are handed.
import type { Database } from '#platform/database/database.ts'

export type LogSettings = {
  readonly production: boolean
  /** Where a key is kept that LOG_KEY does not give. */
  readonly dataDir: string
  /** LOG_KEY: the 32 bytes of an Ed25519 private key. */
  readonly logKey: Buffer | undefined
  /** The origin of the first log; those of later ones end in their number. */
  readonly logOrigin: string
  /** Whether somebody chose the origin, as LOG_ORIGIN or PUBLIC_URL. */
  readonly logOriginIsChosen: boolean
}

export type Services = { readonly db: Database; readonly settings: LogSettings }
