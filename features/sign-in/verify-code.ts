// Turns a right code into a session: the first success for a number makes its passport and brings
// the gifts that wait for it. A code works once, whoever races for it.
import { readProfile } from '#features/passport/read-profile.ts'
import { receiveGifts } from '#features/purchases/complete/receive-gifts.ts'
import { lockNumbers } from '#features/purchases/lock-people.ts'
import { checkCode, consumeCode, type RightCode } from '#features/sign-in/check-code.ts'
import type { VerifyOtpReply } from '#features/sign-in/contract.ts'
import {
  newSessionToken,
  sessionAbsoluteDays,
  sessionTokenHash,
} from '#features/sign-in/find-session.ts'
import { issueTerminal } from '#features/sign-in/issue-terminal.ts'
import { deviceValue, knownDevice } from '#features/sign-in/known-device.ts'
import {
  writeOldSessionsEnd,
  writePassport,
  writeSession,
  writeSessionEnd,
} from '#features/sign-in/queries.ts'
import type { Services } from '#features/sign-in/services.ts'
import { giveWelcomeCredit } from '#features/wallet/welcome-credit.ts'
import { failAt } from '#platform/fail-point.ts'
import type { Caller } from '#platform/http/rate-limits.ts'
import { callingCodeOf, defaultCallingCode } from '#values/calling-codes.ts'
import { canonicalPhone } from '#values/canonical-phone.ts'
import type { Language } from '#values/languages.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'

export type SignedIn = VerifyOtpReply & {
  readonly sessionToken: string
  /** What the browser will be known by as one that signed in before. */
  readonly device: string
}

/** Problems: `invalid_code` (wrong, used, expired), `rate_limited`. */
export async function verifyCode(
  services: Services,
  typed: {
    readonly phone: string
    readonly code: string
    /** The session that the browser had before: it ends with this sign-in. */
    readonly formerToken: string | undefined
    /** What the browser shows of having signed in before. */
    readonly device: string | undefined
    /** That of the page: a new passport starts with it. */
    readonly language: Language
  },
  caller: Caller,
): Promise<SignedIn | Problem<'invalid_code' | 'rate_limited'>> {
  const phone = canonicalPhone(typed.phone)
  if (phone === null) return problem('invalid_code')
  const use = { phone, purpose: 'sign_in', passportId: null } as const
  const deviceId = knownDevice(services, typed.device, phone, services.clock())
  const right = await checkCode(services, use, typed.code, caller, deviceId)
  return isProblem(right) ? right : openSession(services, right, deviceId, typed)
}

async function openSession(
  services: Services,
  right: RightCode,
  deviceId: string | null,
  {
    formerToken,
    language,
  }: { readonly formerToken: string | undefined; readonly language: Language },
): Promise<SignedIn | Problem<'invalid_code'>> {
  const { phone } = right
  const { country, currency } = callingCodeOf(phone) ?? defaultCallingCode
  const sessionToken = newSessionToken()
  const signedIn = await services.db.transaction(
    async (tx): Promise<SignedIn | Problem<'invalid_code'>> => {
      if (!(await consumeCode(tx, right))) return problem('invalid_code')
      failAt('sign-in.consumed')
      const [, passport] = await Promise.all([
        lockNumbers(tx, [phone]),
        writePassport(tx, { phone, country, currency, language }),
      ])
      const tokenHash = sessionTokenHash(sessionToken)
      const [sessionId] = await Promise.all([
        writeSession(tx, tokenHash, passport.id, sessionAbsoluteDays),
        receiveGifts(tx, passport.id, phone),
        formerToken !== undefined && writeSessionEnd(tx, sessionTokenHash(formerToken)),
        writeOldSessionsEnd(tx, passport.id),
      ])
      const [terminal, user] = await Promise.all([
        issueTerminal(tx, services.keys, sessionId),
        readProfile(tx, passport.id),
      ])
      // Last: everybody who joins waits for the programme's balance, and only until this commits.
      if (passport.isNew && services.settings.welcomeCredit) {
        await giveWelcomeCredit(tx, passport.id, currency)
      }
      failAt('sign-in.written')
      const device = deviceValue(services.keys.device, deviceId, phone, services.clock())
      return { user, terminal, sessionToken, device }
    },
  )
  failAt('sign-in.committed')
  return signedIn
}
