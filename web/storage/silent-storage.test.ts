// Tests storage that never answers or answers late: the page works in memory, and no data of an
// ended session remains.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

type Store = typeof import('./browser-store.ts')
type Handler = (() => void) | null
type FakeRequest = { result: unknown; onsuccess: Handler; onerror: Handler; transaction?: unknown }

/** Longer than the page waits for storage. */
const waitMs = 2_000

/** The calls to the database, in order. */
let done: string[]
/** Requests to open it, in order. */
let openRequests: FakeRequest[]

/** Answers all open requests with this database. */
function answerOpens(database: unknown): void {
  for (const request of openRequests.splice(0)) {
    request.result = database
    request.onsuccess?.()
  }
}

const answered = (result: unknown): FakeRequest => {
  const request: FakeRequest = { result, onsuccess: null, onerror: null }
  queueMicrotask(() => request.onsuccess?.())
  return request
}
/** A database whose transactions complete only if `completes` is set. */
function fakeDatabase(completes: boolean, abort: () => void = () => undefined) {
  return {
    onversionchange: null,
    close: () => done.push('close'),
    transaction: () => {
      const transaction: { oncomplete: Handler; abort: () => void; objectStore: unknown } = {
        oncomplete: null,
        abort: () => {
          done.push('abort')
          abort()
        },
        objectStore: () => ({
          get: () => answered(7),
          put: (value: unknown, name: string) => done.push(`put ${name} ${value}`),
          clear: () => done.push('clear'),
          delete: () => undefined,
        }),
      }
      if (completes) setTimeout(() => transaction.oncomplete?.(), 1)
      return transaction
    },
  }
}

let loaded = 0
/** Loads the module as a new document does, since test files share modules. */
async function load(): Promise<Store> {
  loaded += 1
  return import(/* @vite-ignore */ `./browser-store.ts?page=${loaded}`)
}

beforeEach(() => {
  vi.useFakeTimers()
  done = []
  openRequests = []
  const open = () => {
    const request: FakeRequest = { result: undefined, onsuccess: null, onerror: null }
    openRequests.push(request)
    return request
  }
  vi.stubGlobal('indexedDB', { open })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('A database that never opens is abandoned, and the page works in memory', async () => {
  const store = await load()
  const reading = store.readGeneration()
  await vi.advanceTimersByTimeAsync(waitMs)
  store.joinGeneration(await reading)
  expect(await store.keep('card', 'mine')).toBe(true)
  expect(await store.readKept('card')).toBe('mine')
})

it('A database that opens late is emptied if a session has ended meanwhile, and is closed', async () => {
  const store = await load()
  const ending = store.nextGeneration()
  await vi.advanceTimersByTimeAsync(waitMs)
  await ending
  answerOpens(fakeDatabase(true))
  await vi.advanceTimersByTimeAsync(10)
  expect(done).toEqual(['close', 'close', 'put now 8', 'clear'])
})

it('A database that opened late is emptied if a session ends afterwards', async () => {
  const store = await load()
  const reading = store.readGeneration()
  await vi.advanceTimersByTimeAsync(waitMs)
  store.joinGeneration(await reading)
  answerOpens(fakeDatabase(true))
  expect(done).toEqual(['close'])
  await store.nextGeneration({ leaving: true }, store.joinedGeneration())
  answerOpens(fakeDatabase(true))
  await vi.advanceTimersByTimeAsync(10)
  expect(done).toEqual(['close', 'close', 'put now 8', 'clear'])
  expect(await store.readKept('leaving')).toBe(true)
})

it('A database that opens late keeps its data if no session has ended', async () => {
  const store = await load()
  const reading = store.readKept('card')
  await vi.advanceTimersByTimeAsync(waitMs)
  expect(await reading).toBeUndefined()
  answerOpens(fakeDatabase(true))
  expect(done).toEqual(['close'])
  expect(openRequests).toEqual([])
})

it.each([
  ['that never ends', () => undefined],
  [
    'that has ended without an event',
    () => {
      throw new DOMException('The transaction has finished.', 'InvalidStateError')
    },
  ],
])('A transaction %s is aborted, and the session works in memory', async (_, abort) => {
  const store = await load()
  const joining = store.readGeneration()
  await vi.advanceTimersByTimeAsync(0)
  answerOpens(fakeDatabase(false, abort))
  store.joinGeneration(7)
  await vi.advanceTimersByTimeAsync(waitMs)
  await joining
  expect(done).toEqual(['abort'])
  expect(await store.readGeneration()).toBe(7)
  expect(await store.keep('card', 'mine')).toBe(true)
  expect(await store.readKept('card')).toBe('mine')
  // The data of before is erased by a connection that responds.
  await store.nextGeneration({}, 7)
  answerOpens(fakeDatabase(true))
  await vi.advanceTimersByTimeAsync(10)
  expect(done).toEqual(['abort', 'close', 'put now 8', 'clear'])
  expect(await store.readKept('card')).toBeUndefined()
})
