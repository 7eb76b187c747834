// Makes an open app go on without a network (contract 9): once it is at rest, the code of every
// page is fetched, and the service worker keeps the shell in the page's language. It must not get
// in the way of what the person is waiting for. Where the browser has no service worker, e.g. in
// some private windows, what is open goes on all the same, but nothing opens anew.
import type { QueryClient } from '@tanstack/react-query'
import { loadAllParts } from './missing-parts.ts'
import { locale } from './texts.ts'

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
