// The way to one's pass in Google Wallet: the server signs a link, Google's page saves the pass. The
// server names it in `<html data-google-wallet>` where it is set up; else nothing of it is shown.
import { getJson } from '#web/api.ts'
import { useSandbox } from '#web/sandbox.ts'
import { texts } from '#web/texts.ts'
import { saveLinkShape } from './answer-shapes.ts'
import { PassAction } from './pass-action.tsx'

const cardSign =
  'M3.5 11V7.5A2.5 2.5 0 0 1 6 5h12a2.5 2.5 0 0 1 2.5 2.5V11m-17 0h17m-17 0v5.5A2.5 2.5 0 0 0 6 19h6m5-3v6m-3-3h6'

export function GoogleWalletLink({ passportId }: { passportId: string }) {
  const isSandbox = useSandbox('google')
  if (document.documentElement.dataset.googleWallet === undefined) return null
  return (
    <PassAction
      label={texts.wallet_pass_google()}
      sign={cardSign}
      onPress={async () => {
        const link = await getJson(`/passport/pass/${passportId}/google`, saveLinkShape)
        location.assign(link.save_url)
      }}
      failed={texts.wallet_pass_google_failed()}
      sandboxNote={isSandbox ? texts.wallet_pass_google_sandbox() : undefined}
    />
  )
}
