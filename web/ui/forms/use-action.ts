// Runs one action of a form at a time and stores its error. It is separate from use-form.ts, to keep the
// landing page's bundle small.
import { useRef, useState } from 'react'

/** `Kind` is the union of names, if a form has several actions. `busy` is the name of the running action. */
export function useAction<Problem, Kind extends string = 'sending'>() {
  const [busy, setBusy] = useState<Kind>()
  const [problem, setProblem] = useState<Problem>()
  const running = useRef(false)

  /**
   * Runs `act` and stores the problem that it returns, or `problemOf` of the error that it throws. Does
   * nothing while another action runs.
   */
  async function run(
    kind: Kind,
    act: () => Promise<Problem | undefined>,
    problemOf?: (error: unknown) => Problem,
  ): Promise<void> {
    if (running.current) return
    running.current = true
    setBusy(kind)
    setProblem(undefined)
    try {
      setProblem(await act())
    } catch (error) {
      if (problemOf === undefined) throw error
      setProblem(problemOf(error))
    } finally {
      running.current = false
      setBusy(undefined)
    }
  }

  return { busy, problem, run, setProblem }
}
