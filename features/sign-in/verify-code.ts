// Turns a right code into a session: the first success for a number makes its passport and brings
// the gifts that wait for it. A code works once, whoever races for it.
import { countTypedCode } from '#features/notifications/code-prefixes.ts'
import { newDeviceMessage } from '#features/notifications/notices.ts'
import { queueMessages } from '#features/notifications/outbox.ts'
import { objectToMove } from '#features/own-data/announced-moves.ts'
import { readProfile } from '#features/passport/read-profile.ts'
import { receiveGifts } from '#features/purchases/complete/receive-gifts.ts'
import { lockNumbers } from '#features/purchases/lock-people.ts'
import { consumeCode, judgeCode, type RightCode } from '#features/sign-in/check-code.ts'
import type { VerifyOtpReply } from '#features/sign-in/contract.ts'
import type { DeviceWords } from '#features/sign-in/device-words.ts'
import {
  newSessionToken,
  sessionAbsoluteDays,
  sessionTokenHash,
} from '#features/sign-in/find-session.ts'
import { isIdle, noteSignedIn, parkIdlePassport } from '#features/sign-in/idle-passport.ts'
import { issueTerminal } from '#features/sign-in/issue-terminal.ts'
import { deviceValue, knownDevice } from '#features/sign-in/known-device.ts'
import { withholdPerks } from '#features/sign-in/number-perks.ts'
import { writePassport } from '#features/sign-in/passport-queries.ts'
import type { Services } from '#features/sign-in/services.ts'
import {
  writeDevice,
  writeOldSessionsEnd,
  writeSession,
  writeSessionEnd,
} from '#features/sign-in/session-queries.ts'
import { giveWelcomeCredit } from '#features/wallet/welcome-credit.ts'
import type { Transaction } from '#platform/database/database.ts'
import { groupCallsOn } from '#platform/database/group-calls.ts'
import { failAt } from '#platform/fail-point.ts'
import type { Caller } from '#platform/http/rate-limits.ts'
import { callingCodeOf, defaultCallingCode } from '#values/calling-codes.ts'
import { canonicalPhone } from '#values/canonical-phone.ts'
import type { Language } from '#values/languages.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'

/** Typed codes that share a transaction, and those that wait: the product works on 600 calls at once. */
const attemptsInGroupMax = 32
const attemptsWaitingMax = 1_000

export type SignedIn = VerifyOtpReply & {
  readonly sessionToken: string
  /** What the browser will be known by as one that signed in before. */
  readonly device: string
}

export type TypedCode = {
  readonly phone: string
  readonly code: string
  /** The session that the browser had before: it ends with this sign-in. */
  readonly formerToken: string | undefined
  /** What the browser shows of having signed in before. */
  readonly device: string | undefined
  /** How its owner knows it. */
  readonly words: DeviceWords
  /** Whether a passport that was idle for a year is theirs; asked where it is not said. */
  readonly mine?: boolean | null | undefined
  /** That of the page: a new passport starts with it. */
  readonly language: Language
}

/**
 * Problems: `invalid_code` (wrong, used, expired), `rate_limited`, `number_idle` (the code is right and
 * stays good: it comes again with `mine`).
 */
export async function verifyCode(
  services: Services,
  typed: TypedCode,
  caller: Caller,
): Promise<Judged> {
  const phone = canonicalPhone(typed.phone)
  if (phone === null) return problem('invalid_code')
  const number = services.numbers.hashOf(phone)
  const deviceId = knownDevice(services, typed.device, phone, services.clock())
  const answer = await judgeInGroup(services, { ...typed, phone, number, caller, deviceId })
  const isRight = !isProblem(answer) || answer.problem === 'number_idle'
  if (isRight) await countTypedCode(services, phone)
  if (isProblem(answer)) return answer
  failAt('sign-in.committed')
  services.wakeOutbox()
  return answer
}

/** A typed code, and who types it. */
type Attempt = TypedCode & {
  /** What stands for the phone number, and for a browser that signed in to it before. */
  readonly number: string
  readonly deviceId: string | null
  readonly caller: Caller
}
type Judged = SignedIn | Problem<'invalid_code' | 'rate_limited' | 'number_idle'>

/**
 * The codes of one moment share a transaction, its commit and its ways to PostgreSQL and back. No two
 * of it concern one number, one browser or one address whose attempts are counted: what one of them
 * reads and then changes is nothing that another one changes meanwhile.
 */
const judgeInGroup = groupCallsOn<Services, Attempt, Judged>(
  (services, attempts) =>
    services.db.transaction((tx) =>
      Promise.all(attempts.map((attempt) => judgeAttempt(tx, services, attempt))),
    ),
  {
    groupMax: attemptsInGroupMax,
    waitingMax: attemptsWaitingMax,
    keysOf: ({ number, deviceId, caller }) => [
      number,
      deviceId,
      caller.isExempt ? null : caller.address,
    ],
  },
)

async function judgeAttempt(
  tx: Transaction,
  services: Services,
  attempt: Attempt,
): Promise<Judged> {
  const { phone, code, caller, deviceId, mine } = attempt
  const use = { phone, purpose: 'sign_in', passportId: null } as const
  const isAsked = mine === undefined || mine === null
  const [right, hasIdle] = await Promise.all([
    judgeCode(tx, services, { use, typedCode: code, caller, deviceId }),
    isAsked && isIdle(tx, phone),
  ])
  if (isProblem(right)) return right
  if (hasIdle) return problem('number_idle')
  return openSession(tx, services, right, attempt)
}

async function openSession(
  tx: Transaction,
  services: Services,
  right: RightCode,
  { deviceId, formerToken, language, words, mine }: Attempt,
): Promise<SignedIn | Problem<'invalid_code'>> {
  const { phone } = right
  const { country, currency } = callingCodeOf(phone) ?? defaultCallingCode
  const sessionToken = newSessionToken()
  const [isConsumed] = await Promise.all([consumeCode(tx, right), lockNumbers(tx, [phone])])
  if (!isConsumed) return problem('invalid_code')
  failAt('sign-in.consumed')
  if (mine === false) await parkIdlePassport(tx, services.numbers, phone)
  const passport = await writePassport(tx, { phone, country, currency, language })
  const tokenHash = sessionTokenHash(sessionToken)
  const session = { tokenHash, passportId: passport.id, days: sessionAbsoluteDays, words }
  const [getsWelcome, sessionId, areNewWords] = await Promise.all([
    // First: what a gift earns must not come a second time to the number.
    passport.isNew && withholdPerks(tx, services.numbers.hashOf(phone), passport.id),
    writeSession(tx, session),
    writeDevice(tx, passport.id, words),
    receiveGifts(tx, passport.id, phone),
    formerToken !== undefined && writeSessionEnd(tx, sessionTokenHash(formerToken)),
    writeOldSessionsEnd(tx, passport.id),
  ])
  const [terminal, user] = await Promise.all([
    issueTerminal(tx, services.keys, sessionId),
    readProfile(tx, passport.id),
    // A new passport is signed in as it is made, and no move of it can be announced yet.
    ...(passport.isNew ? [] : [noteSignedIn(tx, passport.id), objectToMove(tx, passport.id)]),
    queueMessages(
      tx,
      areNewWords && deviceId === null ? [newDeviceMessage(passport.id, sessionId)] : [],
    ),
  ])
  // Last: everybody who joins waits for the programme's balance, and only until this commits.
  if (getsWelcome && services.settings.welcomeCredit) {
    await giveWelcomeCredit(tx, passport.id, currency)
  }
  failAt('sign-in.written')
  const device = deviceValue(services.keys.device, deviceId, phone, services.clock())
  return { user, terminal, sessionToken, device }
}
