// Caches the shell of /app, so that the passport opens without a network: page, scripts, styles and
// faces of one build in one language, and the pages of text. It never caches answers of /api or /passport, and never mixes
// files of two builds.

declare const self: ServiceWorkerGlobalScope

/** Set by the build (scripts/build-web.ts): `files` are all that the shell needs. */
declare const shells: Readonly<
  Record<string, { readonly version: string; readonly files: readonly string[] }>
>

/** Set by the build: pages of text, and public pages that need the server. */
declare const textPages: readonly string[]
declare const livePages: readonly string[]

const prefix = 'shell-'
const language = new URL(self.location.href).searchParams.get('language') ?? ''
const shell = shells[language]
const cacheName = `${prefix}${language}-${shell?.version}`
const app = '/app'
const keptName = (path: string) => `${path}?language=${language}`

/** Time limit of the storage, ms: a page opens even if storage never answers. */
const storageMsMax = 1_500

/** Time limit of the network, ms: a network that answers nothing is as good as none. */
const pageMsMax = 5_000

/** The value, or undefined if it fails or takes longer than `ms`. */
function within<Value>(ms: number, value: Promise<Value>): Promise<Value | undefined> {
  const late = new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), ms)
  })
  return Promise.race([value.catch(() => undefined), late])
}

/** The cached answer to a request, or undefined if there is none or storage does not answer. */
function findKept(request: RequestInfo, options: MultiCacheQueryOptions) {
  return within(storageMsMax, caches.match(request, options))
}

/** Caches a whole build or no file; the next visit repeats a failed attempt. */
async function install(): Promise<void> {
  if (shell === undefined) throw new Error(`No shell in ${language}.`)
  const pages = await Promise.all([app, ...textPages].map((path) => readPage(path, shell.files)))
  const cache = await caches.open(cacheName)
  await cache.addAll([...shell.files])
  for (const [name, answer] of pages) await cache.put(name, answer)
}

async function readPage(path: string, files: readonly string[]): Promise<[string, Response]> {
  const name = keptName(path)
  const answer = await fetch(name, { cache: 'no-store', credentials: 'omit' })
  // The server may run a newer build than the build of this worker.
  const named = (await answer.clone().text()).match(/\/assets\/[\w.-]+/g) ?? []
  const isOurs = named.length > 0 && named.every((file) => files.includes(file))
  if (!answer.ok || !isOurs) throw new Error('The page is of another build.')
  return [name, answer]
}

/** Activates once no page of the previous build is open, and then deletes its files. */
async function activate(): Promise<void> {
  const names = await caches.keys()
  const oldCaches = names.filter((name) => name.startsWith(prefix) && name !== cacheName)
  await Promise.all(oldCaches.map((name) => caches.delete(name)))
}

/**
 * The server's page if it is reachable, so that no user stays on an old build. Without a cached page
 * it waits for the server as long as the browser does.
 */
async function openPage(request: Request, path: string): Promise<Response> {
  const answer = fetch(request)
  if (livePages.includes(path)) {
    // There the passport opens, and says that there is no network.
    return answer.catch(() => Response.redirect(new URL(app, self.location.href)))
  }
  const name = keptName(textPages.includes(path) ? path : app)
  return (
    (await within(pageMsMax, answer)) ?? (await findKept(name, { cacheName })) ?? (await answer)
  )
}

/**
 * File names contain a hash of their content, so the cached file is right, also under the address
 * of a repeated request (web/api/repeatable-import.ts).
 */
async function openFile(request: Request): Promise<Response> {
  const kept = await findKept(request, { cacheName, ignoreVary: true, ignoreSearch: true })
  return kept ?? fetch(request)
}

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  const isPage = /^\/app(\/|$)/.test(pathname) || [...textPages, ...livePages].includes(pathname)
  if (request.mode === 'navigate' && isPage) {
    event.respondWith(openPage(request, pathname))
  } else if (pathname.startsWith('/assets/')) {
    event.respondWith(openFile(request))
  }
})

export {}
