// Runs a round of the log each second, in the process that comes first. It opens the log where
// there is none.
import { appendEntries } from '#features/log/append/append-entries.ts'
import { openLog } from '#features/log/append/open-log.ts'
import type { Services } from '#features/log/log-services.ts'
import { isProblem } from '#values/problem.ts'

/**
 * Returns the round. It returns 0 unless the log is behind, because entries of one second share a
 * checkpoint.
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
