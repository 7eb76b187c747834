// The way to one's wallet pass, under the passport card. A failed download is logged (specification
// 8) and said quietly beside the button; it must never stand in the way of the page.
import { useState } from 'react'
import { send } from '#web/api.ts'
import { useSandbox } from '#web/sandbox.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'

/** Specification 7. */
const fileName = 'carbon-pass.pkpass'

/** How long a browser may need to begin saving, before its address is let go. */
const addressLifeMs = 60_000

export function PassDownload({ passportId }: { passportId: string }) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const isDevelopment = useSandbox('passes')
  async function download() {
    setState('busy')
    try {
      const response = await send(`/passport/pass/${passportId}`)
      save(await response.blob())
      setState('idle')
    } catch (error) {
      console.warn('The wallet pass could not be downloaded.', error)
      setState('failed')
    }
  }
  return (
    <div className="grid gap-2">
      <Button variant="outline" wide busy={state === 'busy'} onClick={download}>
        {state === 'busy' ? null : <WalletSign />}
        {texts.wallet_pass_download()}
      </Button>
      <p role="status" className="text-[0.9375rem] text-danger empty:hidden">
        {state === 'failed' ? texts.wallet_pass_failed() : ''}
      </p>
      {isDevelopment ? (
        <p className="text-[0.8125rem] text-soft">{texts.wallet_pass_development()}</p>
      ) : null}
    </div>
  )
}

function save(pass: Blob): void {
  const address = URL.createObjectURL(pass)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), addressLifeMs)
}

function WalletSign() {
  return (
    <svg
      viewBox="0 0 24 24"
      className="size-5"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M4 8V6.5A2.5 2.5 0 0 1 6.5 4h11A2.5 2.5 0 0 1 20 6.5V8M4 8v9.5a2.5 2.5 0 0 0 2.5 2.5h11a2.5 2.5 0 0 0 2.5-2.5V8M4 8h16M4 12h4.5c.8 2 1.9 3 3.5 3s2.7-1 3.5-3H20" />
    </svg>
  )
}
