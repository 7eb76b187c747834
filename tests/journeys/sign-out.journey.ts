// Walks signing out (docs/product.md#sign-in): the browser erases a person's data before the page
// shows the signed-out state, and no late answer restores it.
import type { BrowserContext, Page, Route } from '@playwright/test'
import { readIdentityEntries, readSessionStorage } from '#tests/support/browser-storage.ts'
import { becomeMember, enter, expect, signIn, test } from '#tests/support/journey.ts'
import { walksAll } from '#tests/support/some-of.ts'

const refused = /Failed to load resource/

/** A page of the same browser that runs none of the product's code. */
async function openBystander(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/robots.txt')
  return page
}

/**
 * The server answers `path` at once, but the page receives the answer only when `release` is
 * called.
 */
async function holdAnswers(page: Page, path: string) {
  const released = Promise.withResolvers<void>()
  const answered: number[] = []
  const delivered: number[] = []
  const hold = async (route: Route) => {
    const answer = await route.fetch()
    answered.push(answer.status())
    await released.promise
    await route.fulfill({ response: answer })
    delivered.push(answer.status())
  }
  await page.route(path, hold)
  return { answered, delivered, release: released.resolve }
}

test('a tab that is closed at the redirect has left no data, however often', {
  tag: '@always',
}, async ({ page, product, context }) => {
  test.slow()
  const rounds = walksAll ? 12 : 4
  const bystander = await openBystander(context)
  for (let round = 0; round < rounds; round += 1) {
    const leaving = await context.newPage()
    await becomeMember(leaving, product)
    await leaving.goto('/app')
    await expect(leaving.getByRole('button', { name: 'Log out' })).toBeEnabled()
    expect(await readIdentityEntries(bystander)).toHaveProperty('card')
    // The page's own navigation to the landing page closes it, before a person could.
    const redirected = leaving.waitForURL(/\/$/, { waitUntil: 'commit' })
    await leaving.getByRole('button', { name: 'Log out' }).click()
    await redirected
    await leaving.close()
    expect(await readIdentityEntries(bystander)).toEqual({})
  }
  await page.close()
})

test('signing out erases card, key and open actions before the server has answered', async ({
  page,
  context,
  expectedConsole,
}) => {
  // Requests that the page sends after the server has ended the session.
  expectedConsole.push(refused)
  await signIn(page)
  const bystander = await openBystander(context)
  await expect.poll(() => readIdentityEntries(bystander)).toHaveProperty('terminal')
  await page.evaluate(`sessionStorage.setItem('under-way', 'a purchase')`)
  const { answered, release } = await holdAnswers(page, '**/api/auth/logout')
  await page.getByRole('button', { name: 'Log out' }).click()
  // Only the note of a sign-out that the server has not received yet.
  await expect.poll(() => readIdentityEntries(bystander)).toEqual({ leaving: true })
  expect(await readSessionStorage(page)).toBe('{}')
  await expect(page).toHaveURL(/\/app$/)
  await expect.poll(() => answered).toEqual([204])
  release()
  await expect(page).toHaveURL(/\/$/)
  expect(await readIdentityEntries(bystander)).toEqual({})
})

test('a late answer to a check, after another tab signed out, restores no data', async ({
  page,
  product,
  context,
  expectedConsole,
}) => {
  expectedConsole.push(refused)
  await enter(page, product)
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
  const other = await context.newPage()
  const { answered, delivered, release } = await holdAnswers(other, '**/api/auth/me')
  await other.goto('/app')
  await expect(other.getByText('Loading…')).toBeVisible()
  // The race: the server still answered with the profile, and the page has not received it yet.
  await expect.poll(() => answered).toEqual([200])
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/$/)
  expect(delivered).toEqual([])
  release()
  await expect(other).toHaveURL(/\/$/)
  expect(delivered).toEqual([200, 401])
  expect(await readIdentityEntries(other)).toEqual({})
})

test('a passport that arrives late in a tab that missed the sign-out is not stored either', async ({
  page,
  product,
  context,
  expectedConsole,
}) => {
  expectedConsole.push(refused)
  await enter(page, product)
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
  const other = await context.newPage()
  await other.addInitScript('delete window.BroadcastChannel')
  const { answered, delivered, release } = await holdAnswers(other, '**/passport/me')
  await other.goto('/app')
  await expect.poll(() => answered).toEqual([200])
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/$/)
  expect(delivered).toEqual([])
  await expect(other).toHaveURL(/\/app$/)
  release()
  await expect.poll(() => delivered).toEqual([200])
  await other.waitForLoadState('networkidle')
  expect(await readIdentityEntries(page)).toEqual({})
})

test('a late end of a session in one tab does not end the next session', async ({
  page,
  product,
  context,
  expectedConsole,
}) => {
  expectedConsole.push(refused)
  await enter(page, product, '/app/card')
  const other = await context.newPage()
  await other.addInitScript('delete window.BroadcastChannel')
  await other.goto('/app/card')
  await expect(other.getByRole('heading', { name: 'Physical card' })).toBeVisible()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/$/)
  const { answered, delivered, release } = await holdAnswers(other, '**/api/projects/**')
  await other.getByRole('link', { name: 'Projects' }).click()
  await expect.poll(() => answered.includes(401)).toBe(true)
  await signIn(page)
  const before = await readIdentityEntries(page)
  expect(before).toHaveProperty('terminal')
  release()
  await expect.poll(() => delivered.includes(401)).toBe(true)
  await expect(other.getByRole('button', { name: 'Log out' })).toBeVisible()
  expect(await readIdentityEntries(page)).toMatchObject({ card: { id: Object(before.card).id } })
  await expect(page).toHaveURL(/\/app$/)
})
