// Batches concurrent calls into one run: calls that arrive during a run are in the next one. There
// is no timer; a lone call starts at once. It must not answer one caller with another's result.
import { isDatabaseUnavailable } from '#platform/database/database.ts'

export type GroupOptions<Item> = {
  /** Members of one run at most. */
  readonly groupMax: number
  /** Members waiting at most; beyond it a call fails at once. */
  readonly waitingMax: number
  /**
   * Keys of which each is in a run at most once: a later item with the same key waits for a later
   * run. A run is sorted by the first key, so that two processes lock in the same order. Null is no
   * key.
   */
  readonly keysOf?: (item: Item) => readonly [string, ...(string | null)[]]
}

/** More callers wait than the product lets wait: answered as 503. */
export class TooManyWaiting extends Error {
  override name = 'TooManyWaiting'
}

type Waiting<Item, Result> = {
  readonly item: Item
  readonly keys: readonly string[]
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/**
 * Turns a function over arrays (results in the order of its items) into one over single items. When
 * a batch throws, each item is run alone, so that one bad item fails alone. When the database is
 * unavailable, the whole batch fails at once.
 */
export function groupCalls<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  { groupMax, waitingMax, keysOf }: GroupOptions<Item>,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = []
  let running = false

  async function settle(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await run(group.map((member) => member.item))
      group.forEach((member, index) => {
        const result = results[index]
        if (result === undefined) member.reject(new Error('a run left a member without a result'))
        else member.resolve(result)
      })
    } catch (error) {
      if (group.length > 1 && !isDatabaseUnavailable(error)) {
        for (const member of group) await settle([member])
        return
      }
      for (const member of group) member.reject(error)
    }
  }

  /** The first who wait; of those with a key in common the first alone, the others stay in their order. */
  function nextGroup(): Waiting<Item, Result>[] {
    if (keysOf === undefined) return waiting.splice(0, groupMax)
    const taken = new Set<string>()
    const group: Waiting<Item, Result>[] = []
    const rest = waiting.splice(0).filter((member) => {
      if (group.length === groupMax || member.keys.some((key) => taken.has(key))) return true
      for (const key of member.keys) taken.add(key)
      group.push(member)
      return false
    })
    waiting.push(...rest)
    const orderOf = ({ keys: [first = ''] }: Waiting<Item, Result>) => first
    return group.sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
  }

  async function drain(): Promise<void> {
    running = true
    // Calls of the same turn of the event loop join the first batch.
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.length > 0) await settle(nextGroup())
    running = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= waitingMax) {
        reject(new TooManyWaiting(`${waitingMax} callers are waiting already`))
        return
      }
      const keys = keysOf?.(item).filter((key) => key !== null) ?? []
      waiting.push({ item, keys, resolve, reject })
      if (!running) void drain()
    })
}

/**
 * Runs calls one at a time: for calls that need a transaction of their own and would otherwise take
 * every connection at once. A failure concerns its own call alone.
 */
export function inTurn<Item, Result>(
  work: (item: Item) => Promise<Result>,
  waitingMax: number,
): (item: Item) => Promise<Result> {
  return groupCalls((items) => Promise.all(items.map(work)), { groupMax: 1, waitingMax })
}

/** The same for functions that work on something of the process's own, such as a database. */
export function groupCallsOn<Owner extends object, Item, Result>(
  run: (owner: Owner, items: readonly Item[]) => Promise<readonly Result[]>,
  options: GroupOptions<Item>,
): (owner: Owner, item: Item) => Promise<Result> {
  const grouped = new WeakMap<Owner, (item: Item) => Promise<Result>>()
  return (owner, item) => {
    const known = grouped.get(owner) ?? groupCalls((items) => run(owner, items), options)
    grouped.set(owner, known)
    return known(item)
  }
}
