// Moves focus and scroll position when a dialog changes its step.

import { useEffect, useRef } from 'react'
import type { Elements } from '../elements.tsx'

type StepFocusProps = {
  /** Names the present step; another name begins a new step. */
  step: string
  children: Elements
}

/** A new step starts at its top with the focus there, or in the one field that it is about. */
export function StepFocus({ step, children }: StepFocusProps) {
  const place = useRef<HTMLDivElement>(null)
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    place.current?.closest('[role="dialog"]')?.scrollTo(0, 0)
    const first = place.current?.querySelector<HTMLElement>('[data-step-begins]')
    // If the keyboard leaves little of the sheet, the field scrolls into sight.
    if (first) first.focus()
    else place.current?.focus({ preventScroll: true })
  }, [step])
  return (
    // Without an accessible name, so that screen readers read its text.
    <div ref={place} tabIndex={-1} className="outline-none">
      {children}
    </div>
  )
}
