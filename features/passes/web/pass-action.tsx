// Shows the buttons that fetch a wallet pass. Below a button are an error message after a failure, and a note
// about a sandbox.

import { isUrl } from '#values/text/is-url.ts'
import { BadAnswerError } from '#web/api/api.ts'
import { ask, sendCall } from '#web/api/ask.ts'
import { saveFile } from '#web/storage/save-file.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { useAction } from '#web/ui/forms/use-action.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { useSandbox } from '#web/ui/sandbox-notice.tsx'
import { downloadPass, getGooglePassLink } from '../passes-calls.ts'

type PassActionProps = {
  label: string
  icon: IconName
  /** Fetches the pass. If it rejects, `failed` is shown. */
  onPress: () => Promise<void>
  /** Error message after a failure. Without it, a failure is only logged to the console. */
  failed?: string
  /** Note below the button, if the pass is not for real wallets. */
  sandboxNote: string | undefined
}

export function PassAction({ label, icon, onPress, failed = '', sandboxNote }: PassActionProps) {
  const { busy, problem, run } = useAction<string>()
  const isBusy = busy !== undefined
  const press = () =>
    run(
      'sending',
      async () => void (await onPress()),
      (error) => {
        console.warn('The wallet pass could not be downloaded.', error)
        return failed
      },
    )
  return (
    <div className="grid gap-2">
      <Button variant="outline" wide busy={isBusy} onClick={() => void press()}>
        {isBusy ? null : <Icon name={icon} className="size-5" />}
        <span>{label}</span>
      </Button>
      <p role="status" className="text-[0.9375rem] text-danger empty:sr-only">
        {problem}
      </p>
      {sandboxNote === undefined ? null : (
        <p className="text-balance text-center text-[0.8125rem] text-soft">{sandboxNote}</p>
      )}
    </div>
  )
}

/**
 * Returns true for an http or https address. Other addresses must not be opened, because they could be
 * scripts.
 */
const isWebPage = (text: string) => /^https?:\/\//.test(text) && isUrl(text)

/**
 * Shows the button that opens the signed link to Google Wallet. The button is absent unless the server sets
 * `<html data-google-wallet>`.
 */
export function GoogleWalletLink({ passportId }: { passportId: string }) {
  const isSandbox = useSandbox('google')
  // The server, which draws documents, has no `document`.
  if (typeof document === 'undefined') return null
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

const fileName = 'carbon-pass.pkpass'

/**
 * Shows the button that downloads the wallet pass as a file. After a failure, which is only logged, the user
 * can press it again.
 */
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
