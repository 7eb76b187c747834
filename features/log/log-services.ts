// Declares the type of the services and settings that the code of the log needs.
import type { Policy } from '#features/log/witness/policy.ts'
import type { Database } from '#platform/database/database.ts'

/** LOG_WITNESSES and LOG_WITNESS_SECONDS. */
export type WitnessSettings = {
  readonly policy: Policy
  /** Seconds from one request to the next, for witnesses with a limit, by their name in the policy. */
  readonly secondsByName: ReadonlyMap<string, number>
}

export type LogSettings = {
  readonly production: boolean
  /** DATA_DIR: the folder of the key file, which is used if LOG_KEY is empty. */
  readonly dataDir: string
  /** LOG_KEY: the 32 bytes of an Ed25519 private key. */
  readonly logKey: Buffer | undefined
  /** The origin of the first log. Later logs add their number, such as `-2`. */
  readonly logOrigin: string
  /** True if LOG_ORIGIN or PUBLIC_URL sets the origin. */
  readonly logOriginIsChosen: boolean
  /** Undefined: the log asks no witnesses. */
  readonly logWitnesses?: WitnessSettings | undefined
}

export type Services = { readonly db: Database; readonly settings: LogSettings }
