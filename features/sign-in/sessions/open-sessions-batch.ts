// Opens sessions for correct codes and passkeys, with array statements, in the transaction that validated
// them (sign-in-batch.ts, features/passkeys/sign-in-with-passkey.ts):
//   1. If the user does not own the phone number's idle passport, the passport is parked.
//   2. The codes are consumed. A phone number without a passport gets one.
//   3. Benefits that the phone number had before are withheld from a new passport. Waiting gifts arrive
//      afterwards, so that they do not earn these benefits again.
//   4. Sessions begin, each with a device, a terminal and the user's agreement to the legal texts. The browser's previous session ends, and so do the
//      oldest sessions above the maximum.
//   5. New passports get the welcome credit, if it is configured. This step is late, because each credit
//      locks the balance of the programme.
//   6. With the commit, passports that existed before are marked as used, and announced moves to another
//      phone number get an objection. A message reports a sign-in on a new device. These passports are locked
//      last (docs/ledger.md).
// The statements of steps 2 to 4 are sent in one round trip, in this order. The postings of waiting gifts
// follow.
import { randomUUIDv7 } from 'node:crypto'
import { type Consent, writeConsents } from '#features/legal/consent-queries.ts'
import { messageWrites } from '#features/messages/outbox.ts'
import { newDeviceMessage } from '#features/messages/passport-notices.ts'
import { readProfiles } from '#features/passport/read-profile.ts'
import { objectionWrites } from '#features/people/announced-moves.ts'
import { newSessionToken, sessionTokenHash } from '#features/people/find-session.ts'
import { generateTerminal } from '#features/people/issue-terminal.ts'
import { passportLockWrites } from '#features/people/lock-people.ts'
import { signedInWrites, writePassports } from '#features/people/passport-writes.ts'
import {
  writeDevices,
  writeOldSessionEnds,
  writeSessionEnds,
  writeSessions,
} from '#features/people/session-queries.ts'
import { writeTerminals } from '#features/people/terminal-queries.ts'
import { receiveGifts } from '#features/purchases/complete/receive-gifts.ts'
import type { SignInDetails } from '#features/sign-in/codes/attempt.ts'
import type { CorrectCode } from '#features/sign-in/codes/judge-code.ts'
import { deviceValue } from '#features/sign-in/codes/known-device.ts'
import { writeConsumedBatch } from '#features/sign-in/codes/try-queries.ts'
import { withholdBenefits } from '#features/sign-in/number/sign-up-benefits.ts'
import type { SignedInReply } from '#features/sign-in/sign-in-calls.ts'
import type { Services } from '#features/sign-in/sign-in-services.ts'
import { giveWelcomeCredits } from '#features/wallet/programmes/welcome-credit.ts'
import type { Transaction } from '#platform/database/database.ts'
import { inOrder } from '#platform/database/in-order.ts'
import type { Write } from '#platform/database/write.ts'
import { getOrThrow } from '#values/get-or-throw.ts'
import { callingCodeOf, defaultCallingCode } from '#values/lists/calling-codes.ts'
import { parkPassport } from './idle-passport.ts'

/** The passport that a correct code or a passkey opens. */
export type Opening = {
  /** `deviceId` is the id of a known browser, or null. */
  readonly attempt: SignInDetails & { readonly deviceId: string | null }
  readonly phone: string
  /** The phone hash. */
  readonly number: string
  /** The code, or null for a passkey. */
  readonly code: CorrectCode | null
  readonly passportId: string
  /** True if the passport must be created. */
  readonly isNew: boolean
  /** The idle passport that must be parked first, or null. */
  readonly parkedId: string | null
}

export type SignedIn = SignedInReply & {
  readonly sessionToken: string
  /** The new value of the device cookie. */
  readonly device: string
}

export type OpenedSessionsBatch = {
  /** By phone hash. */
  readonly signedIn: ReadonlyMap<string, SignedIn>
  readonly writes: readonly Write[]
}

/** Opens sessions. The caller has locked codes and phone numbers, and sends the returned writes last. */
export async function openSessionsBatch(
  tx: Transaction,
  services: Services,
  openings: readonly Opening[],
): Promise<OpenedSessionsBatch> {
  if (openings.length === 0) return { signedIn: new Map(), writes: [] }
  for (const { parkedId, number } of openings) {
    if (parkedId !== null) await parkPassport(tx, parkedId, number)
  }
  const opened = openings.map((opening) => prepareSession(opening, services))
  const passportIds = opened.map(({ passportId }) => passportId)
  const newOpenings = opened.filter(({ isNew }) => isNew)
  const returningIds = opened.filter(({ isNew }) => !isNew).map(({ passportId }) => passportId)
  const { welcomedBefore, arrived, onUnknownDevice, profiles } = await inOrder({
    // The caller has locked the codes, so no other call can consume them.
    consumed: writeConsumedBatch(tx, opened.flatMap(codeOf)),
    welcomedBefore: beginPassports(tx, newOpenings),
    arrived: receiveGifts(tx, opened),
    onUnknownDevice: beginSessions(tx, opened, returningIds),
    profiles: readProfiles(tx, passportIds),
  })
  const users = arrived === 0 ? profiles : await readProfiles(tx, passportIds)
  if (services.settings.welcomeCredit) {
    await giveWelcomeCredits(
      tx,
      newOpenings.filter(({ passportId }) => !welcomedBefore.has(passportId)).map(passportOf),
    )
  }
  const toNotify = opened.filter(
    ({ passportId, attempt }) => onUnknownDevice.has(passportId) && attempt.deviceId === null,
  )
  const notices = toNotify.map(({ passportId, sessionId }) =>
    newDeviceMessage(passportId, sessionId),
  )
  const writes = [
    ...passportLockWrites(returningIds),
    ...signedInWrites(returningIds),
    ...objectionWrites(returningIds),
    ...messageWrites(notices),
  ]
  const signedIn = new Map(
    opened.map(({ number, passportId, terminal, sessionToken, device }) => {
      const user = getOrThrow(users, passportId, 'a session without a passport')
      return [number, { user, terminal, sessionToken, device }]
    }),
  )
  return { signedIn, writes }
}

/**
 * Creates passports and withholds benefits. Returns the passports whose phone number has already had the
 * welcome credit.
 */
async function beginPassports(
  tx: Transaction,
  newOpenings: readonly PreparedSession[],
): Promise<ReadonlySet<string>> {
  const { welcomedBefore } = await inOrder({
    passports: writePassports(tx, newOpenings.map(passportOf)),
    welcomedBefore: withholdBenefits(tx, newOpenings),
  })
  return welcomedBefore
}

/**
 * Begins sessions and ends those that they replace. Returns the passports to which the device is new
 * (`writeDevices`). Only the passports `returningIds` have older sessions.
 */
async function beginSessions(
  tx: Transaction,
  opened: readonly PreparedSession[],
  returningIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const sessions = opened.map(sessionOf)
  const terminals = opened.map(({ terminal: { id }, sessionId }) => ({ id, sessionId }))
  const { onUnknownDevice } = await inOrder({
    onUnknownDevice: writeDevices(tx, sessions),
    sessions: writeSessions(tx, sessions),
    consents: writeConsents(tx, opened.flatMap(consentOf)),
    terminals: writeTerminals(tx, terminals),
    replacedSession: writeSessionEnds(tx, opened.flatMap(previousTokenOf)),
    oldSessions: writeOldSessionEnds(tx, returningIds),
  })
  return onUnknownDevice
}

/** Generates the session, terminal and device cookie of an opening. */
function prepareSession(opening: Opening, { keys, clock }: Pick<Services, 'keys' | 'clock'>) {
  const { phone, attempt } = opening
  return {
    ...opening,
    sessionId: randomUUIDv7(),
    sessionToken: newSessionToken(),
    terminal: generateTerminal(keys),
    device: deviceValue(keys.device, attempt.deviceId, phone, clock()),
  }
}
type PreparedSession = ReturnType<typeof prepareSession>

const codeOf = ({ code }: PreparedSession) => code ?? []

function passportOf({ passportId, phone, attempt: { language } }: PreparedSession) {
  const { country, currency } = callingCodeOf(phone) ?? defaultCallingCode
  return { id: passportId, phone, country, currency, language }
}

function sessionOf({
  sessionId,
  sessionToken,
  passportId,
  attempt: { deviceNames },
}: PreparedSession) {
  return { id: sessionId, tokenHash: sessionTokenHash(sessionToken), passportId, deviceNames }
}

function consentOf({ passportId, attempt: { termsVersion } }: PreparedSession): Consent[] {
  return termsVersion ? [{ passportId, termsVersion }] : []
}

function previousTokenOf({ attempt: { previousToken } }: PreparedSession): Buffer[] {
  return previousToken === undefined ? [] : [sessionTokenHash(previousToken)]
}
