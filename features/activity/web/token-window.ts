// Computes which rows of a long list are rendered, and the pages of ids that they need. Pure.

/** Number of ids on a page of the API. */
export const tokensPerPage = 1_000
/** Height of a row in px. The class of a row in token-list.tsx must have the same height. */
export const rowHeightPx = 44
const rowsInSight = 8
/** Number of rows rendered above and below the visible ones, so that fast scrolling shows no gap. */
const rowsAround = 12

/** Returns the range of rendered rows: `first` is included, `last` is the row after them. */
export function windowOf(scrollTopPx: number, count: number): { first: number; last: number } {
  const top = Math.floor(Math.max(0, scrollTopPx) / rowHeightPx)
  const first = Math.max(0, Math.min(top - rowsAround, count - rowsInSight))
  return { first, last: Math.min(count, top + rowsInSight + rowsAround) }
}

/** Returns the numbers of the pages, from 0, that contain the rows from `first` until before `last`. */
export function pagesOf(first: number, last: number): number[] {
  if (last <= first) return []
  const from = Math.floor(first / tokensPerPage)
  const to = Math.floor((last - 1) / tokensPerPage)
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
