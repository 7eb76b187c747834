// The programme through which refunds that a card could not take reach wallets. It gives what it gets from
// `refunds_due` and nothing beyond.

import type { Database } from '#platform/database/database.ts'
import { refundsProgramme } from '#values/lists/refunds-programme.ts'
import { openProgramme } from './open-programme.ts'

/** A refund is owed whatever its sum. */
const noLimits = { personMinor: null, dayMinor: null }

/** Makes the programme where it is missing; again changes nothing. */
export async function openRefundsProgramme(db: Database): Promise<void> {
  await db.transaction((tx) =>
    openProgramme(tx, { ...refundsProgramme, currency: 'GBP', limits: noLimits }),
  )
}
