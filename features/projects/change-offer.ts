// Takes a batch off sale and puts it back on. What is reserved may still complete, what is sold stays
// sold, and the stock never changes.
import { noteOffer } from '#features/log/notices.ts'
import { findOffer } from '#features/projects/find-offer.ts'
import { faultOfUnread } from '#features/projects/judge-unread.ts'
import { type OfferRow, writeOffer } from '#features/projects/offer-queries.ts'
import type { Database } from '#platform/database/database.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'

export type OfferChange = { readonly batch: OfferRow; readonly changed: boolean }

/** The serial that stands for several spellings, or the reason that is missing, is told in `text`. */
export type OfferProblem =
  | 'batch_not_found'
  | 'several_batches'
  | 'reason_needed'
  | 'conflicting'
  | 'unread'

/** Letters that a reason may have: a sentence, not a file. */
const reasonMaxLength = 500

/**
 * The batch is the one of that very serial, else the only one of those tonnes in another spelling.
 * Problems: `batch_not_found`, `several_batches` of one spelling, `reason_needed`, `conflicting`: a batch
 * that shares tonnes with another one is never offered again, and `unread`: an import would still refuse
 * its serial.
 */
export async function changeOffer(
  db: Database,
  serialNumber: string,
  offer: 'offered' | 'withdrawn',
  reason: string,
): Promise<OfferChange | Problem<OfferProblem>> {
  const words = reason.trim()
  if (words === '' || words.length > reasonMaxLength) {
    return problem('reason_needed', {
      text: `Say why, in at most ${reasonMaxLength} letters: --reason TEXT.`,
    })
  }
  const first = await findOffer(db, serialNumber)
  if (isProblem(first)) return first
  if (first.offer === 'conflicting' && offer === 'offered') {
    return problem('conflicting', {
      text: `${first.serial_number} stays off sale. ${first.offer_reason}`,
    })
  }
  const fault =
    first.offer === 'unread' && offer === 'offered' ? await faultOfUnread(db, first.id) : null
  if (fault !== null) {
    return problem('unread', { text: `${first.serial_number} stays off sale. ${fault}` })
  }
  const changed = await db.transaction(async (tx) => {
    const isChanged = await writeOffer(tx, first.id, offer, words)
    if (isChanged) await noteOffer(tx, first.id, offer)
    return isChanged
  })
  return { batch: first, changed }
}
