// Loads the parts of lazy-part.ts in advance, and loads failed ones again. It belongs to the frame
// of /app, because the landing page does not use it.
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
  await mendStyles()
}

/** The bundler requests the style of a part only once, even after a failure. */
async function mendStyles(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')
  const missing = [...links].filter(({ sheet }) => sheet === null)
  await Promise.all(
    missing.map((link) => {
      const again = document.createElement('link')
      again.rel = 'stylesheet'
      again.href = link.href
      const come = new Promise((resolve) => {
        again.onload = resolve
        again.onerror = resolve
      })
      link.replaceWith(again)
      return come
    }),
  )
}
