// Prepares an open app for use without a network (docs/product.md#offline): once idle, it loads the
// code of every page, and the service worker caches the shell. Without a service worker, e.g. in
// private windows, only an open app works.
import type { QueryClient } from '@tanstack/react-query'
import { loadAllParts } from '../api/missing-parts.ts'
import { locale } from '../texts.ts'

const restMs = 200

/** Waits until the browser is idle, or for a moment if it cannot report that. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve, restMs)
    else requestIdleCallback(() => resolve())
  })
}

function keepShell(): void {
  // File names change during development.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  navigator.serviceWorker.register(`/service-worker.js?language=${locale}`).catch(() => undefined)
}

/** Waits until the page is painted and no request is open. */
export async function keepForOffline(client: QueryClient): Promise<void> {
  const rest = async () => {
    await idle()
    while (client.isFetching() > 0) {
      await new Promise((resolve) => setTimeout(resolve, restMs))
      await idle()
    }
  }
  await rest()
  keepShell()
  await loadAllParts(rest)
}
