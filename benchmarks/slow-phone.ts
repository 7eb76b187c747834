// A phone as benchmarks of pages see it: a headless Chromium of its size, as slow as a middling one on
// a slow line where that is asked for, and what it says of its paintings.
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
/** What Lighthouse takes for a middling phone. */
const slowProcessor = { rate: 4 }

/** A painting is over in a moment: it takes more rounds than a load until the median stands. */
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

/** `largestMs` since the page was asked for; `scripts`: files that it loaded. */
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

/** In a context of its own: nothing of an earlier visit is in any cache. */
export function openPhone(browser: Browser): Promise<BrowserContext> {
  return browser.newContext(phone)
}

type PageOptions = {
  readonly isSlow: boolean
  /** Every file is asked for, as after a new version. */
  readonly isNew?: boolean
}

/** A page of this origin already, so that the start of a process for it is not measured. */
export async function openPageOf(
  context: BrowserContext,
  url: string,
  { isSlow, isNew = false }: PageOptions,
): Promise<Page> {
  const page = await context.newPage()
  await page.goto(new URL('/robots.txt', url).href)
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  // What a service worker asks for would not be slowed down with the page.
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
