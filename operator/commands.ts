// All commands of the operator, in the order of the list that --help prints.

import { accountsBalances, accountsJournal } from '#operator/account-commands.ts'
import { auditList } from '#operator/audit-commands.ts'
import { backupCommand, restoreCommand } from '#operator/backup-commands.ts'
import {
  batchesImport,
  demoSeed,
  featuredSet,
  projectsImport,
} from '#operator/catalogue-commands.ts'
import type { Command } from '#operator/command.ts'
import { purchasesEvidence } from '#operator/evidence-command.ts'
import { ledgerCheck } from '#operator/ledger-commands.ts'
import { logVerify } from '#operator/log-commands.ts'
import { messagesList } from '#operator/message-commands.ts'
import { migrateCommand } from '#operator/migrate-command.ts'
import {
  batchesAudit,
  batchesOffer,
  batchesReplace,
  batchesWithdraw,
} from '#operator/offer-commands.ts'
import { peopleErase, peopleExport, peopleMove } from '#operator/own-data-commands.ts'
import {
  partnersCreate,
  partnersList,
  partnersRevoke,
  partnersRotate,
  walletCredit,
  walletDebit,
} from '#operator/partner-commands.ts'
import { accountsPayouts } from '#operator/payout-commands.ts'
import { peopleFind, peopleShow } from '#operator/people-commands.ts'
import { batchesPrice, batchesPrices } from '#operator/price-commands.ts'
import {
  programmesClose,
  programmesCreate,
  programmesFund,
  programmesLimits,
  programmesLine,
} from '#operator/programme-commands.ts'
import { programmesList } from '#operator/programme-list.ts'
import { projectsEdit } from '#operator/project-commands.ts'
import { providersCheck } from '#operator/provider-commands.ts'
import { purchasesList, purchasesReconcile, purchasesShow } from '#operator/purchase-commands.ts'
import { ratesImport, ratesRefresh } from '#operator/rates-commands.ts'
import { purchasesRefund } from '#operator/refund-command.ts'
import {
  retirementsCorrect,
  retirementsDue,
  retirementsExport,
  retirementsRecord,
} from '#operator/retirement-commands.ts'
import {
  limitsClear,
  peopleBlock,
  peopleUnblock,
  sessionsEnd,
  sessionsEndAll,
} from '#operator/support-commands.ts'

export const commands: readonly Command[] = [
  projectsImport,
  projectsEdit,
  batchesImport,
  batchesPrice,
  batchesPrices,
  batchesWithdraw,
  batchesOffer,
  batchesReplace,
  batchesAudit,
  featuredSet,
  ratesRefresh,
  ratesImport,
  programmesCreate,
  programmesList,
  programmesFund,
  programmesLine,
  programmesLimits,
  programmesClose,
  partnersCreate,
  partnersList,
  partnersRotate,
  partnersRevoke,
  walletCredit,
  walletDebit,
  purchasesShow,
  purchasesEvidence,
  purchasesList,
  purchasesReconcile,
  purchasesRefund,
  peopleFind,
  peopleShow,
  peopleBlock,
  peopleUnblock,
  limitsClear,
  sessionsEnd,
  sessionsEndAll,
  peopleExport,
  peopleErase,
  peopleMove,
  messagesList,
  auditList,
  retirementsDue,
  retirementsExport,
  retirementsRecord,
  retirementsCorrect,
  demoSeed,
  accountsBalances,
  accountsJournal,
  accountsPayouts,
  ledgerCheck,
  logVerify,
  providersCheck,
  migrateCommand,
  backupCommand,
  restoreCommand,
]
