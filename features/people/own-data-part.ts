// Declares the type with which a feature exports and erases a user's data. server/own-data-parts.ts lists all
// parts.
import type { Db, Transaction } from '#platform/database/database.ts'
import type { Processing } from './processing-words.ts'

export type DataOwner = {
  readonly passportId: string
  /** Phone number in E.164. */
  readonly phone: string
}

/** `phone` is null for a passport that a restored backup contains without a phone number. */
export type ErasedOwner = { readonly passportId: string; readonly phone: string | null }

export type OwnDataPart = {
  /** Title in the export. */
  readonly title: string
  /** The words of the data in the record of processing. */
  readonly processing: Processing
  /**
   * Returns all stored data, in readable words. Phone numbers of other people are masked unless the owner
   * typed them.
   */
  read?(db: Db, owner: DataOwner): Promise<unknown>
  /**
   * Erases the data. The caller has locked the phone number. Parts run in the order of the list, which is the
   * order of locks (docs/ledger.md). Data that must stay, such as a posting, stays under an id alone.
   */
  erase?(tx: Transaction, owner: ErasedOwner): Promise<void>
}
