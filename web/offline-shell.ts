// Has the service worker keep the shell of /app in the page's language (contract 9). Where the browser
// has none, e.g. in some private windows, the app works all the same, but not offline.
import { locale } from './texts.ts'

export function keepShell(): void {
  // While developing, files have no lasting names.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  navigator.serviceWorker.register(`/service-worker.js?language=${locale}`).catch(() => undefined)
}
