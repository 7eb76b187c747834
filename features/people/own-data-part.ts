// What each feature keeps of a person: how its owner reads it, and how it is erased. The composition
// hands in the list of all parts (server/own-data-parts.ts). Types only.
import type { Db, Transaction } from '#platform/database/database.ts'

export type DataOwner = {
  readonly passportId: string
  /** E.164 */
  readonly phone: string
}

/** Without a number where a restored backup shows the passport parked. */
export type ErasedOwner = { readonly passportId: string; readonly phone: string | null }

export type OwnDataPart = {
  /** How the export names it. */
  readonly title: string
  /** All that is kept, in words of people. Others' numbers are masked unless the owner typed them. */
  read?(db: Db, owner: DataOwner): Promise<unknown>
  /**
   * Erases it, under the lock of the number. Parts run in the order of the list, which is that of the
   * locks (docs/ledger.md). What must stay, such as a posting, stays under an id alone.
   */
  erase?(tx: Transaction, owner: ErasedOwner): Promise<void>
}
