// Keeps an open app working without a network (docs/product.md#offline): once it is idle, the code of every
// page is fetched, and the service worker keeps the shell in the page's language. It must not delay what
// the person is waiting for. Where the browser has no service worker, e.g. in some private windows, an open
// app keeps working, but nothing opens again.
import type { QueryClient } from '@tanstack/react-query'
import { loadAllParts } from '../api/missing-parts.ts'
import { locale } from '../texts.ts'

const restMs = 200

/** The browser has nothing else to do; where it cannot tell, a moment later. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve, restMs)
    else requestIdleCallback(() => resolve())
  })
}

function keepShell(): void {
  // While developing, files have no lasting names.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  navigator.serviceWorker.register(`/service-worker.js?language=${locale}`).catch(() => undefined)
}

/** Waits until the page is painted and no answer is on its way. */
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
