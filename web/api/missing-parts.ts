// Brings in the parts of lazy-part.ts before they are shown, and asks again for those that did not come.
// It comes with the frame of /app: the landing page has no need of it.
import { missingParts, parts } from './lazy-part.ts'

/**
 * Loads every part, one after the other with a `pause` before each, so that an open app goes on without
 * a network. A part that comes may name parts of its own: they follow.
 */
export async function loadAllParts(pause: () => Promise<void>): Promise<void> {
  for (const { load } of parts) {
    await pause()
    await load().catch(() => undefined)
  }
}

/** What is missing is asked for again when it is next drawn, its style at once. */
export async function renewMissingParts(): Promise<void> {
  if (missingParts.size === 0) return
  for (const { renew } of missingParts) renew()
  missingParts.clear()
  await mendStyles()
}

/** The bundler asks for the style of a part once only, whether it came or not. */
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
