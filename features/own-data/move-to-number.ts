// What moving a passport to another number does, whoever asked for it. The caller has found the number
// free and holds the locks of both.
import { movedMessages } from '#features/messages/notices.ts'
import { queueMessages } from '#features/messages/outbox.ts'
import { endOtherSessions } from '#features/people/own-sessions.ts'
import { writeNumber } from '#features/people/passport-queries.ts'
import { receiveGifts } from '#features/purchases/complete/receive-gifts.ts'
import { recordPerks, withholdPerks } from '#features/sign-in/number/number-perks.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { NumberKeys } from '#platform/keys.ts'
import { callingCodeOf, defaultCallingCode } from '#values/lists/calling-codes.ts'

export type NumberMove = {
  readonly passportId: string
  /** Null for a passport that was parked: its number is somebody else's. */
  readonly former: string | null
  readonly phone: string
  /** The session that goes on; null ends all. */
  readonly keptSessionId: string | null
}

/** Country, currency and symbol follow the number; gifts that wait for it arrive; both are told. */
export async function moveToNumber(
  tx: Transaction,
  numbers: NumberKeys,
  { passportId, former, phone, keptSessionId }: NumberMove,
): Promise<void> {
  const { country, currency } = callingCodeOf(phone) ?? defaultCallingCode
  if (former !== null) await recordPerks(tx, numbers.hashOf(former), passportId)
  await withholdPerks(tx, [{ number: numbers.hashOf(phone), passportId }])
  await receiveGifts(tx, [{ passportId, phone }])
  await writeNumber(tx, passportId, { phone, country, currency })
  await endOtherSessions(tx, passportId, keptSessionId)
  await queueMessages(tx, movedMessages(passportId, former))
}
