// Walks the session across tabs and failures (docs/product.md#session-check-on-the-screen): a session that
// ends in one tab ends in all of them, and a single failed request does not end it.
import { becomeMember, enter, expect, readCode, signIn, test } from '#tests/support/journey.ts'
import { newPhone } from '#tests/support/people/person.ts'

const unreached = /Failed to load resource/

test('a 401 in one tab clears every tab', { tag: '@always' }, async ({
  page,
  product,
  context,
  expectedConsole,
}) => {
  expectedConsole.push(unreached)
  await enter(page, product)
  const other = await context.newPage()
  await other.goto('/app/card')
  await expect(other.getByRole('heading', { level: 1, name: 'Physical card' })).toBeVisible()
  await context.clearCookies()
  // Either tab may send a request by itself first; then the link is gone.
  const projects = page.getByRole('link', { name: 'Projects' })
  await projects.click({ timeout: 5_000 }).catch(() => undefined)
  await expect(page).toHaveURL(/\/$/)
  await expect(other).toHaveURL(/\/$/)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(
    'Every kilogram leaves a stamp.',
  )
})

test('signing in in one tab opens the session in the tab that waits at the landing page', async ({
  page,
  context,
  expectedConsole,
}) => {
  expectedConsole.push(unreached)
  const other = await context.newPage()
  await other.goto('/')
  await signIn(page)
  await other.goto('/app/settings')
  await expect(other.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
})

test('a check that fails once is repeated, and signs no user out', async ({
  page,
  product,
  expectedConsole,
}) => {
  expectedConsole.push(unreached)
  await becomeMember(page, product)
  let failures = 0
  await page.route('**/api/auth/me', (route) => {
    failures += 1
    return failures <= 2 ? route.abort() : route.continue()
  })
  await page.goto('/app/card')
  await expect(page.getByText('Loading…')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Physical card' })).toBeVisible()
  expect(failures).toBe(3)
})

test('after three failed attempts in about five seconds a visitor is led home', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(unreached)
  let tries = 0
  await page.route('**/api/auth/me', (route) => {
    tries += 1
    return tries % 2 === 1 ? route.abort() : route.fulfill({ status: 503, json: {} })
  })
  await page.goto('/app')
  const started = Date.now()
  await expect(page.getByRole('status').filter({ hasText: 'Loading…' })).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  expect(tries).toBe(3)
  expect(Date.now() - started).toBeGreaterThan(2_500)
  // A busy machine needs more time than the pauses between the attempts.
  expect(Date.now() - started).toBeLessThan(15_000)
})

test('without the agreement no code is verified, not even by Enter', async ({ page }) => {
  const phone = newPhone()
  let verified = 0
  await page.route('**/api/auth/verify-otp', (route) => {
    verified += 1
    return route.continue()
  })
  await page.goto('/')
  await page.getByLabel('Phone number').fill(phone)
  await page.getByRole('button', { name: 'Join / Login' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enter your code' })
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('Code from the SMS').fill(await readCode(page, phone))
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Verify' })).toBeDisabled()
  expect(verified).toBe(0)
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL(/\/app$/)
  expect(verified).toBe(1)
})

test('a code that fails for lack of a network says so, and keeps typed text', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(unreached)
  const phone = newPhone()
  await page.goto('/')
  const field = page.getByLabel('Phone number')
  await field.fill(phone)
  await page.route('**/api/auth/request-otp', (route) => route.abort())
  await page.getByRole('button', { name: 'Join / Login' }).click()
  await expect(
    page.getByText('Unable to send OTP. Please check your phone number and try again.'),
  ).toBeVisible()
  await expect(field).not.toHaveValue('')
  await page.unroute('**/api/auth/request-otp')
  await page.getByRole('button', { name: 'Join / Login' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enter your code' })
  await expect(dialog).toBeVisible()
  const code = await readCode(page, phone)
  await dialog.getByLabel('Code from the SMS').fill(code)
  await dialog.getByRole('checkbox').check()
  await page.route('**/api/auth/verify-otp', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await expect(dialog.getByText('Invalid code—please try again.')).toBeVisible()
  await expect(dialog.getByText('No connection. Nothing was lost; please try again.')).toBeVisible()
  await expect(dialog.getByLabel('Code from the SMS')).toHaveValue(code)
  await page.unroute('**/api/auth/verify-otp')
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL(/\/app$/)
})

test('the frame of /app has a logo, a logout button and the three sections', async ({
  page,
  product,
}) => {
  await enter(page, product)
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(
      page.getByRole('banner').getByRole('link', { name: 'Carbon Passport' }),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
    const places = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    await expect(places).toHaveText(['Home', 'Projects', 'Profile'])
    const addresses = await places.evaluateAll((links) =>
      links.map((link) => link.getAttribute('href')),
    )
    expect(addresses).toEqual(['/app', '/app/projects', '/app/settings'])
  }
})
