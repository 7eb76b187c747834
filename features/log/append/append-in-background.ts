// Creates the background round that appends to the public log, each second. In concurrent rounds only
// the process that locks the log's head appends. The first round begins the log if there is none.
import { appendEntries } from '#features/log/append/append-entries.ts'
import { openLog } from '#features/log/append/open-log.ts'
import type { Services } from '#features/log/log-services.ts'
import { isProblem } from '#values/problem.ts'

/**
 * Returns the round. A round returns 1 if the log is still behind, so that another round follows
 * immediately. Otherwise it returns 0, and the entries of the next second share a checkpoint.
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
