// Turns a right code into a session: the first success for a number makes its passport and brings
// the gifts that wait for it. A code works once, whoever races for it.
import { readProfile } from '#features/passport/read-profile.ts'
import { receiveGifts } from '#features/purchases/complete/receive-gifts.ts'
import { lockNumbers } from '#features/purchases/lock-people.ts'
import { invalidCode, type VerifyOtpReply } from '#features/sign-in/contract.ts'
import {
  newSessionToken,
  sessionAbsoluteDays,
  sessionTokenHash,
} from '#features/sign-in/find-session.ts'
import { issueTerminal } from '#features/sign-in/issue-terminal.ts'
import { isCodeOf } from '#features/sign-in/one-time-code.ts'
import {
  findTryWait,
  writeConsumed,
  writeFailure,
  writePassport,
  writeSession,
  writeSessionEnd,
  writeTry,
} from '#features/sign-in/queries.ts'
import type { Services } from '#features/sign-in/services.ts'
import { verifyLimits } from '#features/sign-in/verify-limits.ts'
import { giveWelcomeCredit } from '#features/wallet/welcome-credit.ts'
import type { Database } from '#platform/database/database.ts'
import { failAt } from '#platform/fail-point.ts'
import { type Caller, countLimits, holdLimits } from '#platform/http/rate-limits.ts'
import { callingCodeOf, defaultCallingCode } from '#values/calling-codes.ts'
import { canonicalPhone } from '#values/canonical-phone.ts'
import type { Language } from '#values/languages.ts'
import { type Problem, problem } from '#values/problem.ts'

export type SignedIn = VerifyOtpReply & { readonly sessionToken: string }

/** Problems: `invalid_code` (wrong, used, expired), `rate_limited`. */
export async function verifyCode(
  services: Services,
  typed: {
    readonly phone: string
    readonly code: string
    /** The session that the browser had before: it ends with this sign-in. */
    readonly formerToken: string | undefined
    /** That of the page: a new passport starts with it. */
    readonly language: Language
  },
  caller: Caller,
): Promise<SignedIn | Problem<'invalid_code' | 'rate_limited'>> {
  const { db, keys, previousKeys } = services
  const phone = canonicalPhone(typed.phone)
  if (phone === null) return problem('invalid_code')
  const wait = await countVerify(db, caller)
  if (wait !== null) return problem('rate_limited', { text: invalidCode, retryAfterSeconds: wait })
  const challenge = await writeTry(db, phone)
  if (challenge === null) {
    const retryAfterSeconds = await findTryWait(db, phone)
    if (retryAfterSeconds === null) return problem('invalid_code')
    return problem('rate_limited', { text: invalidCode, retryAfterSeconds })
  }
  const peppers = [keys, previousKeys].flatMap((each) => each?.code ?? [])
  if (!isCodeOf(peppers, phone, challenge, typed.code)) {
    await writeFailure(db, phone)
    return problem('invalid_code')
  }
  return openSession(services, phone, challenge, typed)
}

/** Counts an attempt of an address; answers the seconds to wait where it has had too many. */
async function countVerify(db: Database, caller: Caller): Promise<number | null> {
  const limits = verifyLimits(caller)
  if (limits.length === 0) return null
  return db.transaction(async (tx) => {
    const wait = await holdLimits(tx, limits)
    if (wait === null) await countLimits(tx, limits)
    return wait
  })
}

async function openSession(
  services: Services,
  phone: string,
  challenge: string,
  {
    formerToken,
    language,
  }: { readonly formerToken: string | undefined; readonly language: Language },
): Promise<SignedIn | Problem<'invalid_code'>> {
  const { country, currency } = callingCodeOf(phone) ?? defaultCallingCode
  const sessionToken = newSessionToken()
  const signedIn = await services.db.transaction(
    async (tx): Promise<SignedIn | Problem<'invalid_code'>> => {
      if (!(await writeConsumed(tx, phone, challenge))) return problem('invalid_code')
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
      return { user, terminal, sessionToken }
    },
  )
  failAt('sign-in.committed')
  return signedIn
}
