// The steps within a dialog, as eyes and readers follow them from one to the next.

import { useEffect, useRef } from 'react'
import type { Elements } from '../elements.tsx'

type StepFocusProps = {
  /** Names the step that is shown; another one begins a new step. */
  step: string
  children: Elements
}

/** A new step starts at its top, for eyes and for readers, or in the one field that it is about. */
export function StepFocus({ step, children }: StepFocusProps) {
  const place = useRef<HTMLDivElement>(null)
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    place.current?.closest('[role="dialog"]')?.scrollTo(0, 0)
    const first = place.current?.querySelector<HTMLElement>('[data-step-begins]')
    // Where a keyboard leaves little of the sheet, the field comes into sight.
    if (first) first.focus()
    else place.current?.focus({ preventScroll: true })
  }, [step])
  return (
    // Without a name of its own, so that readers hear what it holds.
    <div ref={place} tabIndex={-1} className="outline-none">
      {children}
    </div>
  )
}
