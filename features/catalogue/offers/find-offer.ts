// Finds the batch with a serial that an operator typed.

import type { Db } from '#platform/database/database.ts'
import { type Problem, problem } from '#values/problem.ts'
import { findOffersBySerial, type OfferRow } from './batch-offers.ts'

/**
 * Returns the batch with exactly that serial, otherwise the only batch with the same tonnes in another
 * notation. Problems, each with an error message in `text`: `batch_not_found`, and `several_batches` if
 * more than one batch has those tonnes.
 */
export async function findOffer(
  db: Db,
  serialNumber: string,
): Promise<OfferRow | Problem<'batch_not_found' | 'several_batches'>> {
  const trimmedSerial = serialNumber.trim()
  const batches = await findOffersBySerial(db, trimmedSerial)
  const [first, ...others] = batches
  if (first === undefined) {
    return problem('batch_not_found', { text: `There is no batch ${serialNumber}.` })
  }
  if (others.length > 0 && first.serial_number !== trimmedSerial) {
    const names = batches.map((batch) => batch.serial_number).join(', ')
    return problem('several_batches', { text: `Say which of these is meant: ${names}.` })
  }
  return first
}
