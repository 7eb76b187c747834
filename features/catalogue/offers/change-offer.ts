// Takes a batch off sale or puts it back on sale. Reservations may still complete; sales and stock do not
// change. A replaced batch stays off sale for ever.
import { noteOffer } from '#ledger/log-notices.ts'
import { type Audit, noAudit } from '#platform/database/audit/audit-trail.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'
import { faultOfUnread } from '../import/judge-unread.ts'
import { lockBatchOffer, type OfferRow, writeOffer, writeReplaced } from './batch-offers.ts'
import { findOffer } from './find-offer.ts'

export type OfferChange = { readonly batch: OfferRow; readonly changed: boolean }

/** Each problem has a `text` for the operator, such as the reason why the batch stays off sale. */
export type OfferProblem =
  | 'batch_not_found'
  | 'several_batches'
  | 'reason_needed'
  | 'conflicting'
  | 'unread'
  | 'replaced'

/** Maximum length of a reason, in UTF-16 code units. */
const reasonMaxLength = 500

/**
 * Changes the offer of the batch that `findOffer` finds. Problems: those of `findOffer`, and
 * `reason_needed`. With `offered`, also `conflicting` (the batch shares tonnes with another one), `unread`
 * (an import would still refuse its serial) and `replaced`.
 */
export function changeOffer(
  db: Database,
  serialNumber: string,
  offer: 'offered' | 'withdrawn',
  reason: string,
  audit: Audit = noAudit,
): Promise<OfferChange | Problem<OfferProblem>> {
  return applyChange(db, serialNumber, { offer, reason, isReplaced: false, audit })
}

/**
 * Takes a batch off sale for good, because another one replaces it. Problems: those of
 * `changeOffer`.
 */
export function withdrawReplaced(
  db: Database,
  serialNumber: string,
  reason: string,
  audit: Audit,
): Promise<OfferChange | Problem<OfferProblem>> {
  return applyChange(db, serialNumber, { offer: 'withdrawn', reason, isReplaced: true, audit })
}

type Change = {
  readonly offer: 'offered' | 'withdrawn'
  readonly reason: string
  readonly isReplaced: boolean
  readonly audit: Audit
}

async function applyChange(
  db: Database,
  serialNumber: string,
  { offer, reason, isReplaced, audit }: Change,
): Promise<OfferChange | Problem<OfferProblem>> {
  const trimmedReason = reason.trim()
  if (trimmedReason === '' || trimmedReason.length > reasonMaxLength) {
    return problem('reason_needed', {
      text: `Say why, in at most ${reasonMaxLength} letters: --reason TEXT.`,
    })
  }
  const batch = await findOffer(db, serialNumber)
  if (isProblem(batch)) return batch
  return db.transaction(async (tx) => {
    const offerProblem = offer === 'offered' ? await lockAndCheckOffer(tx, batch) : null
    if (offerProblem !== null) return offerProblem
    // `writeOffer` does not lock a batch that is already off sale. Without this lock, a concurrent call could
    // offer it.
    if (isReplaced) await lockBatchOffer(tx, batch.id)
    const changed = await writeOffer(tx, batch.id, offer, trimmedReason)
    if (changed) await noteOffer(tx, batch.id, offer)
    if (isReplaced) await writeReplaced(tx, batch.id)
    await audit(tx, [batch.serial_number])
    return { batch, changed }
  })
}

/**
 * Locks the batch's row until the transaction ends, and returns why the batch cannot be offered, or
 * null.
 */
async function lockAndCheckOffer(
  tx: Transaction,
  { id, serial_number: serial }: OfferRow,
): Promise<Problem<'conflicting' | 'unread' | 'replaced'> | null> {
  const current = await lockBatchOffer(tx, id)
  if (current.is_replaced) return problem('replaced', { text: replacedText(serial) })
  if (current.offer === 'conflicting') {
    return problem('conflicting', { text: `${serial} stays off sale. ${current.offer_reason}` })
  }
  const fault = current.offer === 'unread' ? await faultOfUnread(tx, id) : null
  return fault === null ? null : problem('unread', { text: `${serial} stays off sale. ${fault}` })
}

export function replacedText(serial: string): string {
  return `${serial} stays off sale: it was replaced by another batch, wholly or in part.`
}
