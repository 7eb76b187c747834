// Draws papers and pictures in a worker thread, one after the other, because each takes tenths of a
// second of CPU time. The thread starts with the first drawing, loads the libraries, and ends when it is
// idle. No drawing is cached.
import { Worker } from 'node:worker_threads'
import { TooManyWaiting } from '#platform/database/group-calls.ts'

/** The drawing failed, because its thread ended or it took too long. A later attempt may succeed. */
export class DrawingUnavailable extends Error {
  override name = 'DrawingUnavailable'
}

/**
 * Returns the bytes of a file. Throws `TooManyWaiting` if too many drawings of the caller or of all callers are
 * waiting, and `DrawingUnavailable`. `caller`, such as an address, shares the thread equally with other callers.
 */
export type Draw<Job> = (job: Job, caller?: string) => Promise<Buffer>

/** The answer of the thread to each job (answer-jobs.ts). */
export type Drawn = { readonly bytes: Uint8Array } | { readonly failed: string }

export type DrawingLimits = {
  /** Maximum number of drawings that wait for the thread. */
  readonly waitingMax: number
  /** Maximum number of them for one caller. */
  readonly waitingOfCallerMax: number
  /**
   * Maximum total wait of a caller, in milliseconds. It is well below
   * connectionTimes.connectionTimeout, so that the answer still arrives.
   */
  readonly waitMs: number
  /** Timeout of one drawing, in milliseconds. After it the thread is ended. */
  readonly drawingMs: number
  /** Idle time after which the thread ends, in milliseconds. */
  readonly idleMs: number
  readonly heapMb: number
}

const defaultLimits: DrawingLimits = {
  waitingMax: 64,
  waitingOfCallerMax: 16,
  waitMs: 20_000,
  drawingMs: 15_000,
  idleMs: 60_000,
  heapMb: 256,
}

/** Maximum attempts of a drawing whose thread crashed or timed out. Drawing has no side effects. */
const attemptsMax = 2

type DrawingRequest<Job> = {
  readonly job: Job
  readonly caller: string
  attempts: number
  /** True once the caller has stopped waiting. */
  isAbandoned: boolean
  readonly resolve: (bytes: Buffer) => void
  readonly reject: (error: Error) => void
}

/**
 * Returns the drawing function. `file` is a module that calls `answerJobs`. Jobs are plain data;
 * concurrent equal jobs are drawn once.
 */
export function openDrawings<Job>(
  file: URL,
  limits: Partial<DrawingLimits> = {},
): { readonly draw: Draw<Job>; close(): Promise<void> } {
  const { waitingMax, waitingOfCallerMax, waitMs, drawingMs, idleMs, heapMb } = {
    ...defaultLimits,
    ...limits,
  }
  const waiting: DrawingRequest<Job>[] = []
  /** Callers that have had a drawing since they last had none waiting, the latest one last. */
  const served = new Set<string>()
  let current: DrawingRequest<Job> | undefined
  let timer: NodeJS.Timeout | undefined
  const thread = openThread<Job>(file, heapMb, { onAnswered: settle, onLost: retryCurrent })

  function drawNext(): void {
    if (current !== undefined) return
    clearTimeout(timer)
    current = takeNext()
    if (current === undefined) {
      served.clear()
      timer = setTimeout(thread.release, idleMs).unref()
      return
    }
    current.attempts += 1
    timer = setTimeout(thread.stop, drawingMs).unref()
    thread.post(current.job)
  }

  /** Takes the first request of a caller who had no drawing yet, or else of the one who had none for longest. */
  function takeNext(): DrawingRequest<Job> | undefined {
    const turns = [...served]
    const turnOf = ({ caller }: DrawingRequest<Job>) => turns.indexOf(caller)
    const [next] = waiting.toSorted((one, other) => turnOf(one) - turnOf(other))
    if (next === undefined) return undefined
    waiting.splice(waiting.indexOf(next), 1)
    served.delete(next.caller)
    if (waiting.some(({ caller }) => caller === next.caller)) served.add(next.caller)
    return next
  }

  function settle(answer: Drawn): void {
    const request = current
    current = undefined
    if ('bytes' in answer) request?.resolve(Buffer.from(answer.bytes))
    else request?.reject(new Error(answer.failed))
    drawNext()
  }

  function retryCurrent(reason: string): void {
    if (current === undefined) return
    const request = current
    current = undefined
    if (request.attempts < attemptsMax && !request.isAbandoned) waiting.unshift(request)
    else request.reject(new DrawingUnavailable(`the drawing's thread ended: ${reason}`))
    drawNext()
  }

  function enqueue(job: Job, caller = ''): Promise<Buffer> {
    const own = waiting.filter((each) => each.caller === caller).length
    if (waiting.length >= waitingMax || own >= waitingOfCallerMax) {
      return Promise.reject(new TooManyWaiting(`${waiting.length} drawings are waiting already`))
    }
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
    const request: DrawingRequest<Job> = {
      ...{ job, caller, resolve, reject },
      ...{ attempts: 0, isAbandoned: false },
    }
    const deadline = setTimeout(() => {
      const index = waiting.indexOf(request)
      if (index >= 0) waiting.splice(index, 1)
      request.isAbandoned = true
      // Ends the thread, because later jobs wait for it.
      if (current === request) thread.stop()
      reject(new DrawingUnavailable('the drawing took too long'))
    }, waitMs).unref()
    waiting.push(request)
    drawNext()
    return promise.finally(() => clearTimeout(deadline))
  }

  return {
    draw: shareEqualJobs(enqueue),
    async close() {
      clearTimeout(timer)
      const unanswered = [...(current === undefined ? [] : [current]), ...waiting.splice(0)]
      current = undefined
      await thread.release()
      for (const { reject } of unanswered) reject(new TooManyWaiting('this process ends'))
    },
  }
}

type ThreadListeners = {
  readonly onAnswered: (answer: Drawn) => void
  /** Called when the thread has ended by a crash or by `stop`. */
  readonly onLost: (reason: string) => void
}

/** Runs at most one thread. It starts with the first job, and with the first job after its end. */
function openThread<Job>(file: URL, heapMb: number, { onAnswered, onLost }: ThreadListeners) {
  let thread: Worker | undefined

  function start(): Worker {
    const started = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: heapMb } })
    let reason = 'it took too long'
    started.unref()
    started.on('message', (answer: Drawn) => onAnswered(answer))
    started.on('error', (error) => {
      reason = String(error)
    })
    started.on('exit', () => {
      if (thread !== started) return
      thread = undefined
      onLost(reason)
    })
    return started
  }

  return {
    post(job: Job): void {
      thread ??= start()
      thread.postMessage(job)
    },
    /** Ends the thread during a job; `onLost` is then called. */
    stop: () => void thread?.terminate(),
    async release(): Promise<void> {
      const ended = thread
      thread = undefined
      await ended?.terminate()
    },
  }
}

/** Wraps `enqueue`: a job that equals a waiting or running one gets the same promise. */
function shareEqualJobs<Job>(enqueue: Draw<Job>): Draw<Job> {
  const runningJobs = new Map<string, Promise<Buffer>>()
  return (job, caller) => {
    const key = JSON.stringify(job)
    const drawing =
      runningJobs.get(key) ?? enqueue(job, caller).finally(() => runningJobs.delete(key))
    runningJobs.set(key, drawing)
    return drawing
  }
}
