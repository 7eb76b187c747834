// Repeats a background job in rounds. A job must allow concurrent rounds in several processes, and each
// round must be bounded. This file only decides when the next round begins.
import type { Logger } from '#platform/logger.ts'

export type Job = {
  /** Starts no further round. Resolves when the running round has ended. */
  stop(): Promise<void>
}

/** Starts a job's next round immediately. A signal before the first listener is delivered later. */
export type WakeSignal = { wake(): void; onWake(listener: () => void): void }

export function createWakeSignal(): WakeSignal {
  let listener: (() => void) | undefined
  let isPending = false
  return {
    wake() {
      if (listener === undefined) isPending = true
      else listener()
    },
    onWake(next) {
      listener = next
      if (isPending) next()
      isPending = false
    },
  }
}

type JobOptions = {
  readonly name: string
  /** Milliseconds from the end of a round to the next one. */
  readonly everyMs: number
  /**
   * Runs a round and returns its amount of work. If it is above zero, the next round follows
   * immediately.
   */
  readonly round: () => Promise<number>
  readonly signal?: WakeSignal
}

/**
 * Runs rounds until the job is stopped. A failed round is logged; the next follows after the usual
 * interval.
 */
export function startJob(log: Logger, { name, everyMs, round, signal }: JobOptions): Job {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let runsAgain = false

  async function run(): Promise<void> {
    clearTimeout(timer)
    try {
      do runsAgain = false
      while (((await round()) > 0 || runsAgain) && !isStopped)
    } catch (error) {
      log.warn(`background ${name} failed`, { error })
    }
    running = undefined
    if (!isStopped) timer = setTimeout(start, everyMs)
  }
  function start(): void {
    if (isStopped) return
    if (running === undefined) running = run()
    else runsAgain = true
  }
  signal?.onWake(start)
  timer = setTimeout(start, everyMs)
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
