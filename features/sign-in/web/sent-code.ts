// Stores a tab's record of a sent code until it is used or expires. After closing the dialog or reloading the
// page, the user can return to it. The record must never contain the digits.
import { codeTriesMax } from '#values/text/one-time-code.ts'
import { readTabText, removeTabText, writeTabText } from '#web/storage/tab-storage.ts'

/** Record of a sent code. All times are in ms since 1970, by this browser's clock. */
export type SentCode = {
  /** Phone number in E.164. */
  readonly phone: string
  /** False if this tab got no code, so that only an earlier code can be valid. */
  readonly isOurs: boolean
  readonly sentAt: number
  readonly expiresAt: number
  readonly resendAt: number
  /** Number of wrong attempts in this tab, or the maximum if the server accepts no more. */
  readonly wrongTries: number
  /** True if the dialog is open. A reload then opens it again. */
  readonly isOpen: boolean
}

/** Props of the code dialog. */
export type CodeDialogProps = {
  readonly sent: SentCode
  /** Reason shown to a signed-in user, who has already agreed to the terms. */
  readonly why?: string
  /** Called with the code's new record. */
  readonly onChange: (next: SentCode) => void
  /** Called when the dialog is closed. The code stays valid. */
  readonly onClose: () => void
  /** Called after a correct code, with the user's language. */
  readonly onUsed: (language: string) => void
}

const storageKey = 'carbon-passport:sent-code'

/** Returns true if the code may still be valid, as far as this tab knows. */
export function canWork(code: SentCode, now: number): boolean {
  return now < code.expiresAt && code.wrongTries < codeTriesMax
}

/** Corrects the times if the clock was set back: then `sentAt` would be in the future. */
export function correctTimes(code: SentCode, now: number): SentCode {
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
  const numericFields = ['sentAt', 'expiresAt', 'resendAt', 'wrongTries']
  const fields = new Map<string, unknown>(Object.entries(value))
  return numericFields.every((field) => Number.isFinite(fields.get(field)))
}

/** Returns the record of this tab's code, or undefined. Erases an expired record. */
export function readSentCode(now: number): SentCode | undefined {
  try {
    const value: unknown = JSON.parse(readTabText(storageKey) ?? 'null')
    const code = isSentCode(value) ? correctTimes(value, now) : undefined
    if (code !== undefined && now < code.expiresAt) return code
    forgetSentCode()
  } catch {
    // An invalid value means that there is no record.
  }
  return undefined
}

export function keepSentCode(code: SentCode): void {
  writeTabText(storageKey, JSON.stringify(code))
}

export function forgetSentCode(): void {
  removeTabText(storageKey)
}
