// What a press of a form's button waits for, and where the focus goes afterwards.
import { useEffect, useRef, useState } from 'react'

/** A press while the figures are on their way waits for them: none is reserved unseen. */
export function usePressWhenSettled(isSettling: boolean, act: () => void) {
  const [isWaiting, setWaiting] = useState(false)
  useEffect(() => {
    if (!isWaiting || isSettling) return
    setWaiting(false)
    act()
  }, [isWaiting, isSettling, act])
  return { isWaiting, press: () => (isSettling ? setWaiting(true) : act()) }
}

/** While an answer is awaited the fields take no focus: afterwards it goes back where it was. */
export function useFocusAfter(isLocked: boolean) {
  const place = useRef<Element | null>(null)
  useEffect(() => {
    if (isLocked || !(place.current instanceof HTMLElement)) return
    if (document.activeElement === document.body) place.current.focus()
    place.current = null
  }, [isLocked])
  return () => {
    place.current = document.activeElement
  }
}
