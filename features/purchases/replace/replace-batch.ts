// Replaces kilograms that a registry took back. Each holder gets the same number of kilograms of another
// batch. Totals, scores, facts and retired kilograms stay. Each thousand purchases are one transaction,
// and a repeated call continues an interrupted one.
//
//   1. The batch is withdrawn from sale for good.
//   2. Each transaction locks its purchases and the rows of both batches, then stock and places of the
//      other batch. So concurrent retirements, refunds and changes of an offer wait.
//   3. Each purchase gets consecutive places. Postings, segments, notices for the log and a message to
//      each holder are written.

import type { OfferRow } from '#features/catalogue/offers/batch-offers.ts'
import {
  type OfferProblem,
  replacedText,
  withdrawReplaced,
} from '#features/catalogue/offers/change-offer.ts'
import { findOffer } from '#features/catalogue/offers/find-offer.ts'
import { queueMessages } from '#features/messages/outbox.ts'
import { replacedMessage } from '#features/messages/passport-notices.ts'
import { lockStock } from '#ledger/locks.ts'
import { noteReplacements } from '#ledger/log-notices.ts'
import { lockPlaces, takePlaces } from '#ledger/places.ts'
import { post } from '#ledger/post.ts'
import { readAvailableKg } from '#ledger/stock.ts'
import type { Audit } from '#platform/database/audit/audit-trail.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { getOrThrow } from '#values/get-or-throw.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'
import { replacePostings } from './replace-postings.ts'
import {
  findPartsOf,
  findPurchasesHolding,
  lockBatchesToReplace,
  lockHolding,
  type Segment,
  writeSegments,
} from './replace-queries.ts'

/** Maximum number of purchases in one transaction. */
const purchasesPerTransaction = 1_000

export type ReplaceOrder = {
  readonly serial: string
  readonly bySerial: string
  readonly reason: string
  /** Writes the audit entry, in each transaction. */
  readonly audit: Audit
  /** Maximum number of purchases in one transaction. Tests set a lower one. */
  readonly atOnce?: number
}

export type ReplaceProblem =
  | OfferProblem
  /** The other batch is the same batch, or is not for sale. */
  | 'wrong_batch'
  /** The other batch has too few available kilograms. Kilograms replaced before that stay replaced. */
  | 'insufficient_stock'

export type ReplacedBatch = {
  readonly serial: string
  readonly bySerial: string
  readonly purchases: number
  readonly kg: number
  /** Reserved kilograms of the batch. Once they complete, the batch must be replaced again. */
  readonly reservedKg: number
}

/** Replaces a batch. Problems: see ReplaceProblem. Each problem has a text for the operator. */
export async function replaceBatch(
  db: Database,
  { serial, bySerial, reason, audit, atOnce = purchasesPerTransaction }: ReplaceOrder,
): Promise<ReplacedBatch | Problem<ReplaceProblem>> {
  const [replacedId, other] = [await findOffer(db, serial), await findOffer(db, bySerial)]
  if (isProblem(replacedId)) return replacedId
  if (isProblem(other)) return other
  if (replacedId.id === other.id) return unfit(other)
  const unfitProblem = findUnfit(other)
  if (unfitProblem !== null) return unfitProblem
  const batches = { replacedId: replacedId.id, present: other.id }
  const estimate = await findPurchasesHolding(db, replacedId.id)
  const neededKg = estimate.reduce((sum, { kg }) => sum + kg, 0)
  if (neededKg > other.available_kg) return tooFew(other, neededKg)
  const withdrawn = await withdrawReplaced(db, replacedId.serial_number, reason)
  if (isProblem(withdrawn)) return withdrawn
  // Reads again after the withdrawal, for purchases that completed meanwhile. Purchases that are still
  // reserved need another call.
  const holding = await findPurchasesHolding(db, replacedId.id)
  let [purchases, kg] = [0, 0]
  for (let start = 0; start < holding.length; start += atOnce) {
    const ids = holding.slice(start, start + atOnce).map(({ purchaseId }) => purchaseId)
    const result = await db.transaction((tx) => replaceSome(tx, batches, ids, audit))
    if (result === 'unfit') return findUnfit(await offerOf(db, other)) ?? unfit(other)
    if (result === 'too few') {
      const remainingKg = holding.slice(start).reduce((sum, each) => sum + each.kg, 0)
      return tooFew(other, remainingKg)
    }
    purchases += result.purchases
    kg += result.kg
  }
  const current = await findOffer(db, replacedId.serial_number)
  const reservedKg = isProblem(current) ? 0 : current.held_kg
  return {
    serial: replacedId.serial_number,
    bySerial: other.serial_number,
    purchases,
    kg,
    reservedKg,
  }
}

type Offer = Pick<OfferRow, 'serial_number' | 'offer' | 'is_replaced'>

/** Returns the reason why a batch cannot replace another one, or null if it can. */
function findUnfit(other: Offer): Problem<'wrong_batch' | 'replaced'> | null {
  if (other.is_replaced) return problem('replaced', { text: replacedText(other.serial_number) })
  return other.offer === 'offered' ? null : unfit(other)
}

function unfit({ serial_number: serial }: Pick<Offer, 'serial_number'>) {
  const text = `${serial} cannot take its place: it must be another batch that is for sale.`
  return problem('wrong_batch', { text })
}

/** Reads a batch's row again. Returns `other` if no batch has its serial number any more. */
async function offerOf(db: Database, other: OfferRow): Promise<OfferRow> {
  const current = await findOffer(db, other.serial_number)
  return isProblem(current) ? other : current
}

function tooFew(other: { readonly serial_number: string }, neededKg: number) {
  const text = `${other.serial_number} has fewer free kilograms than the ${neededKg} that are needed.`
  return problem('insufficient_stock', { text })
}

type Batches = { readonly replacedId: string; readonly present: string }

/**
 * Replaces the kilograms of some purchases. If the other batch has too few kilograms or is no longer
 * offered, changes nothing.
 */
async function replaceSome(
  tx: Transaction,
  { replacedId, present }: Batches,
  purchaseIds: readonly string[],
  audit: Audit,
): Promise<{ readonly purchases: number; readonly kg: number } | 'too few' | 'unfit'> {
  const holders = await lockHolding(tx, purchaseIds)
  const offered = await lockBatchesToReplace(tx, [replacedId, present])
  if (!offered.has(present)) return 'unfit'
  const parts = await findPartsOf(tx, [...holders.keys()], replacedId)
  const replaced = parts.filter(({ isRetired }) => !isRetired)
  if (replaced.length === 0) return { purchases: 0, kg: 0 }
  await lockStock(tx, [present])
  await lockPlaces(tx, [present])
  const kg = replaced.reduce((sum, part) => sum + part.kg, 0)
  if (kg > ((await readAvailableKg(tx, [present])).get(present) ?? 0)) return 'too few'
  const rows = await allocatePlaces(tx, present, replaced)
  await post(tx, {
    kg: rows.flatMap(({ purchaseId, kg: quantityKg }) =>
      replacePostings({
        purchaseId,
        quantityKg,
        holderId: holders.get(purchaseId) ?? null,
        replacedBatchId: replacedId,
        presentBatchId: present,
      }),
    ),
    money: [],
  })
  const touched = new Set(rows.map(({ purchaseId }) => purchaseId))
  const retiredParts = parts.filter((part) => part.isRetired && touched.has(part.purchaseId))
  await writeSegments(tx, replacedId, [
    ...retiredParts.map((part): Segment => ({ ...part, batchId: replacedId, replacedBy: null })),
    ...rows.flatMap(({ purchaseId, firstPlace, byFirst, kg: segmentKg }): Segment[] => [
      { purchaseId, batchId: replacedId, firstPlace, kg: segmentKg, replacedBy: present },
      { purchaseId, batchId: present, firstPlace: byFirst, kg: segmentKg, replacedBy: null },
    ]),
  ])
  await noteReplacements(
    tx,
    rows.map(({ firstPlace, byFirst, kg: segmentKg }) => ({
      replaced: { batchId: replacedId, firstPlace },
      present: { batchId: present, firstPlace: byFirst, lastPlace: byFirst + segmentKg - 1 },
    })),
  )
  const holderIds = new Set([...touched].flatMap((id) => holders.get(id) ?? []))
  await queueMessages(
    tx,
    [...holderIds].map((passportId) => replacedMessage(passportId, replacedId)),
  )
  await audit(tx, [replacedId, present])
  return { purchases: touched.size, kg }
}

/** Allocates consecutive places of a batch. Returns each part with the first of its new places. */
async function allocatePlaces<Part extends { readonly kg: number }>(
  tx: Transaction,
  batchId: string,
  parts: readonly Part[],
): Promise<(Part & { readonly byFirst: number })[]> {
  const quantityKg = parts.reduce((sum, { kg }) => sum + kg, 0)
  const places = await takePlaces(tx, [{ causeId: batchId, batchId, quantityKg }])
  let next = getOrThrow(places, batchId, `batch ${batchId} has no places`)
  return parts.map((part) => {
    const byFirst = next
    next += part.kg
    return { ...part, byFirst }
  })
}
