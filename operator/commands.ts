// All commands of the operator, in the order of the list that --help prints.

import { auditList } from '#operator/audit-commands.ts'
import { backupCommand, restoreCommand } from '#operator/backup-commands.ts'
import {
  batchesImport,
  demoSeed,
  featuredSet,
  projectsImport,
} from '#operator/catalogue-commands.ts'
import type { Command } from '#operator/command.ts'
import { ledgerCheck } from '#operator/ledger-commands.ts'
import { logVerify } from '#operator/log-commands.ts'
import {
  batchesAudit,
  batchesOffer,
  batchesReplace,
  batchesWithdraw,
} from '#operator/offer-commands.ts'
import {
  partnersCreate,
  partnersList,
  partnersRevoke,
  partnersRotate,
  walletCredit,
} from '#operator/partner-commands.ts'
import { peopleFind, peopleShow } from '#operator/people-commands.ts'
import {
  purchasesList,
  purchasesReconcile,
  purchasesRefund,
  purchasesShow,
} from '#operator/purchase-commands.ts'
import { ratesImport, ratesRefresh } from '#operator/rates-commands.ts'
import {
  retirementsCorrect,
  retirementsDue,
  retirementsExport,
  retirementsRecord,
} from '#operator/retirement-commands.ts'

export const commands: readonly Command[] = [
  projectsImport,
  batchesImport,
  batchesWithdraw,
  batchesOffer,
  batchesReplace,
  batchesAudit,
  featuredSet,
  ratesRefresh,
  ratesImport,
  partnersCreate,
  partnersList,
  partnersRotate,
  partnersRevoke,
  walletCredit,
  purchasesShow,
  purchasesList,
  purchasesReconcile,
  purchasesRefund,
  peopleFind,
  peopleShow,
  auditList,
  retirementsDue,
  retirementsExport,
  retirementsRecord,
  retirementsCorrect,
  demoSeed,
  ledgerCheck,
  logVerify,
  backupCommand,
  restoreCommand,
]
