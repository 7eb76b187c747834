// Small faults, as a hurried colleague would make them, that the tests must find. Each is one exact
// replacement in one file; run-mutants.ts plants them, mutants.test.ts keeps the list true.
import type { Fault, FaultyFile } from './fault.ts'
import { accounts } from './lists/accounts.ts'
import { activity } from './lists/activity.ts'
import { bounds } from './lists/bounds.ts'
import { browser } from './lists/browser.ts'
import { calls } from './lists/browser-calls.ts'
import { cards } from './lists/cards.ts'
import { catalogue } from './lists/catalogue.ts'
import { ledger } from './lists/ledger.ts'
import { limits } from './lists/limits.ts'
import { messages } from './lists/messages.ts'
import { messagesLeft } from './lists/messages-left.ts'
import { moneyPages } from './lists/money-web.ts'
import { operator } from './lists/operator.ts'
import { ownData } from './lists/own-data.ts'
import { pages } from './lists/pages.ts'
import { ownPages } from './lists/pages-own.ts'
import { peoplesPages } from './lists/pages-people.ts'
import { projectPages } from './lists/pages-projects.ts'
import { partnerReads } from './lists/partner-reads.ts'
import { partners } from './lists/partners.ts'
import { passport } from './lists/passport.ts'
import { proofs } from './lists/proofs.ts'
import { cardPurchases } from './lists/purchases-card.ts'
import { completedPurchases } from './lists/purchases-complete.ts'
import { endedPurchases } from './lists/purchases-end.ts'
import { keptPurchases } from './lists/purchases-kept.ts'
import { orderedPurchases } from './lists/purchases-orders.ts'
import { reservedPurchases } from './lists/purchases-reserve.ts'
import { purchasePages } from './lists/purchases-web.ts'
import { receipts } from './lists/receipts.ts'
import { refunds } from './lists/refunds.ts'
import { registries } from './lists/registries.ts'
import { requests } from './lists/requests.ts'
import { retirements } from './lists/retirements.ts'
import { rewards } from './lists/rewards.ts'
import { server } from './lists/server.ts'
import { sessions } from './lists/sessions.ts'
import { signIn } from './lists/sign-in.ts'
import { signInWeb } from './lists/sign-in-web.ts'
import { standings } from './lists/standings.ts'
import { twilio } from './lists/twilio.ts'
import { values } from './lists/values.ts'
import { valueTexts } from './lists/values-texts.ts'
import { wallet } from './lists/wallet.ts'
import { walletPass } from './lists/wallet-pass.ts'
import { walletReads } from './lists/wallet-reads.ts'

export type Mutant = Fault & Omit<FaultyFile, 'faults'> & { readonly area: string }

const areas: Readonly<Record<string, readonly FaultyFile[]>> = {
  accounts,
  activity,
  browser: [...browser, ...calls],
  cards,
  catalogue,
  ledger,
  messages: [...messages, ...messagesLeft, ...twilio],
  operator,
  'own-data': ownData,
  pages: [...pages, ...ownPages, ...peoplesPages, ...projectPages],
  partners: [...partners, ...partnerReads],
  passport,
  'purchase-pages': [...purchasePages, ...moneyPages],
  purchases: [
    ...orderedPurchases,
    ...reservedPurchases,
    ...cardPurchases,
    ...completedPurchases,
    ...endedPurchases,
    ...keptPurchases,
  ],
  receipts,
  refunds,
  registries,
  requests: [...requests, ...bounds],
  retirements: [...retirements, ...proofs],
  rewards,
  server,
  'sign-in': [...signIn, ...sessions, ...limits, ...signInWeb],
  standings,
  values: [...values, ...valueTexts],
  wallet: [...wallet, ...walletReads],
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
