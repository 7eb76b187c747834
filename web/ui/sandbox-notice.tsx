// Shows the notice that sandboxes replace the providers, so that no real SMS and no real money is sent.

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
 * Returns true if the provider of `part` is a sandbox. Reads it from `<html data-sandbox="sms cards passes
 * google">`, which the server writes, after the first paint; before that, returns false.
 */
export function useSandbox(part: SandboxPart): boolean {
  const [isSandbox, setIsSandbox] = useState(false)
  useEffect(() => {
    setIsSandbox((document.documentElement.dataset.sandbox ?? '').split(' ').includes(part))
  }, [part])
  return isSandbox
}
