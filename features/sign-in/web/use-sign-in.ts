// Provides the state of the sign-in form: the typed phone number, the request for a code, and the code
// dialog. Typed text survives every error, and a second press has no effect.
import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { forgetTypedEarly } from '#features/people/web/phone/phone-field.tsx'
import { formatPhone, loadPhoneLibrary, readPhone } from '#features/people/web/phone/phone-text.ts'
import type { PhoneText } from '#features/people/web/phone/use-phone-typing.ts'
import { useSession } from '#features/people/web/session/session.ts'
import { repeatable } from '#web/api/lazy-part.ts'
import { opening, paths } from '#web/paths.ts'
import { requestedPage } from '#web/storage/requested-page.ts'
import { markSignIn } from '#web/storage/sign-in-mark.ts'
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

const loadAskForCode = repeatable(() => import('./ask-for-code.ts'))

export function useSignIn(firstCountry: string) {
  const [number, setNumber] = useState<PhoneText>({ text: '', country: firstCountry })
  const { sent, storeCode, removeCode } = useSentCode()
  const { CodeDialog, loadDialog } = useLoadedDialog(sent?.isOpen === true)
  const { isBusy, refusal, setRefusal, request } = useCodeRequest(loadDialog)
  const goHome = useGoHome()
  useOpenSession(removeCode, goHome)

  // Restores the number in its field after a reload.
  const phone = sent?.phone
  useEffect(() => {
    if (phone === undefined) return
    void loadPhoneLibrary().then(() =>
      setNumber((now) => (now.text === '' ? { ...now, text: formatPhone(phone, '') } : now)),
    )
  }, [phone])

  /** Changes the phone number and removes the error message about the previous one. */
  function changeNumber(next: PhoneText) {
    setNumber(next)
    // If the dialog cannot be loaded, a press of Join shows the failure.
    loadDialog().catch(() => undefined)
    if (next.text !== number.text) setRefusal(undefined)
  }

  async function requestCode() {
    const result = await request(number, sent)
    if (result === undefined) return
    if (result.code) storeCode(result.code)
    else removeCode()
  }

  async function enterCode(code: SentCode) {
    try {
      await loadDialog()
      storeCode({ ...code, isOpen: true })
    } catch {
      setRefusal({ text: '', hint: { text: texts.common_no_connection(), code } })
    }
  }

  function onUsed(language: string) {
    forgetSentCode()
    markSignIn()
    goHome(language)
  }

  const dialogProps = sent?.isOpen
    ? { sent, onChange: storeCode, onClose: () => storeCode({ ...sent, isOpen: false }), onUsed }
    : undefined
  return {
    ...{ number, changeNumber, isBusy, requestCode, enterCode, dialogProps, CodeDialog },
    error: refusal?.text,
    hint: refusal?.hint ?? hintOfLastCode(sent, number),
  }
}

type Refusal = NonNullable<CodeRequestResult['refusal']>

/** Returns a function that requests a code, one call at a time, and the reason if no code was sent. */
function useCodeRequest(loadDialog: () => Promise<void>) {
  const { busy, problem: refusal, run, setProblem: setRefusal } = useAction<Refusal>()

  /** Returns the result, or undefined if another call runs or the request could not be sent. */
  async function request(
    number: PhoneText,
    sent: SentCode | undefined,
  ): Promise<CodeRequestResult | undefined> {
    let result: CodeRequestResult | undefined
    const act = async () => {
      const [{ askForCode }] = await Promise.all([
        loadAskForCode(),
        loadPhoneLibrary(),
        // The user types the code in the dialog, so the dialog must be loaded before the request.
        loadDialog(),
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

/** Returns the hint with a link to the last code, if it may be valid and is for the typed phone number. */
function hintOfLastCode(sent: SentCode | undefined, { text, country }: PhoneText) {
  if (!sent?.isOurs || sent.isOpen || !canWork(sent, Date.now())) return undefined
  if (readPhone(text, country) !== sent.phone) return undefined
  return { text: texts.sign_in_last_code(), code: sent }
}

/** Loads the code dialog on demand, and immediately if it is open after a reload. */
function useLoadedDialog(isOpen: boolean) {
  const [CodeDialog, setCodeDialog] = useState<Part<CodeDialogProps>>()
  const [loadDialog] = useState(() => async () => {
    const loaded = await loadCodeDialog()
    setCodeDialog(() => loaded.CodeDialog)
  })
  useEffect(() => {
    if (isOpen) loadDialog().catch(() => undefined)
  }, [isOpen, loadDialog])
  return { CodeDialog, loadDialog }
}

/**
 * Returns a function that replaces the landing page by the requested page, once, so that Back does not
 * lead to a used form. Another language is loaded as another document.
 */
function useGoHome() {
  const [, navigate] = useLocation()
  const [goHome] = useState(() => (language: string) => {
    const leave = () => {
      if (location.pathname !== paths.landing) return
      forgetTypedEarly()
      const page = requestedPage()
      if (language !== locale) location.replace(page)
      else navigate(page, { replace: true, state: page === paths.home ? opening : null })
    }
    if (!history.state?.isSheet) return leave()
    // The closing dialog first removes its own history entry.
    addEventListener('popstate', leave, { once: true })
    setTimeout(leave, 500)
  })
  return goHome
}

/** Leads a user whose session was opened here or in another tab to /app, and erases the code's record. */
function useOpenSession(removeCode: () => void, goHome: (language: string) => void) {
  const session = useSession()
  useEffect(() => {
    if (session.status !== 'signed-in') return
    goHome(session.profile.language)
    removeCode()
  }, [session, removeCode, goHome])
}

/**
 * Holds the record of this tab's code. The record survives a reload, and is erased once the code is used or
 * has expired.
 */
export function useSentCode() {
  const [sent, setSent] = useState<SentCode>()

  const storeCode = useCallback((code: SentCode) => {
    setSent(code)
    if (Date.now() < code.expiresAt) keepSentCode(code)
  }, [])
  const removeCode = useCallback(() => {
    setSent(undefined)
    forgetSentCode()
  }, [])

  // Reads the record after mounting, because the prerendered page has none, and when the browser restores the
  // page from its back-forward cache.
  useEffect(() => {
    const read = () => setSent(readSentCode(Date.now()))
    const readIfRestored = (event: PageTransitionEvent) => {
      if (event.persisted) read()
    }
    read()
    window.addEventListener('pageshow', readIfRestored)
    return () => window.removeEventListener('pageshow', readIfRestored)
  }, [])

  const expiresAt = sent?.expiresAt
  const isOpen = sent?.isOpen
  useEffect(() => {
    if (expiresAt === undefined) return
    // An open dialog stays open and shows that the code has expired. Only the stored record is erased.
    const expire = () => (isOpen ? forgetSentCode() : removeCode())
    const timer = setTimeout(expire, expiresAt - Date.now())
    return () => clearTimeout(timer)
  }, [expiresAt, isOpen, removeCode])

  return { sent, storeCode, removeCode }
}
