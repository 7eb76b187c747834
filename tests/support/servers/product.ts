// Runs the product as a separate process on a folder of its own, for tests that kill it. It ends
// only processes that it started.
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { serverFlags } from '#scripts/server-flags.mjs'
import { numbersKey } from '#tests/support/number-keys.ts'
import { inboxToken } from '#tests/support/people/person.ts'
import { freePort } from '#tests/support/servers/free-port.ts'
import { childrenOf, runningPostmaster } from './child-processes.ts'

export type Product = {
  readonly url: string
  readonly dataDir: string
  /** Starts it (again), with settings for this start only, and waits until it is ready. */
  start(more?: Readonly<Record<string, string>>): Promise<void>
  /** The signal that ended the app; null while it runs or if it ended by itself. */
  endedBy(): NodeJS.Signals | null
  /** Whether the app's process is stopped (by Linux's state). */
  isStopped(): Promise<boolean>
  /** Receives every line that it prints from then on. */
  onLine(listener: (line: string) => void): void
  /** The newest lines of its output, if no file receives it. */
  newestOutput(): string
  /** The ids of the processes that the app's first one started. */
  processes(): Promise<number[]>
  /** The process id of the app. */
  pid(): number
  /** Resident memory of the app's process, MiB (by Linux's counter). */
  memoryMiB(): Promise<number>
  /** Stops or continues the app's process. */
  signalApp(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** The same for all processes of the database. */
  signalDatabase(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void>
  /** kill -9 of the app. */
  killApp(): Promise<void>
  /** kill -9 of the database's first process. */
  killDatabase(): Promise<void>
  /** Interrupts it like Ctrl-C; resolves with its exit code. */
  stop(): Promise<number | null>
  /** Ends all remaining processes and removes the folder. */
  remove(): Promise<void>
}

const readyWithinMs = 180_000
/** One of several serving processes may be stopped with the request. */
const answerWithinMs = 5_000

/** The steps of scripts/start.mjs after libraries and web app are there. */
const keptRunning = `import('./scripts/keep-running.mjs').then(
  ({ keepRunning }) => keepRunning('server/start.ts', [], ${JSON.stringify(serverFlags)}))`

type ProductOptions = {
  /** A file for its output; else the newest lines are kept for the report of a failing start. */
  readonly log?: string
  /** Is removed at the end, too. */
  readonly dataDir?: string
  /** The number of files that the app's process may open. */
  readonly filesMax?: number
  /** Started like `npm start`, so that it is started again after a crash. */
  readonly isKeptRunning?: boolean
}

export async function openProduct(
  env: Readonly<Record<string, string>> = {},
  { log, filesMax, isKeptRunning, ...folder }: ProductOptions = {},
): Promise<Product> {
  const dataDir = folder.dataDir ?? (await mkdtemp(join(tmpdir(), 'carbon-passport-product-')))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let app: ChildProcess | undefined
  let output = ''
  const listeners: ((line: string) => void)[] = []

  const exited = (child: ChildProcess) =>
    new Promise<number | null>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) resolve(child.exitCode)
      else child.once('exit', (code) => resolve(code))
    })

  async function start(more: Readonly<Record<string, string>> = {}): Promise<void> {
    const target = log === undefined ? 'pipe' : openSync(log, 'a')
    // The shell becomes the app.
    const limit = filesMax === undefined ? '' : `ulimit -n ${filesMax}; `
    const program = isKeptRunning ? ['--eval', keptRunning] : [...serverFlags, 'server/start.ts']
    app = spawn('sh', ['-c', `${limit}exec "$0" "$@"`, process.execPath, ...program], {
      env: {
        ...process.env,
        DEV_INBOX_TOKEN: inboxToken,
        DATA_DIR: dataDir,
        PORT: String(port),
        NODE_ENV: 'test',
        NUMBERS_KEY: numbersKey,
        ...env,
        ...more,
      },
      stdio: ['ignore', target, target],
    })
    if (typeof target === 'number') closeSync(target)
    const keep = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-20_000)
    }
    app.stdout?.on('data', keep)
    app.stderr?.on('data', keep)
    for (const input of [app.stdout, app.stderr]) {
      if (input === null) continue
      createInterface({ input }).on('line', (line) => {
        for (const listener of listeners) listener(line)
      })
    }
    const deadline = performance.now() + readyWithinMs
    while (!(await isReady(url))) {
      if (app.exitCode !== null || performance.now() > deadline) {
        throw new Error(`the product did not become ready:\n${output}`)
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  const postmasterPid = () => runningPostmaster(join(dataDir, 'postgres', 'data'))

  return {
    url,
    dataDir,
    start,
    async isStopped() {
      const status = await readFile(`/proc/${app?.pid}/status`, 'utf8').catch(() => '')
      return /^State:\s+T/m.test(status)
    },
    newestOutput: () => output,
    onLine: (listener) => void listeners.push(listener),
    endedBy: () => app?.signalCode ?? null,
    processes: async () => (app?.pid === undefined ? [] : childrenOf(app.pid)),
    pid() {
      if (app?.pid === undefined) throw new Error('the product was not started')
      return app.pid
    },
    async memoryMiB() {
      const status = await readFile(`/proc/${app?.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
    },
    signalApp(signal) {
      app?.kill(signal)
    },
    async signalDatabase(signal) {
      const pid = await postmasterPid()
      if (pid === null) throw new Error('no database runs')
      for (const each of [pid, ...(await childrenOf(pid))]) process.kill(each, signal)
    },
    async killApp() {
      app?.kill('SIGKILL')
      if (app !== undefined) await exited(app)
    },
    async killDatabase() {
      const pid = await postmasterPid()
      try {
        if (pid !== null) process.kill(pid, 'SIGKILL')
      } catch (error) {
        // It has ended since the search.
        if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
      }
    },
    async stop() {
      if (app === undefined) return null
      app.kill('SIGTERM')
      return exited(app)
    },
    async remove() {
      if (app !== undefined && app.exitCode === null && app.signalCode === null) {
        app.kill('SIGTERM')
        await exited(app)
      }
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}

async function isReady(url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(answerWithinMs)
  const answer = await fetch(`${url}/health/ready`, { signal }).catch(() => null)
  await answer?.body?.cancel()
  return answer?.ok ?? false
}
