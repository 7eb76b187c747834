// Runs many concurrent clients for a while, each doing one operation after the other. It counts
// operations and their times; an error of any client ends the run.
import { p99Of, type Rate } from '#benchmarks/compare.ts'

/** One whole operation of a client, such as a purchase. */
export type Work = () => Promise<void>

const warmUpMs = 700

/** Counts only operations that began and ended within the counted time. */
export async function runClients(clients: readonly Work[], seconds: number): Promise<Rate> {
  const begin = performance.now() + warmUpMs
  const end = begin + seconds * 1_000
  const timesMs: number[] = []
  await Promise.all(
    clients.map(async (work) => {
      for (;;) {
        const started = performance.now()
        if (started >= end) return
        await work()
        const done = performance.now()
        if (started >= begin && done <= end) timesMs.push(done - started)
      }
    }),
  )
  return { perSecond: timesMs.length / seconds, p99Ms: p99Of(timesMs) }
}
