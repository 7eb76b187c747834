// Runs calls with a key in common, such as a phone number, one after another. A call waits here before it
// takes a database connection, so that many calls of one key use one connection.
import { TooManyWaiting } from '#platform/database/group-calls.ts'

/** Runs `work` after all earlier calls of the same owner that share one of the keys. Null is ignored. */
export type QueueByKey = <Result>(
  owner: object,
  keys: readonly (string | null)[],
  work: () => Promise<Result>,
) => Promise<Result>

/**
 * Returns a queue runner. Each owner, such as the services of a server, has its own queue; a call
 * beyond `callsMax` fails immediately.
 */
export function queueByKey(callsMax: number): QueueByKey {
  const queues = new WeakMap<object, ReturnType<typeof openQueue>>()
  return (owner, keys, work) => {
    const queue = queues.get(owner) ?? openQueue(callsMax)
    queues.set(owner, queue)
    return queue(keys, work)
  }
}

function openQueue(callsMax: number) {
  /** Promise of the end of the newest call, by key. It never rejects. */
  const ends = new Map<string, Promise<unknown>>()
  let calls = 0
  return async <Result>(
    keys: readonly (string | null)[],
    work: () => Promise<Result>,
  ): Promise<Result> => {
    if (calls >= callsMax) throw new TooManyWaiting(`${callsMax} callers are waiting already`)
    calls += 1
    const presentKeys = keys.filter((key) => key !== null)
    const result = Promise.all(presentKeys.map((key) => ends.get(key))).then(work)
    const end = result.catch(() => undefined)
    for (const key of presentKeys) ends.set(key, end)
    try {
      return await result
    } finally {
      calls -= 1
      for (const key of presentKeys) if (ends.get(key) === end) ends.delete(key)
    }
  }
}
