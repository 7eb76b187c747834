// Reads refunded payments again for 60 days, because a refund may fail or a bank may return money without
// an event. A payment is read at every poll for a day after its last change, then about once an hour.

import type { Services } from '#features/purchases/purchase-services.ts'
import { settleReturns } from '#features/purchases/refund/settle-returns.ts'
import { beginCardReading, claimRefundChecks } from './refund-queries.ts'

/** Number of payments that are read concurrently. */
const roundMax = 20
/** Maximum number of rounds of a poll. The next poll reads the remaining payments. */
const roundsMax = 50

/** Reads and settles due payments. Returns their number. Logs a failure; a later poll repeats the reading. */
export async function watchRefunds(services: Services): Promise<number> {
  const { db, log } = services
  const readNumber = await beginCardReading(db)
  let count = 0
  for (let round = 0; round < roundsMax; round += 1) {
    const rows = await claimRefundChecks(db, readNumber, roundMax)
    if (rows.length === 0) break
    await Promise.all(
      rows.map((row) =>
        settleReturns(services, row).catch((error: unknown) =>
          log.warn('a refund cannot be read again', { tx_id: row.tx_id, error }),
        ),
      ),
    )
    count += rows.length
  }
  return count
}
