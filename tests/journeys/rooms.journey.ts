// Tests the app for a user with much data: no screen is too long, and the first card of Projects is
// in sight. Failed attempts are folded, stamps are legible, and motion respects the user's setting.
import type { Batch, ProjectSummary } from '#features/catalogue/catalogue-calls.ts'
import {
  becomeMember,
  enter,
  expect,
  expectAccessible,
  expectNoOverflow,
  type Page,
  signIn,
  test,
} from '#tests/support/journey.ts'
import { makeRich } from '#tests/support/people/rich-person.ts'

const phone = { width: 360, height: 740 }
const longestPx = 3_000

const heightOf = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollHeight')

/** Ten people on each board, the person among them. */
async function fillBoards(page: Page): Promise<void> {
  const rows = Array.from({ length: 10 }, (_, index) => {
    return {
      rank: index + 1,
      name: `Member ${4210 + index}`,
      score: 990 - index,
      isMe: index === 6,
    }
  })
  const isBoth = (url: URL) => url.pathname === '/api/achievements/leaderboard'
  const isOne = (url: URL) => url.pathname.startsWith('/api/achievements/leaderboard/')
  await page.route(isBoth, (route) => route.fulfill({ json: { eco: rows, offsets: rows } }))
  await page.route(isOne, (route) => route.fulfill({ json: rows }))
}

/** All requested data has arrived and is shown. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
}

/** The smallest letters on the stamps, px of the screen. */
const smallestOnStamps = `Math.min(...[...document.querySelectorAll('li svg text')].map((text) => {
  const drawing = text.ownerSVGElement
  const scale = drawing.getBoundingClientRect().width / drawing.viewBox.baseVal.width
  return parseFloat(getComputedStyle(text).fontSize) * scale
}))`

test('for a user with much data no screen of the app is longer than 3,000 px on a phone', {
  tag: '@always',
}, async ({ page, product, db }) => {
  const person = await becomeMember(page, product)
  await makeRich(db, person)
  await fillBoards(page)
  const batches: Batch[] = (await person.get('/api/batches')).body
  const byProject = Map.groupBy(batches, ({ project_id }) => project_id)
  const [most] = [...byProject].toSorted(([, one], [, other]) => other.length - one.length)
  await page.setViewportSize(phone)
  const heights: Record<string, number> = {}
  for (const path of [
    '/app',
    '/app/projects',
    `/app/projects/${most?.[0]}`,
    '/app/offers',
    '/app/card',
    '/app/settings',
    '/app/transactions',
    '/app/leaderboards',
    '/app/estimate',
    '/app/plans',
  ]) {
    await page.goto(path)
    await settle(page)
    // The whole activity has five rows of every month (docs/product.md#activity).
    if (path !== '/app/transactions') heights[path] = await heightOf(page)
    await expectNoOverflow(page)
  }
  const tooLong = Object.entries(heights).filter(([, height]) => height > longestPx)
  expect(tooLong).toEqual([])

  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/app')
    await settle(page)
    const stamps = page.getByRole('region', { name: 'Achievements' })
    await expect(stamps.getByRole('img', { name: /: reached on \d/ }).first()).toBeVisible()
    expect(await page.evaluate(smallestOnStamps)).toBeGreaterThanOrEqual(10)
    await expectNoOverflow(page)
  }
  await page.setViewportSize(phone)

  await page.goto('/app/transactions')
  const tries = page.getByRole('button', { name: '3 attempts that failed or expired' })
  await expect(tries).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByText('nothing was bought')).toHaveCount(0)
  await tries.click()
  await expect(page.getByText('nothing was bought')).toHaveCount(3)
  await expect(page.getByRole('button', { name: /^Send the link again: Gift to/ })).toHaveCount(5)
  const oldest = page.getByRole('main').getByRole('region').last()
  await expect(oldest.getByText(/into your passport/)).toBeVisible()
  const rows = oldest.getByRole('button', { name: /Kilograms of/ })
  await expect(rows).toHaveCount(2)
  await expectAccessible(page)
})

test('on a phone the first project is in sight, and the filters open by key and by voice', async ({
  page,
  product,
}) => {
  await page.setViewportSize(phone)
  const person = await enter(page, product, '/app/projects')
  const cards = page.getByRole('main').getByRole('article')
  await expect(cards).toHaveCount(3)
  await settle(page)
  expect((await cards.first().boundingBox())?.y).toBeLessThanOrEqual(300)

  const filter = page.getByRole('button', { name: 'Filter' })
  await expect(filter).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByLabel('Registry', { exact: true })).toBeHidden()
  await filter.focus()
  await page.keyboard.press('Enter')
  await expect(filter).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Registry', { exact: true })).toBeFocused()
  await page.getByLabel('Registry', { exact: true }).selectOption('Gold Standard')
  await page.getByLabel('Status', { exact: true }).selectOption('Listed')
  await expect(page.getByRole('button', { name: 'Filter 2 filters active' })).toBeVisible()
  await expectAccessible(page)
  await page.goto('/app/projects')

  // Each kind shows some projects, and together they show each project once.
  const all: ProjectSummary[] = (await person.get('/api/projects/')).body
  const kinds = page.getByRole('radio')
  await expect(kinds.first()).toHaveAccessibleName('All')
  let sum = 0
  for (const kind of (await kinds.all()).slice(1)) {
    await kind.check()
    const words = page.getByText(/^Showing \d+ of [\d,]+$/)
    const found = Number((await words.textContent())?.replaceAll(',', '').match(/\d+$/)?.[0])
    expect(found).toBeGreaterThan(0)
    sum += found
  }
  expect(sum).toBe(all.length)
  await page.getByRole('radio', { name: 'Cooking' }).check()
  await expect(page).toHaveURL(/kind=cooking/)
  await page.goBack()
  await expect(page).not.toHaveURL(/kind=cooking/)
})

/** Counts the requested transitions between two pages. */
const countMovements = `(() => {
  const own = document.startViewTransition.bind(document)
  globalThis.movements = 0
  document.startViewTransition = (update) => {
    globalThis.movements += 1
    return own(update)
  }
})()`
/** Counts the animations of the opening cover that started since the page was loaded. */
const countOpenings = `(() => {
  globalThis.openings = 0
  addEventListener('animationstart', (event) => {
    if (event.animationName === 'cover-opens') globalThis.openings += 1
  })
})()`
const openingsOf = (page: Page) => page.evaluate('globalThis.openings')

test('the cover opens after Verify and a scene moves to its page, but never with reduced motion', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.addInitScript(countOpenings)
  await signIn(page)
  // The cover stays closed behind the welcome, which this assertion skips.
  await expect(page.getByRole('heading', { name: 'Achievements' })).toBeVisible()
  await expect.poll(() => openingsOf(page)).toBe(1)
  await page.reload()
  await settle(page)
  expect(await openingsOf(page)).toBe(0)

  await page.goto('/app/projects')
  await settle(page)
  await page.evaluate(countMovements)
  const first = page.getByRole('main').getByRole('article').first().getByRole('link')
  const batches = page.getByRole('heading', { name: 'Batches' })
  await first.click()
  await expect(batches).toBeVisible()
  expect(await page.evaluate('globalThis.movements')).toBe(1)
  await page.goBack()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await first.click()
  await expect(batches).toBeVisible()
  expect(await page.evaluate('globalThis.movements')).toBe(1)
})
