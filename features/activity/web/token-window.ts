// Computes the visible rows of a long list, and the pages of ids that they need. Pure.

/** Ids of one page of the answer. */
export const tokensPerPage = 1_000
/** The same as in token-list.tsx. */
export const rowHeightPx = 44
const rowsInSight = 8
/** Rows rendered above and below, so that a flick finds them drawn. */
const rowsAround = 12

/** Returns the first row and the one after the last, from the scroll position in px. */
export function windowOf(scrollTopPx: number, count: number): { first: number; last: number } {
  const top = Math.floor(Math.max(0, scrollTopPx) / rowHeightPx)
  const first = Math.max(0, Math.min(top - rowsAround, count - rowsInSight))
  return { first, last: Math.min(count, top + rowsInSight + rowsAround) }
}

/** Returns the numbers of the pages, from 0, with rows from `first` until before `last`. */
export function pagesOf(first: number, last: number): number[] {
  if (last <= first) return []
  const from = Math.floor(first / tokensPerPage)
  const to = Math.floor((last - 1) / tokensPerPage)
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
