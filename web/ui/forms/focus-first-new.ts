// Moves the focus to the first new entry of a list, after a press of a button has added entries.
import { type RefObject, useEffect, useRef } from 'react'

/**
 * Returns a function that the button's handler calls with the current number of entries. The next render
 * focuses the entry at that index. `entry` is the selector of entries in `list`.
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
