// Runs a TypeScript program with the pinned Node in place of this process. Signals, output and exit code
// pass through. The program must not outlive this process.
import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { pinnedNode, root } from './install.mjs'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** Time in milliseconds in which a signal is passed on once. npm repeats the terminal's Ctrl-C. */
const sameSignalMs = 500
const parentPollMs = 500

const node = () => (existsSync(pinnedNode) ? pinnedNode : process.execPath)

/**
 * Runs the program and exits with its exit code. `script` is a path inside the checkout. `lastLine` is
 * printed if a signal killed the program. `nodeFlags` are flags of Node.
 */
export function handOver(script, args, { lastLine, nodeFlags = [] } = {}) {
  if (process.execve && realpathSync(process.execPath) === realpathSync(node())) {
    // Replacing this process leaves no parent that could be killed. Node warns at each call that
    // this is experimental, which no person can act on.
    process.removeAllListeners('warning')
    process.execve(node(), [node(), ...nodeFlags, join(root, script), ...args], process.env)
  }
  const child = startProgram(script, args, nodeFlags)
  const stopForwarding = onSignals((signal) => child.kill(signal))
  child.once('exit', (code, signal) => {
    stopForwarding()
    if (signal && lastLine) console.log(lastLine)
    process.exit(exitCodeOf(code, signal))
  })
}

/**
 * Starts a program in a separate process session, so that each signal reaches it once, through us. Its
 * channel closes when we end, even by a kill.
 */
export function startProgram(script, args, nodeFlags = []) {
  const child = spawn(node(), [...nodeFlags, join(root, script), ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: true,
  })
  child.once('error', (error) => {
    console.error(`The program could not be started: ${error.message}`)
    process.exit(1)
  })
  return child
}

/** Returns the exit code as a shell computes it. */
export function exitCodeOf(code, signal) {
  return signal ? 128 + (constants.signals[signal] ?? 0) : (code ?? 1)
}

/** Calls `pass` with each signal for the program. Returns a function that stops the watch of the parent. */
export function onSignals(pass) {
  const last = new Map()
  const passOnce = (signal) => {
    const now = Date.now()
    if (now - (last.get(signal) ?? 0) < sameSignalMs) return
    last.set(signal, now)
    pass(signal)
  }
  for (const signal of signals) process.on(signal, passOnce)
  // If npm is killed with -9, the parent changes, and the program must end too.
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.env.npm_lifecycle_event && process.ppid !== parent) passOnce('SIGTERM')
  }, parentPollMs)
  return () => clearInterval(watch)
}
