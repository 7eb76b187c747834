// Signs in with a typed code, and requests another code. It loads with the code dialog. If the network or the
// server failed, a hint below the error message says so, because the code may be correct.
import { useRef, useState } from 'react'
import { rememberAgreement } from '#features/legal/web/agreed-terms.ts'
import { checkedProfile, openSession } from '#features/people/web/session/session.ts'
import { codeTriesMax } from '#values/text/one-time-code.ts'
import { ApiError, isUnreached } from '#web/api/api.ts'
import { ask } from '#web/api/ask.ts'
import { shownTerms } from '#web/shown-terms.ts'
import { texts } from '#web/texts.ts'
import { useAction } from '#web/ui/forms/use-action.ts'
import { verifyCode } from '../sign-in-calls.ts'
import { sentNow } from './requested-code.ts'
import { type SendOutcome, sendCode } from './send-code.ts'
import { type CodeDialogProps, canWork, type SentCode } from './sent-code.ts'

/** The error message, with an explanation if the message is too general. */
type Problem = { readonly at: string; readonly text: string; readonly hint?: string }

/** Name of the field at which every problem is shown. */
const at = 'code'

export function useVerify({ sent, onChange, onUsed }: CodeDialogProps) {
  const { busy, problem, run } = useAction<Problem, 'verifying' | 'resending'>()
  /** True if the previous attempt got no response, so that it may have opened the session. */
  const isUncertain = useRef(false)

  /** True if the code is correct and the server asks whether the idle passport is the user's. */
  const [asksOwnership, setAsksOwnership] = useState(false)

  /** The version of the terms that the server requires instead of the one that the document names. */
  const [newTerms, setNewTerms] = useState<string>()

  async function tryCode(code: string, mine?: boolean): Promise<Problem | undefined> {
    const { phone } = sent
    try {
      const terms = newTerms ?? shownTerms()
      const body = {
        ...{ phone, code },
        ...(terms === undefined ? {} : { terms_version: terms }),
        ...(mine === undefined ? {} : { mine }),
      }
      const answer = await ask(verifyCode, { body })
      if (terms !== undefined) rememberAgreement(terms)
      await openSession(answer.user, answer.terminal)
      onUsed(answer.user.language)
      return undefined
    } catch (error) {
      if (error instanceof ApiError && error.code === 'number_idle') {
        setAsksOwnership(true)
        return undefined
      }
      if (error instanceof ApiError && error.code === 'terms_changed') {
        setNewTerms(String(error.body.terms_version))
        return undefined
      }
      // A refused code may have been used by the previous attempt, which then opened the session.
      const isRefused = error instanceof ApiError && error.status < 500
      const profile = isRefused && isUncertain.current ? await checkedProfile() : undefined
      if (profile?.phone === phone) {
        onUsed(profile.language)
        return undefined
      }
      isUncertain.current = !isRefused
      const text = texts.sign_in_wrong_code()
      if (isUnreached(error)) return { at, text, hint: texts.common_no_connection() }
      if (!isRefused) return { at, text, hint: texts.sign_in_our_fault() }
      onChange(afterRefusal(sent, error, Date.now()))
      return { at, text }
    }
  }

  async function sendAnother(): Promise<Problem | undefined> {
    const outcome = await sendCode(sent.phone)
    const now = Date.now()
    if (outcome.kind === 'sent') {
      onChange(sentNow(sent.phone, outcome, sent, now))
      return undefined
    }
    if (outcome.kind === 'waiting') {
      onChange({ ...sent, resendAt: now + outcome.waitSeconds * 1000 })
    }
    return { at, text: texts.sign_in_request_failed(), ...hintOf(outcome, sent, now) }
  }

  return {
    ...{ busy, problem, asksOwnership, newTerms },
    verify: (code: string, mine?: boolean) => run('verifying', () => tryCode(code, mine)),
    resend: () => run('resending', sendAnother),
  }
}

function hintOf({ kind }: SendOutcome, sent: SentCode, now: number) {
  if (kind === 'unreached') return { hint: texts.common_no_connection() }
  if (kind === 'failed') return { hint: texts.sign_in_our_fault() }
  return sent.isOurs && canWork(sent, now) ? { hint: texts.sign_in_last_code() } : {}
}

/**
 * Returns the code's record after a refusal. After status 429 the server accepts no attempt: the user needs
 * another code after the wait.
 */
function afterRefusal(sent: SentCode, error: ApiError, now: number): SentCode {
  if (error.status !== 429) return { ...sent, wrongTries: sent.wrongTries + 1 }
  const resendAt = Math.max(sent.resendAt, now + (error.retryAfterSeconds ?? 0) * 1000)
  return { ...sent, wrongTries: codeTriesMax, resendAt }
}
