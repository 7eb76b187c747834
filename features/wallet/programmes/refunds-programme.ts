// Opens the programme through which refunds that a card could not take reach wallets. It gives only
// money that it gets from `refunds_due`.

import type { Database } from '#platform/database/database.ts'
import { refundsProgramme } from '#values/lists/refunds-programme.ts'
import { openProgramme } from './open-programme.ts'

/** The programme has no limits, because a refund of any amount is owed. */
const noLimits = { personMinor: null, dayMinor: null }

/** Makes the programme where it is missing. Idempotent. */
export async function openRefundsProgramme(db: Database): Promise<void> {
  await db.transaction((tx) =>
    openProgramme(tx, { ...refundsProgramme, currency: 'GBP', limits: noLimits }),
  )
}
