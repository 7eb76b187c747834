// Lists the personal data of each feature, one a line: its export and its erasure, in the order in
// which locks are taken (docs/ledger.md).
import { achievementsOwnData } from '#features/achievements/achievements-own-data.ts'
import { rewardsOwnData } from '#features/achievements/rewards/reward-own-data.ts'
import { certificatesOwnData } from '#features/certificates/certificate-own-data.ts'
import { legalOwnData } from '#features/legal/legal-own-data.ts'
import { logOwnData } from '#features/log/log-own-data.ts'
import { messagesOwnData } from '#features/messages/message-own-data.ts'
import { repeatsOwnData } from '#features/own-data/idempotency-own-data.ts'
import { signUpBenefitsOwnData } from '#features/own-data/sign-up-benefits-own-data.ts'
import { walletPassOwnData } from '#features/passes/pass-own-data.ts'
import { passkeysOwnData } from '#features/passkeys/passkeys-own-data.ts'
import { announcedMovesOwnData } from '#features/people/announced-moves.ts'
import type { OwnDataPart } from '#features/people/own-data-part.ts'
import { profileOwnData, sessionsOwnData } from '#features/people/people-own-data.ts'
import { plansOwnData } from '#features/plans/plans-own-data.ts'
import { purchasesOwnData } from '#features/purchases/purchase-own-data.ts'
import { savedCardsOwnData } from '#features/purchases/saved-cards/saved-cards.ts'
import { taxOwnData } from '#features/tax/tax-own-data.ts'
import { walletOwnData } from '#features/wallet/wallet-own-data.ts'
import type { NumberKeys } from '#platform/keys.ts'

export const ownDataParts = (numbers: NumberKeys): readonly OwnDataPart[] => [
  // Keeps the sign-up benefits of the last 12 months under the phone hash.
  signUpBenefitsOwnData(numbers),
  // Erases messages, and asks the SMS provider to forget those that it sent.
  messagesOwnData(numbers),
  // Erases cards, and the number, name and note of received gifts, and of sent ones unless they still wait.
  purchasesOwnData,
  // Erases nothing: receipts and credit notes contain no name.
  taxOwnData,
  // Erases the receiver and note of claimed rewards.
  rewardsOwnData,
  // Returns balances to their programmes.
  walletOwnData,
  // Erases nothing: scores and stamps stay under the passport's id.
  achievementsOwnData,
  // Erases the salts, so that no entry of the log leads to the passport.
  logOwnData,
  // Erases certificates with their codes and names.
  certificatesOwnData,
  // Voids the wallet pass on every device.
  walletPassOwnData,
  // Erases the stored answers of idempotency keys.
  repeatsOwnData,
  // Deletes passkeys.
  passkeysOwnData,
  // Deletes monthly plans and their runs; purchases stay.
  plansOwnData,
  // Erases nothing: agreements stay under the passport's id.
  legalOwnData,
  // Ends an announced move to another number.
  announcedMovesOwnData,
  // Erases nothing: the profile's part ends sessions and devices under its locks.
  sessionsOwnData,
  // Ends sessions; erases known devices, number, names and nickname; hides the passport from boards.
  profileOwnData,
  // Removes saved cards, also at the card provider. A reservation locks them after the passport.
  savedCardsOwnData,
]
