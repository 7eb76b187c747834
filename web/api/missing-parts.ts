// Loads the parts of lazy-part.ts in advance, and loads failed parts again. It is separate, because only /app
// uses it and the landing page's bundle must stay small.
import { missingParts, parts } from './lazy-part.ts'

/**
 * Loads all parts, one after the other, so that an open app works without a network. Awaits `pause` before
 * each part. A loaded part may declare further parts, which are loaded too.
 */
export async function loadAllParts(pause: () => Promise<void>): Promise<void> {
  for (const { load } of parts) {
    await pause()
    await load().catch(() => undefined)
  }
}

/** Renews all missing parts, so that their next rendering loads them, and reloads missing style sheets. */
export async function renewMissingParts(): Promise<void> {
  if (missingParts.size === 0) return
  for (const { renew } of missingParts) renew()
  missingParts.clear()
  await reloadMissingStyles()
}

/** Requests failed style sheets again, because the bundler's code requests each only once. */
async function reloadMissingStyles(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')
  const missing = [...links].filter(({ sheet }) => sheet === null)
  await Promise.all(
    missing.map((link) => {
      const newLink = document.createElement('link')
      newLink.rel = 'stylesheet'
      newLink.href = link.href
      const settled = new Promise((resolve) => {
        newLink.onload = resolve
        newLink.onerror = resolve
      })
      link.replaceWith(newLink)
      return settled
    }),
  )
}
