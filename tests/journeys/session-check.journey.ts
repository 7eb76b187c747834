// A session check that fails (specification 2 and 4, contract 0 and 9): without a network the
// stored passport is shown; where the server fails, the landing page says so and offers a retry.
import type { Page } from '@playwright/test'
import { keptIn } from '#tests/support/browser-storage.ts'
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

async function expectUnchecked(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/$/)
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
    await expect.poll(() => keptIn(page)).toHaveProperty('card')
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

test('what is said after a failed check is readable on every screen', { tag: '@always' }, async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(failing)
  await page.route('**/api/auth/me', (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto('/app')
  await expectUnchecked(page)
  await onEveryScreen(page, async () => expectUsable(page))
})

test('who logged out on purpose is not asked to log in', async ({ page, product }) => {
  await enter(page, product)
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByLabel('Phone number')).toBeVisible()
  await expect(page.getByText('Please log in to see your pass.')).toHaveCount(0)
})
