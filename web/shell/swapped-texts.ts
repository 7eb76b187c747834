// Renders a part again after a browser's translator or an extension moved its nodes: React then
// throws a NotFoundError. State outside the part is kept.
import { useLayoutEffect, useState } from 'react'
import type { FallbackProps } from 'react-error-boundary'

/** Maximum number of repeated renderings per document; after it a failed part shows its error. */
const timesMax = 5
let times = 0

/** Resets the boundary of a part that failed with NotFoundError. True if the part is rendered again. */
export function useRedrawn({ error, resetErrorBoundary }: FallbackProps): boolean {
  const [isRepeated] = useState(() => {
    const isSwapped = error instanceof Object && 'name' in error && error.name === 'NotFoundError'
    if (isSwapped) times += 1
    return isSwapped && times <= timesMax
  })
  // Runs before the paint, so the gap is never seen.
  useLayoutEffect(() => {
    if (isRepeated) resetErrorBoundary()
  }, [isRepeated, resetErrorBoundary])
  return isRepeated
}
