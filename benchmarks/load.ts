// Runs concurrent clients, each of which does one operation after the other. It counts the operations
// and measures their times. An error of any client ends the run.
import { p99Of, type Rate } from '#benchmarks/compare.ts'

/** One whole operation of a client, such as a purchase. */
export type Work = () => Promise<void>

const warmUpMs = 700

/** Runs the clients. Counts only operations that started and ended after the warm-up and in time. */
export async function runClients(clients: readonly Work[], seconds: number): Promise<Rate> {
  const begin = performance.now() + warmUpMs
  const end = begin + seconds * 1_000
  const timesMs: number[] = []
  await Promise.all(
    clients.map(async (work) => {
      for (;;) {
        const startedAt = performance.now()
        if (startedAt >= end) return
        await work()
        const endedAt = performance.now()
        if (startedAt >= begin && endedAt <= end) timesMs.push(endedAt - startedAt)
      }
    }),
  )
  return { perSecond: timesMs.length / seconds, p99Ms: p99Of(timesMs) }
}
