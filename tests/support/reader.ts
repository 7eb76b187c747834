// Records the announcements of a page for a screen reader in order: focused elements and live
// regions. A polite region counts only if it existed before its text, as in real readers; an alert
// always counts.
import { expect, type Page } from '@playwright/test'

export type Reader = {
  /** All announcements so far, as `focus: …`, `status: …` or `alert: …`. */
  readonly heard: readonly string[]
  /** Each of these was announced after the previous one, since the last call. */
  hears(...patterns: readonly RegExp[]): Promise<void>
}

const lengthMax = 200

/** Runs in the page from its beginning. */
const listen = `(() => {
  const regions = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]'
  const words = (text) => text.replace(/\\s+/g, ' ').trim().slice(0, ${lengthMax})
  const said = new Map()
  const isThere = (each) => each.isConnected && each.checkVisibility() && !each.closest('[inert]')
  const kindOf = (each) =>
    each.getAttribute('role') === 'alert' || each.getAttribute('aria-live') === 'assertive'
      ? 'alert' : 'status'
  const look = () => {
    for (const each of [...said.keys()]) if (!isThere(each)) said.delete(each)
    for (const each of document.querySelectorAll(regions)) {
      if (!isThere(each)) continue
      const text = words(each.innerText)
      const before = said.get(each)
      said.set(each, text)
      const kind = kindOf(each)
      if (text !== '' && text !== before && (before !== undefined || kind === 'alert')) {
        hear(kind + ': ' + text)
      }
    }
  }
  new MutationObserver(look).observe(document, {
    subtree: true, childList: true, characterData: true, attributes: true,
  })
  const byIds = (ids) => ids.split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
  addEventListener('focusin', ({ target }) => {
    const label = target.getAttribute('aria-label') ??
      (target.hasAttribute('aria-labelledby') ? byIds(target.getAttribute('aria-labelledby')) : null) ??
      target.labels?.[0]?.textContent ?? target.textContent
    const described = byIds(target.getAttribute('aria-describedby') ?? '')
    hear('focus: ' + words(label + ' ' + described))
  })
})()`

export async function readerOf(page: Page): Promise<Reader> {
  const heard: string[] = []
  let place = 0
  await page.exposeFunction('hear', (what: string) => {
    heard.push(what)
  })
  await page.addInitScript(listen)
  return {
    heard,
    async hears(...patterns) {
      await expect
        .poll(() => {
          let next = place
          for (const pattern of patterns) {
            const found = heard.findIndex((what, index) => index >= next && pattern.test(what))
            if (found < 0) return `nothing like ${pattern} in ${heard.slice(place).join(' | ')}`
            next = found + 1
          }
          place = next
          return 'all'
        })
        .toBe('all')
    },
  }
}
