// Decides the effect of Join on a number: it returns to a code that was sent already, or requests
// one and returns the outcome. It loads with the sheet, after the first key press.

import { readPhone } from '#features/people/web/phone/phone-text.ts'
import type { PhoneText } from '#features/people/web/phone/use-phone-typing.ts'
import { texts } from '#web/texts.ts'
import { type SendOutcome, sendCode } from './send-code.ts'
import { canWork, mustWait, type SentCode, sentBefore, sentNow } from './sent-code.ts'

/**
 * The explanation under the error message of the text catalogue, with the earlier code that the user
 * may still enter.
 */
export type Hint = { readonly text: string; readonly code?: SentCode }

export type CodeRequestResult = {
  /** The code that this tab waits for after the call. */
  readonly code: SentCode | undefined
  /** The error message, with its explanation, if no code was sent. */
  readonly refusal?: { readonly text: string; readonly hint: Hint | undefined }
}

/**
 * Sends a code to the typed number and returns the outcome. If `sent` is a code for the same number
 * that must not be requested again yet, opens its sheet instead. `sent` is the code that this tab
 * already waits for, perhaps for another number.
 */
export async function askForCode(
  { text, country }: PhoneText,
  sent: SentCode | undefined,
): Promise<CodeRequestResult> {
  const phone = readPhone(text, country)
  if (!phone) return refused(sent)
  if (sent && mustWait(sent, phone, Date.now())) return { code: { ...sent, isOpen: true } }
  const earlier = sent?.phone === phone ? sent : undefined
  return afterSending(await sendCode(phone), phone, earlier)
}

function afterSending(
  outcome: SendOutcome,
  phone: string,
  earlier: SentCode | undefined,
): CodeRequestResult {
  const now = Date.now()
  if (outcome.kind === 'sent') return { code: sentNow(phone, outcome, earlier, now) }
  if (outcome.kind === 'refused') return refused(earlier)
  if (outcome.kind === 'unreached') return refused(earlier, { text: texts.common_no_connection() })
  if (outcome.kind === 'failed') return refused(earlier, { text: texts.sign_in_our_fault() })
  // Returns no hint, because use-sign-in.ts shows the link to the last code itself.
  if (earlier?.isOurs && canWork(earlier, now)) {
    return refused({ ...earlier, resendAt: now + outcome.waitSeconds * 1000 })
  }
  const code = sentBefore(phone, outcome.waitSeconds, now)
  return refused(earlier, { text: texts.sign_in_recent_code(), code })
}

function refused(code: SentCode | undefined, hint?: Hint): CodeRequestResult {
  return { code, refusal: { text: texts.sign_in_request_failed(), hint } }
}
