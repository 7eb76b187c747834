// What this browser keeps of a session (IndexedDB), shared over its tabs; in memory where the
// browser cannot store, or does not answer. It must not hold a session token, a code or key bytes that could be read
// back, and never takes in anything for a session that has ended, in whichever tab.

/** Which stamps were celebrated here. */
export const stampsName = 'stamps'

/** Which gifts were unsealed here. */
export const giftsName = 'gifts'

const databaseName = 'carbon-passport'
const databaseVersion = 2
const keptStore = 'kept'
const generationStore = 'generation'
const generationKey = 'now'

/**
 * Milliseconds that storage may take. WebKit's sometimes never answers after a start (its bug 226547, and
 * idb-keyval's issue 120); a page that waits for it never opens.
 */
const storageMsMax = 1_500

const memory = new Map<string, unknown>()
let generationInMemory = 0
/** Whether a session ended here while storage did not answer. */
let isErasureOwed = false
/** The generation that this tab keeps things for; undefined while it is in no session. */
let joined: number | undefined

function openDatabase(): Promise<IDBDatabase | undefined> {
  return new Promise((resolve) => {
    let request: IDBOpenDBRequest
    try {
      request = indexedDB.open(databaseName, databaseVersion)
    } catch {
      return resolve(undefined)
    }
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      goOnInMemory()
      resolve(undefined)
    }, storageMsMax)
    const end = (opened?: IDBDatabase) => {
      clearTimeout(timer)
      resolve(opened)
    }
    request.onupgradeneeded = () => {
      const names = request.result.objectStoreNames
      for (const name of [keptStore, generationStore]) {
        if (!names.contains(name)) request.result.createObjectStore(name)
      }
    }
    request.onsuccess = () => {
      if (isLate) return eraseLate(request.result)
      // A newer build's tab must not wait for this one.
      request.result.onversionchange = () => {
        request.result.close()
        database = undefined
      }
      end(request.result)
    }
    request.onerror = () => end()
    request.onblocked = () => end()
  })
}

let database: Promise<IDBDatabase | undefined> | undefined

/** Storage did not answer: until it is loaded anew this tab goes on in memory, in the session it is in. */
function goOnInMemory(): void {
  database = Promise.resolve(undefined)
  generationInMemory = joined ?? generationInMemory
}

/** Storage answers after all: what it kept of a session that has ended meanwhile goes. */
function eraseLate(opened: IDBDatabase): void {
  if (isErasureOwed) {
    const transaction = opened.transaction([keptStore, generationStore], 'readwrite')
    const kept = transaction.objectStore(keptStore)
    const generations = transaction.objectStore(generationStore)
    withGeneration({ kept, generations }, (now) => {
      generations.put(now + 1, generationKey)
      kept.clear()
    })
  }
  opened.close()
}

type Stores = { readonly kept: IDBObjectStore; readonly generations: IDBObjectStore }

/**
 * Runs `act` in one transaction over both stores. The browser runs writing ones one after another,
 * over all tabs. Resolves to whether it was done; anything thrown undoes it.
 */
async function inStores(mode: IDBTransactionMode, act: (stores: Stores) => void): Promise<boolean> {
  database ??= openDatabase()
  const opened = await database
  if (!opened) return false
  return new Promise((resolve) => {
    try {
      const transaction = opened.transaction([keptStore, generationStore], mode)
      const timer = setTimeout(() => {
        try {
          transaction.abort()
        } catch {
          // It has ended: its event is on its way.
          return
        }
        goOnInMemory()
        resolve(false)
      }, storageMsMax)
      const end = (isDone: boolean) => {
        clearTimeout(timer)
        resolve(isDone)
      }
      transaction.oncomplete = () => end(true)
      transaction.onerror = () => end(false)
      transaction.onabort = () => end(false)
      act({
        kept: transaction.objectStore(keptStore),
        generations: transaction.objectStore(generationStore),
      })
    } catch {
      resolve(false)
    }
  })
}

/** Has `act` done in the same transaction, with the generation that is now. */
function withGeneration({ generations }: Stores, act: (now: number) => void) {
  const request: IDBRequest<unknown> = generations.get(generationKey)
  request.onsuccess = () => {
    try {
      act(typeof request.result === 'number' ? request.result : 0)
    } catch {
      // Something that this browser cannot store, such as a key.
      request.transaction?.abort()
    }
  }
}

/** How many sessions have begun or ended in this browser. */
export async function readGeneration(): Promise<number> {
  let generation = generationInMemory
  await inStores('readonly', (stores) => {
    withGeneration(stores, (now) => {
      generation = now
    })
  })
  return generation
}

/** From now on this tab keeps things for `generation`, or for none. */
export function joinGeneration(generation: number | undefined): void {
  joined = generation
}

/** The generation that this tab is in, or undefined. */
export function joinedGeneration(): number | undefined {
  return joined
}

/**
 * Erases all that is kept and begins the next generation, with `entries` alone; all of it at once.
 * Where `ended` is given and is no longer the generation, another tab was first: nothing is done,
 * and undefined comes back. Else the new generation does.
 */
export async function nextGeneration(
  entries: Readonly<Record<string, unknown>> = {},
  ended?: number,
): Promise<number | undefined> {
  // What this tab has in memory belongs to the session that it was in.
  memory.clear()
  let next: number | undefined
  const isStored = await inStores('readwrite', (stores) => {
    withGeneration(stores, (now) => {
      if (ended !== undefined && now !== ended) return
      next = now + 1
      stores.generations.put(next, generationKey)
      stores.kept.clear()
      for (const [name, value] of Object.entries(entries)) stores.kept.put(value, name)
    })
  })
  if (isStored) return next
  if (ended !== undefined && generationInMemory !== ended) return undefined
  isErasureOwed = true
  for (const [name, value] of Object.entries(entries)) memory.set(name, value)
  generationInMemory += 1
  return generationInMemory
}

/** What was kept under `name`, or undefined. The caller checks its shape. */
export async function readKept(name: string): Promise<unknown> {
  if (memory.has(name)) return memory.get(name)
  let value: unknown
  await inStores('readonly', ({ kept }) => {
    const request: IDBRequest<unknown> = kept.get(name)
    request.onsuccess = () => {
      value = request.result
    }
  })
  return value
}

/**
 * Keeps a value that the browser can clone, for the generation that this tab is in. Resolves to
 * false, with nothing kept, where that has ended meanwhile: the look and the writing are one
 * transaction.
 */
export async function keep(name: string, value: unknown): Promise<boolean> {
  const generation = joined
  let now = generationInMemory
  const isStored = await inStores('readwrite', (stores) => {
    withGeneration(stores, (found) => {
      now = found
      if (now === generation) stores.kept.put(value, name)
    })
  })
  // Whoever signed out in this tab while this was written has already cleared the memory.
  const isCurrent = now === generation && generation === joined
  if (isStored || !isCurrent) memory.delete(name)
  else memory.set(name, value)
  return isCurrent
}

export async function forget(name: string): Promise<void> {
  memory.delete(name)
  await inStores('readwrite', ({ kept }) => {
    kept.delete(name)
  })
}
