// Walks a session check that fails (docs/product.md#session-check-on-the-screen): without a network
// the stored passport is shown; after server errors, the landing page says so and offers a retry.
import type { Page } from '@playwright/test'
import { readIdentityEntries } from '#tests/support/browser-storage.ts'
import { enter, expect, expectUsable, onEveryScreen, test } from '#tests/support/journey.ts'

const failing = /Failed to load resource/
const unchecked = 'We could not check your session just now. If you were logged in, you still are.'

const answers = {
  'a failure of the server': { status: 500, json: { error: 'x', code: 'internal' } },
  'a failing proxy': { status: 502, body: '<h1>Bad Gateway</h1>' },
  'a page in place of the answer': { status: 200, contentType: 'text/html', body: '<h1>Hi</h1>' },
  'an answer that was cut off': { status: 200, contentType: 'application/json', body: '{"id": "4' },
  'an answer of nothing': { status: 200, json: null },
  'an empty answer': { status: 200, json: {} },
} as const

const expectUrlOfLanding = (page: Page) => expect(page).toHaveURL(/\/$/)

async function expectUnchecked(page: Page): Promise<void> {
  await expectUrlOfLanding(page)
  await expect(page.getByText(unchecked)).toBeVisible()
  await expect(page.getByText(/offline|log in to see/)).toHaveCount(0)
}

for (const [name, answer] of Object.entries(answers)) {
  test(`${name}, three times, is no missing network: the landing page says so and leads back`, async ({
    page,
    product,
    expectedConsole,
  }) => {
    expectedConsole.push(failing)
    await enter(page, product)
    await expect.poll(() => readIdentityEntries(page)).toHaveProperty('card')
    let tries = 0
    await page.route('**/api/auth/me', (route) => {
      tries += 1
      return route.fulfill(answer)
    })
    await page.goto('/app/settings')
    await expect(page.getByText('Loading…')).toBeVisible()
    await expectUnchecked(page)
    expect(tries).toBe(3)
    await page.unroute('**/api/auth/me')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page).toHaveURL(/\/app\/settings$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  })
}

test('the notice after a failed check is readable on every screen', { tag: '@always' }, async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(failing)
  await page.route('**/api/auth/me', (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto('/app')
  await expectUnchecked(page)
  await onEveryScreen(page, async () => expectUsable(page))
})

test('a user who logged out on purpose sees no request to log in', async ({ page, product }) => {
  await enter(page, product)
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByLabel('Phone number')).toBeVisible()
  await expect(page.getByText('Please log in to see your pass.')).toHaveCount(0)
})

test('while the session is checked the remembered card is shown, and it goes with the session', {
  tag: '@always',
}, async ({ page, product, context, expectedConsole }) => {
  expectedConsole.push(failing)
  await enter(page, product)
  await expect.poll(() => readIdentityEntries(page)).toHaveProperty('card')
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/(api|passport)\//.test(pathname)) asked.push(pathname)
  })
  let answer = () => {}
  const hold = async () => {
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.unroute('**/api/auth/me')
    await page.route('**/api/auth/me', async (route) => {
      await answered
      await route.continue()
    })
    // The open page may still send requests of its own.
    await page.goto('about:blank')
    asked.length = 0
    await page.goto('/app')
    await expect(page.getByText('Loading…')).toBeVisible()
  }
  const main = page.getByRole('main')
  const code = main.getByRole('img', { name: 'QR code of your passport id' })

  // The document's card is newer than the remembered one, and has no date.
  await hold()
  await expect(code).toBeVisible()
  await expect(main.getByText(/^As it was on \d/)).toHaveCount(0)
  answer()
  await expect(page.getByRole('heading', { name: 'Achievements' })).toBeVisible()

  const drawnNot = { name: 'signing-out', value: '1', url: product.url }
  await context.addCookies([drawnNot])
  await hold()
  await expect(code).toBeVisible()
  await expect(main.getByText(/^As it was on \d/)).toBeVisible()
  await expect(main.getByRole('button')).toHaveCount(0)
  await expect(main.getByRole('link')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Log out' })).toBeDisabled()
  expect(asked).toEqual(['/api/auth/me'])
  await onEveryScreen(page, async () => expectUsable(page))
  answer()
  await expect(page.getByRole('heading', { name: 'Achievements' })).toBeVisible()

  // A session that ended elsewhere: the answer erases the painted card.
  const cookies = await context.cookies()
  // No request of the open page may be refused before the paint, because that would erase the card.
  await page.goto('about:blank')
  await context.clearCookies()
  await hold()
  await expect(code).toBeVisible()
  answer()
  await expectUrlOfLanding(page)
  expect(await readIdentityEntries(page)).toEqual({})
  await context.addCookies([...cookies, drawnNot])

  // The stored data is gone, so no card is painted.
  await hold()
  await expect(code).toHaveCount(0)
  answer()
  await expect(page.getByRole('heading', { name: 'Achievements' })).toBeVisible()
})
