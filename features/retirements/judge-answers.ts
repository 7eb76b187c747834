// Judges registries' answers against the due tonnes: the day, the reference, and the oldest tonnes
// first.
import type { KeptRow } from '#features/retirements/kept-exports.ts'
import type { DueBatch } from '#features/retirements/list-due.ts'
import { rangesOf, within, withoutOldest } from '#features/retirements/place-ranges.ts'
import type { RetirementRow } from '#features/retirements/retirement-file.ts'
import type { ReadRow, RowFault } from '#providers/registries/tables/file-source.ts'
import type { findIssuesOf, findSoldOf } from './retirement-queries.ts'

/** A row of a registry's answer, and the exported row that it lies within. */
export type Answer = ReadRow<RetirementRow> & { readonly kept: KeptRow }

export type Rules = {
  /** Whether several batches may have the same reference. */
  readonly takesSameReference: boolean
  /** `2026-11-22`, in UTC. */
  readonly today: string
}

type Known = {
  readonly sold: Awaited<ReturnType<typeof findSoldOf>>
  readonly issues: Awaited<ReturnType<typeof findIssuesOf>>
  readonly batchesOf: ReadonlyMap<string, ReadonlySet<string>>
}

/**
 * Returns the faults of the answers, in their order. Each takes the oldest tonnes that the previous
 * ones left.
 */
export function judgeAnswers(
  answers: readonly Answer[],
  { takesSameReference, today }: Rules,
  { sold, issues, batchesOf }: Known,
): RowFault[] {
  const due = new Map([...sold].map(([id, batch]) => [id, rangesOf(batch.due)]))
  const owners = new Map<string, string>()
  return answers.flatMap(({ file, line, row, kept: { batchId } }) => {
    const fault = (text: string) => [{ file, line, fault: text }]
    const dayFault = faultOfDay(row.retiredOn, today, issues.get(batchId))
    if (dayFault !== null) return fault(dayFault)
    const others = [...(batchesOf.get(row.reference) ?? []), owners.get(row.reference) ?? batchId]
    owners.set(row.reference, batchId)
    if (!takesSameReference && others.some((other) => other !== batchId)) {
      return fault(`reference: ${row.reference} is one of another batch; --same-reference takes it`)
    }
    const places = { first: row.firstPlace, last: row.lastPlace }
    const left = withoutOldest(due.get(batchId) ?? [], places)
    if (left === null) {
      const heldBack = rangesOf(sold.get(batchId)?.held_back ?? null)
      return fault(wrongPlaces(row, { due: due.get(batchId) ?? [], heldBack }))
    }
    due.set(batchId, left)
    return []
  })
}

/** Returns the fault of a day before the batch's issue or after today; null without one. */
function faultOfDay(
  day: string,
  today: string,
  batch: { readonly vintage_year: number; readonly issued_on: string | null } | undefined,
): string | null {
  const earliest = batch?.issued_on ?? `${batch?.vintage_year ?? ''}-01-01`
  if (day > today) return `retired_on: ${day} is after today, ${today} (UTC)`
  return batch === undefined || day < earliest
    ? `retired_on: ${day} is before the batch was issued, ${earliest}`
    : null
}

function wrongPlaces(
  { serial, firstPlace: first, lastPlace: last }: RetirementRow,
  { due, heldBack }: Pick<DueBatch, 'due' | 'heldBack'>,
): string {
  const [waiting] = within(heldBack, { first, last })
  if (waiting !== undefined) {
    return `serial_number: of places ${waiting.first} to ${waiting.last} some are disputed or go back, or have a fraud warning`
  }
  const [oldest] = due
  if (oldest === undefined) return `serial_number: of ${serial} nothing more is due`
  const isDue = due.some((range) => range.first <= first && range.last >= last)
  if (isDue) {
    return `serial_number: places ${first} to ${last} wait until place ${oldest.first} is retired`
  }
  return `serial_number: of places ${first} to ${last} some are not sold, or are retired already`
}
