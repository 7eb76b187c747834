// Opens the provider of Google passes: none, the sandbox, or Google.
import { openGoogleWallet } from '#providers/wallet-pass/google-client.ts'
import type { GoogleWallet } from '#providers/wallet-pass/google-wallet.ts'
import type { GoogleWalletSettings } from '#providers/wallet-pass/google-wallet-settings.ts'
import {
  type GoogleWalletSandbox,
  openGoogleWalletSandbox,
} from '#providers/wallet-pass/sandbox-google-wallet.ts'

export type OpenGoogle = {
  /** Null if there are no passes in Google Wallet. */
  readonly googleWallet: GoogleWallet | null
  readonly googleSandbox: GoogleWalletSandbox | null
}

export async function openGoogle(
  settings: GoogleWalletSettings,
  databaseUrl: string,
  publicUrl: string,
  timeoutFactor: number,
): Promise<OpenGoogle> {
  switch (settings.kind) {
    case 'none':
      return { googleWallet: null, googleSandbox: null }
    case 'sandbox': {
      const { account } = settings
      const sandbox = await openGoogleWalletSandbox(databaseUrl, account, publicUrl, timeoutFactor)
      return { googleWallet: sandbox, googleSandbox: sandbox }
    }
    case 'google':
      return { googleWallet: openGoogleWallet(settings), googleSandbox: null }
  }
}
