// Tests the data that the tabs of a browser share in IndexedDB, with a small database in memory.
// tests/journeys/sign-out.journey.ts uses those of real browsers.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

type Tab = typeof import('./browser-store.ts')
type Handler = (() => void) | null
type Data = Map<string, Map<string, unknown>>

/** The stored data by store and key, and its version; they outlive a tab. */
let data: Data
let version: number
/** The open connections. */
let connections: { onversionchange: Handler; close: () => void }[]
/** The names and versions of databases as opened, in order. */
let opened: unknown[][]
/** Answers an attempt to open the database in its own way; undefined opens it. */
let failOpen: ((request: Request) => void) | undefined

class Request {
  result: unknown
  transaction: Transaction | undefined
  onsuccess: Handler = null
  onerror: Handler = null
  onblocked: Handler = null
  onupgradeneeded: Handler = null
}

class Transaction {
  oncomplete: Handler = null
  onabort: Handler = null
  onerror: Handler = null
  #pending = 0
  #isOver = false
  readonly #names: readonly string[]
  readonly #mode: string
  /** The data with this transaction's writes. */
  readonly #own: Data
  constructor(names: readonly string[], mode: string) {
    this.#names = names
    this.#mode = mode
    this.#own = new Map([...data].map(([name, store]) => [name, new Map(store)]))
    this.#run(new Request(), () => undefined)
  }
  objectStore(name: string) {
    const store = this.#own.get(name)
    if (!store || !this.#names.includes(name)) throw new DOMException(name, 'NotFoundError')
    const write = (act: () => void) => {
      if (this.#mode !== 'readwrite') throw new DOMException(this.#mode, 'ReadOnlyError')
      return this.#run(new Request(), act)
    }
    return {
      get: (key: string) => {
        const request = new Request()
        return this.#run(request, () => {
          request.result = store.get(key)
        })
      },
      put: (value: unknown, key: string) => {
        const copy = structuredClone(value)
        return write(() => store.set(key, copy))
      },
      delete: (key: string) => write(() => store.delete(key)),
      clear: () => write(() => store.clear()),
    }
  }
  abort() {
    this.#isOver = true
    queueMicrotask(() => this.onabort?.())
  }
  #run(request: Request, act: () => void): Request {
    request.transaction = this
    this.#pending += 1
    queueMicrotask(() => {
      if (this.#isOver) return
      act()
      request.onsuccess?.()
      this.#pending -= 1
      if (this.#pending === 0) queueMicrotask(() => this.#finish())
    })
    return request
  }
  #finish() {
    if (this.#isOver || this.#pending > 0) return
    this.#isOver = true
    data = this.#own
    this.oncomplete?.()
  }
}

function connect() {
  let isClosed = false
  const connection = {
    onversionchange: null,
    objectStoreNames: { contains: (name: string) => data.has(name) },
    createObjectStore(name: string) {
      if (data.has(name)) throw new DOMException(name, 'ConstraintError')
      data.set(name, new Map())
    },
    transaction(names: readonly string[], mode: string) {
      if (isClosed) throw new DOMException('It is closed.', 'InvalidStateError')
      return new Transaction(names, mode)
    },
    close() {
      isClosed = true
      connections = connections.filter((each) => each !== connection)
    },
  }
  connections.push(connection)
  return connection
}

let loaded = 0
/** Opens a tab, or loads one again. */
async function openTab(): Promise<Tab> {
  loaded += 1
  return import(/* @vite-ignore */ `./browser-store.ts?tab=${loaded}`)
}
/** A tab of the current session. */
async function joinedTab(): Promise<Tab> {
  const tab = await openTab()
  tab.joinGeneration(await tab.readGeneration())
  return tab
}
const kept = () => Object.fromEntries(data.get('kept') ?? [])

beforeEach(() => {
  data = new Map()
  version = 0
  connections = []
  opened = []
  failOpen = undefined
  const open = (name: string, wanted: number) => {
    opened.push([name, wanted])
    const request = new Request()
    queueMicrotask(() => {
      if (failOpen) return failOpen(request)
      request.result = connect()
      if (version < wanted) request.onupgradeneeded?.()
      version = wanted
      request.onsuccess?.()
    })
    return request
  }
  vi.stubGlobal('indexedDB', { open })
})
afterEach(() => vi.unstubAllGlobals())

it('data of a session is found by all tabs and after a reload, under its own name', async () => {
  const tab = await joinedTab()
  expect(await tab.keep('card', { kg: 120 })).toBe(true)
  expect(await tab.keep('stamps', ['A'])).toBe(true)
  const other = await openTab()
  expect([await other.readKept('card'), await other.readKept('stamps')]).toEqual([
    { kg: 120 },
    ['A'],
  ])
  await other.forget('card')
  expect([await tab.readKept('card'), await tab.readKept('stamps')]).toEqual([undefined, ['A']])
  expect(kept()).toEqual({ stamps: ['A'] })
  // Another name would lose the sessions of all browsers.
  expect(opened).toEqual(Array(2).fill(['carbon-passport', 2]))
})

it('a session that begins or ends erases the data of the previous one in all tabs', async () => {
  const [tab, other] = [await joinedTab(), await joinedTab()]
  await tab.keep('card', 'of the first')
  const next = await tab.nextGeneration({ terminal: 'second', card: 'of the second' })
  expect([await other.readGeneration(), other.joinedGeneration()]).toEqual([next, 0])
  expect(kept()).toEqual({ terminal: 'second', card: 'of the second' })
  // The other tab still shows the first session, whose data arrives late.
  expect(await other.keep('card', 'of the first')).toBe(false)
  expect(kept()).toEqual({ terminal: 'second', card: 'of the second' })
  expect(await other.readKept('card')).toBe('of the second')
  tab.joinGeneration(next)
  expect(await tab.keep('card', 'newer')).toBe(true)
  expect(await tab.nextGeneration()).toBe((next ?? 0) + 1)
  expect(kept()).toEqual({})
})

it('only the first tab ends a session', async () => {
  const [tab, other] = [await joinedTab(), await joinedTab()]
  const ended = tab.joinedGeneration()
  const next = await tab.nextGeneration({ leaving: true }, ended)
  expect(next).toBe((ended ?? 0) + 1)
  expect(await other.nextGeneration({ leaving: false }, ended)).toBeUndefined()
  expect([kept(), await tab.readGeneration()]).toEqual([{ leaving: true }, next])
})

it('a tab without a session stores nothing, and one that left during the write does not count it', async () => {
  const tab = await openTab()
  expect([await tab.keep('card', 'mine'), kept()]).toEqual([false, {}])
  tab.joinGeneration(await tab.readGeneration())
  const writing = tab.keep('card', 'mine')
  tab.joinGeneration(undefined)
  expect(await writing).toBe(false)
})

it('a value that the browser cannot store is kept in this tab, until its session ends', async () => {
  const tab = await joinedTab()
  await tab.keep('stamps', ['A'])
  const key = () => 'cannot be cloned'
  expect(await tab.keep('terminal', key)).toBe(true)
  expect(await tab.readKept('terminal')).toBe(key)
  expect([kept(), await (await openTab()).readKept('terminal')]).toEqual([
    { stamps: ['A'] },
    undefined,
  ])
  // A value that can be stored takes its place.
  await tab.keep('terminal', 'newer')
  expect([await tab.readKept('terminal'), kept().terminal]).toEqual(['newer', 'newer'])
  await tab.keep('terminal', key)
  const next = await tab.nextGeneration({ terminal: key, card: 'x' })
  expect([next, await tab.readKept('terminal'), await tab.readKept('card')]).toEqual([1, key, 'x'])
  await tab.forget('terminal')
  expect(await tab.readKept('terminal')).toBeUndefined()
})

it('an older database keeps its data', async () => {
  data = new Map([['kept', new Map([['card', 'mine']])]])
  version = 1
  const tab = await joinedTab()
  expect([tab.joinedGeneration(), await tab.readKept('card')]).toEqual([0, 'mine'])
  expect([...data.keys()]).toEqual(['kept', 'generation'])
})

it('a tab gives way to a newer build, and opens the database again when it needs it', async () => {
  const tab = await joinedTab()
  await tab.keep('card', 'mine')
  expect([connections.length, opened.length]).toEqual([1, 1])
  connections[0]?.onversionchange?.()
  expect(connections).toEqual([])
  expect(await tab.readKept('card')).toBe('mine')
  expect([connections.length, opened.length]).toEqual([1, 2])
})

it.each<[string, (request: Request) => void]>([
  ['fails to open', (request) => request.onerror?.()],
  ['is blocked by another tab', (request) => request.onblocked?.()],
])('a database that %s is replaced by memory, and asked once', async (_, fail) => {
  failOpen = fail
  const tab = await joinedTab()
  expect(await tab.keep('card', 'mine')).toBe(true)
  expect([await tab.readKept('card'), data.size, opened.length]).toEqual(['mine', 0, 1])
  expect(await tab.nextGeneration({ leaving: true })).toBe(1)
  expect([await tab.readKept('card'), await tab.readKept('leaving')]).toEqual([undefined, true])
})

it('a browser that refuses a database works in memory', async () => {
  vi.stubGlobal('indexedDB', {
    open() {
      throw new DOMException('private', 'SecurityError')
    },
  })
  const tab = await joinedTab()
  expect([await tab.keep('card', 'mine'), await tab.readKept('card')]).toEqual([true, 'mine'])
  expect(await tab.nextGeneration({}, 7)).toBeUndefined()
  expect(await tab.readKept('card')).toBeUndefined()
  expect([await tab.nextGeneration({}, 0), await tab.readGeneration()]).toEqual([1, 1])
})
