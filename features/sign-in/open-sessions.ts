// What right codes lead to, in order, within the transaction that judged them (sign-in-together.ts):
//   1. The codes are used up. A passport that the number's new holder calls not theirs is parked; a
//      number without one gets a passport, from which is withheld what the number had before.
//   2. Sessions begin, each on its device, with a terminal. The browser's former session ends, and the
//      oldest beyond those that may be live.
//   3. Gifts that waited for the numbers arrive.
//   4. Who had a passport before is noted as using it, and objects to its move to another number. A
//      message says that somebody signed in on a device which the passport never had.
//   5. New passports get the welcome credit, where there is one.
import { randomUUIDv7 } from 'node:crypto'
import { newDeviceMessage } from '#features/notifications/notices.ts'
import { queueMessages } from '#features/notifications/outbox.ts'
import { objectToMoves } from '#features/own-data/announced-moves.ts'
import { readProfiles } from '#features/passport/read-profile.ts'
import { receiveGifts } from '#features/purchases/complete/receive-gifts.ts'
import { lockPassports } from '#features/purchases/lock-people.ts'
import type { Attempt } from '#features/sign-in/attempt.ts'
import type { VerifyOtpReply } from '#features/sign-in/contract.ts'
import { newSessionToken, sessionTokenHash } from '#features/sign-in/find-session.ts'
import { noteSignedIn, parkPassport } from '#features/sign-in/idle-passport.ts'
import { newTerminal } from '#features/sign-in/issue-terminal.ts'
import type { RightCode } from '#features/sign-in/judge-codes.ts'
import { deviceValue } from '#features/sign-in/known-device.ts'
import { withholdPerks } from '#features/sign-in/number-perks.ts'
import { writePassports } from '#features/sign-in/passport-queries.ts'
import type { Services } from '#features/sign-in/services.ts'
import {
  writeDevices,
  writeOldSessionEnds,
  writeSessionEnds,
  writeSessions,
  writeTerminals,
} from '#features/sign-in/session-queries.ts'
import { writeConsumed } from '#features/sign-in/try-queries.ts'
import { giveWelcomeCredits } from '#features/wallet/welcome-credit.ts'
import type { Transaction } from '#platform/database/database.ts'
import { failAt } from '#platform/fail-point.ts'
import { callingCodeOf, defaultCallingCode } from '#values/calling-codes.ts'

/** A right code, and the passport that it opens. */
export type Opening = {
  readonly attempt: Attempt
  readonly right: RightCode
  readonly passportId: string
  /** Whether the passport is to be made. */
  readonly isNew: boolean
  /** The idle passport that leaves the number first, or null. */
  readonly parkedId: string | null
}

export type SignedIn = VerifyOtpReply & {
  readonly sessionToken: string
  /** What the browser will be known by as one that signed in before. */
  readonly device: string
}

/** Answers in the order of the openings. The caller holds the codes and the numbers. */
export async function openSessions(
  tx: Transaction,
  services: Services,
  openings: readonly Opening[],
): Promise<SignedIn[]> {
  if (openings.length === 0) return []
  for (const { parkedId, attempt } of openings) {
    if (parkedId !== null) await parkPassport(tx, parkedId, attempt.number)
  }
  const opened = openings.map((opening) => openedOf(opening, services))
  const sessions = opened.map(sessionOf)
  const people = opened.map(({ passportId }) => passportId)
  const joining = opened.filter(({ isNew }) => isNew)
  // A passport that is made now has no older session, and no move of it can be announced.
  const returning = opened.filter(({ isNew }) => !isNew).map(({ passportId }) => passportId)
  const [, , withheld, arrived, areNewWords, profiles] = await Promise.all([
    // No other call uses them up: the caller holds them.
    writeConsumed(
      tx,
      opened.map(({ right }) => right),
    ),
    writePassports(tx, joining.map(passportOf)),
    // Before the gifts: what they earn must not come a second time to the number.
    withholdPerks(
      tx,
      joining.map(({ passportId, attempt: { number } }) => ({ passportId, number })),
    ),
    receiveGifts(
      tx,
      opened.map(({ passportId, attempt: { phone } }) => ({ passportId, phone })),
    ),
    writeDevices(tx, sessions),
    readProfiles(tx, people),
    writeSessions(tx, sessions),
    writeTerminals(
      tx,
      opened.map(({ terminal: { id }, sessionId }) => ({ id, sessionId })),
    ),
    writeSessionEnds(tx, opened.flatMap(formerTokenOf)),
    writeOldSessionEnds(tx, returning),
  ])
  failAt('sign-in.consumed')
  const onNewDevice = opened.filter(
    ({ passportId, attempt }) => areNewWords.has(passportId) && attempt.deviceId === null,
  )
  const users = arrived === 0 ? profiles : await readProfiles(tx, people)
  // Late: everybody who joins waits for the programme's balance, and only until this commits.
  if (services.settings.welcomeCredit) {
    await giveWelcomeCredits(
      tx,
      joining.filter(({ passportId }) => !withheld.has(passportId)).map(passportOf),
    )
  }
  // Last of all: programmes are locked before passports (docs/ledger.md).
  tx.withCommit(() =>
    Promise.all([
      lockPassports(tx, returning),
      noteSignedIn(tx, returning),
      objectToMoves(tx, returning),
      queueMessages(
        tx,
        onNewDevice.map(({ passportId, sessionId }) => newDeviceMessage(passportId, sessionId)),
      ),
    ]),
  )
  failAt('sign-in.written')
  return users.map((user, index) => {
    const own = opened[index]
    if (own === undefined) throw new Error('a profile of nobody')
    const { terminal, sessionToken, device } = own
    return { user, terminal, sessionToken, device }
  })
}

/** An opening with everything that is made for it here. */
function openedOf(opening: Opening, { keys, clock }: Pick<Services, 'keys' | 'clock'>) {
  const { deviceId, phone } = opening.attempt
  return {
    ...opening,
    sessionId: randomUUIDv7(),
    sessionToken: newSessionToken(),
    terminal: newTerminal(keys),
    device: deviceValue(keys.device, deviceId, phone, clock()),
  }
}
type Opened = ReturnType<typeof openedOf>

function passportOf({ passportId, attempt: { phone, language } }: Opened) {
  const { country, currency } = callingCodeOf(phone) ?? defaultCallingCode
  return { id: passportId, phone, country, currency, language }
}

function sessionOf({ sessionId, sessionToken, passportId, attempt: { words } }: Opened) {
  return { id: sessionId, tokenHash: sessionTokenHash(sessionToken), passportId, words }
}

function formerTokenOf({ attempt: { formerToken } }: Opened): Buffer[] {
  return formerToken === undefined ? [] : [sessionTokenHash(formerToken)]
}
