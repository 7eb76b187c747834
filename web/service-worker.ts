// Caches the shell of /app, so that the passport opens without a network: page, scripts, styles and fonts of
// one build in one language, and the text pages. It must never cache responses of /api or /passport, and
// never mix files of two builds.

declare const self: ServiceWorkerGlobalScope

/** Shells by language, which the build inserts (scripts/build-web.ts). `files` are all files of the shell. */
declare const shells: Readonly<
  Record<string, { readonly version: string; readonly files: readonly string[] }>
>

/** Paths of text pages, and of public pages that need the server. The build inserts them. */
declare const textPages: readonly string[]
declare const livePages: readonly string[]

const prefix = 'shell-'
const language = new URL(self.location.href).searchParams.get('language') ?? ''
const shell = shells[language]
const cacheName = `${prefix}${language}-${shell?.version}`
const appPath = '/app'
/** Returns the URL under which a page is cached. */
const cachedName = (path: string) => `${path}?language=${language}`

/** Timeout of the cache storage in ms. A page must open even if the storage never responds. */
const storageMsMax = 1_500

/** Timeout of the network in ms, after which the cached page is shown. */
const pageMsMax = 5_000

/** Resolves to the promise's value, or to undefined if it rejects or takes longer than `ms`. */
function within<Value>(ms: number, value: Promise<Value>): Promise<Value | undefined> {
  const timeout = new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), ms)
  })
  return Promise.race([value.catch(() => undefined), timeout])
}

/** Resolves to the cached response, or to undefined if there is none or the storage does not respond. */
function findCached(request: RequestInfo, options: MultiCacheQueryOptions) {
  return within(storageMsMax, caches.match(request, options))
}

/** Caches all files of the build. Throws if one is missing. The browser then retries at the next visit. */
async function install(): Promise<void> {
  if (shell === undefined) throw new Error(`No shell in ${language}.`)
  const pages = await Promise.all(
    [appPath, ...textPages].map((path) => readPage(path, shell.files)),
  )
  const cache = await caches.open(cacheName)
  await cache.addAll([...shell.files])
  for (const [name, answer] of pages) await cache.put(name, answer)
}

/** Fetches a page. Throws if it belongs to another build. */
async function readPage(path: string, files: readonly string[]): Promise<[string, Response]> {
  const name = cachedName(path)
  const answer = await fetch(name, { cache: 'no-store', credentials: 'omit' })
  // The server may already have a newer build than this worker.
  const assets = (await answer.clone().text()).match(/\/assets\/[\w.-]+/g) ?? []
  const isOfThisBuild = assets.length > 0 && assets.every((file) => files.includes(file))
  if (!answer.ok || !isOfThisBuild) throw new Error('The page is of another build.')
  return [name, answer]
}

/**
 * Deletes the caches of previous builds, and serves the page that registered the worker. Browsers run it when
 * no page uses the previous worker any more.
 */
async function activate(): Promise<void> {
  await self.clients.claim()
  const names = await caches.keys()
  const oldCaches = names.filter((name) => name.startsWith(prefix) && name !== cacheName)
  await Promise.all(oldCaches.map((name) => caches.delete(name)))
}

/**
 * Resolves to the server's page, so that users get the newest build. If the server cannot be reached or is
 * slow, it resolves to the cached page. Without a cached page, it waits for the server.
 */
async function loadPage(request: Request, path: string): Promise<Response> {
  const answer = fetch(request)
  if (livePages.includes(path)) {
    // Without a network, /app shows the stored card and says so.
    return answer.catch(() => Response.redirect(new URL(appPath, self.location.href)))
  }
  const name = cachedName(textPages.includes(path) ? path : appPath)
  return (
    (await within(pageMsMax, answer)) ?? (await findCached(name, { cacheName })) ?? (await answer)
  )
}

/**
 * Resolves to the cached file, otherwise to the server's. It ignores the query of a repeated request
 * (web/api/lazy-part.ts), because file names contain a hash of the content.
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
