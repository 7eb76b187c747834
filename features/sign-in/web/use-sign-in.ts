// Leads from a phone number to a code: requests one, or returns to one that was sent already. Typed
// text survives every error, and a second press has no effect.
import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { forgetTypedEarly } from '#features/people/web/phone/phone-field.tsx'
import { formatPhone, loadPhoneLibrary, readPhone } from '#features/people/web/phone/phone-text.ts'
import type { PhoneText } from '#features/people/web/phone/use-phone-typing.ts'
import { useSession } from '#features/people/web/session/session.ts'
import { repeatable } from '#web/api/lazy-part.ts'
import { opening, paths } from '#web/paths.ts'
import { locale, texts } from '#web/texts.ts'
import type { Part } from '#web/ui/elements.tsx'
import { useAction } from '#web/ui/forms/use-action.ts'
import type { CodeRequestResult } from './ask-for-code.ts'
import { loadCodeDialog } from './load-code-dialog.ts'
import {
  type CodeDialogProps,
  canWork,
  forgetSentCode,
  keepSentCode,
  readSentCode,
  type SentCode,
} from './sent-code.ts'

const loadQuestion = repeatable(() => import('./ask-for-code.ts'))

export function useSignIn(firstCountry: string) {
  const [number, setNumber] = useState<PhoneText>({ text: '', country: firstCountry })
  const { sent, keep, drop } = useSentCode()
  const { Sheet, bringSheet } = useSheet(sent?.isOpen === true)
  const { isBusy, refusal, setRefusal, request } = useCodeRequest(bringSheet)
  const goHome = useWayHome()
  useOpenSession(drop, goHome)

  // Restores the number in its field after a reload.
  const phone = sent?.phone
  useEffect(() => {
    if (phone === undefined) return
    void loadPhoneLibrary().then(() =>
      setNumber((now) => (now.text === '' ? { ...now, text: formatPhone(phone, '') } : now)),
    )
  }, [phone])

  /** Changes the number and removes the text about the previous one. */
  function changeNumber(next: PhoneText) {
    setNumber(next)
    // If the sheet does not load, Join shows the failure.
    bringSheet().catch(() => undefined)
    if (next.text !== number.text) setRefusal(undefined)
  }

  async function requestCode() {
    const result = await request(number, sent)
    if (result === undefined) return
    if (result.code) keep(result.code)
    else drop()
  }

  async function enterCode(code: SentCode) {
    try {
      await bringSheet()
      keep({ ...code, isOpen: true })
    } catch {
      setRefusal({ text: '', hint: { text: texts.common_no_connection(), code } })
    }
  }

  function onUsed(language: string) {
    forgetSentCode()
    goHome(language)
  }

  const sheet = sent?.isOpen
    ? { sent, onChange: keep, onClose: () => keep({ ...sent, isOpen: false }), onUsed }
    : undefined
  return {
    ...{ number, changeNumber, isBusy, requestCode, enterCode, sheet, Sheet },
    error: refusal?.text,
    hint: refusal?.hint ?? hintOfLastCode(sent, number),
  }
}

type Refusal = NonNullable<CodeRequestResult['refusal']>

/** Requests a code, one call at a time, and returns why there was none. */
function useCodeRequest(bringSheet: () => Promise<void>) {
  const { busy, problem: refusal, run, setProblem: setRefusal } = useAction<Refusal>()

  /** Returns the outcome; undefined where another call runs, or the request could not be sent. */
  async function request(
    number: PhoneText,
    sent: SentCode | undefined,
  ): Promise<CodeRequestResult | undefined> {
    let result: CodeRequestResult | undefined
    const act = async () => {
      const [{ askForCode }] = await Promise.all([
        loadQuestion(),
        loadPhoneLibrary(),
        // The code is typed in the sheet, so the sheet must load before the request.
        bringSheet(),
      ])
      result = await askForCode(number, sent)
      return result.refusal
    }
    await run('sending', act, () => {
      const hint = { text: texts.common_no_connection() }
      return { text: texts.sign_in_request_failed(), hint }
    })
    return result
  }
  return { isBusy: busy !== undefined, refusal, setRefusal, request }
}

/** Returns the link to the code of a closed sheet, where it is valid and of the number in the field. */
function hintOfLastCode(sent: SentCode | undefined, { text, country }: PhoneText) {
  if (!sent?.isOurs || sent.isOpen || !canWork(sent, Date.now())) return undefined
  if (readPhone(text, country) !== sent.phone) return undefined
  return { text: texts.sign_in_last_code(), code: sent }
}

/** Loads the sheet's code, which is large, after a key press or a reload. */
function useSheet(isOpen: boolean) {
  const [Sheet, setSheet] = useState<Part<CodeDialogProps>>()
  const [bringSheet] = useState(() => async () => {
    const { CodeDialog } = await loadCodeDialog()
    setSheet(() => CodeDialog)
  })
  useEffect(() => {
    if (isOpen) bringSheet().catch(() => undefined)
  }, [isOpen, bringSheet])
  return { Sheet, bringSheet }
}

/**
 * Returns a function that replaces the landing page by /app, once, so that Back does not lead to a used
 * form. Another language is loaded as another document.
 */
function useWayHome() {
  const [, navigate] = useLocation()
  const [goHome] = useState(() => (language: string) => {
    const leave = () => {
      if (location.pathname !== paths.landing) return
      forgetTypedEarly()
      if (language === locale) navigate(paths.home, { replace: true, state: opening })
      else location.replace(paths.home)
    }
    if (!history.state?.isSheet) return leave()
    // The closing sheet removes its own history entry first.
    addEventListener('popstate', leave, { once: true })
    setTimeout(leave, 500)
  })
  return goHome
}

/** Leads a user with an open session, begun here or in another tab, to /app. */
function useOpenSession(drop: () => void, goHome: (language: string) => void) {
  const session = useSession()
  useEffect(() => {
    if (session.status !== 'signed-in') return
    goHome(session.profile.language)
    drop()
  }, [session, drop, goHome])
}

/**
 * Holds the code that this tab waits for: kept over a reload, erased once it is used or has
 * expired. It sends no request.
 */
export function useSentCode() {
  const [sent, setSent] = useState<SentCode>()

  const keep = useCallback((code: SentCode) => {
    setSent(code)
    if (Date.now() < code.expiresAt) keepSentCode(code)
  }, [])
  const drop = useCallback(() => {
    setSent(undefined)
    forgetSentCode()
  }, [])

  // Reads the record after mounting, because the prerendered page has none, and when the browser
  // restores a page.
  useEffect(() => {
    const look = () => setSent(readSentCode(Date.now()))
    const comeBack = (event: PageTransitionEvent) => {
      if (event.persisted) look()
    }
    look()
    window.addEventListener('pageshow', comeBack)
    return () => window.removeEventListener('pageshow', comeBack)
  }, [])

  const expiresAt = sent?.expiresAt
  const isOpen = sent?.isOpen
  useEffect(() => {
    if (expiresAt === undefined) return
    // An open sheet stays and shows that the code has expired; only the record is erased.
    const expire = () => (isOpen ? forgetSentCode() : drop())
    const timer = setTimeout(expire, expiresAt - Date.now())
    return () => clearTimeout(timer)
  }, [expiresAt, isOpen, drop])

  return { sent, keep, drop }
}
