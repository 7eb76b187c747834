// Draws a part again after a browser's translator or an extension moved its nodes: React then
// throws a NotFoundError. State outside the part is kept.
import { useLayoutEffect, useState } from 'react'
import type { FallbackProps } from 'react-error-boundary'

/** Per document: a part that fails each time finally shows an error. */
const timesMax = 5
let times = 0

/** True while the part is about to be drawn again. */
export function useRedrawn({ error, resetErrorBoundary }: FallbackProps): boolean {
  const [isDrawn] = useState(() => {
    const isSwapped = error instanceof Object && 'name' in error && error.name === 'NotFoundError'
    if (isSwapped) times += 1
    return isSwapped && times <= timesMax
  })
  // Runs before the paint, so the gap is never seen.
  useLayoutEffect(() => {
    if (isDrawn) resetErrorBoundary()
  }, [isDrawn, resetErrorBoundary])
  return isDrawn
}
