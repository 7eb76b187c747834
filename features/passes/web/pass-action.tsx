// Shows a button that fetches a wallet pass. Below it is a text after a failure, and a note about a
// sandbox.

import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'

type PassActionProps = {
  label: string
  icon: IconName
  /** Fetches the pass. Its rejection shows `failed`. */
  onPress: () => Promise<void>
  /** Text below the button after a failure. Without it a failure is only logged. */
  failed?: string
  /** Undefined with real wallets. */
  sandboxNote: string | undefined
}

export function PassAction({ label, icon, onPress, failed, sandboxNote }: PassActionProps) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  async function press() {
    setState('busy')
    try {
      await onPress()
      setState('idle')
    } catch (error) {
      console.warn('The wallet pass could not be downloaded.', error)
      setState('failed')
    }
  }
  return (
    <div className="grid gap-2">
      <Button variant="outline" wide busy={state === 'busy'} onClick={press}>
        {state === 'busy' ? null : <Icon name={icon} className="size-5" />}
        <span>{label}</span>
      </Button>
      <p role="status" className="text-[0.9375rem] text-danger empty:sr-only">
        {state === 'failed' ? failed : ''}
      </p>
      {sandboxNote === undefined ? null : (
        <p className="text-balance text-center text-[0.8125rem] text-soft">{sandboxNote}</p>
      )}
    </div>
  )
}
