// What a browser's translator, or an extension, has moved away from React: removing it throws a
// NotFoundError. The part is drawn anew at once, with all that is kept outside it.
import { useLayoutEffect, useState } from 'react'
import type { FallbackProps } from 'react-error-boundary'

/** In one document: a part that fails each time says so in the end. */
const timesMax = 5
let times = 0

/** True while the part is about to be drawn anew. */
export function useDrawnAnew({ error, resetErrorBoundary }: FallbackProps): boolean {
  const [isDrawn] = useState(() => {
    const isSwapped = error instanceof Object && 'name' in error && error.name === 'NotFoundError'
    if (isSwapped) times += 1
    return isSwapped && times <= timesMax
  })
  // Before it is painted: nobody sees that it was gone.
  useLayoutEffect(() => {
    if (isDrawn) resetErrorBoundary()
  }, [isDrawn, resetErrorBoundary])
  return isDrawn
}
