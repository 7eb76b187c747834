// Runs a headless Chromium as a phone, on request with a slow processor and a slow network, and reports
// its paint times.
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { chromiumArguments, findOrInstallChromium } from '#scripts/chromium.ts'
import type { Person } from '#tests/support/people/person.ts'

const phone = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 3,
  isMobile: true,
  hasTouch: true,
  locale: 'en-GB',
} as const

/** Values of Chromium's preset "Slow 4G": milliseconds per request, bytes per second. */
const slow4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1_440 * 1_000) / 8,
  uploadThroughput: (675 * 1_000) / 8,
}
/** Lighthouse's values for a mid-range phone. */
const slowProcessor = { rate: 4 }

/** Minimum number of rounds. A paint is one event, so its median needs more rounds than a load's. */
export const paintRoundsMin = 7

/** Script that runs in the page. The browser's last report of a largest paint is the largest. */
const measurePaint = `new Promise((resolve) => {
  const found = { largestMs: 0, shift: 0, scripts: 0, files: 0, blockedMs: 0, longestTaskMs: 0 }
  const watch = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  watch('largest-contentful-paint', ({ startTime }) => { found.largestMs = startTime })
  watch('layout-shift', ({ value }) => { found.shift += value })
  watch('resource', ({ name }) => {
    found.scripts += Number(name.endsWith('.js'))
    found.files += Number(/\\.(js|css)$/.test(name))
  })
  watch('longtask', ({ startTime, duration }) => {
    found.blockedMs += duration - 50
    if (startTime > found.largestMs) found.longestTaskMs = Math.max(found.longestTaskMs, duration)
  })
  setTimeout(() => resolve(found), 300)
})`

export type Paint = {
  /** Time from the request of the page to its largest paint. */
  readonly largestMs: number
  readonly shift: number
  /** Number of loaded script files. */
  readonly scripts: number
  /** Number of loaded script and style files. */
  readonly files: number
  /** Sum of what each task took over 50 ms. */
  readonly blockedMs: number
  /** The longest task over 50 ms after the largest paint; 0 without one. */
  readonly longestTaskMs: number
}

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findOrInstallChromium((sentence) => process.stderr.write(`${sentence}\n`)),
    args: [...chromiumArguments],
  })
}

/** Opens a browser context with the phone's settings and an empty cache. */
function openPhone(browser: Browser): Promise<BrowserContext> {
  return browser.newContext(phone)
}

type PageOptions = {
  readonly isSlow: boolean
  /** If true, every file is requested, as after a new version. */
  readonly isNew?: boolean
}

/** Opens a page and visits its origin once, so that the start of the browser's process is not measured. */
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
  return page.evaluate(measurePaint)
}

type FirstVisit = { readonly isSlow: boolean; readonly person?: Person }

/** Visits the address on a phone without stored files, signed in as `person` if there is one. */
export async function visitOnNewPhone(
  browser: Browser,
  url: string,
  { isSlow, person }: FirstVisit,
): Promise<Paint> {
  const context = await openPhone(browser)
  if (person !== undefined) await context.addCookies([person.browserCookie])
  const paint = await visit(await openPageOf(context, url, { isSlow }), url)
  await context.close()
  return paint
}

/** Opens a phone of a signed-in person that has visited /app, so that its files and data are stored. */
export async function openMember(
  browser: Browser,
  url: string,
  person: Person,
): Promise<BrowserContext> {
  const context = await openPhone(browser)
  await context.addCookies([person.browserCookie])
  const page = await context.newPage()
  await page.goto(`${url}/app`, { waitUntil: 'networkidle' })
  await page.close()
  return context
}
