// Reads which providers are sandboxes from `<html data-sandbox="sms cards passes google">`, which
// the server writes.
import { useEffect, useState } from 'react'

export type SandboxPart = 'sms' | 'cards' | 'passes' | 'google'

/** Returns whether the server lists `part` as a sandbox; false while prerendering and in the first paint. */
export function useSandbox(part: SandboxPart): boolean {
  const [on, setOn] = useState(false)
  useEffect(() => {
    setOn((document.documentElement.dataset.sandbox ?? '').split(' ').includes(part))
  }, [part])
  return on
}
