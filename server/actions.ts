// Lists the actions of staff, in the order in which the console offers them.
import { closeActions } from '#features/accounts/close-actions.ts'
import { costActions } from '#features/accounts/costs/cost-actions.ts'
import { entryActions } from '#features/accounts/entry-actions.ts'
import { payoutActions } from '#features/accounts/payout-actions.ts'
import { reportActions } from '#features/accounts/reports/report-actions.ts'
import { importActions } from '#features/catalogue/import/import-actions.ts'
import { offerActions } from '#features/catalogue/offers/offer-actions.ts'
import { peopleCsvActions } from '#features/console/people/people-csv-action.ts'
import { evidenceActions } from '#features/evidence/evidence-actions.ts'
import { ownDataActions } from '#features/operations/own-data-actions.ts'
import { erasureActions, peopleActions } from '#features/operations/people-actions.ts'
import { walletActions } from '#features/operations/wallet-actions.ts'
import { programmeActions } from '#features/partners/programme-actions.ts'
import { terminalActions } from '#features/partners/terminal-actions.ts'
import { refundActions } from '#features/purchases/refund/refund-actions.ts'
import { replaceActions } from '#features/purchases/replace/replace-actions.ts'
import { retirementActions } from '#features/retirements/retirement-actions.ts'
import { staffActions } from '#features/staff/members/staff-actions.ts'
import { ratesActions } from '#features/wallet/rates/rates-actions.ts'
import type { Action } from '#platform/actions/action.ts'
import type { ConsoleServices } from '#server/console/console-app-services.ts'

export const actions: readonly Action<ConsoleServices>[] = [
  ...refundActions,
  ...evidenceActions,
  ...walletActions,
  ...peopleActions,
  ...ownDataActions,
  ...erasureActions,
  ...peopleCsvActions,
  ...importActions,
  ...offerActions,
  ...replaceActions,
  ...retirementActions,
  ...programmeActions,
  ...terminalActions,
  ...payoutActions,
  ...closeActions,
  ...entryActions,
  ...costActions,
  ...reportActions,
  ...ratesActions,
  ...staffActions,
]
