// Runs one action at a time and holds its error: the small part of every form, for the landing
// page's bundle. use-form.ts adds the focus.
import { useRef, useState } from 'react'

/** `Kind` distinguishes several actions of one form; only one of them runs. */
export function useAction<Problem, Kind extends string = 'sending'>() {
  const [busy, setBusy] = useState<Kind>()
  const [problem, setProblem] = useState<Problem>()
  const running = useRef(false)

  /** `act` returns the problem, or undefined. A second press during the action has no effect. */
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
