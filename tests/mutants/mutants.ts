// Small faults, as a hurried colleague would make them, that the tests must find. Each is one exact
// replacement in one file; run-mutants.ts plants them, mutants.test.ts keeps the list true.
import type { Fault, FaultyFile } from './fault.ts'
import { catalogue } from './lists/catalogue.ts'
import { ledger } from './lists/ledger.ts'
import { messages } from './lists/messages.ts'
import { partners } from './lists/partners.ts'
import { purchases } from './lists/purchases.ts'
import { refunds } from './lists/refunds.ts'
import { requests } from './lists/requests.ts'
import { signIn } from './lists/sign-in.ts'
import { standings } from './lists/standings.ts'
import { values } from './lists/values.ts'
import { wallet } from './lists/wallet.ts'
import { walletPass } from './lists/wallet-pass.ts'

export type Mutant = Fault & Omit<FaultyFile, 'faults'> & { readonly area: string }

const areas: Readonly<Record<string, readonly FaultyFile[]>> = {
  catalogue,
  ledger,
  messages,
  partners,
  purchases,
  refunds,
  requests,
  'sign-in': signIn,
  standings,
  values,
  wallet,
  'wallet-pass': walletPass,
}

export const mutants: readonly Mutant[] = Object.entries(areas).flatMap(([area, files]) =>
  files.flatMap(({ file, tests, faults }) =>
    faults.map((fault) => ({ area, file, tests, ...fault })),
  ),
)

/** The text with the fault in it. Throws where the text to find does not stand there exactly once. */
export function planted(text: string, { file, find, replace }: Mutant): string {
  const [before, after, ...more] = text.split(find)
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`${file} does not hold exactly once: ${find}`)
  }
  return `${before}${replace}${after}`
}
