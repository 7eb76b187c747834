// Takes a batch off sale and puts it back on. Reservations may still complete, sales stay, and the
// stock never changes. A replaced batch never returns.
import { noteOffer } from '#ledger/log-notices.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'
import { faultOfUnread } from '../import/judge-unread.ts'
import { lockBatchOffer, type OfferRow, writeOffer, writeReplaced } from './batch-offers.ts'
import { findOffer } from './find-offer.ts'

export type OfferChange = { readonly batch: OfferRow; readonly changed: boolean }

/** `text` names the spellings, the missing reason, or why the batch stays off sale. */
export type OfferProblem =
  | 'batch_not_found'
  | 'several_batches'
  | 'reason_needed'
  | 'conflicting'
  | 'unread'
  | 'replaced'

/** Most letters of a reason: a sentence, not a file. */
const reasonMaxLength = 500

/**
 * Changes the offer of the batch with that exact serial, else of the only one with those tonnes in
 * another spelling. Problems: `batch_not_found`, `several_batches` of one spelling,
 * `reason_needed`, and for an offer `conflicting` (it shares tonnes with another batch), `unread`
 * (an import would still refuse its serial) and `replaced`.
 */
export function changeOffer(
  db: Database,
  serialNumber: string,
  offer: 'offered' | 'withdrawn',
  reason: string,
): Promise<OfferChange | Problem<OfferProblem>> {
  return change(db, serialNumber, { offer, reason, isReplaced: false })
}

/**
 * Takes a batch off sale for good, because another one replaces it. Problems: those of
 * `changeOffer`.
 */
export function withdrawReplaced(
  db: Database,
  serialNumber: string,
  reason: string,
): Promise<OfferChange | Problem<OfferProblem>> {
  return change(db, serialNumber, { offer: 'withdrawn', reason, isReplaced: true })
}

type Change = {
  readonly offer: 'offered' | 'withdrawn'
  readonly reason: string
  readonly isReplaced: boolean
}

async function change(
  db: Database,
  serialNumber: string,
  { offer, reason, isReplaced }: Change,
): Promise<OfferChange | Problem<OfferProblem>> {
  const words = reason.trim()
  if (words === '' || words.length > reasonMaxLength) {
    return problem('reason_needed', {
      text: `Say why, in at most ${reasonMaxLength} letters: --reason TEXT.`,
    })
  }
  const batch = await findOffer(db, serialNumber)
  if (isProblem(batch)) return batch
  return db.transaction(async (tx) => {
    const refused = offer === 'offered' ? await offerProblem(tx, batch) : null
    if (refused !== null) return refused
    // A batch already off sale is not written below, so without the lock a concurrent call could
    // offer it.
    if (isReplaced) await lockBatchOffer(tx, batch.id)
    const changed = await writeOffer(tx, batch.id, offer, words)
    if (changed) await noteOffer(tx, batch.id, offer)
    if (isReplaced) await writeReplaced(tx, batch.id)
    return { batch, changed }
  })
}

/** Locks the batch's row, so that no other call changes what is read here. */
async function offerProblem(
  tx: Transaction,
  { id, serial_number: serial }: OfferRow,
): Promise<Problem<'conflicting' | 'unread' | 'replaced'> | null> {
  const now = await lockBatchOffer(tx, id)
  if (now.is_replaced) return problem('replaced', { text: replacedText(serial) })
  if (now.offer === 'conflicting') {
    return problem('conflicting', { text: `${serial} stays off sale. ${now.offer_reason}` })
  }
  const fault = now.offer === 'unread' ? await faultOfUnread(tx, id) : null
  return fault === null ? null : problem('unread', { text: `${serial} stays off sale. ${fault}` })
}

export function replacedText(serial: string): string {
  return `${serial} stays off sale: it was replaced by another batch, wholly or in part.`
}
