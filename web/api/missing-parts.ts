// Loads the parts of lazy-part.ts in advance, and loads failed ones again. Only /app uses it, so it
// stays out of the landing page's bundle.
import { missingParts, parts } from './lazy-part.ts'

/**
 * Loads every part, one after the other, so that an open app works without a network. Awaits `pause`
 * before each. A loaded part may declare further parts, which are loaded too.
 */
export async function loadAllParts(pause: () => Promise<void>): Promise<void> {
  for (const { load } of parts) {
    await pause()
    await load().catch(() => undefined)
  }
}

/** Makes missing code load again at its next rendering, and reloads missing styles immediately. */
export async function renewMissingParts(): Promise<void> {
  if (missingParts.size === 0) return
  for (const { renew } of missingParts) renew()
  missingParts.clear()
  await reloadMissingStyles()
}

/** Requests failed style sheets again: the bundler requests the style of a part only once. */
async function reloadMissingStyles(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')
  const missing = [...links].filter(({ sheet }) => sheet === null)
  await Promise.all(
    missing.map((link) => {
      const newLink = document.createElement('link')
      newLink.rel = 'stylesheet'
      newLink.href = link.href
      const loadOrError = new Promise((resolve) => {
        newLink.onload = resolve
        newLink.onerror = resolve
      })
      link.replaceWith(newLink)
      return loadOrError
    }),
  )
}
