// Counts calls under a limit, those of one bucket one after another. Each is counted before the next one is judged, and
// all of them hold one connection.
import type { Db } from '#platform/database/database.ts'
import { queueByKey } from '#platform/database/queue-by-key.ts'
import { countEach, findFullLimit, type RateLimit } from './rate-limits.ts'

/** Returns the seconds to wait if the bucket is full. Otherwise counts the call, if `isCounted`, and returns null. */
export type CountInTurn = (db: Db, limit: RateLimit, isCounted?: boolean) => Promise<number | null>

/** Returns the counting function. A call beyond `waitingMax` fails immediately with `TooManyWaiting`. */
export function openCountInTurn(waitingMax: number): CountInTurn {
  const runInTurn = queueByKey(waitingMax)
  return (db, limit, isCounted = true) =>
    runInTurn(db, [limit.bucket], async () => {
      const waitSeconds = await findFullLimit(db, [limit])
      if (waitSeconds === null && isCounted) await countEach(db, [limit])
      return waitSeconds
    })
}
