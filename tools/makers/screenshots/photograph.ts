// Photographs one screen in a language: opens it once, applies each look, and finds faults of the page. A
// failure is reported with a picture and does not stop the other screens.
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { textFaults } from '#tests/support/text-faults.ts'
import type { Language } from '#values/lists/languages.ts'
import { applyLook, type Look } from './looks.ts'

/** A screen or state of a screen, and how a browser opens it. */
export type PreparedScreen = {
  /** Name of the screen, and the first part of its files' names. */
  readonly name: string
  /** The route of the page, such as `/app/projects/:id`. */
  readonly route: string
  readonly open: (page: Page) => Promise<unknown>
  /** Matches console errors that this state causes, such as that of a refused request. */
  readonly expectedConsole?: RegExp
  /** True for a state that waits for an answer, so that the page never becomes idle. */
  readonly isWaiting?: boolean
  /** True for a page that is too long for one picture. */
  readonly isWindowOnly?: boolean
}

export type PhotographTask = {
  readonly screen: PreparedScreen
  readonly language: Language
  readonly looks: readonly Look[]
}

export type Photographs = { readonly files: readonly string[]; readonly faults: readonly string[] }

const timeoutMs = 60_000
/** Maximum height of a picture, px. Longer pages are cut off there. */
const heightMax = 6_000
/** Matches Playwright's message when it blocks a service worker. */
const workerBlocked = /Service Worker registration blocked/

/**
 * Opens the screen in a new page and writes `<screen>-<look>.png` into the folder for each look. Returns the
 * files and the faults. Closes the page's context.
 */
export async function photograph(
  page: Page,
  { screen, language, looks }: PhotographTask,
  folder: string,
): Promise<Photographs> {
  const files: string[] = []
  const faults: string[] = []
  const report = (where: string, fault: string) => faults.push(`${screen.name} ${where} ${fault}`)
  page.setDefaultTimeout(timeoutMs)
  onErrorLine(page, (line) => {
    const isExpected = workerBlocked.test(line) || screen.expectedConsole?.test(line)
    if (!isExpected) report(language, `says in its console: ${line}`)
  })
  try {
    const [first] = looks
    if (first) await applyLook(page, first)
    await screen.open(page)
    if (!screen.isWaiting) await waitForAll(page)
    for (const look of looks) {
      await applyLook(page, look)
      const file = `${screen.name}-${look.name}.png`
      await takePicture(page, look, { isWindowOnly: screen.isWindowOnly, path: join(folder, file) })
      files.push(file)
      for (const fault of await findPageFaults(page, screen.route)) report(look.name, fault)
      for (const fault of await findLookFaults(page, look)) report(look.name, fault)
    }
  } catch (error) {
    await page.screenshot({ path: join(folder, `${screen.name}-${language}-not-opened.png`) })
    report(language, `was not opened: ${error instanceof Error ? error.message : error}`)
  }
  await page.context().close()
  return { files, faults }
}

/** Calls `onLine` for each error in the page's console, and for each uncaught error. */
function onErrorLine(page: Page, onLine: (line: string) => void): void {
  page.on('console', (message) => {
    if (message.type() === 'error') onLine(message.text())
  })
  page.on('pageerror', (error) => onLine(error.message))
}

/** Waits until no request is open, the page has its heading, and no skeleton is left. */
async function waitForAll(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  // Uses locators, because the pages' Content-Security-Policy forbids waitForFunction with a string.
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
  await page.locator('h1:not([data-passing]), h2').first().waitFor({ state: 'attached' })
}

type Picture = { readonly path: string; readonly isWindowOnly: boolean | undefined }

/** Photographs the whole page, or only the window if a dialog is open or `isWindowOnly` is true. */
async function takePicture(page: Page, look: Look, { path, isWindowOnly }: Picture): Promise<void> {
  await page.evaluate('document.fonts.ready.then(() => true)')
  const hasDialog = (await page.getByRole('dialog').count()) > 0
  if (!(isWindowOnly || look.isWindowOnly || hasDialog)) {
    // Makes the window as high as the page, so that fixed elements are at the bottom of the picture.
    const pageHeight: number = await page.evaluate('document.documentElement.scrollHeight')
    const height = Math.max(look.height, Math.min(pageHeight, heightMax))
    await page.setViewportSize({ width: look.width, height })
  }
  await page.screenshot({ path, animations: 'disabled' })
}

/** Minimum number of characters of a page that is not blank: those of 'Laden…', the shortest page. */
const lettersMin = 6

/** Returns a text for each fault that any page can have: blank, too wide, or at another route. */
async function findPageFaults(page: Page, route: string): Promise<string[]> {
  const [letters, overflow]: [number, number] = await page.evaluate(`[
    document.body.innerText.trim().length,
    document.documentElement.scrollWidth - document.documentElement.clientWidth,
  ]`)
  const { pathname } = new URL(page.url())
  return [
    ...(letters < lettersMin ? ['is blank'] : []),
    ...(overflow > 0 ? [`is ${overflow} px wider than the window`] : []),
    ...(isOnRoute(route, pathname) ? [] : [`is at ${pathname}, not at ${route}`]),
  ]
}

/**
 * Returns a text for each violation of WCAG 2.2. Where axe finds nothing new, for large text and in forced colours,
 * returns one for each text that does not fit its box.
 */
async function findLookFaults(page: Page, look: Look): Promise<string[]> {
  const isForced = look.media.forcedColors === 'active'
  if (isForced || look.textSize > 100 || look.width < 360) return page.evaluate(textFaults)
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

/** Returns true if a path matches a route. A parameter, such as `:id`, matches one segment. */
export function isOnRoute(route: string, pathname: string): boolean {
  const [own, other] = [route.split('/'), pathname.split('/')]
  const isSame = (part: string, place: number) => part.startsWith(':') || part === other[place]
  return own.length === other.length && own.every(isSame)
}
