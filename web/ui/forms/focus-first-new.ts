// After a list has grown by a press, the keyboard goes on at the first new entry, not back at the top.
import { type RefObject, useEffect, useRef } from 'react'

/**
 * To be called with how many entries there were, in the press that adds more. `entry` finds each of
 * them within `list` by a selector.
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
