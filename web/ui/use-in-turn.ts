// Renders the parts of a long page one by one, each after a paint. All at once would block a slow phone for tenths
// of a second after the document has loaded.
import { startTransition, useEffect, useState } from 'react'
import { afterPaint } from './after-paint.ts'

/** Pages that have been shown whole. Later they are rendered at once, so that Back restores the scroll position. */
const wholePages = new Set<string>()

type Parts = {
  /** Number of parts that follow the first one. */
  readonly total: number
  /** Number of these that are in sight from the start on wide screens. */
  readonly onWideScreens: number
}

/**
 * Returns how many parts of the page `name` to render. A document is drawn with all of them. A user who has scrolled
 * the drawn page gets all at once, so that nothing moves.
 */
export function useInTurn(name: string, { total, onWideScreens }: Parts): number {
  const [shown, setShown] = useState(() => {
    if (import.meta.env.SSR || wholePages.has(name) || window.scrollY > 0) return total
    return window.matchMedia('(min-width: 64rem)').matches ? onWideScreens : 0
  })
  useEffect(() => {
    if (shown >= total) wholePages.add(name)
    else return afterPaint(() => startTransition(() => setShown(shown + 1)))
  }, [name, shown, total])
  return shown
}
