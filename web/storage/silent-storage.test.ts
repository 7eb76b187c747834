// Storage that never answers, or answers late: the page goes on in memory, and nothing of a session that has
// ended stays behind.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

type Store = typeof import('./browser-store.ts')
type Handler = (() => void) | null
type FakeRequest = { result: unknown; onsuccess: Handler; onerror: Handler; transaction?: unknown }

/** Longer than the page waits for storage. */
const waitMs = 2_000

/** What was done to the database, in order. */
let done: string[]
let openRequest: FakeRequest

const answered = (result: unknown): FakeRequest => {
  const request: FakeRequest = { result, onsuccess: null, onerror: null }
  queueMicrotask(() => request.onsuccess?.())
  return request
}
/** A database whose transactions do what they are asked, and complete where `completes` says so. */
function fakeDatabase(completes: boolean) {
  return {
    onversionchange: null,
    close: () => done.push('close'),
    transaction: () => {
      const transaction: { oncomplete: Handler; abort: () => void; objectStore: unknown } = {
        oncomplete: null,
        abort: () => done.push('abort'),
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
/** The module as a page that is opened anew has it: test files share what is loaded. */
async function load(): Promise<Store> {
  loaded += 1
  return import(/* @vite-ignore */ `./browser-store.ts?page=${loaded}`)
}

beforeEach(() => {
  vi.useFakeTimers()
  done = []
  openRequest = { result: undefined, onsuccess: null, onerror: null }
  vi.stubGlobal('indexedDB', { open: () => openRequest })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('A database that never opens is given up, and memory serves the page', async () => {
  const store = await load()
  const reading = store.readGeneration()
  await vi.advanceTimersByTimeAsync(waitMs)
  store.joinGeneration(await reading)
  expect(await store.keep('card', 'mine')).toBe(true)
  expect(await store.readKept('card')).toBe('mine')
})

it('One that opens late is emptied where a session has ended meanwhile, and is closed', async () => {
  const store = await load()
  const ending = store.nextGeneration()
  await vi.advanceTimersByTimeAsync(waitMs)
  await ending
  openRequest.result = fakeDatabase(true)
  openRequest.onsuccess?.()
  await vi.advanceTimersByTimeAsync(10)
  expect(done).toEqual(['close', 'put now 8', 'clear'])
})

it('One that opens late is left as it is where none has', async () => {
  const store = await load()
  const reading = store.readKept('card')
  await vi.advanceTimersByTimeAsync(waitMs)
  expect(await reading).toBeUndefined()
  openRequest.result = fakeDatabase(true)
  openRequest.onsuccess?.()
  expect(done).toEqual(['close'])
})

it('A transaction that never ends is aborted, and the session goes on in memory', async () => {
  const store = await load()
  openRequest.result = fakeDatabase(false)
  const joining = store.readGeneration()
  await vi.advanceTimersByTimeAsync(0)
  openRequest.onsuccess?.()
  store.joinGeneration(7)
  await vi.advanceTimersByTimeAsync(waitMs)
  await joining
  expect(done).toEqual(['abort'])
  expect(await store.readGeneration()).toBe(7)
  expect(await store.keep('card', 'mine')).toBe(true)
  expect(await store.readKept('card')).toBe('mine')
})
