// Caches the shell of /app, so that the passport opens without a network: page, scripts, styles and
// fonts of one build in one language, and the pages of text. It never caches answers of /api or
// /passport, and never mixes files of two builds.

declare const self: ServiceWorkerGlobalScope

/** Set by the build (scripts/build-web.ts), by language: `files` are all files of the shell. */
declare const shells: Readonly<
  Record<string, { readonly version: string; readonly files: readonly string[] }>
>

/** Set by the build: paths of text pages, and of public pages that need the server. */
declare const textPages: readonly string[]
declare const livePages: readonly string[]

const prefix = 'shell-'
const language = new URL(self.location.href).searchParams.get('language') ?? ''
const shell = shells[language]
const cacheName = `${prefix}${language}-${shell?.version}`
const app = '/app'
const cachedName = (path: string) => `${path}?language=${language}`

/** Time limit of the storage, ms: a page opens even if storage never answers. */
const storageMsMax = 1_500

/** Time limit of the network, ms. After it the cached page is shown. */
const pageMsMax = 5_000

/** Resolves to the promise's value, or to undefined if it rejects or takes longer than `ms`. */
function within<Value>(ms: number, value: Promise<Value>): Promise<Value | undefined> {
  const late = new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), ms)
  })
  return Promise.race([value.catch(() => undefined), late])
}

/** Resolves to the cached answer, or to undefined if there is none or storage does not answer. */
function findCached(request: RequestInfo, options: MultiCacheQueryOptions) {
  return within(storageMsMax, caches.match(request, options))
}

/** Caches all files of the build. Throws if one is missing; the browser retries at the next visit. */
async function install(): Promise<void> {
  if (shell === undefined) throw new Error(`No shell in ${language}.`)
  const pages = await Promise.all([app, ...textPages].map((path) => readPage(path, shell.files)))
  const cache = await caches.open(cacheName)
  await cache.addAll([...shell.files])
  for (const [name, answer] of pages) await cache.put(name, answer)
}

async function readPage(path: string, files: readonly string[]): Promise<[string, Response]> {
  const name = cachedName(path)
  const answer = await fetch(name, { cache: 'no-store', credentials: 'omit' })
  // The server may run a newer build than the build of this worker.
  const assets = (await answer.clone().text()).match(/\/assets\/[\w.-]+/g) ?? []
  const isOurs = assets.length > 0 && assets.every((file) => files.includes(file))
  if (!answer.ok || !isOurs) throw new Error('The page is of another build.')
  return [name, answer]
}

/** Deletes the previous build's caches. Browsers activate a worker once no page of the old one is open. */
async function activate(): Promise<void> {
  const names = await caches.keys()
  const oldCaches = names.filter((name) => name.startsWith(prefix) && name !== cacheName)
  await Promise.all(oldCaches.map((name) => caches.delete(name)))
}

/**
 * Resolves to the server's page, so that users get the newest build. If the server is unreachable or
 * slow, it resolves to the cached page. Without one it waits as long as the browser does.
 */
async function loadPage(request: Request, path: string): Promise<Response> {
  const answer = fetch(request)
  if (livePages.includes(path)) {
    // /app shows the passport and a notice that there is no network.
    return answer.catch(() => Response.redirect(new URL(app, self.location.href)))
  }
  const name = cachedName(textPages.includes(path) ? path : app)
  return (
    (await within(pageMsMax, answer)) ?? (await findCached(name, { cacheName })) ?? (await answer)
  )
}

/**
 * Resolves to the cached file, else to the server's. File names contain a hash of the content, so the
 * query of a repeated request (web/api/lazy-part.ts) is ignored.
 */
async function loadFile(request: Request): Promise<Response> {
  const cached = await findCached(request, { cacheName, ignoreVary: true, ignoreSearch: true })
  return cached ?? fetch(request)
}

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  const isPage = /^\/app(\/|$)/.test(pathname) || [...textPages, ...livePages].includes(pathname)
  if (request.mode === 'navigate' && isPage) {
    event.respondWith(loadPage(request, pathname))
  } else if (pathname.startsWith('/assets/')) {
    event.respondWith(loadFile(request))
  }
})

export {}
