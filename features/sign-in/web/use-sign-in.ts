// Leads from a phone number to a code: requests one, or returns to one that was sent already. Typed
// text survives every error, and a second press has no effect.

import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { formatPhone, loadPhoneLibrary, readPhone } from '#features/people/web/phone/phone-text.ts'
import { forgetTypedEarly } from '#features/people/web/phone/typed-early.ts'
import type { PhoneText } from '#features/people/web/phone/use-phone-typing.ts'
import { useSession } from '#features/people/web/session/session.ts'
import { repeatable } from '#web/api/repeatable-import.ts'
import { opening, paths } from '#web/paths.ts'
import { locale, texts } from '#web/texts.ts'
import type { Part } from '#web/ui/elements.tsx'
import type { Asked } from './ask-for-code.ts'
import { loadCodeDialog } from './load-code-dialog.ts'
import { type CodeDialogProps, canWork, forgetSentCode, type SentCode } from './sent-code.ts'
import { useSentCode } from './use-sent-code.ts'

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
    const asked = await request(number, sent)
    if (asked === undefined) return
    if (asked.code) keep(asked.code)
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

/** Requests a code, one call at a time, and returns why there was none. */
function useCodeRequest(bringSheet: () => Promise<void>) {
  const [isBusy, setIsBusy] = useState(false)
  const [refusal, setRefusal] = useState<Asked['refusal']>()
  const running = useRef(false)

  /** Returns the outcome; undefined where another call runs, or the request could not be sent. */
  async function request(
    number: PhoneText,
    sent: SentCode | undefined,
  ): Promise<Asked | undefined> {
    if (running.current) return undefined
    running.current = true
    setIsBusy(true)
    setRefusal(undefined)
    try {
      const [{ askForCode }] = await Promise.all([
        loadQuestion(),
        loadPhoneLibrary(),
        // The code is typed in the sheet, so the sheet must load before the request.
        bringSheet(),
      ])
      const asked = await askForCode(number, sent)
      setRefusal(asked.refusal)
      return asked
    } catch {
      const hint = { text: texts.common_no_connection() }
      setRefusal({ text: texts.sign_in_request_failed(), hint })
      return undefined
    } finally {
      running.current = false
      setIsBusy(false)
    }
  }
  return { isBusy, refusal, setRefusal, request }
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
