// Stores a session's data in the browser (IndexedDB), shared by its tabs; in memory if IndexedDB
// fails. It never stores session tokens, codes, readable key bytes or data of an ended session.

/** Name of the entry with the stamps that were celebrated in this browser. */
export const stampsName = 'stamps'

/** Name of the entry with the gifts that were unsealed in this browser. */
export const giftsName = 'gifts'

const databaseName = 'carbon-passport'
const databaseVersion = 2
const keptStore = 'kept'
const generationStore = 'generation'
const generationKey = 'now'

/**
 * Time limit of IndexedDB in ms. In WebKit it sometimes never answers after the browser's start (WebKit
 * bug 226547, idb-keyval issue 120), and a page must not wait for it.
 */
const storageMsMax = 1_500

const memory = new Map<string, unknown>()
let generationInMemory = 0
/** True if a session began or ended here while IndexedDB failed, so its old data must still be erased. */
let isErasureOwed = false
/** The session generation of this tab; undefined without a session. */
let tabGeneration: number | undefined

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
      switchToMemory()
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
      // The tab of a newer build must not wait for this one.
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

/** Makes this tab store its data in memory until a reload, because IndexedDB does not answer. */
function switchToMemory(): void {
  database = Promise.resolve(undefined)
  generationInMemory = tabGeneration ?? generationInMemory
}

/** Erases the data of a session that ended before IndexedDB answered, and closes the database. */
function eraseLate(opened: IDBDatabase): void {
  if (isErasureOwed) {
    const transaction = opened.transaction([keptStore, generationStore], 'readwrite')
    const kept = transaction.objectStore(keptStore)
    const generations = transaction.objectStore(generationStore)
    withGeneration({ kept, generations }, (current) => {
      generations.put(current + 1, generationKey)
      kept.clear()
    })
  }
  opened.close()
}

type Stores = { readonly kept: IDBObjectStore; readonly generations: IDBObjectStore }

/**
 * Runs `act` in one transaction over both stores. The browser serialises write transactions of all
 * tabs. Resolves to true if the transaction committed. An error or the time limit rolls it back and
 * resolves to false.
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
          // The transaction has ended already; its event will resolve the promise.
          return
        }
        switchToMemory()
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

/** Reads the browser's current generation and calls `act` with it, in the same transaction. */
function withGeneration({ generations }: Stores, act: (current: number) => void) {
  const request: IDBRequest<unknown> = generations.get(generationKey)
  request.onsuccess = () => {
    try {
      act(typeof request.result === 'number' ? request.result : 0)
    } catch {
      // `put` throws for a value that this browser cannot store, such as a key.
      request.transaction?.abort()
    }
  }
}

/** Returns the current generation: the number of sessions that began or ended in this browser. */
export async function readGeneration(): Promise<number> {
  let generation = generationInMemory
  await inStores('readonly', (stores) => {
    withGeneration(stores, (current) => {
      generation = current
    })
  })
  return generation
}

/** Sets the generation of this tab; undefined means no session. */
export function joinGeneration(generation: number | undefined): void {
  tabGeneration = generation
}

/** Returns the generation of this tab; undefined means no session. */
export function joinedGeneration(): number | undefined {
  return tabGeneration
}

/**
 * Erases all data and begins the next generation with `entries`, atomically. Returns the new
 * generation. If another tab already ended the generation `ended`, it changes nothing in the storage
 * and returns undefined.
 */
export async function nextGeneration(
  entries: Readonly<Record<string, unknown>> = {},
  ended?: number,
): Promise<number | undefined> {
  // Data in this tab's memory belongs to its previous session.
  memory.clear()
  let next: number | undefined
  const isStored = await inStores('readwrite', (stores) => {
    withGeneration(stores, (current) => {
      if (ended !== undefined && current !== ended) return
      next = current + 1
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

/** Returns the value under `name`, or undefined. The caller checks its shape. */
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
 * Stores a cloneable value for this tab's generation. Resolves to false and stores nothing if that
 * generation has ended. Check and write are one transaction.
 */
export async function keep(name: string, value: unknown): Promise<boolean> {
  const generation = tabGeneration
  let current = generationInMemory
  const isStored = await inStores('readwrite', (stores) => {
    withGeneration(stores, (stored) => {
      current = stored
      if (current === generation) stores.kept.put(value, name)
    })
  })
  // A sign-out in this tab during the write has already cleared the memory.
  const isCurrent = current === generation && generation === tabGeneration
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
