// Runs a headless Chromium as a phone, on request with a slow processor and line, and reports its
// paint times.
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { chromiumArguments, findOrInstallChromium } from '#scripts/chromium.ts'

const phone = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 3,
  isMobile: true,
  hasTouch: true,
  locale: 'en-GB',
} as const

/** Chromium's own preset "Slow 4G": ms a request, bytes a second. */
const slow4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1_440 * 1_000) / 8,
  uploadThroughput: (675 * 1_000) / 8,
}
/** Lighthouse's values for a mid-range phone. */
const slowProcessor = { rate: 4 }

/** A paint is a single moment, so a stable median needs more rounds than a load. */
export const paintRoundsMin = 7

/** Runs in the page: the last candidate is the largest paint. */
const painted = `new Promise((resolve) => {
  const found = { largestMs: 0, shift: 0, scripts: 0 }
  const watch = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  watch('largest-contentful-paint', ({ startTime }) => { found.largestMs = startTime })
  watch('layout-shift', ({ value }) => { found.shift += value })
  watch('resource', ({ name }) => { found.scripts += Number(name.endsWith('.js')) })
  setTimeout(() => resolve(found), 300)
})`

/** `largestMs` since the request of the page; `scripts`: the files that it loaded. */
export type Paint = {
  readonly largestMs: number
  readonly shift: number
  readonly scripts: number
}

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findOrInstallChromium((sentence) => process.stderr.write(`${sentence}\n`)),
    args: [...chromiumArguments],
  })
}

/** In a context of its own: no cache of an earlier visit exists. */
export function openPhone(browser: Browser): Promise<BrowserContext> {
  return browser.newContext(phone)
}

type PageOptions = {
  readonly isSlow: boolean
  /** Every file is requested, as after a new version. */
  readonly isNew?: boolean
}

/** Opens a page of this origin first, so that the start of its process is not measured. */
export async function openPageOf(
  context: BrowserContext,
  url: string,
  { isSlow, isNew = false }: PageOptions,
): Promise<Page> {
  const page = await context.newPage()
  await page.goto(new URL('/robots.txt', url).href)
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  // The page's throttling would not apply to requests of a service worker.
  await session.send('Network.setBypassServiceWorker', { bypass: true })
  await session.send('Network.setCacheDisabled', { cacheDisabled: isNew })
  if (isSlow) {
    await session.send('Network.emulateNetworkConditions', slow4G)
    await session.send('Emulation.setCPUThrottlingRate', slowProcessor)
  }
  return page
}

export async function visit(page: Page, url: string): Promise<Paint> {
  await page.goto(url, { waitUntil: 'networkidle' })
  return page.evaluate(painted)
}
