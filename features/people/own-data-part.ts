// Declares how a feature exports and erases a user's data. The composition gives the list of all
// parts (server/own-data-parts.ts). Types only.
import type { Db, Transaction } from '#platform/database/database.ts'

export type DataOwner = {
  readonly passportId: string
  /** Phone number in E.164. */
  readonly phone: string
}

/** `phone` is null where a restored backup shows the passport as parked. */
export type ErasedOwner = { readonly passportId: string; readonly phone: string | null }

export type OwnDataPart = {
  /** Title in the export. */
  readonly title: string
  /**
   * Returns everything stored, in readable words. Others' numbers are masked unless the owner typed
   * them.
   */
  read?(db: Db, owner: DataOwner): Promise<unknown>
  /**
   * Erases the data, under the lock of the number. Parts run in the order of the list, which is
   * that of the locks (docs/ledger.md). Data that must stay, such as a posting, stays under an id
   * alone.
   */
  erase?(tx: Transaction, owner: ErasedOwner): Promise<void>
}
