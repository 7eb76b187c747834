// Moves a passport to another number, for a user or the operator. The caller has found the number
// free and holds the locks of both.

import { queueMessages } from '#features/messages/outbox.ts'
import { movedMessages } from '#features/messages/passport-notices.ts'
import { endOtherSessions } from '#features/people/own-sessions.ts'
import { writeNumber } from '#features/people/passport-writes.ts'
import { receiveGifts } from '#features/purchases/complete/receive-gifts.ts'
import { recordBenefits, withholdBenefits } from '#features/sign-in/number/sign-up-benefits.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { NumberKeys } from '#platform/keys.ts'
import { callingCodeOf, defaultCallingCode } from '#values/lists/calling-codes.ts'

export type NumberMove = {
  readonly passportId: string
  /** Null for a parked passport, whose number belongs to another passport. */
  readonly previousPhone: string | null
  readonly phone: string
  /** The session that stays; null ends all. */
  readonly keptSessionId: string | null
}

/**
 * Moves the passport. Country, currency and symbol follow the number; gifts that wait for it
 * arrive; both numbers get a notice.
 */
export async function moveToNumber(
  tx: Transaction,
  numbers: NumberKeys,
  { passportId, previousPhone, phone, keptSessionId }: NumberMove,
): Promise<void> {
  const { country, currency } = callingCodeOf(phone) ?? defaultCallingCode
  if (previousPhone !== null) await recordBenefits(tx, numbers.hashOf(previousPhone), passportId)
  await withholdBenefits(tx, [{ number: numbers.hashOf(phone), passportId }])
  await receiveGifts(tx, [{ passportId, phone }])
  await writeNumber(tx, passportId, { phone, country, currency })
  await endOtherSessions(tx, passportId, keptSessionId)
  await queueMessages(tx, movedMessages(passportId, previousPhone))
}
