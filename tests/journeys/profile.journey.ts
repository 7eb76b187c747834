// Walks profile, wallet and the sample card in a browser (docs/product.md#protected-pages).
import {
  becomeMember,
  enter,
  expect,
  expectAccessible,
  expectNoOverflow,
  test,
} from '#tests/support/journey.ts'

test('the profile shows the user, the wallet’s money, and two links without a function', {
  tag: '@always',
}, async ({ page, product }) => {
  const { phone } = await enter(page, product)
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // Grouped as usual in its country, as in the sign-in form.
  const inGroups = phone.replace(/^(\+44)(\d{4})(\d{6})$/, '$1\u00a0$2\u00a0$3')
  await expect(page.getByText(inGroups)).toBeVisible()
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

test('the sample card is marked as a sample', async ({ page, product }) => {
  await enter(page, product, '/app/card')
  await expect(page.getByRole('heading', { level: 1, name: 'Physical card' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Sample purchases' })).toBeVisible()
  await expect(page.getByText('They are not yours and count nowhere.')).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
})

test('lists and the passport report a failed load, and load on Retry', async ({
  page,
  product,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/)
  await becomeMember(page, product)
  for (const [path, call, sentence] of [
    ['/app', '**/passport/me', 'Could not load your Carbon Passport.'],
    ['/app', '**/api/achievements/me', 'Could not load achievements.'],
    ['/app', '**/api/achievements/leaderboard', 'Could not load leaderboards.'],
    ['/app', '**/api/rewards/me', 'Could not load rewards.'],
  ] as const) {
    await page.route(call, (route) => route.fulfill({ status: 500, json: { code: 'internal' } }))
    await page.goto(path)
    await expect(page.getByText(sentence).first()).toBeVisible()
    await page.unroute(call)
    await page.getByRole('button', { name: 'Retry' }).first().click()
    await expect(page.getByText(sentence)).toBeHidden()
  }
})
