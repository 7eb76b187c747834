// One thing at a time, and what was wrong with it: the light half of every form, which the landing page
// can afford. It moves no focus; use-form.ts does.
import { useRef, useState } from 'react'

/** `Kind` tells several actions of one form apart: only one of them runs. */
export function useAction<Problem, Kind extends string = 'sending'>() {
  const [busy, setBusy] = useState<Kind>()
  const [problem, setProblem] = useState<Problem>()
  const running = useRef(false)

  /** `act` answers what is wrong, or undefined. A second press finds it running and does nothing. */
  async function run(kind: Kind, act: () => Promise<Problem | undefined>): Promise<void> {
    if (running.current) return
    running.current = true
    setBusy(kind)
    setProblem(undefined)
    try {
      setProblem(await act())
    } finally {
      running.current = false
      setBusy(undefined)
    }
  }

  return { busy, problem, run, setProblem }
}
