// What a browser's translator, or an extension, has moved away from React: removing it throws a
// NotFoundError. The part is drawn anew at once, with all that is kept outside it.
import { useLayoutEffect, useState } from 'react'
import type { FallbackProps } from 'react-error-boundary'

const timesMax = 3
const withinMs = 10_000
/** When parts of this page were drawn anew, ms. */
let drawnAt: readonly number[] = []

const isSwapped = (error: unknown) =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'NotFoundError'

/** At most so often, so that a part that fails each time says so in the end. */
function mayDraw(now: number): boolean {
  const recent = drawnAt.filter((each) => now - each < withinMs)
  drawnAt = recent.length < timesMax ? [...recent, now] : recent
  return recent.length < timesMax
}

/** True while the part is about to be drawn anew. */
export function useDrawnAnew({ error, resetErrorBoundary }: FallbackProps): boolean {
  const [isDrawn] = useState(() => isSwapped(error) && mayDraw(Date.now()))
  // Before it is painted: nobody sees that it was gone.
  useLayoutEffect(() => {
    if (isDrawn) resetErrorBoundary()
  }, [isDrawn, resetErrorBoundary])
  return isDrawn
}
