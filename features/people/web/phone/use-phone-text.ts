// Formats a phone number in the groups of its country, on one line.
import { useEffect, useState } from 'react'
import { loadPhoneLibrary, readablePhone } from './phone-text.ts'

/** Returns `+447400123456` as `+44 7400 123456`; ungrouped until the library has loaded. */
export function usePhoneText(phone: string): string {
  const [, redraw] = useState(0)
  useEffect(() => {
    void loadPhoneLibrary().then(() => redraw((count) => count + 1))
  }, [])
  return readablePhone(phone)
}
