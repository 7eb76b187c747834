// Replaces kilograms that a registry took back. Each holder gets the same number of kilograms of another
// batch. Totals, scores, facts and retired kilograms do not change. A transaction replaces up to 1,000
// purchases, and a repeated call continues an interrupted one.
//
//   1. The batch is withdrawn from sale permanently.
//   2. Each transaction locks its purchases and the rows of both batches, then stock and places of the
//      other batch. Concurrent retirements, refunds and changes of an offer therefore wait.
//   3. Each purchase gets consecutive places. The transaction writes postings, segments, notices for the
//      log and a message to each holder.

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
import { type Audit, noAudit } from '#platform/database/audit/audit-trail.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { getOrThrow } from '#values/get-or-throw.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'
import { replacePostings } from './replace-postings.ts'
import {
  findPartsOf,
  findPurchasesHolding,
  lockBatchesToReplace,
  lockHolders,
  type Segment,
  writeSegments,
} from './replace-queries.ts'

/** Maximum number of purchases in one transaction. */
const purchasesPerTransaction = 1_000

export type ReplaceOrder = {
  readonly serial: string
  readonly bySerial: string
  readonly reason: string
  /** Writes the audit entry of the withdrawal, in its transaction. Default: none. */
  readonly auditWithdrawal?: Audit
  /** Writes the audit entry of replaced purchases, in each of their transactions. */
  readonly audit: Audit
  /** Maximum number of purchases in one transaction. Tests set a lower number. */
  readonly transactionMax?: number
}

export type ReplaceProblem =
  | OfferProblem
  /** The other batch is the same batch, or is not for sale. */
  | 'wrong_batch'
  /** The other batch has too few available kilograms. Earlier transactions stay committed. */
  | 'insufficient_stock'

export type ReplacementResult = {
  readonly serial: string
  readonly bySerial: string
  readonly purchases: number
  readonly kg: number
  /** Reserved kilograms of the batch. If their purchases complete, the batch must be replaced again. */
  readonly reservedKg: number
}

/** A replacement that is possible now. */
type Replacement = {
  readonly replaced: OfferRow
  readonly other: OfferRow
  readonly purchases: number
  readonly kg: number
}

/** Returns what a replacement would do now. Problems: see ReplaceProblem. */
export async function planReplacement(
  db: Database,
  { serial, bySerial }: Pick<ReplaceOrder, 'serial' | 'bySerial'>,
): Promise<Replacement | Problem<ReplaceProblem>> {
  const [replaced, other] = [await findOffer(db, serial), await findOffer(db, bySerial)]
  if (isProblem(replaced)) return replaced
  if (isProblem(other)) return other
  if (replaced.id === other.id) return wrongBatchProblem(other)
  const batchProblem = findBatchProblem(other)
  if (batchProblem !== null) return batchProblem
  const holding = await findPurchasesHolding(db, replaced.id)
  const neededKg = holding.reduce((sum, { kg }) => sum + kg, 0)
  if (neededKg > other.available_kg) return tooFewKgProblem(other, neededKg)
  return { replaced, other, purchases: holding.length, kg: neededKg }
}

/** Replaces a batch. Problems: see ReplaceProblem. Each problem has a text for the operator. */
export async function replaceBatch(
  db: Database,
  order: ReplaceOrder,
): Promise<ReplacementResult | Problem<ReplaceProblem>> {
  const { reason, audit, auditWithdrawal = noAudit } = order
  const { transactionMax = purchasesPerTransaction } = order
  const replacement = await planReplacement(db, order)
  if (isProblem(replacement)) return replacement
  const { replaced, other } = replacement
  const batches = { replacedId: replaced.id, presentId: other.id }
  const serial = replaced.serial_number
  const withdrawal = await withdrawReplaced(db, serial, reason, auditWithdrawal)
  if (isProblem(withdrawal)) return withdrawal
  // Reads again after the withdrawal, for purchases that completed meanwhile. Purchases that are still
  // reserved need another call.
  const holding = await findPurchasesHolding(db, replaced.id)
  let [purchases, kg] = [0, 0]
  for (let start = 0; start < holding.length; start += transactionMax) {
    const ids = holding.slice(start, start + transactionMax).map(({ purchaseId }) => purchaseId)
    const result = await db.transaction((tx) => replaceSome(tx, batches, ids, audit))
    if (result === 'unfit') {
      return findBatchProblem(await rereadOffer(db, other)) ?? wrongBatchProblem(other)
    }
    if (result === 'too few') {
      const remainingKg = holding.slice(start).reduce((sum, each) => sum + each.kg, 0)
      return tooFewKgProblem(other, remainingKg)
    }
    purchases += result.purchases
    kg += result.kg
  }
  const current = await findOffer(db, serial)
  const reservedKg = isProblem(current) ? 0 : current.held_kg
  const serials = { serial, bySerial: other.serial_number }
  return { ...serials, purchases, kg, reservedKg }
}

type Offer = Pick<OfferRow, 'serial_number' | 'offer' | 'is_replaced'>

/** Returns the reason why a batch cannot replace another one, or null if it can. */
function findBatchProblem(other: Offer): Problem<'wrong_batch' | 'replaced'> | null {
  if (other.is_replaced) return problem('replaced', { text: replacedText(other.serial_number) })
  return other.offer === 'offered' ? null : wrongBatchProblem(other)
}

function wrongBatchProblem({ serial_number: serial }: Pick<Offer, 'serial_number'>) {
  const text = `${serial} cannot take its place: it must be another batch that is for sale.`
  return problem('wrong_batch', { text })
}

/** Reads a batch's row again. Returns `other` if no batch has its serial number any more. */
async function rereadOffer(db: Database, other: OfferRow): Promise<OfferRow> {
  const current = await findOffer(db, other.serial_number)
  return isProblem(current) ? other : current
}

function tooFewKgProblem(other: { readonly serial_number: string }, neededKg: number) {
  const text = `${other.serial_number} has fewer free kilograms than the ${neededKg} that are needed.`
  return problem('insufficient_stock', { text })
}

type BatchIds = { readonly replacedId: string; readonly presentId: string }

/**
 * Replaces the unretired kilograms of some purchases by steps 2 and 3. If the other batch has too few
 * kilograms or is no longer offered, changes nothing.
 */
async function replaceSome(
  tx: Transaction,
  { replacedId, presentId }: BatchIds,
  purchaseIds: readonly string[],
  audit: Audit,
): Promise<{ readonly purchases: number; readonly kg: number } | 'too few' | 'unfit'> {
  const holders = await lockHolders(tx, purchaseIds)
  const offeredIds = await lockBatchesToReplace(tx, [replacedId, presentId])
  if (!offeredIds.has(presentId)) return 'unfit'
  const parts = await findPartsOf(tx, [...holders.keys()], replacedId)
  const unretiredParts = parts.filter(({ isRetired }) => !isRetired)
  if (unretiredParts.length === 0) return { purchases: 0, kg: 0 }
  await lockStock(tx, [presentId])
  await lockPlaces(tx, [presentId])
  const kg = unretiredParts.reduce((sum, part) => sum + part.kg, 0)
  if (kg > ((await readAvailableKg(tx, [presentId])).get(presentId) ?? 0)) return 'too few'
  const replacements = await allocatePlaces(tx, presentId, unretiredParts)
  await post(tx, {
    kg: replacements.flatMap(({ purchaseId, kg: quantityKg }) =>
      replacePostings({
        purchaseId,
        quantityKg,
        holderId: holders.get(purchaseId) ?? null,
        replacedBatchId: replacedId,
        presentBatchId: presentId,
      }),
    ),
    money: [],
  })
  const changedIds = new Set(replacements.map(({ purchaseId }) => purchaseId))
  const retiredParts = parts.filter((part) => part.isRetired && changedIds.has(part.purchaseId))
  await writeSegments(tx, replacedId, [
    ...retiredParts.map((part): Segment => ({ ...part, batchId: replacedId, replacedBy: null })),
    ...replacements.flatMap(({ purchaseId, firstPlace, byFirst, kg: segmentKg }): Segment[] => [
      { purchaseId, batchId: replacedId, firstPlace, kg: segmentKg, replacedBy: presentId },
      { purchaseId, batchId: presentId, firstPlace: byFirst, kg: segmentKg, replacedBy: null },
    ]),
  ])
  await noteReplacements(
    tx,
    replacements.map(({ firstPlace, byFirst, kg: segmentKg }) => ({
      replaced: { batchId: replacedId, firstPlace },
      present: { batchId: presentId, firstPlace: byFirst, lastPlace: byFirst + segmentKg - 1 },
    })),
  )
  const holderIds = new Set([...changedIds].flatMap((id) => holders.get(id) ?? []))
  await queueMessages(
    tx,
    [...holderIds].map((passportId) => replacedMessage(passportId, replacedId)),
  )
  await audit(tx, [replacedId, presentId])
  return { purchases: changedIds.size, kg }
}

/** Allocates consecutive places of a batch. Returns each part with the first of its new places. */
async function allocatePlaces<Part extends { readonly kg: number }>(
  tx: Transaction,
  batchId: string,
  parts: readonly Part[],
): Promise<(Part & { readonly byFirst: number })[]> {
  const quantityKg = parts.reduce((sum, { kg }) => sum + kg, 0)
  const places = await takePlaces(tx, [{ causeId: batchId, batchId, quantityKg }])
  let nextPlace = getOrThrow(places, batchId, `batch ${batchId} has no places`)
  return parts.map((part) => {
    const byFirst = nextPlace
    nextPlace += part.kg
    return { ...part, byFirst }
  })
}
