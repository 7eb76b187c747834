// Stores the page of /app that a signed-out visitor opened, so that sign-in leads to it. It stays in this
// tab, over a reload and a change of language, until a page of /app is shown.
import { giftParameter, giftScreenPath } from '#values/text/gift-address.ts'
import { paths } from '#web/paths.ts'
import { readTabText, removeTabText, writeTabText } from './tab-storage.ts'

const name = 'requested-page'

export function keepRequestedPage(page: string): void {
  writeTabText(name, page)
}

/**
 * Returns the stored page, or the home page. Never returns an address outside /app or this origin. A
 * visitor from a gift's message gets the gift's screen.
 */
export function requestedPage(): string {
  if (new URLSearchParams(location.search).has(giftParameter)) return giftScreenPath
  const page = readTabText(name) ?? ''
  return /^\/app(\/[\w%-][\w.%~-]*)*(\?|$)/.test(page) ? page : paths.home
}

export function forgetRequestedPage(): void {
  removeTabText(name)
}
