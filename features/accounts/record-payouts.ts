// Records a report of the card provider: all lines of the file or none, each line once. Fees and
// payouts are posted; the purchases' own postings are compared line by line.
import {
  type PayoutDifference,
  readPayoutDifferences,
  type UnreportedMovement,
} from '#features/accounts/payout-differences.ts'
import {
  findPayoutLines,
  findPayoutSums,
  lockPayoutReports,
  writeLearnedPayouts,
  writeLines,
} from '#features/accounts/payout-queries.ts'
import { post } from '#ledger/post.ts'
import type { Postings } from '#ledger/postings.ts'
import type { Audit } from '#platform/database/audit/audit-trail.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { type ReportLine, readStripeReport } from '#providers/cards/stripe-report.ts'
import type { FileSource, ReadRow, RowFault } from '#providers/registries/tables/file-source.ts'
import { orFaults, RefusedFile, readWhole } from '#providers/registries/tables/whole-file.ts'
import { linePostings, paidOutPostings } from './account-postings.ts'

/** Most lines of a report: a month of a busy product. */
const linesMax = 200_000

export type RecordedPayouts = {
  readonly lines: number
  /** Number of lines that no earlier report contained. */
  readonly newLines: number
  /** Money postings that the report caused, in minor units. */
  readonly posted: Postings['money']
  readonly differences: readonly PayoutDifference[]
  readonly unreported: readonly UnreportedMovement[]
}

/** Records the report. `audit` is written with new lines. With any fault, no line is recorded. */
export function recordPayouts(
  db: Database,
  source: FileSource,
  audit: Audit,
): Promise<RecordedPayouts | { readonly faults: readonly RowFault[] }> {
  return orFaults(async () => {
    const rows = await readWhole(source, readStripeReport(source), linesMax)
    refuse(rows, twiceIn(rows))
    return db.transaction((tx) => recordLines(tx, rows, audit))
  })
}

type Row = ReadRow<ReportLine>
type Fault = (row: Row) => string | null

/** Throws a RefusedFile where any row has a fault. */
function refuse(rows: readonly Row[], faultOf: Fault): void {
  const faults = rows.flatMap((row): RowFault[] => {
    const fault = faultOf(row)
    return fault === null ? [] : [{ file: row.file, line: row.line, fault }]
  })
  if (faults.length > 0) throw new RefusedFile(faults)
}

function twiceIn(rows: readonly Row[]): Fault {
  const first = new Map<string, number>()
  for (const { row, line } of rows) if (!first.has(row.id)) first.set(row.id, line)
  return ({ row, line }) => {
    const before = first.get(row.id)
    return before === line ? null : `balance_transaction_id: stands in line ${before} already`
  }
}

async function recordLines(
  tx: Transaction,
  rows: readonly Row[],
  audit: Audit,
): Promise<RecordedPayouts> {
  await lockPayoutReports(tx)
  const lines = rows.map(({ row }) => row)
  const fresh = await writeLines(tx, lines)
  const known = new Map(
    (
      await findPayoutLines(
        tx,
        lines.map(({ id }) => id),
      )
    ).map((each) => [each.id, each]),
  )
  refuse(rows, otherThan(known))
  const learned = lines.filter(
    ({ id, payoutId }) => payoutId !== null && known.get(id)?.payout_id === null,
  )
  if (learned.length > 0) await writeLearnedPayouts(tx, learned)
  const caused = lines.flatMap((line) => {
    const causeId = known.get(line.id)?.cause_id
    return fresh.has(line.id) && causeId !== undefined ? [{ ...line, causeId }] : []
  })
  const linesMoney = caused.flatMap((line) => linePostings(line).money)
  const payoutIds = [...new Set(lines.map(payoutOf))].filter((id) => id !== null)
  const payouts = await findPayoutSums(tx, payoutIds)
  const paid = payouts.map(({ cause_id, currency, paid_minor, posted_minor }) => ({
    causeId: cause_id,
    currency,
    amountMinor: paid_minor - posted_minor,
  }))
  const money = [...linesMoney, ...paidOutPostings(paid).money].filter(
    (each) => each.amountMinor > 0,
  )
  await post(tx, { kg: [], money })
  if (fresh.size + learned.length > 0) await audit(tx, payoutIds)
  const compared = await readPayoutDifferences(tx, rows, payouts)
  return { lines: lines.length, newLines: fresh.size, posted: money, ...compared }
}

function payoutOf({ kind, id, payoutId }: ReportLine): string | null {
  return payoutId ?? (kind === 'payout' ? id : null)
}

type KnownLines = ReadonlyMap<string, Awaited<ReturnType<typeof findPayoutLines>>[number]>

/** Returns the fault of a line that differs from its earlier record. */
function otherThan(known: KnownLines): Fault {
  return ({ row }) => {
    const before = known.get(row.id)
    if (before === undefined) throw new Error('a line was not written')
    const { category, currency, gross_minor, fee_minor, payout_id } = before
    const isSame =
      category === row.category &&
      currency === row.currency &&
      gross_minor === row.grossMinor &&
      fee_minor === row.feeMinor &&
      (payout_id === null || row.payoutId === null || payout_id === row.payoutId)
    return isSame ? null : 'balance_transaction_id: was recorded before with other figures'
  }
}
