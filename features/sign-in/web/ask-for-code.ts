// Decides the effect of Join on a number: it returns to a code that was sent already, or requests
// one and returns the outcome. It loads with the sheet, after the first key press.

import { readPhone } from '#features/people/web/phone/phone-text.ts'
import type { PhoneText } from '#features/people/web/phone/use-phone-typing.ts'
import { texts } from '#web/texts.ts'
import { type SendOutcome, sendCode } from './send-code.ts'
import { canWork, mustWait, type SentCode, sentBefore, sentNow } from './sent-code.ts'

/** The text beneath the catalogue's sentence, and the code that it may lead to. */
export type Hint = { readonly text: string; readonly code?: SentCode }

export type Asked = {
  /** The code that this tab waits for from now on. */
  readonly code: SentCode | undefined
  /** The catalogue's sentence where no code was sent. */
  readonly refusal?: { readonly text: string; readonly hint: Hint | undefined }
}

/**
 * Returns the outcome. `sent` is the code that this tab waits for already, perhaps for another
 * number.
 */
export async function askForCode(
  { text, country }: PhoneText,
  sent: SentCode | undefined,
): Promise<Asked> {
  const phone = readPhone(text, country)
  if (!phone) return refused(sent)
  if (sent && mustWait(sent, phone, Date.now())) return { code: { ...sent, isOpen: true } }
  const before = sent?.phone === phone ? sent : undefined
  return afterSending(await sendCode(phone), phone, before)
}

function afterSending(outcome: SendOutcome, phone: string, before: SentCode | undefined): Asked {
  const now = Date.now()
  if (outcome.kind === 'sent') return { code: sentNow(phone, outcome, before, now) }
  if (outcome.kind === 'refused') return refused(before)
  if (outcome.kind === 'unreached') return refused(before, { text: texts.common_no_connection() })
  if (outcome.kind === 'failed') return refused(before, { text: texts.sign_in_our_fault() })
  // use-sign-in.ts shows the last code beneath, so no hint is returned.
  if (before?.isOurs && canWork(before, now)) {
    return refused({ ...before, resendAt: now + outcome.waitSeconds * 1000 })
  }
  const code = sentBefore(phone, outcome.waitSeconds, now)
  return refused(before, { text: texts.sign_in_recent_code(), code })
}

function refused(code: SentCode | undefined, hint?: Hint): Asked {
  return { code, refusal: { text: texts.sign_in_request_failed(), hint } }
}
