// Makes the record of a code that was just requested. Apart from sent-code.ts, because the landing page needs it
// only after a press.
import { codeLifeSeconds } from '#values/text/one-time-code.ts'
import { canWork, type SentCode } from './sent-code.ts'

/** The server's response to a request for a code. */
export type SendAnswer = { readonly expiresInSeconds: number; readonly resendInSeconds: number }

/**
 * Returns the record of a code that was just sent. While the previous code is valid, the server sends the
 * same code again, so its wrong attempts still count.
 */
export function sentNow(
  phone: string,
  { expiresInSeconds, resendInSeconds }: SendAnswer,
  previous: SentCode | undefined,
  now: number,
): SentCode {
  const isSameCode = previous?.phone === phone && canWork(previous, now)
  return {
    phone,
    isOurs: true,
    sentAt: now,
    expiresAt: now + expiresInSeconds * 1000,
    resendAt: now + resendInSeconds * 1000,
    wrongTries: isSameCode ? previous.wrongTries : 0,
    isOpen: true,
  }
}

/**
 * Returns the record of an earlier code that may be valid, for example from another tab. No code can be
 * requested for `waitSeconds`.
 */
export function sentBefore(phone: string, waitSeconds: number, now: number): SentCode {
  const answer = { expiresInSeconds: codeLifeSeconds, resendInSeconds: waitSeconds }
  return { ...sentNow(phone, answer, undefined, now), isOurs: false }
}

/** Returns true if it is too early to request this valid code again. */
export function mustWait(code: SentCode, phone: string, now: number): boolean {
  return code.phone === phone && now < code.resendAt && now < code.expiresAt
}
