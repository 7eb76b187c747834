// Runs a program and restarts it when it dies. It must not repeat a refused start, outlive a stop, or
// restart a program that dies immediately without a pause.
import { exitCodeOf, onSignals, startProgram } from './hand-over.mjs'

/** The exit code of a start that the settings forbid (EX_CONFIG of sysexits.h). */
const refusedStart = 78
/** The exit code after a second Ctrl-C, which skips the drain. */
const interrupted = exitCodeOf(null, 'SIGINT')
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Running time in milliseconds. A program that ran longer before a crash is restarted without a pause,
 * and the pauses grow again from `firstPauseMs`.
 */
const steadyMs = 60_000
const firstPauseMs = 500
const pauseMaxMs = 30_000

/**
 * Runs the program until it must not be restarted, then exits with its exit code. The program sends
 * `{ kind: 'ready' }` once it serves. `nodeFlags` are flags of Node.
 */
export function keepRunning(script, args, nodeFlags) {
  let child
  let wasEverReady = false
  let isReady = false
  /**
   * `stopSignal` is the received stop signal. `isHeld` is true while the signal waits for the program
   * to become ready.
   */
  let stopSignal
  let isHeld = false
  let pauseMs = 0
  let restartTimer

  function run() {
    const begin = performance.now()
    isReady = false
    child = startProgram(script, args, nodeFlags)
    child.on('message', (message) => {
      if (message?.kind !== 'ready') return
      isReady = true
      wasEverReady = true
      if (isHeld) child.kill(stopSignal)
      isHeld = false
    })
    child.once('exit', (code, signal) => {
      child = undefined
      if (isFinal(code, signal)) process.exit(exitCodeOf(code, signal))
      if (performance.now() - begin > steadyMs) pauseMs = 0
      const when = pauseMs === 0 ? 'now' : `in ${pauseMs / 1_000} s`
      console.error(
        `Carbon Passport died (${signal ?? `exit ${code}`}). Starting it again ${when}…`,
      )
      restartTimer = setTimeout(run, pauseMs)
      pauseMs = Math.min(pauseMaxMs, pauseMs * 2 || firstPauseMs)
    })
  }

  /**
   * Returns true if the program must not be restarted. A failed first start is not retried, because its
   * message is for the user who started it.
   */
  function isFinal(code, signal) {
    if (stopSignal || [0, refusedStart, interrupted].includes(code)) return true
    return signal ? stopSignals.includes(signal) : !wasEverReady
  }

  onSignals((signal) => {
    const isRepeated = stopSignal !== undefined
    stopSignal = signal
    if (child && (isReady || isRepeated || !wasEverReady)) {
      child.kill(signal)
      return
    }
    // Holds the stop until the next start is ready, which cleans up what the crashed one left, such as
    // its database.
    isHeld = true
    if (child) return
    clearTimeout(restartTimer)
    run()
  })
  run()
}
