// Prepares an open app for use without a network (docs/product.md#offline). Once the browser is idle, it
// registers the service worker, which caches the shell. Without a service worker, as in private windows, it
// loads the code of every page, and only an app that is already open works offline.
import type { QueryClient } from '@tanstack/react-query'
import { loadAllParts } from '../api/missing-parts.ts'
import { locale } from '../texts.ts'

const idleWaitMs = 200

/** Waits until the browser is idle, or for 200 ms in a browser without requestIdleCallback. */
function waitForIdle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve, idleWaitMs)
    else requestIdleCallback(() => resolve())
  })
}

/** Registers the service worker. Resolves to true once it has cached the shell, to false if it cannot. */
async function cacheShell(): Promise<boolean> {
  // In development, file names change, so caching would not work.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return false
  try {
    const url = `/service-worker.js?language=${locale}`
    const { installing, waiting, active } = await navigator.serviceWorker.register(url)
    const worker = installing ?? waiting ?? active
    return worker !== null && (await isInstalled(worker))
  } catch {
    return false
  }
}

function isInstalled(worker: ServiceWorker): Promise<boolean> {
  return new Promise((resolve) => {
    const check = () => {
      if (worker.state === 'redundant') resolve(false)
      else if (worker.state !== 'installing' && worker.state !== 'parsed') resolve(true)
    }
    worker.addEventListener('statechange', check)
    check()
  })
}

/**
 * Lets a service worker cache the shell. If none can, loads all code. Before each step it waits until the
 * browser is idle and no query of `client` is running.
 */
export async function prepareForOffline(client: QueryClient): Promise<void> {
  const waitUntilIdle = async () => {
    await waitForIdle()
    while (client.isFetching() > 0) {
      await new Promise((resolve) => setTimeout(resolve, idleWaitMs))
      await waitForIdle()
    }
  }
  await waitUntilIdle()
  if (!(await cacheShell())) await loadAllParts(waitUntilIdle)
}
