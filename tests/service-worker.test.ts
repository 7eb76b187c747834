// Tests the service worker by its events in a simulated browser: its cache, its cached answers, and
// the calls that it leaves to the network. tests/journeys/offline.journey.ts uses a real browser.
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { createContext, runInContext } from 'node:vm'
import { beforeEach, expect, it } from 'vitest'

const site = 'https://passport.example'
const code = stripTypeScriptTypes(readFileSync('web/service-worker.ts', 'utf8')).replace(
  'export {}',
  '',
)
const textPages = ['/privacy', '/terms']
const livePages = ['/', '/verify']
const shells = {
  en: { version: 'b', files: ['/assets/app-b.js', '/assets/app-b.css'] },
  de: { version: 'd', files: ['/assets/app-d.js'] },
}
const document = '<script src="/assets/app-b.js"></script><link href="/assets/app-b.css">'

type Event = { readonly request?: object; readonly told: Promise<unknown>[] }

/** Cached files, by the names of caches and requests. */
let kept: Map<string, Map<string, Response>>
/** The server's answer to each path; other paths are unreachable. */
let network: Map<string, () => Response | Promise<Response>>
/** The options of the requests for pages to cache, by path. */
let options: Map<string, RequestInit | undefined>
/** The options of searches in the caches, in order. */
let searches: object[]
/** The times that the worker waits at most, in ms, in order. */
let waits: number[]
/** True once the worker has taken over the open pages. */
let isServing: boolean
/** Whether storage never answers. */
let isSilent: boolean
let listeners: Map<string, (event: object) => void>

const pathOf = (asked: string | { readonly url: string }) => {
  const { pathname, search } = new URL(typeof asked === 'string' ? asked : asked.url, site)
  return `${pathname}${search}`
}
async function fromNetwork(
  asked: string | { readonly url: string },
  init?: RequestInit,
): Promise<Response> {
  options.set(pathOf(asked), init)
  const answer = network.get(pathOf(asked))
  if (answer === undefined) throw new TypeError('Failed to fetch')
  return answer()
}
function openCache(name: string) {
  const cache = kept.get(name) ?? new Map<string, Response>()
  kept.set(name, cache)
  return {
    addAll: async (files: readonly string[]) => {
      for (const file of files) cache.set(file, await fromNetwork(file))
    },
    put: async (path: string, answer: Response) => void cache.set(path, answer),
  }
}
const caches = {
  open: async (name: string) => openCache(name),
  keys: async () => [...kept.keys()],
  delete: async (name: string) => kept.delete(name),
  match: async (
    asked: string | { readonly url: string },
    search: { cacheName?: string; ignoreSearch?: boolean } = {},
  ) => {
    const { cacheName = '', ignoreSearch = false } = search
    searches.push({ ...search })
    if (isSilent) return new Promise<undefined>(() => undefined)
    const path = ignoreSearch ? pathOf(asked).replace(/\?.*/, '') : pathOf(asked)
    return kept.get(cacheName)?.get(path)?.clone()
  },
}

beforeEach(() => {
  kept = new Map([
    ['shell-en-a', new Map()],
    ['pictures', new Map()],
    ['shell-de-b', new Map()],
  ])
  options = new Map()
  searches = []
  waits = []
  network = new Map(shells.en.files.map((file) => [file, () => new Response(`new ${file}`)]))
  network.set('/app?language=en', () => new Response(document))
  network.set('/privacy?language=en', () => new Response(`Privacy ${document}`))
  network.set('/terms?language=en', () => new Response(`Terms ${document}`))
  isSilent = false
  isServing = false
  start()
})

/** Starts the worker that a page of this language has registered. */
function start(language = 'en'): void {
  listeners = new Map()
  const location = new URL(`${site}/service-worker.js?language=${language}`)
  const addEventListener = (name: string, listen: (event: object) => void) =>
    listeners.set(name, listen)
  const claim = async () => {
    isServing = true
  }
  const self = { location, addEventListener, clients: { claim } }
  // Waits end at once: any answer comes earlier.
  const setTimeout = (act: () => void, ms: number) => {
    waits.push(ms)
    setImmediate(act)
  }
  const build = { shells, textPages, livePages }
  const given = { self, ...build, caches, fetch: fromNetwork, URL, Response, setTimeout }
  runInContext(code, createContext(given))
}

function tell(name: string, request?: object): Event {
  const told: Promise<unknown>[] = []
  const take = (done: Promise<unknown>) => void told.push(done)
  listeners.get(name)?.({ request, waitUntil: take, respondWith: take })
  return { told }
}
const install = () => tell('install').told[0]
const ask = (path: string, mode = 'no-cors', method = 'GET', origin = site) =>
  tell('fetch', { url: `${origin}${path}`, mode, method }).told[0]
async function textOf(answer: Promise<unknown> | undefined): Promise<string> {
  const response = await answer
  return response instanceof Response ? response.text() : 'left to the network'
}

it('caches one whole build: its page and every file of it', async () => {
  await install()
  expect([...(kept.get('shell-en-b')?.keys() ?? [])]).toEqual([
    ...shells.en.files,
    '/app?language=en',
    '/privacy?language=en',
    '/terms?language=en',
  ])
  // Neither an older copy of the browser nor the page of a signed-in user.
  for (const path of ['/app', '/privacy', '/terms']) {
    expect(options.get(`${path}?language=en`)).toEqual({ cache: 'no-store', credentials: 'omit' })
  }
})

it('caches the build in the language of the page that registered it', async () => {
  const german = '<script src="/assets/app-d.js"></script>'
  network.set('/assets/app-d.js', () => new Response('German'))
  for (const path of ['/app', ...textPages]) {
    network.set(`${path}?language=de`, () => new Response(`${path} ${german}`))
  }
  start('de')
  await install()
  const names = [
    '/assets/app-d.js',
    '/app?language=de',
    '/privacy?language=de',
    '/terms?language=de',
  ]
  expect([...(kept.get('shell-de-d')?.keys() ?? [])]).toEqual(names)
  expect(kept.has('shell-en-b')).toBe(false)
  await tell('activate').told[0]
  expect([...kept.keys()]).toEqual(['pictures', 'shell-de-d'])
  for (const path of names.slice(1)) network.delete(path)
  expect(await textOf(ask('/terms', 'navigate'))).toBe(`/terms ${german}`)
  expect(await textOf(ask('/app/card', 'navigate'))).toBe(`/app ${german}`)
})

it.each(['xx', ''])('caches nothing in a language that the build lacks: %j', async (language) => {
  start(language)
  await expect(install()).rejects.toThrow(`No shell in ${language}.`)
  expect(kept.size).toBe(3)
})

it.each([
  ['of another build', () => new Response(document.replace('app-b.js', 'app-c.js'))],
  ['without any file', () => new Response('<p>Maintenance</p>')],
  ['of an error', () => new Response(document, { status: 503 })],
])('keeps nothing for a page %s', async (_what, answer) => {
  network.set('/app?language=en', answer)
  await expect(install()).rejects.toThrow('another build')
  expect(kept.has('shell-en-b')).toBe(false)
  network.set('/app?language=en', () => new Response(document))
  network.set('/terms?language=en', answer)
  await expect(install()).rejects.toThrow('another build')
  expect(kept.has('shell-en-b')).toBe(false)
})

it('removes previous builds only once it takes over', async () => {
  await install()
  await tell('activate').told[0]
  expect([...kept.keys()]).toEqual(['pictures', 'shell-en-b'])
})

it('serves the page that registered it once it takes over', async () => {
  await install()
  expect(isServing).toBe(false)
  await tell('activate').told[0]
  expect(isServing).toBe(true)
})

it('answers a page of the app from the network, and from its cache only without one', async () => {
  await install()
  network.set('/app/projects', () => new Response('the page of today'))
  expect(await textOf(ask('/app/projects', 'navigate'))).toBe('the page of today')
  network.clear()
  expect(await textOf(ask('/app/projects', 'navigate'))).toBe(document)
  expect(await textOf(ask('/app', 'navigate'))).toBe(document)
})

it('answers a page of text from its cache without a network, and redirects other public pages', async () => {
  await install()
  network.set('/', () => new Response('the landing page'))
  expect(await textOf(ask('/', 'navigate'))).toBe('the landing page')
  network.clear()
  expect(await textOf(ask('/privacy', 'navigate'))).toBe(`Privacy ${document}`)
  expect(await textOf(ask('/terms', 'navigate'))).toBe(`Terms ${document}`)
  for (const path of ['/', '/verify']) {
    const answer = await ask(path, 'navigate')
    const { status, headers } = answer instanceof Response ? answer : Response.error()
    expect([path, status, headers.get('location')]).toEqual([path, 302, `${site}/app`])
  }
})

it('answers from its cache while the network accepts a request and answers nothing', async () => {
  await install()
  const never = () => new Promise<Response>(() => undefined)
  for (const path of ['/app', '/privacy']) network.set(path, never)
  expect(await textOf(ask('/app', 'navigate'))).toBe(document)
  expect(await textOf(ask('/privacy', 'navigate'))).toBe(`Privacy ${document}`)
  // 5 s for the network, then 1.5 s for the storage.
  expect(waits).toEqual([5000, 1500, 5000, 1500])
  expect(searches).toEqual(Array(2).fill({ cacheName: 'shell-en-b' }))
})

it('shows the error of a server that answers, not a page of its cache', async () => {
  await install()
  network.set('/app', () => new Response('Maintenance', { status: 503 }))
  expect(await textOf(ask('/app', 'navigate'))).toBe('Maintenance')
})

it('waits for a slow network where no page is cached', async () => {
  for (const path of ['/app', '/verify']) {
    network.set(path, () => new Promise((end) => setTimeout(end, 50, new Response('late'))))
    expect(await textOf(ask(path, 'navigate'))).toBe('late')
  }
})

it('answers its own files from its cache, and others from the network', async () => {
  await install()
  network.set('/assets/other.js', () => new Response('other'))
  network.delete('/assets/app-b.js')
  expect(await textOf(ask('/assets/app-b.js'))).toBe('new /assets/app-b.js')
  expect(await textOf(ask('/assets/other.js'))).toBe('other')
  // The origin and the compression of a request do not matter.
  const whole = { cacheName: 'shell-en-b', ignoreVary: true, ignoreSearch: true }
  expect([searches, waits]).toEqual([
    [whole, whole],
    [1500, 1500],
  ])
})

it('answers a cached file also under the address of a repeated request', async () => {
  await install()
  network.clear()
  expect(await textOf(ask('/assets/app-b.js?1700000000000'))).toBe('new /assets/app-b.js')
})

it.each([
  ['the API', '/api/projects', 'cors', 'GET', site],
  ['the passport', '/passport/me', 'cors', 'GET', site],
  ['a certificate', '/c/ABC', 'navigate', 'GET', site],
  ['a public page that is read by a program', '/', 'cors', 'GET', site],
  ['a page whose name only begins alike', '/apple', 'navigate', 'GET', site],
  ['what is sent', '/app', 'navigate', 'POST', site],
  ['a file that is sent', '/assets/app-b.js', 'cors', 'POST', site],
  ['a file of another folder', '/icons/assets/a.png', 'no-cors', 'GET', site],
  ['a page of text with more of a path', '/privacy/x', 'navigate', 'GET', site],
  ['another site', '/assets/app-b.js', 'cors', 'GET', 'https://other.example'],
])('leaves %s to the network', async (_what, path, mode, method, origin) => {
  await install()
  expect(await textOf(ask(path, mode, method, origin))).toBe('left to the network')
})

it('storage that never answers keeps neither a file nor the page from opening', async () => {
  await install()
  isSilent = true
  network.set('/assets/app-b.js', () => new Response('from the network'))
  network.set('/app', () => new Response('the page of today'))
  expect(await textOf(ask('/assets/app-b.js'))).toBe('from the network')
  expect(await textOf(ask('/app', 'navigate'))).toBe('the page of today')
})
