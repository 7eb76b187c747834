// Runs a round of the log each second. Of concurrent processes, the one that locks the log's head
// appends. The first round begins a log where there is none.
import { appendEntries } from '#features/log/append/append-entries.ts'
import { openLog } from '#features/log/append/open-log.ts'
import type { Services } from '#features/log/log-services.ts'
import { isProblem } from '#values/problem.ts'

/**
 * Returns the round, which returns 1 where the log is behind, for another round at once. Otherwise
 * it returns 0, because entries of one second share a checkpoint.
 */
export function createAppendRound(services: Services): () => Promise<number> {
  let opening: ReturnType<typeof openLog> | undefined
  return async () => {
    opening ??= openLog(services)
    const log = await opening.catch((error: unknown) => {
      opening = undefined
      throw error
    })
    if (isProblem(log)) {
      opening = undefined
      throw new Error(log.text)
    }
    if (log.signer === null) return 0
    const { isBehind } = await appendEntries(services.db, log.signer)
    return isBehind ? 1 : 0
  }
}
