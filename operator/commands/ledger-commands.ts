// Defines the commands about the ledger. They only read it.
import { payoutComparisons } from '#features/accounts/check-payouts.ts'
import { costComparisons } from '#features/accounts/costs/check-costs.ts'
import { boardComparisons } from '#features/boards/check-boards.ts'
import { tonneChecks } from '#features/catalogue/audit/audit-tonnes.ts'
import { certificateChecks } from '#features/certificates/check-proofs.ts'
import { logComparisons } from '#features/log/check-log.ts'
import { recordRun } from '#features/operations/last-runs.ts'
import { checkLedger } from '#features/purchases/inspect/check-ledger.ts'
import { scoreComparisons } from '#features/purchases/inspect/check-scores.ts'
import {
  confirmationChecks,
  confirmationComparisons,
} from '#features/retirements/check-confirmations.ts'
import { retirementComparisons } from '#features/retirements/check-retirements.ts'
import { taxComparisons } from '#features/tax/check-tax.ts'
import { readsPart } from '#operator/access.ts'
import { notComparedSentence } from '#values/serials/audited-serials.ts'
import type { Command } from './command.ts'

export const ledgerCheck: Command = {
  name: 'ledger check',
  access: readsPart('books'),
  usage: '',
  example: '',
  summary:
    'compares balances, postings, purchases, batches’ tonnes, scores, rewards, boards, retirements, receipts, costs of batches, certificates and the public log',
  readsAll: true,
  run: async ({ db, servingDb }) => {
    const featureComparisons = {
      ...scoreComparisons,
      ...boardComparisons,
      ...logComparisons,
      ...payoutComparisons,
      ...costComparisons,
      ...retirementComparisons,
      ...confirmationComparisons,
      ...taxComparisons,
    }
    const report = await checkLedger(db, featureComparisons, {
      ...certificateChecks,
      ...tonneChecks,
      ...confirmationChecks,
    })
    const { ok, checked, faults, not_compared: notCompared } = report
    await recordRun(servingDb, 'ledger check', ok)
    const countLines = Object.entries(checked).map(
      ([check, count]) => `${check}: ${count} compared`,
    )
    const faultLines = faults.map(
      ({ check, subject, expected, found }) =>
        `WRONG, ${check}: ${subject} is ${found}, expected ${expected}`,
    )
    const notComparedLines = [...Map.groupBy(notCompared, ({ check }) => check)].flatMap(
      ([check, each]) => {
        const serials = each.map(({ subject }) => subject)
        return notComparedSentence({ compared: checked[check] ?? 0, serials }) ?? []
      },
    )
    const verdict = ok ? 'The ledger adds up.' : `${faults.length} sums do not hold.`
    return { ok, lines: [...countLines, ...faultLines, ...notComparedLines, verdict], json: report }
  },
}
