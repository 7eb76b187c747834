// Prepares an open app for use without a network (docs/product.md#offline). Once the browser is idle, it
// loads the code of every page and registers the service worker, which caches the shell. Without a service
// worker, as in private windows, only an app that is already open works offline.
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

function registerWorker(): void {
  // In development, file names change, so caching would not work.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  navigator.serviceWorker.register(`/service-worker.js?language=${locale}`).catch(() => undefined)
}

/**
 * Registers the service worker, then loads all code. Before each step it waits until the browser is idle and
 * no query of `client` is running.
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
  registerWorker()
  await loadAllParts(waitUntilIdle)
}
