// Moves the focus to the first new entry of a list, after a press of a button has added entries.
import { type RefObject, useEffect, useRef } from 'react'

/**
 * Returns a function that the button's handler calls with the current number of entries. The first render
 * with more entries focuses the entry at that index. `entry` is the selector of entries in `list`.
 */
export function useFocusFirstNew(list: RefObject<HTMLElement | null>, entry: string) {
  const previousCount = useRef<number>(undefined)
  useEffect(() => {
    if (previousCount.current === undefined) return
    const entries = list.current?.querySelectorAll<HTMLElement>(entry)
    const added = entries?.[previousCount.current]
    // The effect of an earlier render may run between the press and the render with the new entries.
    if (added === undefined) return
    previousCount.current = undefined
    added.focus({ preventScroll: true })
  })
  return (count: number) => {
    previousCount.current = count
  }
}
