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

export function PassDownload({ passportId }: { passportId: string }) {
  const isDevelopment = useSandbox('passes')
  return (
    <PassAction
      label={texts.wallet_pass_download()}
      icon="wallet"
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
