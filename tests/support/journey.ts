// Sets up every journey: the product with its demo catalogue on its own database, a page, and axe. Any
// unexpected warning or error in the page's console fails the journey. Journeys find elements by role
// and label only.
import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { inboxToken, newPhone, Person } from '#tests/support/people/person.ts'
import { createTestDatabase, timeoutFactor } from '#tests/support/postgres.ts'
import { openProduct, type Product } from '#tests/support/servers/product.ts'
import { isWalked, someOf } from '#tests/support/some-of.ts'
import { translator } from '#tests/support/translator.ts'

type WorkerFixtures = {
  readonly product: Product
  readonly db: Database
  /** Additional settings of the product for the journeys of a file. */
  readonly environment: Readonly<Record<string, string>>
}
type Fixtures = {
  /** Runs a simulated browser translator on each page (translator.ts). */
  readonly isTranslated: boolean
  /** True keeps the welcome of a new user. Otherwise it is skipped as soon as it covers what a journey needs. */
  readonly keepsWelcome: boolean
  /** Console lines that a journey causes on purpose, for example by a refused request. */
  readonly expectedConsole: RegExp[]
  /** Skips journeys that this run leaves out, before the product starts. */
  readonly lot: undefined
}

/** Playwright's line in the page's console for `serviceWorkers: 'block'` (playwright.config.ts). */
const workerBlockedLine = 'Service Worker registration blocked by Playwright'

/** Console line of requests that a page sends while it ends its own session. */
const refusedAfterSignOut = /the server responded with a status of 401/

export const test = base.extend<Fixtures, WorkerFixtures & { readonly databaseUrl: string }>({
  databaseUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const database = await createTestDatabase()
      await use(database.url)
      await database.drop()
    },
    { scope: 'worker' },
  ],
  environment: [{}, { scope: 'worker', option: true }],
  product: [
    async ({ databaseUrl, environment }, use) => {
      const product = await openProduct({
        DATABASE_URL: databaseUrl,
        SECRET_KEY: '5f'.repeat(32),
        NODE_ENV: 'development',
        LOG_LEVEL: 'error',
        OPEN_RESERVATIONS_MAX: '20',
        TIMEOUT_FACTOR: String(timeoutFactor),
        ...environment,
      })
      await product.start()
      await use(product)
      await product.remove()
    },
    { scope: 'worker' },
  ],
  db: [
    async ({ databaseUrl }, use) => {
      const options = {
        url: databaseUrl,
        connectionsMax: 1,
        applicationName: 'journey',
        timeoutFactor,
      }
      const db = openDatabase(options)
      await use(db)
      await db.close()
    },
    { scope: 'worker' },
  ],
  lot: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use, testInfo) => {
      testInfo.skip(!isWalked(testInfo.titlePath.join(' '), testInfo.tags))
      await use(undefined)
    },
    { auto: true },
  ],
  keepsWelcome: [false, { option: true }],
  isTranslated: [process.env.TRANSLATED === '1', { option: true }],
  baseURL: async ({ product }, use) => use(product.url),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  expectedConsole: async ({}, use) => use([]),
  page: async ({ page, expectedConsole, product, isTranslated, keepsWelcome }, use, testInfo) => {
    if (isTranslated) await page.addInitScript(translator)
    if (!keepsWelcome) await skipWelcome(page)
    const lines: string[] = []
    page.on('console', (message) => {
      if (message.text() === workerBlockedLine) return
      if (message.type() === 'error' || message.type() === 'warning') lines.push(message.text())
    })
    page.on('pageerror', (error) => lines.push(error.message))
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/logout')) expectedConsole.push(refusedAfterSignOut)
    })
    await use(page)
    if (testInfo.status !== testInfo.expectedStatus && lines.length > 0) {
      await testInfo.attach('console', { body: lines.join('\n'), contentType: 'text/plain' })
    }
    const unexpected = lines.filter(
      (line) => !expectedConsole.some((expected) => expected.test(line)),
    )
    if (unexpected.length > 0) {
      await testInfo.attach('server', { body: product.newestOutput(), contentType: 'text/plain' })
    }
    expect(unexpected).toEqual([])
  },
})

/** The welcome of a new user, in any language. */
const welcomeOf = (page: Page) =>
  page.getByRole('dialog').filter({ has: page.locator('[name=holder]') })

/** Makes presses and assertions on the page skip the welcome of a new user that covers what they need. */
export function skipWelcome(page: Page): Promise<void> {
  return page.addLocatorHandler(welcomeOf(page), () => page.keyboard.press('Escape'))
}

/**
 * Waits in the page until all finite animations and transitions have ended, for at most 3 seconds. The
 * browser never ends some animations, for example those of a removed element.
 */
const waitForAnimations = `Promise.race([
  Promise.all(
    document.getAnimations()
      .filter((each) => Number.isFinite(each.effect?.getComputedTiming().endTime))
      .map((each) => each.finished.catch(() => undefined)),
  ),
  new Promise((resolve) => setTimeout(resolve, 3_000)),
]).then(() => true)`

/** Fails if the page violates an accessibility rule of WCAG 2.2 AA. */
export async function expectAccessible(page: Page): Promise<void> {
  // Every page has a heading; this waits for a page that is still loading.
  await expect(page.locator('h1').first()).toBeAttached()
  await page.evaluate(waitForAnimations)
  // On a busy machine colours still change after another scheme was chosen. A real violation stays.
  await expect(async () => {
    const { violations } = await new AxeBuilder({ page })
      // Axe checks a page without frames in place; only a page with frames needs its slower mode.
      .setLegacyMode(page.frames().length === 1)
      .options({ resultTypes: ['violations'] })
      .analyze()
    const violationTexts = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' | ')}`,
    )
    expect(violationTexts).toEqual([])
  }).toPass({ timeout: 60_000 })
}

/** Fails if the page is wider than the screen. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect(overflow).toBeLessThanOrEqual(0)
}

type ColorScheme = 'light' | 'dark'

/** Combines each width with the light and the dark scheme; a partial run uses one scheme per width. */
const screens = [360, 768, 1440].flatMap((width) => {
  const schemes: readonly ColorScheme[] = ['light', 'dark']
  return someOf(schemes, 1, String(width)).map((colorScheme) => ({ width, colorScheme }))
})

/** Runs the check at the widths of a phone, a tablet and a desktop, with the light and the dark scheme. */
export async function onEveryScreen(
  page: Page,
  check: (screen: string) => Promise<void>,
): Promise<void> {
  for (const { width, colorScheme } of screens) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await check(`${width}-${colorScheme}`)
  }
}

/** Fails if the page is not accessible or is wider than the screen. */
export async function expectUsable(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectNoOverflow(page)
}

/** Waits until the sandbox inbox contains a code for a phone, and returns the newest code. */
export async function readCode(page: Page, phone: string): Promise<string> {
  let code: string | undefined
  const read = async () => {
    const query = `to=${encodeURIComponent(phone)}&token=${inboxToken}`
    const answer = await page.request.get(`/dev/messages?${query}`)
    const messages: { body: string }[] = await answer.json()
    code = /^(\d{6})\b/.exec(messages[0]?.body ?? '')?.[1]
    return code
  }
  await expect.poll(read, `no code for ${phone}`).toBeDefined()
  return code ?? ''
}

/** Signs a new user in through the form of the landing page; returns their phone number. */
export async function signIn(page: Page, phone = newPhone(), path = '/'): Promise<string> {
  await page.goto(path)
  await typeCode(page, phone)
  await expect(page).toHaveURL(/\/app$/)
  return phone
}

/** Joins from the open landing page, in English, up to the press of Verify. */
export async function typeCode(page: Page, phone: string): Promise<void> {
  await page.getByLabel('Phone number').fill(phone)
  await page.getByRole('button', { name: 'Join / Login' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enter your code' })
  await dialog.getByLabel('Code from the SMS').fill(await readCodeOfDialog(page, phone))
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Verify' }).click()
}

async function readCodeOfDialog(page: Page, phone: string): Promise<string> {
  await expect(page.getByRole('dialog', { name: 'Enter your code' })).toBeVisible()
  return readCode(page, phone)
}

/** Signs a new user in by API calls, gives their cookie to this browser, and returns the user. */
export async function becomeMember(
  page: Page,
  product: Product,
  phone = newPhone(),
): Promise<Person> {
  const person = await new Person(product.url, phone).signIn()
  await page.context().addCookies([person.browserCookie])
  return person
}

/** Signs a new user in by API calls and opens a page, for journeys that begin behind the landing page. */
export async function enter(
  page: Page,
  product: Product,
  path = '/app',
  phone = newPhone(),
): Promise<Person> {
  const person = await becomeMember(page, product, phone)
  await openLive(page, path)
  return person
}

/**
 * Opens a page of /app and waits until its code has replaced the page that the server drew. Before that, a link
 * loads another document, and elements are replaced.
 */
export async function openLive(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.locator('[data-drawn]')).toHaveCount(0)
}

/** Delays the page's code, but not its starter, until the returned function is called. */
export async function holdCode(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/assets\/(?!start-).*\.js/, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

export type { Page }
export { expect }
