// Shows the button that saves the pass to Google Wallet: it opens a link of Google that the server signs.
// The button is absent unless the server sets `<html data-google-wallet>`.
import { isUrl } from '#values/text/is-url.ts'
import { BadAnswerError } from '#web/api/api.ts'
import { ask } from '#web/api/ask.ts'
import { texts } from '#web/texts.ts'
import { useSandbox } from '#web/use-sandbox.ts'
import { getGooglePassLink } from '../passes-calls.ts'
import { PassAction } from './pass-action.tsx'

/** Returns true for an http or https address. The browser opens it, and another one could be a script. */
const isWebPage = (text: string) => /^https?:\/\//.test(text) && isUrl(text)

export function GoogleWalletLink({ passportId }: { passportId: string }) {
  const isSandbox = useSandbox('google')
  if (document.documentElement.dataset.googleWallet === undefined) return null
  return (
    <PassAction
      label={texts.wallet_pass_google()}
      icon="add-card"
      onPress={async () => {
        const link = await ask(getGooglePassLink, { params: { id: passportId } })
        if (!isWebPage(link.save_url)) throw new BadAnswerError(true)
        location.assign(link.save_url)
      }}
      failed={texts.wallet_pass_google_failed()}
      sandboxNote={isSandbox ? texts.wallet_pass_google_sandbox() : undefined}
    />
  )
}
