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
import { openCheckpoint, type VerifierKey } from '#features/log/tree/signed-note.ts'
import type { Db } from '#platform/database/database.ts'
import { readHead } from './log-queries.ts'

export type SoldKilograms = SaleQuery & {
  readonly txId: string
  /** The places of the kilograms as they were sold. */
  readonly sold: BlockPlaces
  /** The sold places without those that went back in parts. */
  readonly kept: BlockPlaces
  /** The places of the kilograms after all replacements. */
  readonly present: readonly BlockPlaces[]
}

/**
 * Returns the ids of purchases without a valid proof. A replacement that the log does not contain yet
 * is no fault.
 */
export async function findUnproven(db: Db, sales: readonly SoldKilograms[]): Promise<string[]> {
  const [head, provenSales] = [await readHead(db, null), await proveSales(db, sales)]
  const key = head === null ? null : { name: head.origin, publicKey: head.public_key }
  return sales.flatMap((sale) => {
    const provenSale = provenSales.get(sale.purchaseId)
    const isValid = key !== null && provenSale !== undefined && isProven(sale, provenSale, key)
    return isValid ? [] : [sale.purchaseId]
  })
}

/** Returns true if entries of the signed tree prove the sale and lead to the present places. */
function isProven(sale: SoldKilograms, { proof, replacements }: ProvenSale, key: VerifierKey) {
  const checkpoint = proof === null ? null : openCheckpoint(proof.checkpoint, key)
  if (proof === null || checkpoint === null || proof.size !== checkpoint.size) return false
  const isInTree = ({ index, entry, hashes }: EntryProof) => {
    const position = { index, size: checkpoint.size }
    return rootOfProof(Buffer.from(entry), position, hashes)?.equals(checkpoint.root) === true
  }
  const replacementProofs = replacements.flatMap((each) => each.proof ?? [])
  if (!isOfSale(proof, sale) || ![proof, ...replacementProofs].every(isInTree)) return false
  const replaceEntries = replacementProofs.flatMap(({ entry }) => replaceEntryOf(entry) ?? [])
  const places = placesAfter(sale.kept, replaceEntries)
  if (places === null || replaceEntries.length < replacementProofs.length) return false
  // Without the entries of all replacements, the present places cannot be computed.
  if (replacementProofs.length < replacements.length) return true
  return areSamePlaces(places, sale.present)
}

/** Returns true if the proof's entry commits to the sale's transaction id and contains its places. */
function isOfSale({ entry, salt }: SaleProof, { txId, sold }: SoldKilograms): boolean {
  const logged: LogEntry = JSON.parse(entry)
  if (logged.kind !== 'allocate' || logged.commitment !== commitmentOf(salt, txId)) return false
  return areSamePlaces([logged], [sold])
}

function replaceEntryOf(text: string): ReplaceEntry | null {
  const entry: LogEntry = JSON.parse(text)
  return entry.kind === 'replace' ? entry : null
}
