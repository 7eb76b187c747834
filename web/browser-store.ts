// A few things kept in this browser (IndexedDB), shared over its tabs; in memory where the browser
// cannot store. It must never hold a session token, a code or key bytes that could be read back.

/** Which stamps were celebrated here. */
export const stampsName = 'stamps'

const memory = new Map<string, unknown>()
const databaseName = 'carbon-passport'
const storeName = 'kept'

function openDatabase(): Promise<IDBDatabase | undefined> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open(databaseName, 1)
      request.onupgradeneeded = () => request.result.createObjectStore(storeName)
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => resolve(undefined)
      request.onblocked = () => resolve(undefined)
    } catch {
      resolve(undefined)
    }
  })
}

let database: Promise<IDBDatabase | undefined> | undefined

async function inStore<Result>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<{ stored: true; result: Result } | { stored: false }> {
  database ??= openDatabase()
  const opened = await database
  if (!opened) return { stored: false }
  return new Promise((resolve) => {
    try {
      const transaction = opened.transaction(storeName, mode)
      const request = act(transaction.objectStore(storeName))
      transaction.oncomplete = () => resolve({ stored: true, result: request.result })
      transaction.onerror = () => resolve({ stored: false })
      transaction.onabort = () => resolve({ stored: false })
    } catch {
      resolve({ stored: false })
    }
  })
}

/** What was kept under `name`, or undefined. The caller checks its shape. */
export async function readKept(name: string): Promise<unknown> {
  if (memory.has(name)) return memory.get(name)
  const read = await inStore<unknown>('readonly', (store) => store.get(name))
  return read.stored ? read.result : undefined
}

/** Keeps a value that the browser can clone. */
export async function keep(name: string, value: unknown): Promise<void> {
  const written = await inStore('readwrite', (store) => store.put(value, name))
  if (written.stored) memory.delete(name)
  else memory.set(name, value)
}

export async function forget(name: string): Promise<void> {
  memory.delete(name)
  await inStore('readwrite', (store) => store.delete(name))
}
