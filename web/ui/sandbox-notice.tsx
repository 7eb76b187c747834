// Shows the notice that sandboxes replace the providers, so that no real SMS or money is sent.

import { useEffect, useState } from 'react'
import { texts } from '#web/texts.ts'
import { Icon } from './icon.tsx'

export function SandboxNotice() {
  return (
    <p className="inline-flex items-center gap-2 rounded-lg border border-gold/40 border-dashed px-2.5 py-1 text-[0.8125rem] font-medium text-gold">
      <Icon name="warning" className="size-3.5 shrink-0" />
      <span>{texts.common_sandbox()}</span>
    </p>
  )
}

export type SandboxPart = 'sms' | 'cards' | 'passes' | 'google'

/**
 * Reads which providers are sandboxes from `<html data-sandbox="sms cards passes google">`, which the server
 * writes. Returns whether `part` is one of them; false while prerendering and in the first paint.
 */
export function useSandbox(part: SandboxPart): boolean {
  const [on, setOn] = useState(false)
  useEffect(() => {
    setOn((document.documentElement.dataset.sandbox ?? '').split(' ').includes(part))
  }, [part])
  return on
}
