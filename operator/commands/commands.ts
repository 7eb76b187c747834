// Lists all commands of the operator, in the order of --help.

import { accountsBalances, accountsJournal } from './account-commands.ts'
import { auditList } from './audit-commands.ts'
import { backupCommand, restoreCommand } from './backup-commands.ts'
import { batchesImport, featuredSet, projectsImport } from './catalogue-commands.ts'
import { accountsClose, accountsMonths } from './close-commands.ts'
import type { Command } from './command.ts'
import { accountsMargin, batchesCost } from './cost-commands.ts'
import { demoSeed } from './demo-command.ts'
import { accountsEntry } from './entry-command.ts'
import { purchasesEvidence } from './evidence-command.ts'
import { giftsDeliver } from './gift-commands.ts'
import { ledgerCheck } from './ledger-commands.ts'
import { logVerify } from './log-commands.ts'
import { messagesList } from './message-commands.ts'
import { migrateCommand } from './migrate-command.ts'
import { batchesAudit, batchesOffer, batchesReplace, batchesWithdraw } from './offer-commands.ts'
import { peopleErase, peopleExport, peopleMove } from './own-data-commands.ts'
import {
  partnersCreate,
  partnersList,
  partnersRevoke,
  partnersRotate,
  walletCredit,
  walletDebit,
} from './partner-commands.ts'
import { accountsPayouts } from './payout-commands.ts'
import { peopleFind, peopleShow } from './people-commands.ts'
import { plansList, plansRun } from './plan-commands.ts'
import { batchesPrice, batchesPrices } from './price-commands.ts'
import {
  programmesClose,
  programmesCreate,
  programmesFund,
  programmesLimits,
  programmesLine,
} from './programme-commands.ts'
import { programmesList } from './programme-list.ts'
import { programmesStatement } from './programme-statement-command.ts'
import { projectsEdit } from './project-commands.ts'
import { providersCheck } from './provider-commands.ts'
import { purchasesList, purchasesReconcile, purchasesShow } from './purchase-commands.ts'
import { ratesImport, ratesRefresh } from './rates-commands.ts'
import { purchasesRefund } from './refund-command.ts'
import { accountsReport } from './report-command.ts'
import {
  retirementsConfirm,
  retirementsCorrect,
  retirementsDue,
  retirementsExport,
  retirementsRecord,
} from './retirement-commands.ts'
import { drillCommand, runsRecord } from './run-commands.ts'
import { staffChangeRoles, staffEnd, staffInvite, staffList, staffReset } from './staff-commands.ts'
import { limitsClear, peopleBlock, peopleUnblock, sessionsEnd } from './support-commands.ts'
import { accountsTax } from './tax-commands.ts'
import { logWitness } from './witness-command.ts'

/** Adds the option with the author's name, unless the command has an option of that name for itself. */
function withAuthor(command: Command): Command {
  return command.hasOwnBy === true
    ? command
    : { ...command, usage: `${command.usage} [--by NAME]`.trim() }
}

const unsigned: readonly Command[] = [
  projectsImport,
  projectsEdit,
  batchesImport,
  batchesCost,
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
  programmesStatement,
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
  plansList,
  plansRun,
  giftsDeliver,
  peopleFind,
  peopleShow,
  peopleBlock,
  peopleUnblock,
  limitsClear,
  sessionsEnd,
  peopleExport,
  peopleErase,
  peopleMove,
  messagesList,
  staffInvite,
  staffList,
  staffChangeRoles,
  staffEnd,
  staffReset,
  auditList,
  retirementsDue,
  retirementsExport,
  retirementsRecord,
  retirementsConfirm,
  retirementsCorrect,
  demoSeed,
  accountsBalances,
  accountsJournal,
  accountsPayouts,
  accountsClose,
  accountsMonths,
  accountsEntry,
  accountsMargin,
  accountsReport,
  accountsTax,
  ledgerCheck,
  logVerify,
  logWitness,
  providersCheck,
  migrateCommand,
  backupCommand,
  drillCommand,
  restoreCommand,
  runsRecord,
]

export const commands: readonly Command[] = unsigned.map(withAuthor)
