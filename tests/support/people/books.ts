// Checks the books at the end of a test file that moved kilograms or money.
import { expect } from 'vitest'
import { payoutComparisons } from '#features/accounts/check-payouts.ts'
import { costComparisons } from '#features/accounts/costs/check-costs.ts'
import { logComparisons } from '#features/log/check-log.ts'
import { checkLedger } from '#features/purchases/inspect/check-ledger.ts'
import { scoreComparisons } from '#features/purchases/inspect/check-scores.ts'
import {
  confirmationChecks,
  confirmationComparisons,
} from '#features/retirements/check-confirmations.ts'
import { retirementComparisons } from '#features/retirements/check-retirements.ts'
import { taxComparisons } from '#features/tax/check-tax.ts'
import type { TestApp } from '#tests/support/test-app.ts'

/** Closes the app, and fails if an account, wallet, stock or score disagrees with the ledger. */
export async function closeWithBooks(test: TestApp): Promise<void> {
  const { faults } = await checkLedger(
    test.services.db,
    {
      ...scoreComparisons,
      ...logComparisons,
      ...payoutComparisons,
      ...costComparisons,
      ...retirementComparisons,
      ...confirmationComparisons,
      ...taxComparisons,
    },
    confirmationChecks,
  )
  await test.close()
  expect(faults).toEqual([])
}
