// Requests the stop of the server at a signal, or when the process that started it (npm, or
// scripts/keep-running.mjs) has ended, even by kill -9. It also reports to that process when the server is
// ready. The stop is requested once. A second SIGINT during the drain ends the process immediately.

/**
 * Time in milliseconds in which a repeated signal counts as the same one. npm repeats a signal that the
 * terminal already sent to every process.
 */
const sameRequestMs = 1_000
const parentPollMs = 500

/** Calls `stop` with a signal's name or `starter gone`. Call it once, before the server opens anything. */
export function onStopRequest(stop: (why: string) => void): void {
  let requestedAt: number | null = null
  const requestStop = (why: string) => {
    const now = performance.now()
    if (requestedAt === null) {
      requestedAt = now
      stop(why)
    } else if (why === 'SIGINT' && now - requestedAt > sameRequestMs) {
      process.exit(130)
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, requestStop)
  const stopOrphan = () => requestStop('starter gone')
  if (process.connected) {
    process.once('disconnect', stopOrphan)
    // Only the end of the channel matters. The channel must not keep a drained server alive.
    process.channel?.unref()
  } else if (process.env.npm_lifecycle_event) {
    const parent = process.ppid
    setInterval(() => {
      if (process.ppid !== parent) stopOrphan()
    }, parentPollMs).unref()
  }
  // Ignores write errors, because the reader of our output may have ended, which must not stop the drain.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

/** Reports to scripts/keep-running.mjs that the server is ready. From now on it is restarted if it dies. */
export function reportReady(): void {
  // The starter may have just ended; `onStopRequest` notices that.
  if (process.connected) process.send?.({ kind: 'ready' }, undefined, {}, () => undefined)
}
