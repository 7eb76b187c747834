// Handles a press of Join: requests a code for the typed phone number, or returns to a code that was already
// sent. It loads with the code dialog, after the first key press.

import { readPhone } from '#features/people/web/phone/phone-text.ts'
import type { PhoneText } from '#features/people/web/phone/use-phone-typing.ts'
import { texts } from '#web/texts.ts'
import { mustWait, sentBefore, sentNow } from './requested-code.ts'
import { type SendOutcome, sendCode } from './send-code.ts'
import { canWork, type SentCode } from './sent-code.ts'

/**
 * The explanation below the error message. `code` is an earlier code that the user may still enter.
 */
export type Hint = { readonly text: string; readonly code?: SentCode }

export type CodeRequestResult = {
  /** The code that the user may enter after the call, if any. */
  readonly code: SentCode | undefined
  /** The error message with its explanation. Present if no code was sent. */
  readonly refusal?: { readonly text: string; readonly hint: Hint | undefined }
}

/**
 * Sends a code to the typed phone number and returns the result. `sent` is the last code of this tab, perhaps
 * for another phone number. If it is too early to request its code again, the result opens the dialog for
 * `sent` instead.
 */
export async function askForCode(
  { text, country }: PhoneText,
  sent: SentCode | undefined,
): Promise<CodeRequestResult> {
  const phone = readPhone(text, country)
  if (!phone) return refusal(sent)
  if (sent && mustWait(sent, phone, Date.now())) return { code: { ...sent, isOpen: true } }
  const earlier = sent?.phone === phone ? sent : undefined
  return afterSending(await sendCode(phone), phone, earlier)
}

/** Returns the result of a request for a code. `earlier` is the previous code for the phone number. */
function afterSending(
  outcome: SendOutcome,
  phone: string,
  earlier: SentCode | undefined,
): CodeRequestResult {
  const now = Date.now()
  if (outcome.kind === 'sent') return { code: sentNow(phone, outcome, earlier, now) }
  if (outcome.kind === 'refused') return refusal(earlier)
  if (outcome.kind === 'unreached') return refusal(earlier, { text: texts.common_no_connection() })
  if (outcome.kind === 'failed') return refusal(earlier, { text: texts.sign_in_our_fault() })
  // This result has no hint, because use-sign-in.ts shows a link to the last code.
  if (earlier?.isOurs && canWork(earlier, now)) {
    return refusal({ ...earlier, resendAt: now + outcome.waitSeconds * 1000 })
  }
  const code = sentBefore(phone, outcome.waitSeconds, now)
  return refusal(earlier, { text: texts.sign_in_recent_code(), code })
}

function refusal(code: SentCode | undefined, hint?: Hint): CodeRequestResult {
  return { code, refusal: { text: texts.sign_in_request_failed(), hint } }
}
