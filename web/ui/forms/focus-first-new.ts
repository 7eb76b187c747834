// Moves the focus to the first new entry of a list after a press that added entries.
import { type RefObject, useEffect, useRef } from 'react'

/**
 * Returns a function that the press handler calls with the number of entries before the press. The next
 * render focuses the entry at that index. `entry` is the selector of entries within `list`.
 */
export function useFocusFirstNew(list: RefObject<HTMLElement | null>, entry: string) {
  const previousCount = useRef<number>(undefined)
  useEffect(() => {
    const index = previousCount.current
    previousCount.current = undefined
    if (index === undefined) return
    list.current?.querySelectorAll<HTMLElement>(entry)[index]?.focus({ preventScroll: true })
  })
  return (count: number) => {
    previousCount.current = count
  }
}
