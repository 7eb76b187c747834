// Runs the product as a separate process with its own data folder, for tests that kill it. It ends only
// processes that it started.
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
  /** Starts or restarts the product and waits until it is ready. The settings are for this start only. */
  start(startSettings?: Readonly<Record<string, string>>): Promise<void>
  /** Returns the signal that ended the app; null while it runs or if it ended by itself. */
  endedBy(): NodeJS.Signals | null
  /** Returns true if Linux reports the app's process as stopped by a signal. */
  isStopped(): Promise<boolean>
  /** Calls `listener` with each later line of the product's output. */
  onLine(listener: (line: string) => void): void
  /** Returns the end of the output; empty if the output goes to a file. */
  newestOutput(): string
  /** Returns the ids of the processes that the app's first process started. */
  processes(): Promise<number[]>
  /** Returns the id of the app's first process. */
  pid(): number
  /** Returns the resident memory of the app's first process in MiB. */
  memoryMiB(): Promise<number>
  /** Stops or continues the app's first process. */
  signalApp(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** Stops or continues all processes of the database. */
  signalDatabase(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void>
  /** Kills the app's first process (SIGKILL) and waits for its end. */
  killApp(): Promise<void>
  /** Kills the database's first process (SIGKILL). */
  killDatabase(): Promise<void>
  /** Ends the app in order (SIGTERM). Resolves with its exit code. */
  stop(): Promise<number | null>
  /** Ends the app if it still runs, and removes the data folder. */
  remove(): Promise<void>
}

const readyWithinMs = 180_000
/** Timeout of a readiness request: the serving process that received it may be stopped. */
const answerWithinMs = 5_000

/** Code that starts the product as scripts/start.mjs does once libraries and web app are ready. */
const keepRunningScript = `import('./scripts/keep-running.mjs').then(
  ({ keepRunning }) => keepRunning('server/start.ts', [], ${JSON.stringify(serverFlags)}))`

type ProductOptions = {
  /** A file for the output. Without it, the end of the output stays in memory for error messages. */
  readonly log?: string
  /** An existing data folder. `remove` deletes it too. Default: a new folder. */
  readonly dataDir?: string
  /** Maximum number of files that the app's process may open. */
  readonly filesMax?: number
  /** If true, the product starts like `npm start`, which restarts it after a crash. */
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

  const exitOf = (child: ChildProcess) =>
    new Promise<number | null>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) resolve(child.exitCode)
      else child.once('exit', (code) => resolve(code))
    })

  async function start(startSettings: Readonly<Record<string, string>> = {}): Promise<void> {
    const target = log === undefined ? 'pipe' : openSync(log, 'a')
    // The shell sets the limit and then replaces itself with the app, so that both have one process id.
    const limit = filesMax === undefined ? '' : `ulimit -n ${filesMax}; `
    const program = isKeptRunning
      ? ['--eval', keepRunningScript]
      : [...serverFlags, 'server/start.ts']
    app = spawn('sh', ['-c', `${limit}exec "$0" "$@"`, process.execPath, ...program], {
      env: {
        ...process.env,
        DEV_INBOX_TOKEN: inboxToken,
        DATA_DIR: dataDir,
        PORT: String(port),
        NODE_ENV: 'test',
        NUMBERS_KEY: numbersKey,
        ...env,
        ...startSettings,
      },
      stdio: ['ignore', target, target],
    })
    if (typeof target === 'number') closeSync(target)
    const collectOutput = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-20_000)
    }
    app.stdout?.on('data', collectOutput)
    app.stderr?.on('data', collectOutput)
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
      for (const each of [pid, ...(await childrenOf(pid))]) signalIfRunning(each, signal)
    },
    async killApp() {
      app?.kill('SIGKILL')
      if (app !== undefined) await exitOf(app)
    },
    async killDatabase() {
      const pid = await postmasterPid()
      if (pid !== null) signalIfRunning(pid, 'SIGKILL')
    },
    async stop() {
      if (app === undefined) return null
      app.kill('SIGTERM')
      return exitOf(app)
    },
    async remove() {
      if (app !== undefined && app.exitCode === null && app.signalCode === null) {
        app.kill('SIGTERM')
        await exitOf(app)
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

/** Sends the signal, unless the process has ended since it was found. */
function signalIfRunning(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
