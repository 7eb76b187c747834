// Reads payments again for weeks, because a refund may still fail or a bank may return money
// without an event. Each is read at most once an hour, and at every poll on its first day.

import type { Services } from '#features/purchases/purchase-services.ts'
import { settleReturns } from '#features/purchases/refund/settle-returns.ts'
import { beginCardReading, claimRefundChecks } from './refund-queries.ts'

/** Payments read concurrently. */
const roundMax = 20
/** Most rounds of one poll; the remaining payments are due at the next. */
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
