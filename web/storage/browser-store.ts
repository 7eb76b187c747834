// Stores a session's data in IndexedDB, which all tabs of the browser share, or in memory if IndexedDB fails.
// It must never store session tokens, codes, readable key bytes or data of an ended session.

/** Name of the entry with the stamps whose animation this browser has shown. */
export const stampsName = 'stamps'

const databaseName = 'carbon-passport'
const databaseVersion = 2
const keptStore = 'kept'
const generationStore = 'generation'
const generationKey = 'now'

/**
 * Timeout of IndexedDB in ms. In WebKit it sometimes never responds after the browser's start (WebKit bug
 * 226547, idb-keyval issue 120), and a page must not wait for it.
 */
const storageMsMax = 1_500

const memory = new Map<string, unknown>()
let generationInMemory = 0
/** Generation of this tab's session (see `readGeneration`); undefined without a session. */
let tabGeneration: number | undefined

/** Opens IndexedDB. Resolves to undefined if it fails, is blocked or does not respond in time. */
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
    const finish = (opened?: IDBDatabase) => {
      clearTimeout(timer)
      resolve(opened)
    }
    request.onupgradeneeded = () => createStores(request.result)
    request.onsuccess = () => {
      if (isLate) return request.result.close()
      // Closes the database, so that the tab of a newer build can upgrade it.
      request.result.onversionchange = () => {
        request.result.close()
        database = undefined
      }
      finish(request.result)
    }
    request.onerror = () => finish()
    request.onblocked = () => finish()
  })
}

function createStores(opened: IDBDatabase): void {
  for (const name of [keptStore, generationStore]) {
    if (!opened.objectStoreNames.contains(name)) opened.createObjectStore(name)
  }
}

let database: Promise<IDBDatabase | undefined> | undefined

/** Makes this tab store its data in memory until a reload. Called if IndexedDB does not respond. */
function switchToMemory(): void {
  database = Promise.resolve(undefined)
  generationInMemory = tabGeneration ?? generationInMemory
}

/**
 * Erases all data as soon as IndexedDB responds, over a connection of its own. Called if a session began or ended
 * while the other connection failed, whose old data would otherwise stay in the browser.
 */
function eraseWhenPossible(): void {
  try {
    const request = indexedDB.open(databaseName, databaseVersion)
    request.onupgradeneeded = () => createStores(request.result)
    request.onsuccess = () => {
      const transaction = request.result.transaction([keptStore, generationStore], 'readwrite')
      const kept = transaction.objectStore(keptStore)
      const generations = transaction.objectStore(generationStore)
      withGeneration({ kept, generations }, (current) => {
        generations.put(current + 1, generationKey)
        kept.clear()
      })
      // Closes it after the transaction.
      request.result.close()
    }
  } catch {
    // A browser without IndexedDB has kept nothing.
  }
}

type Stores = { readonly kept: IDBObjectStore; readonly generations: IDBObjectStore }

/**
 * Runs `act` in one transaction over both stores. The browser serialises the write transactions of all tabs.
 * Resolves to true if the transaction committed, or to false if an error or the timeout rolled it back.
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
          // The transaction has ended, but its event was lost, as after a restart of the storage process.
        }
        switchToMemory()
        resolve(false)
      }, storageMsMax)
      const finish = (isDone: boolean) => {
        clearTimeout(timer)
        resolve(isDone)
      }
      transaction.oncomplete = () => finish(true)
      transaction.onerror = () => finish(false)
      transaction.onabort = () => finish(false)
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

/**
 * Reads the browser's current generation: the number of sessions that have begun or ended in this browser.
 */
export async function readGeneration(): Promise<number> {
  let generation = generationInMemory
  await inStores('readonly', (stores) => {
    withGeneration(stores, (current) => {
      generation = current
    })
  })
  return generation
}

/** Sets the generation of this tab's session. Undefined means no session. */
export function joinGeneration(generation: number | undefined): void {
  tabGeneration = generation
}

/** Returns the generation of this tab's session. Undefined means no session. */
export function joinedGeneration(): number | undefined {
  return tabGeneration
}

/**
 * Erases all data and begins the next generation with `entries`, atomically. Returns the new generation. With
 * `ended`, it does so only if `ended` is the current generation, and otherwise returns undefined.
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
  eraseWhenPossible()
  for (const [name, value] of Object.entries(entries)) memory.set(name, value)
  generationInMemory += 1
  return generationInMemory
}

/** Reads the value under `name`, or undefined. The caller must check its shape. */
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
 * Stores a cloneable value, if this tab's generation is still the current one. Otherwise resolves to false.
 * Check and write are one transaction.
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
  // This tab may have signed out during the write, which has already cleared the memory.
  const isCurrent = current === generation && generation === tabGeneration
  if (isStored || !isCurrent) memory.delete(name)
  else memory.set(name, value)
  return isCurrent
}

/** Deletes the value under `name`. */
export async function forget(name: string): Promise<void> {
  memory.delete(name)
  await inStores('readwrite', ({ kept }) => {
    kept.delete(name)
  })
}
