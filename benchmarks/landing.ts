// How soon the landing page's largest part is painted on a phone: beside the same document without
// its scripts, from the same kind of server, so that only what our scripts cost is left.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { type Browser, chromium } from '@playwright/test'
import { type Claim, compare, type Finding, type Measure } from '#benchmarks/compare.ts'
import { openCopy } from '#benchmarks/page-copy.ts'
import { chromiumArguments, findOrInstallChromium } from '#scripts/chromium.ts'
import { openProduct } from '#tests/support/product.ts'

const webRoot = join(import.meta.dirname, '..', 'dist', 'web')
/** A painting is over in a moment: it takes more rounds than a load until the median stands. */
const roundsMin = 7

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

type Visit = { readonly largestMs: number; readonly shift: number; readonly scripts: number }

export async function measureLanding(_seconds: number, rounds: number): Promise<Finding[]> {
  const product = await openProduct({ LOG_LEVEL: 'error', DEMO_CATALOGUE: '0' })
  await product.start()
  const whole = await openCopy(product.url)
  const bare = await openCopy(product.url, withoutScripts)
  const browser = await chromium.launch({
    executablePath: findOrInstallChromium((sentence) => process.stderr.write(`${sentence}\n`)),
    args: [...chromiumArguments],
  })
  try {
    const findings: Finding[] = []
    for (const isSlow of [false, true]) {
      let shift = 0
      const measure = async (url: string, isScripted: boolean): Promise<Measure> => {
        const visit = await visitOf(browser, url, isSlow)
        if (visit.scripts > 0 !== isScripted) throw new Error(`${url}: ${visit.scripts} scripts`)
        if (isScripted) shift = Math.max(shift, visit.shift)
        return { ms: visit.largestMs }
      }
      const claim: Claim = {
        row: '11',
        what: `largest paint of the landing page, ${isSlow ? 'processor 4 times slower, slow 4G' : 'no throttling'}`,
        rival: 'the same document without its scripts',
        goal: 1.15,
        atMost: true,
        measureOurs: () => measure(whole.url, true),
        measureRival: () => measure(bare.url, false),
      }
      // The first visit to each fills the copies.
      await claim.measureOurs()
      await claim.measureRival()
      const finding = await compare(claim, Math.max(rounds, roundsMin))
      findings.push({ ...finding, also: { 'layout shift': shift, ...(await sizes()) } })
    }
    return findings
  } finally {
    await browser.close()
    await whole.close()
    await bare.close()
    await product.remove()
  }
}

/** In a context of its own: nothing of an earlier visit is in any cache. */
async function visitOf(browser: Browser, url: string, isSlow: boolean): Promise<Visit> {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  // Something small of the same origin, so that the start of a process for it is not measured.
  await page.goto(`${url}robots.txt`)
  if (isSlow) {
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', slow4G)
    await session.send('Emulation.setCPUThrottlingRate', slowProcessor)
  }
  await page.goto(url, { waitUntil: 'networkidle' })
  const visit: Visit = await page.evaluate(painted)
  await context.close()
  return visit
}

function withoutScripts(html: string): string {
  return html
    .replaceAll(/<script[^>]*><\/script>/g, '')
    .replaceAll(/<link[^>]* rel="modulepreload"[^>]*>/g, '')
}

/** What the document names, brotli, in kB of 1,000 bytes. */
async function sizes(): Promise<Record<string, number>> {
  const html = await readFile(join(webRoot, 'index.html'), 'utf8')
  const sizeOf = async (extension: string) => {
    const named = html.matchAll(new RegExp(`"(/assets/[^"]+\\.${extension})"`, 'g'))
    const files = await Promise.all(
      [...named].map(([, path = '']) => readFile(join(webRoot, path))),
    )
    const bytes = files.reduce((sum, file) => sum + brotliCompressSync(file).length, 0)
    return Math.round(bytes / 10) / 100
  }
  return { 'JavaScript kB': await sizeOf('js'), 'CSS kB': await sizeOf('css') }
}
