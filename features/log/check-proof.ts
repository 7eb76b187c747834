// Checks for the audit that proofs of sales lead to the log's signed checkpoint and agree with the
// ledger.
import { commitmentOf, type LogEntry, type ReplaceEntry } from '#features/log/log-entry.ts'
import { areSamePlaces, type BlockPlaces, placesAfter } from '#features/log/logged-places.ts'
import {
  type EntryProof,
  type ProvenSale,
  proveSales,
  type SaleProof,
  type SaleQuery,
} from '#features/log/prove-sales.ts'
import { rootOfProof } from '#features/log/tree/inclusion.ts'
import { openCheckpoint } from '#features/log/tree/signed-note.ts'
import type { Db } from '#platform/database/database.ts'
import { readHead } from './log-queries.ts'

export type SoldKilograms = SaleQuery & {
  readonly txId: string
  /** The places of the kilograms as they were sold. */
  readonly sold: BlockPlaces
  /** The places of the kilograms after all replacements. */
  readonly present: readonly BlockPlaces[]
}

/**
 * Returns the ids of purchases without a valid proof. A replacement that the log does not contain yet
 * is no fault.
 */
export async function findUnproven(db: Db, sales: readonly SoldKilograms[]): Promise<string[]> {
  const [head, proven] = [await readHead(db, null), await proveSales(db, sales)]
  const key = head === null ? null : { name: head.origin, publicKey: head.public_key }
  const signed = head === null || key === null ? null : openCheckpoint(head.checkpoint, key)
  return sales.flatMap((sale) => {
    const provenSale = proven.get(sale.purchaseId)
    const isValid =
      signed !== null && provenSale !== undefined && isProven(sale, provenSale, signed)
    return isValid ? [] : [sale.purchaseId]
  })
}

type Signed = NonNullable<ReturnType<typeof openCheckpoint>>

function isProven(sale: SoldKilograms, { proof, replacements }: ProvenSale, signed: Signed) {
  if (proof === null || proof.size !== signed.size) return false
  const isInTree = ({ index, entry, hashes }: EntryProof) => {
    const position = { index, size: signed.size }
    return rootOfProof(Buffer.from(entry), position, hashes)?.equals(signed.root) === true
  }
  const proofs = replacements.flatMap((each) => each.proof ?? [])
  if (!isOfSale(proof, sale) || ![proof, ...proofs].every(isInTree)) return false
  const entries = proofs.map(({ entry }) => replaceEntryOf(entry))
  const replaceEntries = entries.filter((entry) => entry !== null)
  const places = placesAfter(sale.sold, replaceEntries)
  if (places === null || replaceEntries.length < entries.length) return false
  return entries.length < replacements.length || areSamePlaces(places, sale.present)
}

function isOfSale({ entry, salt }: SaleProof, { txId, sold }: SoldKilograms): boolean {
  const logged: LogEntry = JSON.parse(entry)
  if (logged.kind !== 'allocate' || logged.commitment !== commitmentOf(salt, txId)) return false
  return areSamePlaces([logged], [sold])
}

function replaceEntryOf(text: string): ReplaceEntry | null {
  const entry: LogEntry = JSON.parse(text)
  return entry.kind === 'replace' ? entry : null
}
