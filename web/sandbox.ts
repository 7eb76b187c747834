// Which parts of the outside world are played by sandboxes. The server writes their names into
// `<html data-sandbox="sms cards passes google">`; nothing here may guess.
import { useEffect, useState } from 'react'

export type SandboxPart = 'sms' | 'cards' | 'passes' | 'google'

/** True where the server says so; false while prerendering and in the first paint. */
export function useSandbox(part: SandboxPart): boolean {
  const [on, setOn] = useState(false)
  useEffect(() => {
    setOn((document.documentElement.dataset.sandbox ?? '').split(' ').includes(part))
  }, [part])
  return on
}
