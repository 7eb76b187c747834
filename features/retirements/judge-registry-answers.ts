// Validates the rows that a registry returned against the due tonnes: the day, the reference, and that
// the oldest due tonnes are retired first.
import type { StoredRow } from '#features/retirements/kept-exports.ts'
import type { DueBatch } from '#features/retirements/list-due.ts'
import { intersectRanges, rangesOf, withoutOldest } from '#features/retirements/place-ranges.ts'
import type { RetirementRow } from '#features/retirements/retirement-file.ts'
import type { ReadRow, RowFault } from '#providers/registries/tables/file-source.ts'
import { lastDayOf } from '#values/serials/serials.ts'
import { type findIssuesOf, type findSoldOf, referenceKey } from './retirement-queries.ts'

/** A row of a registry's file, with the exported row that contains its places. */
export type Answer = ReadRow<RetirementRow> & { readonly exported: StoredRow }

export type Rules = {
  /** True if several batches may have the same reference. */
  readonly allowsSameReference: boolean
  /** The current day in UTC, such as `2026-11-22`. */
  readonly today: string
}

type BatchFacts = {
  readonly sold: Awaited<ReturnType<typeof findSoldOf>>
  readonly issues: Awaited<ReturnType<typeof findIssuesOf>>
  /** Ids of the batches with earlier retirements of a reference, by `referenceKey`. */
  readonly batchesByReference: ReadonlyMap<string, ReadonlySet<string>>
}

/**
 * Returns the faults of the answers, in the order of the rows. Each answer must retire the oldest due
 * tonnes that the previous answers left.
 */
export function checkAnswers(
  answers: readonly Answer[],
  { allowsSameReference, today }: Rules,
  { sold, issues, batchesByReference }: BatchFacts,
): RowFault[] {
  const due = new Map([...sold].map(([id, batch]) => [id, rangesOf(batch.due)]))
  const lastBatchByKey = new Map<string, string>()
  return answers.flatMap(({ file, line, row, exported: { batchId } }) => {
    const fault = (text: string) => [{ file, line, fault: text }]
    const dayFault = faultOfDay(row, today, issues.get(batchId))
    if (dayFault !== null) return fault(dayFault)
    const key = referenceKey(row.reference)
    const referenceBatches = [
      ...(batchesByReference.get(key) ?? []),
      lastBatchByKey.get(key) ?? batchId,
    ]
    lastBatchByKey.set(key, batchId)
    if (!allowsSameReference && referenceBatches.some((other) => other !== batchId)) {
      return fault(`reference: ${row.reference} is one of another batch; --same-reference takes it`)
    }
    const places = { first: row.firstPlace, last: row.lastPlace }
    const remaining = withoutOldest(due.get(batchId) ?? [], places)
    if (remaining === null) {
      const heldBack = rangesOf(sold.get(batchId)?.held_back ?? null)
      return fault(faultOfPlaces(row, { due: due.get(batchId) ?? [], heldBack }))
    }
    due.set(batchId, remaining)
    return []
  })
}

/**
 * Returns a fault if the day is before the batch's issue or after today, otherwise null. Without a day of issue, the
 * serial's period or the vintage must have ended or begun.
 */
function faultOfDay(
  { retiredOn: day, serial }: RetirementRow,
  today: string,
  batch: { readonly vintage_year: number; readonly issued_on: string | null } | undefined,
): string | null {
  const earliest = batch?.issued_on ?? lastDayOf(serial) ?? `${batch?.vintage_year ?? ''}-01-01`
  if (day > today) return `retired_on: ${day} is after today, ${today} (UTC)`
  return batch === undefined || day < earliest
    ? `retired_on: ${day} is before the batch was issued, ${earliest}`
    : null
}

/** Returns the reason why the places of a row cannot be retired now. */
function faultOfPlaces(
  { serial, firstPlace: first, lastPlace: last }: RetirementRow,
  { due, heldBack }: Pick<DueBatch, 'due' | 'heldBack'>,
): string {
  const [waiting] = intersectRanges(heldBack, { first, last })
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
