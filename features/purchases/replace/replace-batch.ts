// Replaces the kilograms of a batch that a registry took back: each holder gets as many of another
// batch. Totals, scores, facts and retired kilograms stay. A thousand purchases share a
// transaction; a repeated call does the rest.
//
//   1. The batch is withdrawn for good, so that it is no longer sold.
//   2. Each thousand locks its purchases and the rows of both batches, then stock and places of the
//      other batch. The rows keep out retirements, refunds and changes of an offer.
//   3. Each purchase gets consecutive places, the ledger posts, the segments and the log entries
//      are written, and each holder gets one message.

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

/** Purchases in one transaction. */
const purchasesAtOnce = 1_000

export type ReplaceOrder = {
  readonly serial: string
  readonly bySerial: string
  readonly reason: string
  /** Audit entry, written with each thousand. */
  readonly audit: Audit
  /** Purchases in one transaction; fewer only in tests. */
  readonly atOnce?: number
}

export type ReplaceProblem =
  | OfferProblem
  /** The other batch is the same one, or is not for sale. */
  | 'wrong_batch'
  /** The other batch has too few free kilograms; kilograms replaced so far stay replaced. */
  | 'insufficient_stock'

export type ReplacedBatch = {
  readonly serial: string
  readonly bySerial: string
  readonly purchases: number
  readonly kg: number
  /** Reserved kilograms of the batch. Once they complete, the batch must be replaced again. */
  readonly reservedKg: number
}

/** Replaces a batch. Problems: see ReplaceProblem, each with its sentence in `text`. */
export async function replaceBatch(
  db: Database,
  { serial, bySerial, reason, audit, atOnce = purchasesAtOnce }: ReplaceOrder,
): Promise<ReplacedBatch | Problem<ReplaceProblem>> {
  const [replacedId, other] = [await findOffer(db, serial), await findOffer(db, bySerial)]
  if (isProblem(replacedId)) return replacedId
  if (isProblem(other)) return other
  if (replacedId.id === other.id) return unfit(other)
  const unfitNow = unfitFor(other)
  if (unfitNow !== null) return unfitNow
  const batches = { replacedId: replacedId.id, present: other.id }
  const holders = await findPurchasesHolding(db, replacedId.id)
  const neededKg = holders.reduce((sum, { kg }) => sum + kg, 0)
  if (neededKg > other.available_kg) return tooFew(other, neededKg)
  const withdrawn = await withdrawReplaced(db, replacedId.serial_number, reason)
  if (isProblem(withdrawn)) return withdrawn
  // Includes purchases that completed before the withdrawal. Purchases still reserved follow in the
  // next call.
  const holding = await findPurchasesHolding(db, replacedId.id)
  let [purchases, kg] = [0, 0]
  for (let at = 0; at < holding.length; at += atOnce) {
    const ids = holding.slice(at, at + atOnce).map(({ purchaseId }) => purchaseId)
    const outcome = await db.transaction((tx) => replaceSome(tx, batches, ids, audit))
    if (outcome === 'unfit') return unfitFor(await offerOf(db, other)) ?? unfit(other)
    if (outcome === 'too few') {
      const left = holding.slice(at).reduce((sum, each) => sum + each.kg, 0)
      return tooFew(other, left)
    }
    purchases += outcome.purchases
    kg += outcome.kg
  }
  const now = await findOffer(db, replacedId.serial_number)
  const reservedKg = isProblem(now) ? 0 : now.held_kg
  return {
    serial: replacedId.serial_number,
    bySerial: other.serial_number,
    purchases,
    kg,
    reservedKg,
  }
}

type Offer = Pick<OfferRow, 'serial_number' | 'offer' | 'is_replaced'>

/** Returns why a batch cannot replace another one, or null where it can. */
function unfitFor(other: Offer): Problem<'wrong_batch' | 'replaced'> | null {
  if (other.is_replaced) return problem('replaced', { text: replacedText(other.serial_number) })
  return other.offer === 'offered' ? null : unfit(other)
}

function unfit({ serial_number: serial }: Pick<Offer, 'serial_number'>) {
  const text = `${serial} cannot take its place: it must be another batch that is for sale.`
  return problem('wrong_batch', { text })
}

/**
 * Returns the batch's present row, or the given row where no batch has its serial number any more.
 */
async function offerOf(db: Database, other: OfferRow): Promise<OfferRow> {
  const now = await findOffer(db, other.serial_number)
  return isProblem(now) ? other : now
}

function tooFew(other: { readonly serial_number: string }, neededKg: number) {
  const text = `${other.serial_number} has fewer free kilograms than the ${neededKg} that are needed.`
  return problem('insufficient_stock', { text })
}

type Batches = { readonly replacedId: string; readonly present: string }

/**
 * Replaces some purchases. Where the other batch has too few kilograms or is no longer offered, it
 * replaces none of them.
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
  const rows = await placed(tx, present, replaced)
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
  const kept = parts.filter((part) => part.isRetired && touched.has(part.purchaseId))
  await writeSegments(tx, replacedId, [
    ...kept.map((part): Segment => ({ ...part, batchId: replacedId, replacedBy: null })),
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

/** Returns the parts with consecutive places of the other batch. */
async function placed<Given extends { readonly kg: number }>(
  tx: Transaction,
  batchId: string,
  parts: readonly Given[],
): Promise<(Given & { readonly byFirst: number })[]> {
  const quantityKg = parts.reduce((sum, { kg }) => sum + kg, 0)
  const places = await takePlaces(tx, [{ causeId: batchId, batchId, quantityKg }])
  let next = getOrThrow(places, batchId, `batch ${batchId} has no places`)
  return parts.map((part) => {
    const byFirst = next
    next += part.kg
    return { ...part, byFirst }
  })
}
