// Stores a tab's record of a sent code, so that closing the sheet or reloading the page leads back
// to it. It must never hold the code itself, and stays in this tab until it is used or expires.
import { codeLifeSeconds, codeTriesMax } from '#values/text/one-time-code.ts'

/** All times in ms since 1970, by this browser's clock. */
export type SentCode = {
  /** `+` and digits. */
  readonly phone: string
  /** False where this tab was refused a code, so that only an earlier one can be meant. */
  readonly isOurs: boolean
  readonly sentAt: number
  readonly expiresAt: number
  readonly resendAt: number
  /** Wrong attempts in this tab; the maximum where the server accepts no more. */
  readonly wrongTries: number
  /** Whether the sheet is open, so that a reload opens it again. */
  readonly isOpen: boolean
}

/** The server's answer to a request for a code. */
export type SendAnswer = { readonly expiresInSeconds: number; readonly resendInSeconds: number }

/** The props of the sheet that asks for the code. */
export type CodeDialogProps = {
  readonly sent: SentCode
  /** Why a signed-in user is asked for a code. The terms are agreed to already then. */
  readonly why?: string
  /** Receives the code's new state, which is stored for a reload. */
  readonly onChange: (next: SentCode) => void
  /** Called when the sheet is closed; the code stays. */
  readonly onClose: () => void
  /** Called after a right code; `language` is the user's. */
  readonly onUsed: (language: string) => void
}

const name = 'carbon-passport:sent-code'

/**
 * Returns the record of a code on its way. The same code is sent again while the one before is
 * valid.
 */
export function sentNow(
  phone: string,
  { expiresInSeconds, resendInSeconds }: SendAnswer,
  before: SentCode | undefined,
  now: number,
): SentCode {
  const isSameCode = before?.phone === phone && canWork(before, now)
  return {
    phone,
    isOurs: true,
    sentAt: now,
    expiresAt: now + expiresInSeconds * 1000,
    resendAt: now + resendInSeconds * 1000,
    wrongTries: isSameCode ? before.wrongTries : 0,
    isOpen: true,
  }
}

/**
 * Returns the record where no code was sent for `waitSeconds`, but an earlier one may be valid, for
 * example from another tab.
 */
export function sentBefore(phone: string, waitSeconds: number, now: number): SentCode {
  const answer = { expiresInSeconds: codeLifeSeconds, resendInSeconds: waitSeconds }
  return { ...sentNow(phone, answer, undefined, now), isOurs: false }
}

/** Whether the code may still open the session, as far as this tab knows. */
export function canWork(code: SentCode, now: number): boolean {
  return now < code.expiresAt && code.wrongTries < codeTriesMax
}

/** Whether a new request for this number must wait, so that the sheet opens again. */
export function mustWait(code: SentCode, phone: string, now: number): boolean {
  return code.phone === phone && now < code.resendAt && now < code.expiresAt
}

/** Moves the times back where the clock was set back, because no code was sent in the future. */
export function byThisClock(code: SentCode, now: number): SentCode {
  const ahead = Math.max(0, code.sentAt - now)
  const { sentAt, expiresAt, resendAt } = code
  return {
    ...code,
    sentAt: sentAt - ahead,
    expiresAt: expiresAt - ahead,
    resendAt: resendAt - ahead,
  }
}

function isSentCode(value: unknown): value is SentCode {
  if (typeof value !== 'object' || value === null || !('phone' in value)) return false
  const moments = ['sentAt', 'expiresAt', 'resendAt', 'wrongTries']
  const fields = new Map<string, unknown>(Object.entries(value))
  return moments.every((field) => Number.isFinite(fields.get(field)))
}

/** Returns the code that this tab waits for, or undefined. Erases an expired one. */
export function readSentCode(now: number): SentCode | undefined {
  try {
    const value: unknown = JSON.parse(window.sessionStorage.getItem(name) ?? 'null')
    const code = isSentCode(value) ? byThisClock(value, now) : undefined
    if (code !== undefined && now < code.expiresAt) return code
    forgetSentCode()
  } catch {
    // An unavailable storage or an invalid value counts as no record.
  }
  return undefined
}

export function keepSentCode(code: SentCode): void {
  try {
    window.sessionStorage.setItem(name, JSON.stringify(code))
  } catch {
    // Without storage, a reload loses only the link back.
  }
}

export function forgetSentCode(): void {
  try {
    window.sessionStorage.removeItem(name)
  } catch {
    // Without storage there is no record.
  }
}
