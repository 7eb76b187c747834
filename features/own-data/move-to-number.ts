// Moves a passport to another phone number, for a user or the operator. The caller has locked both phone
// numbers and has checked that the new one has no passport.

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
  /** Null for a parked passport, whose phone number belongs to another passport. */
  readonly previousPhone: string | null
  readonly phone: string
  /** The only session that does not end. Null ends all sessions. */
  readonly remainingSessionId: string | null
}

/**
 * Moves the passport. It gets the country and currency of the new phone number, and the gifts that wait for
 * it. Both phone numbers get a notice.
 */
export async function moveToNumber(
  tx: Transaction,
  numbers: NumberKeys,
  { passportId, previousPhone, phone, remainingSessionId }: NumberMove,
): Promise<void> {
  const { country, currency } = callingCodeOf(phone) ?? defaultCallingCode
  if (previousPhone !== null) await recordBenefits(tx, numbers.hashOf(previousPhone), passportId)
  await withholdBenefits(tx, [{ number: numbers.hashOf(phone), passportId }])
  await receiveGifts(tx, [{ passportId, phone }])
  await writeNumber(tx, passportId, { phone, country, currency })
  await endOtherSessions(tx, passportId, remainingSessionId)
  await queueMessages(tx, movedMessages(passportId, previousPhone))
}
