// Shows the button that downloads the wallet pass as a file. A failed download is only logged; the button
// can be pressed again.
import { sendCall } from '#web/api/ask.ts'
import { saveFile } from '#web/storage/save-file.ts'
import { texts } from '#web/texts.ts'
import { useSandbox } from '#web/use-sandbox.ts'
import { downloadPass } from '../passes-calls.ts'
import { PassAction } from './pass-action.tsx'

const fileName = 'carbon-pass.pkpass'

export function PassDownload({ passportId }: { passportId: string }) {
  const isDevelopment = useSandbox('passes')
  return (
    <PassAction
      label={texts.wallet_pass_download()}
      icon="wallet"
      onPress={async () => {
        const response = await sendCall(downloadPass, { params: { id: passportId } })
        saveFile(await response.blob(), fileName)
      }}
      sandboxNote={isDevelopment ? texts.wallet_pass_development() : undefined}
    />
  )
}
