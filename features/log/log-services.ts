// Declares the services of the log's use cases.
import type { Database } from '#platform/database/database.ts'

export type LogSettings = {
  readonly production: boolean
  /** Folder of a key that LOG_KEY does not set. */
  readonly dataDir: string
  /** LOG_KEY: the 32 bytes of an Ed25519 private key. */
  readonly logKey: Buffer | undefined
  /** The origin of the first log; those of later logs end in their number. */
  readonly logOrigin: string
  /** Whether the origin was set, by LOG_ORIGIN or PUBLIC_URL. */
  readonly logOriginIsChosen: boolean
}

export type Services = { readonly db: Database; readonly settings: LogSettings }
