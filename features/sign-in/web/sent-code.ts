// What a tab remembers of a code that was sent, so that closing the sheet or reloading the page leads
// back to it. It must never hold the code itself, and stays in this tab until it is used or expires.
import { codeLifeSeconds, codeTriesMax } from '#values/text/one-time-code.ts'

/** All moments in ms since 1970, by this browser's clock. */
export type SentCode = {
  /** `+` and digits. */
  readonly phone: string
  /** False where this tab was refused a code and only another one, sent before, can be meant. */
  readonly isOurs: boolean
  readonly sentAt: number
  readonly expiresAt: number
  readonly resendAt: number
  /** Wrong tries in this tab; the maximum where the server takes no more of them. */
  readonly wrongTries: number
  /** Whether the sheet is open, so that a reload opens it again. */
  readonly isOpen: boolean
}

/** What the server answered to a request for a code. */
export type SendAnswer = { readonly expiresInSeconds: number; readonly resendInSeconds: number }

/** What the sheet that asks for the code is given. */
export type CodeDialogProps = {
  readonly sent: SentCode
  /** Why somebody who is signed in is asked for a code: then the terms are agreed to already. */
  readonly why?: string
  /** What became of the code; it is kept for a reload. */
  readonly onChange: (next: SentCode) => void
  /** The sheet was closed: the code stays. */
  readonly onClose: () => void
  /** The code was right; `language` is the person's. */
  readonly onUsed: (language: string) => void
}

const name = 'carbon-passport:sent-code'

/** A code that is on its way. The same code comes again while the one before can still be used. */
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

/** No code was sent for `waitSeconds`, but one that came before may work: from another tab, say. */
export function sentBefore(phone: string, waitSeconds: number, now: number): SentCode {
  const answer = { expiresInSeconds: codeLifeSeconds, resendInSeconds: waitSeconds }
  return { ...sentNow(phone, answer, undefined, now), isOurs: false }
}

/** Whether the code may still open the session, as far as this tab knows. */
export function canWork(code: SentCode, now: number): boolean {
  return now < code.expiresAt && code.wrongTries < codeTriesMax
}

/** Whether asking for this number again must wait, and the sheet is the place to wait in. */
export function mustWait(code: SentCode, phone: string, now: number): boolean {
  return code.phone === phone && now < code.resendAt && now < code.expiresAt
}

/** Moves the moments where the clock was set back since: nothing was sent in the future. */
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

/** The code that this tab waits for, or undefined; an expired one is erased. */
export function readSentCode(now: number): SentCode | undefined {
  try {
    const value: unknown = JSON.parse(window.sessionStorage.getItem(name) ?? 'null')
    const code = isSentCode(value) ? byThisClock(value, now) : undefined
    if (code !== undefined && now < code.expiresAt) return code
    forgetSentCode()
  } catch {
    // A closed storage, or one that somebody else wrote into: there is nothing to go back to.
  }
  return undefined
}

export function keepSentCode(code: SentCode): void {
  try {
    window.sessionStorage.setItem(name, JSON.stringify(code))
  } catch {
    // A full or closed storage only costs the way back after a reload.
  }
}

export function forgetSentCode(): void {
  try {
    window.sessionStorage.removeItem(name)
  } catch {
    // Nothing was kept then.
  }
}
