// Runs the product with the demo catalogue in a temporary folder, and a browser, for scripts that take
// pictures.
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import type { Person } from '#tests/support/people/person.ts'
import { openProduct } from '#tests/support/servers/product.ts'
import { withBrowser } from './with-browser.ts'

export type Show = { readonly url: string; readonly browser: Browser }

const settings = {
  NODE_ENV: 'development',
  LOG_LEVEL: 'error',
  // Lets the pictures be taken on a busy machine.
  TIMEOUT_FACTOR: '5',
  OPEN_RESERVATIONS_MAX: '20',
  SMS_HOUR_MAX: '5000',
  SMS_DAY_MAX: '5000',
  SMS_COUNTRY_HOUR_MAX: '5000',
}

/** Starts the product and a browser, and awaits `act`. Stops both afterwards, also after an error. */
export async function showProduct(act: (show: Show) => Promise<void>): Promise<void> {
  const product = await openProduct(settings)
  try {
    await product.start()
    // At an IP address there are no passkeys.
    const url = product.url.replace('127.0.0.1', 'localhost')
    await withBrowser((browser) => act({ url, browser }))
  } finally {
    await product.remove()
  }
}

/** Opens a page without animations in a new browser context, with the person's session if given. */
export async function openPage(
  { url, browser }: Show,
  person: Person | undefined,
  options: BrowserContextOptions,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce', ...options })
  if (person !== undefined) await context.addCookies([person.browserCookie])
  return context.newPage()
}
