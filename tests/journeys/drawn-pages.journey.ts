// Walks the first look at the pages of /app: the server draws them into their documents, and the pages' code
// replaces them without a gap (docs/product.md#session-check-on-the-screen).
import type { Page } from '@playwright/test'
import {
  becomeMember,
  enter,
  expect,
  expectUsable,
  holdCode,
  onEveryScreen,
  test,
} from '#tests/support/journey.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'

const card = (page: Page) => page.getByRole('article', { name: 'Carbon Passport' })

/** From now on no code of the page loads. */
const blockCode = (page: Page) => page.route('**/assets/*.js*', (route) => route.abort())

/** Script that counts, from the document's start, the times at which the card was absent, and its moves. */
const watchCard = `
  window.cardGaps = 0
  window.cardTops = new Set()
  let isSeen = false
  const look = () => {
    const card = document.querySelector('article.passport')
    if (card !== null) {
      isSeen = true
      window.cardTops.add(Math.round(card.getBoundingClientRect().top + scrollY))
    } else if (isSeen) window.cardGaps += 1
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)`

test('shows the card before any code has loaded, on every screen', { tag: '@always' }, async ({
  page,
  product,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource|ERR_FAILED/)
  await becomeMember(page, product)
  await blockCode(page)
  await page.goto('/app')
  await expect(card(page)).toBeVisible()
  await expect(card(page)).toContainText('Total offsets')
  await expect(page.getByRole('status').filter({ hasText: 'Loading…' })).toBeVisible()
  await onEveryScreen(page, () => expectUsable(page))
  await expect(page.getByRole('link', { name: 'Retry' })).toBeVisible({ timeout: 15_000 })
})

test('Loading… and Retry lie above the bar of a project on a phone', async ({
  page,
  product,
  db,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource|ERR_FAILED/)
  const { projectId } = await issueTestBatch(db, { kg: 1_000 })
  await becomeMember(page, product)
  await blockCode(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/app/projects/${projectId}`)
  await page.getByRole('status').filter({ hasText: 'Loading…' }).click({ trial: true })
  await page.getByRole('link', { name: 'Retry' }).click({ trial: true })
})

test('a button that is pressed before the code has loaded opens its dialog', {
  tag: '@always',
}, async ({ page, product }) => {
  await becomeMember(page, product)
  const release = await holdCode(page)
  await page.goto('/app', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Buy Offsets' }).first().click()
  await expect(page.getByText('Loading…')).toBeVisible()
  release()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('words that are searched before the code has loaded find projects', async ({
  page,
  product,
}) => {
  await becomeMember(page, product)
  const release = await holdCode(page)
  await page.goto('/app/projects', { waitUntil: 'commit' })
  const search = page.getByRole('searchbox')
  await search.pressSequentially('zzz')
  release()
  await expect(page.getByText('Loading…')).toHaveCount(0)
  await expect(search).toHaveValue('zzz')
  await expect(search).toBeFocused()
  await expect(page).toHaveURL(/q=zzz|zzz/)
})

test('a page shows its own answers after those of the document', async ({ page, product }) => {
  await becomeMember(page, product)
  await page.route('**/api/projects/', (route) => route.fulfill({ json: [] }))
  await page.goto('/app/projects')
  await expect(page.getByText('Loading…')).toHaveCount(0)
  await expect(page.getByRole('article')).toHaveCount(0)
})

test('the code of the page takes the card over, without a gap and without a move', {
  tag: '@always',
}, async ({ page, product }) => {
  await becomeMember(page, product)
  await page.addInitScript(watchCard)
  await page.goto('/app')
  await expect(page.getByRole('button', { name: 'Buy Offsets' }).first()).toBeVisible()
  await expect(card(page).locator('svg[aria-hidden=true] path').first()).toBeAttached()
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate('window.cardGaps')).toBe(0)
  expect(await page.evaluate('[...window.cardTops].length')).toBe(1)
})

test('a sign-out that has not reached the server leaves no card in the document', async ({
  page,
  context,
  product,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource|ERR_/)
  await enter(page, product)
  await page.route('**/api/auth/logout', (route) => route.abort())
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/$/)
  const next = await context.newPage()
  await blockCode(next)
  await next.goto('/app')
  await expect(next.getByText('Loading…')).toBeVisible()
  await expect(card(next)).toHaveCount(0)
})
