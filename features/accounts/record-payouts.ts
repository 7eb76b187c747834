// Records a report of the card provider: all lines of the file or none, each line once. It posts fees and
// payouts, and compares charges, refunds and disputes with the postings of their purchases.
import { readPayoutDifferences } from '#features/accounts/payout-differences.ts'
import {
  findPayoutLines,
  findPayoutSums,
  lockPayoutReports,
  writeLearnedPayouts,
  writeLines,
} from '#features/accounts/payout-queries.ts'
import { post } from '#ledger/post.ts'
import type { Postings } from '#ledger/postings.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { type ReportLine, readStripeReport } from '#providers/cards/stripe-report.ts'
import type { FileSource, ReadRow, RowFault } from '#providers/registries/tables/file-source.ts'
import { orFaults, RefusedFile, readWhole } from '#providers/registries/tables/whole-file.ts'
import { type CausedLine, linePostings, payoutPostings } from './account-postings.ts'

/** Maximum number of lines of a report, enough for a month. */
const linesMax = 200_000

/** Writes to the audit trail, in the transaction of the report. */
type AuditReport = (
  tx: Transaction,
  payoutIds: readonly string[],
  recorded: RecordedReport,
) => Promise<void>

/**
 * Records the report and its postings in one transaction. `audit` runs in it if a line or a line's payout is
 * new. If a row is invalid, nothing is recorded and the faults are returned.
 */
export function recordPayouts(
  db: Database,
  source: FileSource,
  audit: AuditReport,
  rowsMax: number = linesMax,
) {
  return orFaults(async () => {
    const rows = await readWhole(source, readStripeReport(source), rowsMax)
    refuseFaults(rows, duplicateFault(rows))
    return db.transaction((tx) => recordLines(tx, rows, audit))
  })
}

type Row = ReadRow<ReportLine>
type Fault = (row: Row) => string | null

/** Throws RefusedFile if `faultOf` returns a fault for any row. */
function refuseFaults(rows: readonly Row[], faultOf: Fault): void {
  const faults = rows.flatMap((row): RowFault[] => {
    const fault = faultOf(row)
    return fault === null ? [] : [{ file: row.file, line: row.line, fault }]
  })
  if (faults.length > 0) throw new RefusedFile(faults)
}

/** Returns a check that reports a row whose id an earlier line has. */
function duplicateFault(rows: readonly Row[]): Fault {
  const firstLines = new Map<string, number>()
  for (const { row, line } of rows) if (!firstLines.has(row.id)) firstLines.set(row.id, line)
  return ({ row, line }) => {
    const firstLine = firstLines.get(row.id)
    return firstLine === line ? null : `balance_transaction_id: stands in line ${firstLine} already`
  }
}

async function recordLines(tx: Transaction, rows: readonly Row[], audit: AuditReport) {
  const { payoutIds, hasNews, ...recorded } = await writeReport(tx, rows)
  if (hasNews) await audit(tx, payoutIds, recorded)
  return recorded
}

/** The result of a report. `outcomes` are its lines, each with whether it is new. */
export type RecordedReport = Omit<Awaited<ReturnType<typeof writeReport>>, 'payoutIds' | 'hasNews'>

async function writeReport(tx: Transaction, rows: readonly Row[]) {
  await lockPayoutReports(tx)
  const lines = rows.map(({ row }) => row)
  const newIds = await writeLines(tx, lines)
  const lineIds = lines.map(({ id }) => id)
  const recorded = await findPayoutLines(tx, lineIds)
  const recordedLines = new Map(recorded.map((each) => [each.id, each]))
  refuseFaults(rows, changeFault(recordedLines))
  const linesWithNewPayout = lines.filter(
    ({ id, payoutId }) => payoutId !== null && recordedLines.get(id)?.payout_id === null,
  )
  if (linesWithNewPayout.length > 0) await writeLearnedPayouts(tx, linesWithNewPayout)
  const newLines = lines.flatMap((line) => {
    const causeId = recordedLines.get(line.id)?.cause_id
    return newIds.has(line.id) && causeId !== undefined ? [{ ...line, causeId }] : []
  })
  const payoutIds = [...new Set(lines.map(payoutIdOf))].filter((id) => id !== null)
  const payouts = await findPayoutSums(tx, payoutIds)
  const posted = await postLines(tx, newLines, payouts)
  const comparison = await readPayoutDifferences(tx, rows, payouts)
  return {
    ...{ payoutIds, hasNews: newIds.size + linesWithNewPayout.length > 0 },
    ...{ lines: lines.length, newLines: newIds.size, posted, ...comparison },
    outcomes: rows.map(({ line, row }) => ({ line, row, isNew: newIds.has(row.id) })),
  }
}

/** Posts the fees and exchanges of new lines, and the amounts of payouts that the ledger lacks. */
async function postLines(
  tx: Transaction,
  newLines: readonly CausedLine[],
  payouts: Awaited<ReturnType<typeof findPayoutSums>>,
): Promise<Postings['money']> {
  const unpostedPayouts = payouts.map(
    ({ cause_id, currency, paid_minor, posted_minor, paid_on }) => ({
      causeId: cause_id,
      currency,
      amountMinor: paid_minor - posted_minor,
      valueDate: paid_on,
    }),
  )
  const money = [
    ...newLines.flatMap((line) => linePostings(line).money),
    ...payoutPostings(unpostedPayouts).money,
  ].filter(({ amountMinor }) => amountMinor > 0)
  await post(tx, { kg: [], money })
  return money
}

function payoutIdOf({ kind, id, payoutId }: ReportLine): string | null {
  return payoutId ?? (kind === 'payout' ? id : null)
}

type RecordedLines = ReadonlyMap<string, Awaited<ReturnType<typeof findPayoutLines>>[number]>

/** Returns a check that reports a row which an earlier report contained with other figures. */
function changeFault(recordedLines: RecordedLines): Fault {
  return ({ row }) => {
    const recorded = recordedLines.get(row.id)
    if (recorded === undefined) throw new Error('a line was not written')
    const { category, currency, gross_minor, fee_minor, payout_id } = recorded
    const isSame =
      category === row.category &&
      currency === row.currency &&
      gross_minor === row.grossMinor &&
      fee_minor === row.feeMinor &&
      (payout_id === null || row.payoutId === null || payout_id === row.payoutId)
    return isSame ? null : 'balance_transaction_id: was recorded before with other figures'
  }
}
