// Runs several serving processes on one database (WEB_CONCURRENCY). The first process serves no
// request itself: it starts the others, restarts a crashed one, and asks them to end.
import cluster, { type Worker } from 'node:cluster'
import { joinMetrics } from '#platform/metrics.ts'
import { readSettings, type Settings } from '#server/settings/settings.ts'
import { type Running, serve } from './serving-process.ts'

type Message = { readonly kind: 'ready'; readonly port: number } | { readonly kind: 'stop' }

/** Pause before a crashed process is restarted, in milliseconds, so that a crash loop stays slow. */
const restartPauseMs = 500

/** Returns the settings that the first process has chosen for all: its database, keys, inbox token and console. */
export function environmentOf(
  { secretKey, devInboxToken, demoCatalogue, consolePort }: Settings,
  databaseUrl: string,
) {
  return {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: secretKey.toString('hex'),
    ...(devInboxToken && { DEV_INBOX_TOKEN: devInboxToken }),
    DEMO_CATALOGUE: demoCatalogue ? '1' : '0',
    ...(consolePort !== undefined && { CONSOLE_PORT: String(consolePort) }),
  }
}

/** Starts the processes. Resolves once one of them serves; throws if all of the first ones fail. */
export async function startWorkers(
  settings: Settings,
  databaseUrl: string,
  print: (line: string) => void,
): Promise<Running> {
  let isStopping = false
  const fork = (): Promise<number> => {
    const worker = cluster.fork(environmentOf(settings, databaseUrl))
    // Ignores the error of a message to a process that has just died.
    worker.on('error', () => undefined)
    worker.once('exit', (code, signal) => {
      if (isStopping) return
      print(`A serving process ended (${signal ?? `exit ${code}`}); another one starts.`)
      // A process that ends before it is ready is reported and restarted in the same way.
      setTimeout(() => {
        if (!isStopping) void fork().catch(() => undefined)
      }, restartPauseMs)
    })
    return readyPort(worker)
  }
  const workers = () => Object.values(cluster.workers ?? {}).filter((each) => each !== undefined)
  const port = await Promise.any(Array.from({ length: settings.processes }, fork)).catch(
    ({ errors }: AggregateError) => {
      throw errors[0]
    },
  )
  return {
    port,
    async stop() {
      isStopping = true
      await Promise.all(workers().map(stopWorker))
    },
  }
}

function readyPort(worker: Worker): Promise<number> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: Message) => {
      if (message.kind === 'ready') resolve(message.port)
    })
    worker.once('exit', () => reject(new Error('a serving process ended before it was ready')))
  })
}

function stopWorker(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.once('exit', () => resolve())
    if (worker.isConnected()) worker.send({ kind: 'stop' } satisfies Message)
  })
}

/**
 * Runs one serving process. It reports `ready` with the port, and stops when the first process sends
 * `stop` or ends.
 */
export async function workAsOneOf(print: (line: string) => void): Promise<void> {
  // The terminal sends its signals to all processes. Only the first process handles them, and sends
  // `stop` to the others.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  const settings = readSettings(process.env)
  if (settings.metricsPort !== undefined) joinMetrics()
  // Without a listener, a closed output or a full disk would end the process.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
  const started = serve(settings, settings.databaseUrl ?? '', print)
  let isEnding = false
  const end = () => {
    if (isEnding) return
    isEnding = true
    void started.then((serving) => serving.stop()).then(() => process.exit(0))
  }
  // Listens before the start has ended, because a stop may arrive during it.
  process.on('message', (message: Message) => {
    if (message.kind === 'stop') end()
  })
  process.once('disconnect', end)
  const { port } = await started
  process.send?.({ kind: 'ready', port } satisfies Message)
}
