// Records in order what a screen reader announces on a page: focused elements and live regions. As in
// real readers, a polite region counts only if it existed before its text. An alert always counts.
import { expect, type Page } from '@playwright/test'

export type AnnouncementWatch = {
  /** All announcements so far, as `focus: …`, `status: …` or `alert: …`. */
  readonly announcements: readonly string[]
  /** Waits until announcements match the patterns in order, after those that the previous call matched. */
  expectAnnounced(...patterns: readonly RegExp[]): Promise<void>
}

const lengthMax = 200

/** Script that runs in the page before the page's own scripts, and passes announcements to `hear`. */
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

export async function watchAnnouncements(page: Page): Promise<AnnouncementWatch> {
  const announcements: string[] = []
  let nextIndex = 0
  await page.exposeFunction('hear', (announcement: string) => {
    announcements.push(announcement)
  })
  await page.addInitScript(listen)
  return {
    announcements,
    async expectAnnounced(...patterns) {
      await expect
        .poll(() => {
          let next = nextIndex
          for (const pattern of patterns) {
            const found = announcements.findIndex(
              (announcement, index) => index >= next && pattern.test(announcement),
            )
            if (found < 0)
              return `nothing like ${pattern} in ${announcements.slice(nextIndex).join(' | ')}`
            next = found + 1
          }
          nextIndex = next
          return 'all'
        })
        .toBe('all')
    },
  }
}
