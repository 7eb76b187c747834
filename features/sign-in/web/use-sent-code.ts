// The code that this tab waits for: kept over a reload, forgotten once it is used or has expired. It
// asks the server nothing.
import { useCallback, useEffect, useState } from 'react'
import { forgetSentCode, keepSentCode, readSentCode, type SentCode } from './sent-code.ts'

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

  // The prerendered page knows of none. A page that the browser brings back looks again.
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
    // An open sheet stays and says that the code has expired; only what is kept goes.
    const expire = () => (isOpen ? forgetSentCode() : drop())
    const timer = setTimeout(expire, expiresAt - Date.now())
    return () => clearTimeout(timer)
  }, [expiresAt, isOpen, drop])

  return { sent, keep, drop }
}
