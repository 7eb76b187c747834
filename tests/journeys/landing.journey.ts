// Walks the landing page before its code has loaded: it is painted first, and early typing and
// presses take effect once the code has loaded.
import { expect, holdCode, test } from '#tests/support/journey.ts'
import { newPhone } from '#tests/support/people/person.ts'

test('text, choices and presses before the code has loaded are kept', {
  tag: '@always',
}, async ({ page }) => {
  await page.route('**/api/auth/request-otp', (route) =>
    route.fulfill({ json: { expires_in_seconds: 300, resend_in_seconds: 30 } }),
  )
  const release = await holdCode(page)
  await page.goto('/', { waitUntil: 'commit' })
  const field = page.getByLabel('Phone number')
  await page.getByLabel('Country calling code').selectOption('NL')
  await field.pressSequentially('0612345678')
  await page.getByRole('button', { name: 'Join / Login' }).click()
  await expect(field).toHaveValue('0612345678')
  await expect(page).toHaveURL(/\/$/)
  const asked = page.waitForRequest('**/api/auth/request-otp')
  release()
  expect((await asked).postDataJSON()).toEqual({ phone: '+31612345678' })
  await expect(page.getByRole('dialog', { name: 'Enter your code' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(field).toHaveValue('06 12345678')
  await expect(page.getByLabel('Country calling code')).toHaveValue('NL')
})

test('the sections come with the document, and a page drawn by the browser loads them', {
  tag: '@always',
}, async ({ page, expectedConsole }) => {
  // A visitor without a session opens the app.
  expectedConsole.push(/401 \(Unauthorized\)$/)
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  const loadsSections = () => loaded.some((url) => url.includes('landing-sections'))
  const expectSections = async () => {
    await expect(page.getByRole('heading', { name: 'What it costs' })).toBeVisible()
    await expect(page.getByText(/^£\d+\.\d\d$/)).toHaveCount(2)
    await expect(page.getByRole('navigation', { name: 'Languages' }).last()).toBeVisible()
  }
  await page.goto('/')
  await page.getByLabel('Phone number').pressSequentially('07400123456')
  await expect(page.getByLabel('Phone number')).toHaveValue('07400 123456')
  await expectSections()
  await page.getByRole('link', { name: 'Join / Login' }).click()
  await expect(page).toHaveURL(/#join$/)
  await expect(page.getByLabel('Phone number')).toHaveValue('07400 123456')
  await expectSections()
  expect(loadsSections()).toBe(false)
  await page.goto('/?gift')
  await page.getByLabel('Phone number').pressSequentially('07400123456')
  await expect(page.getByLabel('Phone number')).toHaveValue('07400 123456')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Deutsch' }).click()
  await expect(page).toHaveURL(/\?gift=&language=de$/)
  await expect(page.getByLabel('Telefonnummer')).toHaveValue('07400 123456')
  await page.goto('/app?language=en')
  await expect(page.getByText('Please log in to see your pass.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Why a passport' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Languages' }).last()).toBeVisible()
  expect(loadsSections()).toBe(true)
})

test('a press is kept however late the first script comes', async ({ page }) => {
  await page.route('**/assets/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/auth/request-otp')
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByLabel('Phone number').pressSequentially(newPhone())
  await page.getByLabel('Phone number').press('Enter')
  await asked
  await expect(page.getByRole('dialog', { name: 'Enter your code' })).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
})

test('a number typed before the code has loaded is formatted, and no request is sent unasked', async ({
  page,
}) => {
  let asked = 0
  await page.route('**/api/auth/request-otp', (route) => {
    asked += 1
    return route.abort()
  })
  const release = await holdCode(page)
  await page.goto('/', { waitUntil: 'commit' })
  const field = page.getByLabel('Phone number')
  await field.pressSequentially('074001')
  release()
  await expect(field).toHaveValue('07400 1')
  await field.pressSequentially('23456')
  await expect(field).toHaveValue('07400 123456')
  await page.waitForLoadState('networkidle')
  expect(asked).toBe(0)
})

test('the page is painted before its code touches it, and a slow phone misses no key', async ({
  page,
}) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  // The first element that the code draws is the guilloche behind the hero.
  await page.addInitScript(`new MutationObserver((_, observer) => {
    window.touchedMs = performance.now()
    observer.disconnect()
  }).observe(document, { subtree: true, attributeFilter: ['d'] })`)
  await page.goto('/', { waitUntil: 'commit' })
  const field = page.getByLabel('Phone number')
  await field.pressSequentially('+447400123456', { delay: 30 })
  await expect(field).toHaveValue('+44 7400 123456')
  const [paintedMs, touchedMs] = await page.evaluate<[number, number]>(
    `[performance.getEntriesByName('first-contentful-paint')[0].startTime, window.touchedMs]`,
  )
  expect(paintedMs).toBeLessThan(touchedMs)
})

test('a page opened in the background is drawn when its tab is shown', async ({
  page,
  context,
}) => {
  await page.goto('/')
  const behind = await context.newPage()
  await page.bringToFront()
  await behind.goto('/')
  await behind.bringToFront()
  await behind.getByLabel('Phone number').pressSequentially('07400123456')
  await expect(behind.getByLabel('Phone number')).toHaveValue('07400 123456')
})

test('in forced colours the sign-in form has edges, and a ticked box is visible', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/')
  const join = page.getByRole('button', { name: 'Join / Login' })
  await expect(join).toHaveCSS('border-top-width', '1px')
  await expect(join.locator('..')).toHaveCSS('border-top-width', '1px')
  await page.getByLabel('Phone number').fill(newPhone())
  await join.click()
  const sheet = page.getByRole('dialog', { name: 'Enter your code' })
  await expect(sheet).toHaveCSS('border-top-width', '1px')
  const box = sheet.getByRole('checkbox')
  const ground = () =>
    box.evaluate(
      'getComputedStyle(document.querySelector("dialog input[type=checkbox]")).backgroundColor',
    )
  const empty = await ground()
  await box.check()
  const colourOf = (name: string) => `(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = '${name}'
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  })()`
  expect(await ground()).toBe(await page.evaluate(colourOf('Highlight')))
  expect(await ground()).not.toBe(empty)
  const tick = sheet.locator('input[type=checkbox] + svg')
  await expect(tick).toHaveCSS('color', String(await page.evaluate(colourOf('HighlightText'))))
})
