// From a phone number to an open session: ask for a code, verify it, go to /app. What was typed
// outlives every error, and a second press does nothing twice.
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { ApiError, sendJson } from '#web/api.ts'
import { paths } from '#web/paths.ts'
import { openSession } from '#web/session.ts'
import { locale, texts } from '#web/texts.ts'
import { requestOtpShape, verifyOtpShape } from './answer-shapes.ts'
import { loadPhoneLibrary, readPhone } from './phone-text.ts'
import type { PhoneText } from './use-phone-typing.ts'

/** Seconds to wait before another code where the server gave none. */
const resendFallbackSeconds = 30

type Sent = { phone: string; resendAt: number }

export function useSignIn(firstCountry: string) {
  const [, navigate] = useLocation()
  const [number, setNumber] = useState<PhoneText>({ text: '', country: firstCountry })
  const [sent, setSent] = useState<Sent>()
  const [busy, setBusy] = useState<'requesting' | 'verifying'>()
  const [requestError, setRequestError] = useState<string>()
  const [verifyError, setVerifyError] = useState<string>()
  const running = useRef(false)

  /** What was said of the old number is not true of another one. */
  function changeNumber(next: PhoneText) {
    setNumber(next)
    if (next.text !== number.text) setRequestError(undefined)
  }

  async function once(kind: 'requesting' | 'verifying', act: () => Promise<void>) {
    if (running.current) return
    running.current = true
    setBusy(kind)
    try {
      await act()
    } finally {
      running.current = false
      setBusy(undefined)
    }
  }

  async function sendCode(phone: string): Promise<Sent> {
    const answer = await sendJson('POST', '/api/auth/request-otp', requestOtpShape, { phone })
    const seconds = answer.resend_in_seconds ?? resendFallbackSeconds
    return { phone, resendAt: Date.now() + seconds * 1000 }
  }

  const requestCode = () =>
    once('requesting', async () => {
      setRequestError(undefined)
      await loadPhoneLibrary()
      const phone = readPhone(number.text, number.country)
      if (!phone) return setRequestError(texts.sign_in_request_failed())
      try {
        setSent(await sendCode(phone))
        setVerifyError(undefined)
      } catch {
        setRequestError(texts.sign_in_request_failed())
      }
    })

  const resend = () =>
    once('requesting', async () => {
      if (!sent) return
      setVerifyError(undefined)
      try {
        setSent(await sendCode(sent.phone))
      } catch (error) {
        setVerifyError(texts.sign_in_request_failed())
        const wait = error instanceof ApiError ? error.retryAfterSeconds : undefined
        if (wait) setSent({ ...sent, resendAt: Date.now() + wait * 1000 })
      }
    })

  const verify = (code: string) =>
    once('verifying', async () => {
      if (!sent) return
      setVerifyError(undefined)
      try {
        const body = { phone: sent.phone, code }
        const answer = await sendJson('POST', '/api/auth/verify-otp', verifyOtpShape, body)
        await openSession(answer.user, answer.terminal)
        // The page of another language is another document.
        if (answer.user.language === locale) navigate(paths.home)
        else location.assign(paths.home)
      } catch (error) {
        const answered = error instanceof ApiError
        setVerifyError(answered ? texts.sign_in_verify_failed() : texts.common_no_connection())
      }
    })

  function cancel() {
    setSent(undefined)
    setVerifyError(undefined)
  }

  const errors = { requestError, verifyError }
  return { number, changeNumber, sent, busy, ...errors, requestCode, resend, verify, cancel }
}

export type SignIn = ReturnType<typeof useSignIn>
