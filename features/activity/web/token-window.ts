// Which rows of a long list are in sight, and which pages of ids they need. Pure arithmetic.

/** Ids of one page of the answer. */
export const tokensPerPage = 1_000
/** The same as in token-list.css. */
export const rowHeightPx = 44
const rowsInSight = 8
/** Rows kept above and below, so that a flick finds them drawn. */
const rowsAround = 12

/** First row and the one after the last, from the scroll position in px. */
export function windowOf(scrollTopPx: number, count: number): { first: number; last: number } {
  const top = Math.floor(Math.max(0, scrollTopPx) / rowHeightPx)
  const first = Math.max(0, Math.min(top - rowsAround, count - rowsInSight))
  return { first, last: Math.min(count, top + rowsInSight + rowsAround) }
}

/** Numbers of the pages, from 0, that hold rows `first` up to and without `last`. */
export function pagesOf(first: number, last: number): number[] {
  if (last <= first) return []
  const from = Math.floor(first / tokensPerPage)
  const to = Math.floor((last - 1) / tokensPerPage)
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
