// Finds the batch of an operator's serial.

import type { Db } from '#platform/database/database.ts'
import { type Problem, problem } from '#values/problem.ts'
import { findOffersBySerial, type OfferRow } from './batch-offers.ts'

/**
 * Returns the batch with that exact serial, else the only one with those tonnes in another
 * spelling. Problems, with their sentence in `text`: `batch_not_found`, and `several_batches` of
 * one spelling.
 */
export async function findOffer(
  db: Db,
  serialNumber: string,
): Promise<OfferRow | Problem<'batch_not_found' | 'several_batches'>> {
  const wanted = serialNumber.trim()
  const batches = await findOffersBySerial(db, wanted)
  const [first, ...others] = batches
  if (first === undefined) {
    return problem('batch_not_found', { text: `There is no batch ${serialNumber}.` })
  }
  if (others.length > 0 && first.serial_number !== wanted) {
    const names = batches.map((batch) => batch.serial_number).join(', ')
    return problem('several_batches', { text: `Say which of these is meant: ${names}.` })
  }
  return first
}
