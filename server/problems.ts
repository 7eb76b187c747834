// Collects every problem that the product answers with: the platform's own and each feature's, by
// code.

import { boardProblems } from '#features/boards/boards-calls.ts'
import { projectProblems } from '#features/catalogue/catalogue-calls.ts'
import { certificateProblems } from '#features/certificates/certificates-calls.ts'
import { legalProblems } from '#features/legal/legal-calls.ts'
import { ownDataProblems } from '#features/own-data/own-data-calls.ts'
import { partnerProblems } from '#features/partners/partners-calls.ts'
import { walletPassProblems } from '#features/passes/passes-calls.ts'
import { passkeyProblems } from '#features/passkeys/passkeys-calls.ts'
import { planProblems } from '#features/plans/plans-calls.ts'
import { notificationProblems } from '#features/purchases/notify/notify-calls.ts'
import { purchaseProblems } from '#features/purchases/purchases-calls.ts'
import { savedCardProblems } from '#features/purchases/saved-cards/saved-cards-calls.ts'
import { receiptProblems } from '#features/receipts/receipts-calls.ts'
import { rewardProblems } from '#features/reward-claims/reward-claims-calls.ts'
import { signInProblems } from '#features/sign-in/sign-in-calls.ts'
import { staffProblems } from '#features/staff/staff-calls.ts'
import { walletProblems } from '#features/wallet/wallet-calls.ts'
import type { ProblemKinds } from '#platform/http/errors.ts'
import { generalProblems } from '#values/problem.ts'

const ofFeatures = {
  ...signInProblems,
  ...legalProblems,
  ...passkeyProblems,
  ...projectProblems,
  ...purchaseProblems,
  ...savedCardProblems,
  ...walletProblems,
  ...partnerProblems,
  ...rewardProblems,
  ...boardProblems,
  ...notificationProblems,
  ...walletPassProblems,
  ...ownDataProblems,
  ...certificateProblems,
  ...planProblems,
  ...receiptProblems,
  ...staffProblems,
}
type OfFeatures = typeof ofFeatures

declare module '#platform/http/errors.ts' {
  interface ProblemCatalogue extends OfFeatures {}
}

export const problemKinds: ProblemKinds = { ...generalProblems, ...ofFeatures }
