// The way to one's wallet pass as a file, under the passport card. A failed download is logged only
// (specification 8); the button can be pressed again.
import { send } from '#web/api.ts'
import { useSandbox } from '#web/sandbox.ts'
import { texts } from '#web/texts.ts'
import { PassAction } from './pass-action.tsx'

/** Specification 7. */
const fileName = 'carbon-pass.pkpass'

/** How long a browser may need to begin saving, before its address is let go. */
const addressLifeMs = 60_000

const walletSign =
  'M4 8V6.5A2.5 2.5 0 0 1 6.5 4h11A2.5 2.5 0 0 1 20 6.5V8M4 8v9.5a2.5 2.5 0 0 0 2.5 2.5h11a2.5 2.5 0 0 0 2.5-2.5V8M4 8h16M4 12h4.5c.8 2 1.9 3 3.5 3s2.7-1 3.5-3H20'

export function PassDownload({ passportId }: { passportId: string }) {
  const isDevelopment = useSandbox('passes')
  return (
    <PassAction
      label={texts.wallet_pass_download()}
      sign={walletSign}
      onPress={async () => {
        const response = await send(`/passport/pass/${passportId}`)
        save(await response.blob())
      }}
      sandboxNote={isDevelopment ? texts.wallet_pass_development() : undefined}
    />
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
