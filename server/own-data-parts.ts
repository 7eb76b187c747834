// Lists the personal data of each feature, one a line: its export and its erasure, in the order in
// which locks are taken (docs/ledger.md).
import { achievementsOwnData } from '#features/achievements/achievements-own-data.ts'
import { rewardsOwnData } from '#features/achievements/rewards/reward-own-data.ts'
import { certificatesOwnData } from '#features/certificates/certificate-own-data.ts'
import { logOwnData } from '#features/log/log-own-data.ts'
import { messagesOwnData } from '#features/messages/message-own-data.ts'
import { repeatsOwnData } from '#features/own-data/idempotency-own-data.ts'
import { perksOwnData } from '#features/own-data/sign-up-benefits-own-data.ts'
import { walletPassOwnData } from '#features/passes/pass-own-data.ts'
import { announcedMovesOwnData } from '#features/people/announced-moves.ts'
import type { OwnDataPart } from '#features/people/own-data-part.ts'
import { profileOwnData, sessionsOwnData } from '#features/people/people-own-data.ts'
import { purchasesOwnData } from '#features/purchases/purchase-own-data.ts'
import { walletOwnData } from '#features/wallet/wallet-own-data.ts'
import type { NumberKeys } from '#platform/keys.ts'

export const ownDataParts = (numbers: NumberKeys): readonly OwnDataPart[] => [
  perksOwnData(numbers),
  messagesOwnData(numbers),
  purchasesOwnData,
  rewardsOwnData,
  walletOwnData,
  achievementsOwnData,
  logOwnData,
  certificatesOwnData,
  walletPassOwnData,
  repeatsOwnData,
  announcedMovesOwnData,
  sessionsOwnData,
  profileOwnData,
]
