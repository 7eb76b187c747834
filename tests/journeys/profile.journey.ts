// Profile, wallet and the sample card in a browser: specification 2, 8 and 9.
import { expect, expectAccessible, expectNoOverflow, signIn, test } from '#tests/support/journey.ts'

test('the profile shows who one is, what the wallet holds, and two links that do nothing', async ({
  page,
}) => {
  const phone = await signIn(page)
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(phone.slice(-3)).first()).toBeVisible()
  await expect(page.getByText('United Kingdom')).toBeVisible()
  await expect(page.getByText('£1.00').first()).toBeVisible()
  await expect(page.getByText('Welcome').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Privacy' })).toBeVisible()
  for (const name of ['Edit Profile', 'Change Password']) {
    await page.getByText(name).click({ force: true })
    await expect(page).toHaveURL(/\/app\/settings$/)
  }
  await expectAccessible(page)
  await expectNoOverflow(page)
})

test('the sample card says that it is one', async ({ page }) => {
  await signIn(page)
  await page.goto('/app/card')
  await expect(page.getByRole('heading', { level: 1, name: 'Physical card' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Sample purchases' })).toBeVisible()
  await expect(page.getByText('They are not yours and count nowhere.')).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
})

test('offers shows the first three projects and the way to all of them', async ({ page }) => {
  await signIn(page)
  await page.goto('/app/offers')
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(3)
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'See all' }).click()
  await expect(page).toHaveURL(/\/app\/projects$/)
})

test('three projects at first, three more with Load More, and filters kept in the address', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/app/projects')
  const cards = page.getByRole('main').getByRole('article')
  await expect(cards).toHaveCount(3)
  await page.getByRole('button', { name: 'Load More' }).click()
  await expect(cards).toHaveCount(6)
  await page.getByLabel('Status').selectOption('Listed')
  await expect(page).toHaveURL(/status=Listed/)
  await expect(cards.first().getByText('Listed')).toBeVisible()
  await page.goto('/app/projects?status=Certified+Design&registry=Verra+VCS&type=Biogas')
  await expect(page.getByText('No projects match the current filters.')).toBeVisible()
  await expectAccessible(page)
})

test('lists and the passport say when they cannot be loaded, and load on Retry', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/)
  await signIn(page)
  for (const [path, call, sentence] of [
    ['/app/projects', '**/api/projects/', 'Could not load offset projects.'],
    ['/app', '**/api/projects/featured*', 'Could not load featured projects.'],
    ['/app', '**/passport/me', 'Could not load your Carbon Passport.'],
    ['/app/transactions', '**/transaction/me*', 'Could not load your transaction history.'],
    ['/app', '**/api/achievements/me', 'Could not load achievements.'],
    ['/app', '**/api/achievements/leaderboard', 'Could not load leaderboards.'],
    ['/app', '**/api/rewards/me', 'Could not load rewards.'],
  ] as const) {
    await page.route(call, (route) => route.fulfill({ status: 500, json: { code: 'internal' } }))
    await page.goto(path)
    await expect(page.getByText(sentence).first()).toBeVisible({ timeout: 20_000 })
    await page.unroute(call)
    await page.getByRole('button', { name: 'Retry' }).first().click()
    await expect(page.getByText(sentence)).toBeHidden()
  }
})

test('a project that is not there says so', async ({ page, expectedConsole }) => {
  expectedConsole.push(/status of 404/)
  await signIn(page)
  await page.goto('/app/projects/00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('main').getByText('No project found.').last()).toBeVisible()
  await expectAccessible(page)
})
