// Splits a list into pages. The cursor of the next page is opaque to clients. Pure.
import type { ListPosition } from './catalogue-queries.ts'

const cursorPattern = /^(\d{1,9})~([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/

export function cursorOf({ position, id }: ListPosition): string {
  return `${position}~${id}`
}

/** Parses a cursor. Returns null if it is invalid. */
export function positionOf(cursor: string): ListPosition | null {
  const [, position, id] = cursorPattern.exec(cursor) ?? []
  return position === undefined || id === undefined ? null : { position: Number(position), id }
}

export type Page<Row> = { readonly rows: readonly Row[]; readonly next: string | null }

/**
 * Returns the page of rows that were read with `rowsToRead(limit)`. If the extra row exists, `next` is the
 * next page's cursor. A limit of null returns all rows.
 */
export function pageOf<Row extends ListPosition>(
  rows: readonly Row[],
  limit: number | null,
): Page<Row> {
  if (limit === null || rows.length <= limit) return { rows, next: null }
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, next: last === undefined ? null : cursorOf(last) }
}

/** Returns the number of rows to read for `pageOf`: one more than the limit. */
export function rowsToRead(limit: number | null): number | null {
  return limit === null ? null : limit + 1
}
