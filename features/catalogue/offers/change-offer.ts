// Takes a batch off sale and puts it back on. What is reserved may still complete, what is sold stays
// sold, and the stock never changes. A batch that was replaced never comes back.
import { noteOffer } from '#ledger/notices.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'
import { faultOfUnread } from '../import/judge-unread.ts'
import { lockBatchOffer, type OfferRow, writeOffer, writeReplaced } from './batch-offers.ts'
import { findOffer } from './find-offer.ts'

export type OfferChange = { readonly batch: OfferRow; readonly changed: boolean }

/** `text` names the spellings that are meant, the missing reason, or why the batch stays off sale. */
export type OfferProblem =
  | 'batch_not_found'
  | 'several_batches'
  | 'reason_needed'
  | 'conflicting'
  | 'unread'
  | 'replaced'

/** Letters that a reason may have: a sentence, not a file. */
const reasonMaxLength = 500

/**
 * The batch is the one of that very serial, else the only one of those tonnes in another spelling.
 * Problems: `batch_not_found`, `several_batches` of one spelling, `reason_needed`, and for an offer
 * `conflicting` (the batch shares tonnes with another one), `unread` (an import would still refuse its
 * serial) and `replaced`.
 */
export function changeOffer(
  db: Database,
  serialNumber: string,
  offer: 'offered' | 'withdrawn',
  reason: string,
): Promise<OfferChange | Problem<OfferProblem>> {
  return change(db, serialNumber, { offer, reason, isReplaced: false })
}

/** Takes a batch off sale for good, because another one replaces it. Problems: as of `changeOffer`. */
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
    // What is off sale already is not written below: a call that offers it would come between.
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
