// Lists what the card provider reported of a purchase's payment, for the operator. Reads only.

import type { Db } from '#platform/database/database.ts'
import { minorToUnits } from '#values/money/money.ts'
import { findReported } from './dispute-queries.ts'

/**
 * Returns disputes, fraud warnings and ids, oldest first. Amounts are in units of their currency.
 */
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
