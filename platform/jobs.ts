// Repeats a background job in rounds. Each job must be safe in several processes at once and
// bounded in each round; this file only decides when the next round begins.
import type { Logger } from '#platform/logger.ts'

export type Job = {
  /** Starts no further round. Resolves when the running round has ended. */
  stop(): Promise<void>
}

/** Starts a job's next round immediately. A signal before the first listener is delivered later. */
export type WakeSignal = { wake(): void; onWake(listener: () => void): void }

export function createWakeSignal(): WakeSignal {
  let listener: (() => void) | undefined
  let isKept = false
  return {
    wake() {
      if (listener === undefined) isKept = true
      else listener()
    },
    onWake(next) {
      listener = next
      if (isKept) next()
      isKept = false
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
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let again = false

  async function run(): Promise<void> {
    clearTimeout(timer)
    try {
      do again = false
      while (((await round()) > 0 || again) && !stopped)
    } catch (error) {
      log.warn(`background ${name} failed`, { error })
    }
    running = undefined
    if (!stopped) timer = setTimeout(start, everyMs)
  }
  function start(): void {
    if (stopped) return
    if (running === undefined) running = run()
    else again = true
  }
  signal?.onWake(start)
  timer = setTimeout(start, everyMs)
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
