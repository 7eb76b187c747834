// Defines the command that imports the card provider's report into the ledger.
import { postedSums } from '#features/accounts/posted-sums.ts'
import { type RecordedReport, recordPayouts } from '#features/accounts/record-payouts.ts'
import { actsAs } from '#operator/access.ts'
import { firstOf } from '#operator/audit/outcomes.ts'
import { readSignature } from '#operator/signature.ts'
import { withPreview } from '#operator/with-preview.ts'
import { writeAuditEntry } from '#platform/database/audit/audit-trail.ts'
import { fileOnDisk } from '#providers/registries/tables/file-on-disk.ts'
import { faultSentence } from '#providers/registries/tables/file-source.ts'
import { decimalsOf } from '#values/money/currencies.ts'
import { minorText, minorToUnits } from '#values/money/money.ts'
import type { Context, Outcome } from './command.ts'

/** Maximum number of printed lines of a list. */
const shownMax = 100

const command = 'accounts payouts'

export const accountsPayouts = withPreview({
  name: command,
  access: actsAs('accounts payouts'),
  usage: 'FILE --reason TEXT',
  example: 'payouts.csv --by ada --reason "Payouts of May"',
  summary: 'takes Stripe’s balance report into the books, each line once, and names differences',
  file: { at: 0, use: 'read' },
  run: recordReport,
})

async function recordReport(context: Context): Promise<Outcome> {
  const signature = readSignature(context)
  if ('lines' in signature) return signature
  const source = await fileOnDisk(context.words[0] ?? '')
  const result = await recordPayouts(context.db, source, (tx, about) =>
    writeAuditEntry(tx, { ...signature, command, about }),
  )
  if ('faults' in result) {
    const { faults } = result
    const lines = [...firstOf(faults.map(faultSentence), shownMax), 'Nothing was recorded.']
    return { ok: false, lines, json: { ok: false, faults: faults.slice(0, shownMax) } }
  }
  return reportOutcome(result)
}

/** Returns the outcome of a recorded report: its sums, its differences, and what no report has yet. */
export function reportOutcome(result: RecordedReport): Outcome {
  const { lines, newLines, posted, differences, unreported } = result
  const sums = postedSums(posted)
  const ok = differences.length === 0
  const fields = [
    `${lines} lines, ${newLines} of them new.`,
    ...sums.map(
      ({ flow, currency, minor }) =>
        `posted ${flow}  ${minorText(minor, decimalsOf(currency))} ${currency}`,
    ),
    ...firstOf(differences.map(differenceLine), shownMax),
    ...firstOf(
      unreported.map(
        (each) => `in no report yet: ${each.tx_id} ${each.kind} ${each.amount} ${each.currency}`,
      ),
      shownMax,
    ),
    ok ? 'The ledger says the same.' : `${differences.length} differences.`,
  ]
  const wirePosted = sums.map(({ minor, ...each }) => ({
    ...each,
    amount: minorToUnits(minor, decimalsOf(each.currency)),
  }))
  const json = { ok, lines, new_lines: newLines, posted: wirePosted, differences, unreported }
  return { ok, lines: fields, json }
}

function differenceLine({
  lines,
  about,
  difference,
}: RecordedReport['differences'][number]): string {
  const where = lines.length === 0 ? '' : `line ${lines.join(', ')}, `
  return `DIFFERENCE  ${where}${about}: ${difference}`
}
