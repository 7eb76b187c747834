// Declares the entries of the log and serialises them as compact JSON, which is hashed. The order of
// the keys is fixed (docs/log.md#entries). A range includes its `first` and `last`. Days are in UTC.
import { hash } from 'node:crypto'

type OfBatch<Kind extends string> = {
  readonly kind: Kind
  readonly registry: string
  readonly serial: string
}
type Day = { readonly day: string }
type Places = { readonly first: number; readonly last: number }

export type IssueEntry = OfBatch<'issue'> & { readonly kg: number } & Day
export type AllocateEntry = OfBatch<'allocate'> & Places & { readonly commitment: string } & Day
/** Places that were taken back from their holder and are never sold again. */
export type ReturnEntry = OfBatch<'return'> & Places & Day
/** `retired_on` is the registry's day, which older entries lack. */
export type RetireEntry = OfBatch<'retire'> &
  Places & { readonly reference: string } & Day & { readonly retired_on?: string }
/** The registry's own list shows the retirement of these places, with its reference here. */
export type ConfirmEntry = OfBatch<'confirm'> & Places & { readonly reference: string } & Day
/** Reverses the retirement at `index`. */
export type CorrectEntry = { readonly kind: 'correct'; readonly index: number } & Day
export type OfferEntry = OfBatch<'withdraw' | 'offer'> & Day
/** `by_registry` is present only if it differs from `registry`. */
export type ReplaceEntry = OfBatch<'replace'> &
  Places & {
    readonly by_serial: string
    readonly by_first: number
    readonly by_last: number
  } & Day & { readonly by_registry?: string }
export type PredecessorEntry = {
  readonly kind: 'predecessor'
  readonly origin: string
  readonly size: number
  /** Base64, as in a checkpoint. */
  readonly root: string
} & Day
export type LogEntry =
  | IssueEntry
  | AllocateEntry
  | OfferEntry
  | ReturnEntry
  | RetireEntry
  | ConfirmEntry
  | CorrectEntry
  | ReplaceEntry
  | PredecessorEntry

/** Bytes of a salt. */
export const saltBytes = 16

/** Returns the JSON of an entry. The object's keys must be in the order of docs/log.md#entries. */
export function entryText(entry: LogEntry): string {
  return JSON.stringify(entry)
}

/** Returns the hex SHA-256 of the salt followed by the transaction id. */
export function commitmentOf(salt: Buffer, txId: string): string {
  return hash('sha256', Buffer.concat([salt, Buffer.from(txId)]), 'hex')
}

/** Returns a day such as `2026-11-22`. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}
