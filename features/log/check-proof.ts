// Checks that proofs lead to the log's signed checkpoint and agree with the ledger. The audit uses
// it and trusts neither side.
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
  readonly sold: BlockPlaces
  /** Present places of the kilograms. */
  readonly present: readonly BlockPlaces[]
}

/** Returns purchases whose proof fails. A replacement that the log does not contain yet is no fault. */
export async function findUnproven(db: Db, sales: readonly SoldKilograms[]): Promise<string[]> {
  const [head, proven] = [await readHead(db, null), await proveSales(db, sales)]
  const key = head === null ? null : { name: head.origin, publicKey: head.public_key }
  const signed = head === null || key === null ? null : openCheckpoint(head.checkpoint, key)
  const ids = sales.flatMap((sale) => {
    const shown = proven.get(sale.purchaseId)
    const holds = signed !== null && shown !== undefined && isProven(sale, shown, signed)
    return holds ? [] : [sale.purchaseId]
  })
  return ids
}

type Signed = NonNullable<ReturnType<typeof openCheckpoint>>

function isProven(sale: SoldKilograms, { proof, replacements }: ProvenSale, signed: Signed) {
  if (proof === null || proof.size !== signed.size) return false
  const isIn = ({ index, entry, hashes }: EntryProof) => {
    const place = { index, size: signed.size }
    return rootOfProof(Buffer.from(entry), place, hashes)?.equals(signed.root) === true
  }
  const proofs = replacements.flatMap((each) => each.proof ?? [])
  if (!isOfSale(proof, sale) || ![proof, ...proofs].every(isIn)) return false
  const entries = proofs.map(({ entry }) => replaceEntryOf(entry))
  const known = entries.filter((entry) => entry !== null)
  const held = placesAfter(sale.sold, known)
  if (held === null || known.length < entries.length) return false
  return entries.length < replacements.length || areSamePlaces(held, sale.present)
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
