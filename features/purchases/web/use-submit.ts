// What sending a purchase's form means: once, after its figures have come, and with the focus back
// where it was when the answer has.
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'

type Submission = {
  /** An answer is awaited: nothing is sent, no field takes the focus. */
  isLocked: boolean
  /** The figures are on their way: a press waits for them, none is reserved unseen. */
  isSettling: boolean
  act: () => void
}

export function useSubmit({ isLocked, isSettling, act }: Submission) {
  const [isWaiting, setWaiting] = useState(false)
  const place = useRef<Element | null>(null)
  useEffect(() => {
    if (!isWaiting || isSettling) return
    setWaiting(false)
    act()
  }, [isWaiting, isSettling, act])
  useEffect(() => {
    if (isLocked || !(place.current instanceof HTMLElement)) return
    if (document.activeElement === document.body) place.current.focus()
    place.current = null
  }, [isLocked])

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (isLocked) return
    place.current = document.activeElement
    if (isSettling) setWaiting(true)
    else act()
  }
  return { isWaiting, submit }
}
