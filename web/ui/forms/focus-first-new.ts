// Moves the focus to the first new entry of a list that grew by a press.
import { type RefObject, useEffect, useRef } from 'react'

/**
 * Call it with the previous number of entries, in the press that adds more. `entry` is the selector
 * of entries within `list`.
 */
export function useFocusFirstNew(list: RefObject<HTMLElement | null>, entry: string) {
  const grownFrom = useRef<number>(undefined)
  useEffect(() => {
    const from = grownFrom.current
    grownFrom.current = undefined
    if (from === undefined) return
    list.current?.querySelectorAll<HTMLElement>(entry)[from]?.focus({ preventScroll: true })
  })
  return (count: number) => {
    grownFrom.current = count
  }
}
