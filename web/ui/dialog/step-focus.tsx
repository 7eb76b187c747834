// Moves the focus and the scroll position when a dialog shows its next step.

import { useEffect, useRef } from 'react'
import type { Elements } from '../elements.tsx'

type StepFocusProps = {
  /** Name of the current step. A change of the name moves the focus. */
  step: string
  children: Elements
}

/** Scrolls to the top of a new step and focuses its `data-step-begins` field, else the step itself. */
export function StepFocus({ step, children }: StepFocusProps) {
  const place = useRef<HTMLDivElement>(null)
  const previousStep = useRef(step)
  useEffect(() => {
    if (previousStep.current === step) return
    previousStep.current = step
    place.current?.closest('[role="dialog"]')?.scrollTo(0, 0)
    const first = place.current?.querySelector<HTMLElement>('[data-step-begins]')
    // `focus` also scrolls the field into view, in case a phone keyboard covers it.
    if (first) first.focus()
    else place.current?.focus({ preventScroll: true })
  }, [step])
  return (
    // The element has no accessible name, so that screen readers read its text.
    <div ref={place} tabIndex={-1} className="outline-none">
      {children}
    </div>
  )
}
