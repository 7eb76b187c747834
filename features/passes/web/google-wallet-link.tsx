// Shows the link to Google Wallet: the server signs a link, and Google's page saves the pass. It
// appears only where the server sets `<html data-google-wallet>`.
import { getJsonWith } from '#web/api/api-inputs.ts'
import { useSandbox } from '#web/sandbox.ts'
import { texts } from '#web/texts.ts'
import { saveLinkShape } from './answer-shapes.ts'
import { PassAction } from './pass-action.tsx'

export function GoogleWalletLink({ passportId }: { passportId: string }) {
  const isSandbox = useSandbox('google')
  if (document.documentElement.dataset.googleWallet === undefined) return null
  return (
    <PassAction
      label={texts.wallet_pass_google()}
      icon="add-card"
      onPress={async () => {
        const link = await getJsonWith(
          '/passport/pass/{id}/google',
          { path: { id: passportId } },
          saveLinkShape,
        )
        location.assign(link.save_url)
      }}
      failed={texts.wallet_pass_google_failed()}
      sandboxNote={isSandbox ? texts.wallet_pass_google_sandbox() : undefined}
    />
  )
}
