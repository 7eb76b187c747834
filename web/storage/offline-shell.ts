// Prepares an open app for use without a network (docs/product.md#offline): once the browser is idle, it
// loads the code of every page and registers the service worker, which caches the shell. Without a service
// worker, e.g. in private windows, only an already open app works offline.
import type { QueryClient } from '@tanstack/react-query'
import { loadAllParts } from '../api/missing-parts.ts'
import { locale } from '../texts.ts'

const idleWaitMs = 200

/** Waits until the browser is idle, or for 200 ms in a browser without requestIdleCallback. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve, idleWaitMs)
    else requestIdleCallback(() => resolve())
  })
}

function registerWorker(): void {
  // File names change during development.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  navigator.serviceWorker.register(`/service-worker.js?language=${locale}`).catch(() => undefined)
}

/**
 * Registers the service worker and loads all code, each time only while the browser is idle and no query
 * of `client` is open.
 */
export async function keepForOffline(client: QueryClient): Promise<void> {
  const waitUntilIdle = async () => {
    await idle()
    while (client.isFetching() > 0) {
      await new Promise((resolve) => setTimeout(resolve, idleWaitMs))
      await idle()
    }
  }
  await waitUntilIdle()
  registerWorker()
  await loadAllParts(waitUntilIdle)
}
