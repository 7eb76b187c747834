// Batches concurrent calls into one run. Calls that arrive during a run join the next run. A call starts
// immediately if no run is active. No caller may receive the result of another.
import { isDatabaseUnavailable, isLockTimeout } from '#platform/database/database.ts'

export type GroupOptions = {
  /** Maximum number of calls in one run. */
  readonly groupMax: number
  /** Maximum number of waiting calls. A call beyond it fails immediately. */
  readonly waitingMax: number
}

/** The queue of waiting callers is full. The caller gets 503. */
export class TooManyWaiting extends Error {
  override name = 'TooManyWaiting'
}

/** Number of calls that run alone at once, after a locked row stopped their batch. */
const apartMax = 4
/** Duration in milliseconds after which no further call of such a batch starts. */
const apartMs = 2_000

type Waiting<Item, Result> = {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/**
 * Turns a function over arrays, with results in the order of its items, into a function over single
 * items. If a batch throws, each item is run alone, so that only invalid items fail. If another client keeps a row
 * locked, this takes at most about 3 s. If the database is unavailable, the whole batch fails.
 */
export function groupCalls<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  { groupMax, waitingMax }: GroupOptions,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = []
  let isRunning = false

  async function runGroup(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await run(group.map((member) => member.item))
      group.forEach((member, index) => {
        const result = results[index]
        if (result === undefined) member.reject(new Error('a run left a member without a result'))
        else member.resolve(result)
      })
    } catch (error) {
      if (group.length > 1 && isLockTimeout(error)) return runApart(group, error)
      if (group.length > 1 && !isDatabaseUnavailable(error)) {
        for (const member of group) await runGroup([member])
        return
      }
      for (const member of group) member.reject(error)
    }
  }

  /** Runs each member alone, several at once, because each that needs the locked row waits for it. */
  async function runApart(group: readonly Waiting<Item, Result>[], error: unknown): Promise<void> {
    const rest = [...group]
    const endsAt = performance.now() + apartMs
    const runRest = async () => {
      for (let member = rest.shift(); member !== undefined; member = rest.shift()) {
        if (performance.now() < endsAt) await runGroup([member])
        else member.reject(error)
      }
    }
    await Promise.all(Array.from({ length: apartMax }, runRest))
  }

  async function drain(): Promise<void> {
    isRunning = true
    // Waits for the other calls of this turn of the event loop, which join the first batch.
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.length > 0) await runGroup(waiting.splice(0, groupMax))
    isRunning = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= waitingMax) {
        reject(new TooManyWaiting(`${waitingMax} callers are waiting already`))
        return
      }
      waiting.push({ item, resolve, reject })
      if (!isRunning) void drain()
    })
}

/** Like `groupCalls`, with a separate queue for each owner, such as a database. */
export function groupCallsOn<Owner extends object, Item, Result>(
  run: (owner: Owner, items: readonly Item[]) => Promise<readonly Result[]>,
  options: GroupOptions,
): (owner: Owner, item: Item) => Promise<Result> {
  const callByOwner = new WeakMap<Owner, (item: Item) => Promise<Result>>()
  return (owner, item) => {
    const groupedCall = callByOwner.get(owner) ?? groupCalls((items) => run(owner, items), options)
    callByOwner.set(owner, groupedCall)
    return groupedCall(item)
  }
}
