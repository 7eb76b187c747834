// Measures the time until a member's phone paints the card, which is in the document. The rival is the largest
// paint of the landing page. One claim has a warm cache. For the other, every file is new, as after a new version.
import type { BrowserContext } from '@playwright/test'
import { type Claim, compare, type Finding } from '#benchmarks/compare.ts'
import {
  openBrowser,
  openMember,
  openPageOf,
  paintRoundsMin,
  visitOnNewPhone,
} from '#benchmarks/slow-phone.ts'
import { Person } from '#tests/support/people/person.ts'
import { openProduct } from '#tests/support/servers/product.ts'

/** Script that runs before the page's own. A card is visible one frame after the frame that draws it. */
const watchForCard = `new MutationObserver((_, observer) => {
  if (document.querySelector('article.passport') === null) return
  observer.disconnect()
  requestAnimationFrame(() => requestAnimationFrame(() => {
    cardPainted(performance.now())
  }))
}).observe(document, { childList: true, subtree: true })`

export async function measureKeptCard(_seconds: number, rounds: number): Promise<Finding[]> {
  const product = await openProduct({ LOG_LEVEL: 'error', DEMO_CATALOGUE: '0' })
  await product.start()
  const browser = await openBrowser()
  try {
    const person = await new Person(product.url).signIn()
    const member = await openMember(browser, product.url, person)
    const findings: Finding[] = []
    for (const isNewVersion of [false, true]) {
      const claim: Claim = {
        row: '16',
        measure: `the card of a member, ${isNewVersion ? 'every file new' : 'files kept'}, processor 4 times slower, slow 4G`,
        rival: 'largest paint of the landing page',
        goal: 1.2,
        isMaximum: true,
        measureOurs: () => measureCard(member, product.url, isNewVersion),
        measureRival: async () => {
          const { largestMs } = await visitOnNewPhone(browser, product.url, { isSlow: true })
          return { ms: largestMs }
        },
      }
      findings.push(await compare(claim, Math.max(rounds, paintRoundsMin)))
    }
    return findings
  } finally {
    await browser.close()
    await product.stop()
    await product.remove()
  }
}

async function measureCard(context: BrowserContext, url: string, isNewVersion: boolean) {
  const page = await openPageOf(context, url, { isSlow: true, isNew: isNewVersion })
  const painted = Promise.withResolvers<number>()
  await page.exposeFunction('cardPainted', painted.resolve)
  await page.addInitScript(watchForCard)
  await page.goto(`${url}/app`)
  const ms = await painted.promise
  await page.close()
  return { ms }
}
