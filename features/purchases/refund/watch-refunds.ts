// Reads payments again whose refund may still fail, or that a bank may still give back: without an event
// too, for weeks. Each is read at most once an hour, or at every poll on its first day.

import type { Services } from '#features/purchases/purchase-services.ts'
import { settleReturns } from '#features/purchases/refund/settle-returns.ts'
import { beginCardReading, claimRefundChecks } from './refund-queries.ts'

/** Asked about at the same time. */
const roundMax = 20
/** What one poll reads at most; the rest is due at the next. */
const roundsMax = 50

/** Returns how many payments it read. A payment that cannot be read is due again soon. */
export async function watchRefunds(services: Services): Promise<number> {
  const { db, log } = services
  const begun = await beginCardReading(db)
  let count = 0
  for (let round = 0; round < roundsMax; round += 1) {
    const rows = await claimRefundChecks(db, begun, roundMax)
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
