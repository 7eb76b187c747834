// Lists for the operator what the card provider reported about a purchase's payment.

import type { Db } from '#platform/database/database.ts'
import { minorToUnits } from '#values/money/money.ts'
import { findReported } from './dispute-queries.ts'

/** Returns disputes, warnings and the provider's ids, oldest first. Amounts are in currency units. */
export async function listReported(db: Db, purchaseId: string) {
  const { disputes, fraudWarnings, references } = await findReported(db, purchaseId)
  return {
    disputes: disputes.map(({ amount_minor, ...dispute }) => ({
      ...dispute,
      amount: minorToUnits(amount_minor),
    })),
    fraud_warnings: fraudWarnings,
    card_references: references,
  }
}
