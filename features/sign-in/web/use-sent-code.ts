// Holds the code that this tab waits for: kept over a reload, erased once it is used or has
// expired. It sends no request.
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
