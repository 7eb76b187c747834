// Opens the programme that pays failed card refunds into wallets. It gives only money that it gets
// from `refunds_due`.

import type { Transaction } from '#platform/database/database.ts'
import { refundsProgramme } from '#values/lists/refunds-programme.ts'
import { openProgramme } from './open-programme.ts'

/** The programme has no limits, because every refund is owed, whatever its amount. */
const noLimits = { personMinor: null, dayMinor: null }

/** Creates the programme if it is missing. */
export async function openRefundsProgramme(tx: Transaction): Promise<void> {
  await openProgramme(tx, { ...refundsProgramme, currency: 'GBP', limits: noLimits })
}
