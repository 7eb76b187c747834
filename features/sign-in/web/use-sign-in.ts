// From a phone number to a code: asks for one, or leads back to the one that is on the phone already.
// What was typed outlives every error, and a second press does nothing twice.

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

  // After a reload, the number stands in its field again.
  const phone = sent?.phone
  useEffect(() => {
    if (phone === undefined) return
    void loadPhoneLibrary().then(() =>
      setNumber((now) => (now.text === '' ? { ...now, text: formatPhone(phone, '') } : now)),
    )
  }, [phone])

  /** What was said of the old number is not true of another one. */
  function changeNumber(next: PhoneText) {
    setNumber(next)
    // Where it cannot be had, Join says so.
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

/** Asks for a code, one call at a time, and knows why there was none. */
function useCodeRequest(bringSheet: () => Promise<void>) {
  const [isBusy, setIsBusy] = useState(false)
  const [refusal, setRefusal] = useState<Asked['refusal']>()
  const running = useRef(false)

  /** What came of it; undefined where another call runs, or nothing could be asked. */
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
        // Without the sheet, a code would have nowhere to go.
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

/** The code whose sheet was closed still works, for the number that stands in the field. */
function hintOfLastCode(sent: SentCode | undefined, { text, country }: PhoneText) {
  if (!sent?.isOurs || sent.isOpen || !canWork(sent, Date.now())) return undefined
  if (readPhone(text, country) !== sent.phone) return undefined
  return { text: texts.sign_in_last_code(), code: sent }
}

/** The sheet's code: it weighs much, and is wanted after a key press or a reload only. */
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
 * To /app, once, in the place of the landing page: Back never leads to a form that is of no use any
 * more. The page of another language is another document.
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
    // The sheet, which closes now, steps back from its own place in the history first.
    addEventListener('popstate', leave, { once: true })
    setTimeout(leave, 500)
  })
  return goHome
}

/** Whose session is open, begun here or in another tab, has nothing to type here. */
function useOpenSession(drop: () => void, goHome: (language: string) => void) {
  const session = useSession()
  useEffect(() => {
    if (session.status !== 'signed-in') return
    goHome(session.profile.language)
    drop()
  }, [session, drop, goHome])
}
