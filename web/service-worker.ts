// Keeps the shell of /app in this browser, so that the passport opens without a network: the page,
// its scripts, styles and faces of one build in one language. It must not keep or answer anything
// of /api or /passport, and never gives a shell of one build files of another.

declare const self: ServiceWorkerGlobalScope

/** Put in by the build (scripts/build-web.ts): `files` are all that the shell needs. */
declare const shells: Readonly<
  Record<string, { readonly version: string; readonly files: readonly string[] }>
>

const prefix = 'shell-'
const language = new URL(self.location.href).searchParams.get('language') ?? ''
const shell = shells[language]
const cacheName = `${prefix}${language}-${shell?.version}`
const page = `/app?language=${language}`

/** Milliseconds that storage may take; one that never answers must not keep a page from opening. */
const storageMsMax = 1_500

/** The kept answer to a request, or undefined: there is none, or storage does not answer. */
function findKept(request: RequestInfo, options: MultiCacheQueryOptions) {
  const late = new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), storageMsMax)
  })
  return Promise.race([caches.match(request, options).catch(() => undefined), late])
}

/** Keeps a whole build or nothing: the next visit tries again. */
async function install(): Promise<void> {
  if (shell === undefined) throw new Error(`No shell in ${language}.`)
  const answer = await fetch(page, { cache: 'no-store', credentials: 'omit' })
  // The server may run a newer build than the one that this worker came from.
  const named = (await answer.clone().text()).match(/\/assets\/[\w.-]+/g) ?? []
  const isOurs = named.length > 0 && named.every((file) => shell.files.includes(file))
  if (!answer.ok || !isOurs) throw new Error('The page is of another build.')
  const cache = await caches.open(cacheName)
  await cache.addAll([...shell.files])
  await cache.put(page, answer)
}

/** Takes over once no page of the former build is open; then its files are of no use. */
async function activate(): Promise<void> {
  const names = await caches.keys()
  const former = names.filter((name) => name.startsWith(prefix) && name !== cacheName)
  await Promise.all(former.map((name) => caches.delete(name)))
}

/** The server's page where it can be reached, so that nobody is held on an old build. */
async function openPage(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch {
    return (await findKept(page, { cacheName })) ?? Response.error()
  }
}

/**
 * Names of files hold a hash of their content: the kept one is the right one, also under the address by
 * which it is asked for again (web/api/repeatable-import.ts).
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
  if (request.mode === 'navigate' && /^\/app(\/|$)/.test(pathname)) {
    event.respondWith(openPage(request))
  } else if (pathname.startsWith('/assets/')) {
    event.respondWith(openFile(request))
  }
})

export {}
