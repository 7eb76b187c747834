// Keeps a session's data in the browser (IndexedDB), shared by its tabs; in memory if storage
// fails. It never keeps a session token, a code or readable key bytes, or data of an ended session.

/** The stamps that were celebrated in this browser. */
export const stampsName = 'stamps'

/** The gifts that were unsealed in this browser. */
export const giftsName = 'gifts'

const databaseName = 'carbon-passport'
const databaseVersion = 2
const keptStore = 'kept'
const generationStore = 'generation'
const generationKey = 'now'

/**
 * Time limit of the storage, ms. WebKit's sometimes never answers after a start (its bug 226547,
 * and idb-keyval's issue 120), and a page must not wait for it.
 */
const storageMsMax = 1_500

const memory = new Map<string, unknown>()
let generationInMemory = 0
/** Whether a session ended here while storage did not answer. */
let isErasureOwed = false
/** The session generation of this tab; undefined without a session. */
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

/** Called if storage does not answer: this tab then keeps its data in memory until a reload. */
function goOnInMemory(): void {
  database = Promise.resolve(undefined)
  generationInMemory = joined ?? generationInMemory
}

/** Called if storage answers late: erases the data of a session that has ended meanwhile. */
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
 * Runs `act` in one transaction over both stores. The browser serialises writing transactions of
 * all tabs. Resolves to whether it committed; a thrown error rolls it back.
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
          // The transaction has ended, and its event follows.
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

/** Runs `act` in the same transaction, with the present generation. */
function withGeneration({ generations }: Stores, act: (now: number) => void) {
  const request: IDBRequest<unknown> = generations.get(generationKey)
  request.onsuccess = () => {
    try {
      act(typeof request.result === 'number' ? request.result : 0)
    } catch {
      // A value that this browser cannot store, such as a key.
      request.transaction?.abort()
    }
  }
}

/** The number of sessions that began or ended in this browser. */
export async function readGeneration(): Promise<number> {
  let generation = generationInMemory
  await inStores('readonly', (stores) => {
    withGeneration(stores, (now) => {
      generation = now
    })
  })
  return generation
}

/** Sets the generation of this tab, or none. */
export function joinGeneration(generation: number | undefined): void {
  joined = generation
}

/** The generation of this tab, or undefined. */
export function joinedGeneration(): number | undefined {
  return joined
}

/**
 * Erases all data and begins the next generation with `entries`, atomically. Returns the new
 * generation, or undefined without an effect if `ended` is no longer the present one, because
 * another tab was first.
 */
export async function nextGeneration(
  entries: Readonly<Record<string, unknown>> = {},
  ended?: number,
): Promise<number | undefined> {
  // Data in this tab's memory belongs to its previous session.
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

/** The value under `name`, or undefined. The caller checks its shape. */
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
 * Keeps a cloneable value for this tab's generation. Resolves to false, without an effect, if that
 * generation has ended: check and write are one transaction.
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
  // A sign-out in this tab during the write has already cleared the memory.
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
