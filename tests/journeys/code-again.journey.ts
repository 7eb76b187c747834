// Walks the ways to return to a sent code (docs/product.md#one-time-codes). Closing the sheet, a
// reload and a refused request all lead to it, and each sentence beneath the catalogue's is true.
import type { Page } from '@playwright/test'
import { readSessionStorage } from '#tests/support/browser-storage.ts'
import {
  expect,
  expectAccessible,
  expectUsable,
  onEveryScreen,
  readCode,
  test,
} from '#tests/support/journey.ts'
import { hashOf } from '#tests/support/number-keys.ts'
import { newPhone } from '#tests/support/people/person.ts'
import { statement } from '#tests/support/test-statement.ts'

const refused = /Failed to load resource/
const unable = 'Unable to send OTP. Please check your phone number and try again.'
const invalid = 'Invalid code—please try again.'
const ourFault = 'Something went wrong on our side. Please try again in a moment.'

const waitLonger = statement(
  'journey-wait-longer',
  {},
  `update sign_in_attempts set resend_at = now() + interval '4 minutes' where number_hash = $1`,
)

const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Enter your code' })
const codeIn = (page: Page) => sheetOf(page).getByLabel('Code from the SMS')

async function join(page: Page, phone: string): Promise<void> {
  await page.getByLabel('Phone number').fill(phone)
  await page.getByRole('button', { name: 'Join / Login' }).click()
}

async function verify(page: Page, code: string): Promise<void> {
  await codeIn(page).fill(code)
  await sheetOf(page).getByRole('checkbox').check()
  await sheetOf(page).getByRole('button', { name: 'Verify' }).click()
}

/** Number of codes that the page has requested since the call. */
function countRequests(page: Page): () => number {
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/request-otp')) asked += 1
  })
  return () => asked
}

test('Cancel, Escape, Join again and a reload lead back to the code, which is sent once', {
  tag: '@always',
}, async ({ page }) => {
  const phone = newPhone()
  const asked = countRequests(page)
  const joinButton = page.getByRole('button', { name: 'Join / Login' })
  // The wait for another code is longer than this journey.
  await page.clock.setFixedTime(Date.now())
  await page.goto('/')
  await join(page, phone)
  await expect(sheetOf(page).getByText(/Send a new code in 0:\d\d/)).toBeVisible()
  await sheetOf(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(sheetOf(page)).toBeHidden()
  await expect(joinButton).toBeFocused()
  await expect(page.getByText('Your last code still works.')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Enter code' }).click()
  await expect(codeIn(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(sheetOf(page)).toBeHidden()
  await joinButton.click()
  await expect(sheetOf(page).getByText(/Send a new code in 0:\d\d/)).toBeVisible()

  await page.reload()
  await expect(sheetOf(page).getByText(/Send a new code in 0:\d\d/)).toBeVisible()
  await expect(codeIn(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Phone number')).not.toHaveValue('')
  // The page leaves the sheet's history entry by its own step, which a reload would race.
  await expect.poll(() => page.evaluate('history.state?.isSheet ?? false')).toBe(false)
  await page.reload()
  await expect(page.getByText('Your last code still works.')).toBeVisible()
  await expect(sheetOf(page)).toBeHidden()
  await page.getByRole('button', { name: 'Enter code' }).click()
  expect(asked()).toBe(1)

  expect(await readSessionStorage(page)).toContain(phone)
  await verify(page, await readCode(page, phone))
  await expect(page).toHaveURL(/\/app$/)
  // The code's record is gone. The tab knows that it may show the welcome.
  expect(await readSessionStorage(page)).toBe('{"signed-in-here":"1"}')
})

test('another number requests its own code, and the previous number is forgotten', async ({
  page,
}) => {
  const [first, second] = [newPhone(), newPhone()]
  const asked = countRequests(page)
  await page.goto('/')
  await join(page, first)
  await sheetOf(page).getByRole('button', { name: 'Cancel' }).click()
  await page.getByLabel('Phone number').fill(second)
  await expect(page.getByText('Your last code still works.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Join / Login' }).click()
  await expect(sheetOf(page)).toBeVisible()
  expect(asked()).toBe(2)
  expect(await readSessionStorage(page)).toContain(second)
  expect(await readSessionStorage(page)).not.toContain(first)
  await verify(page, await readCode(page, second))
  await expect(page).toHaveURL(/\/app$/)
})

test('a tab without another code uses the previous one, and both tabs sign in with it', async ({
  page,
  context,
  db,
  expectedConsole,
}) => {
  expectedConsole.push(refused)
  const phone = newPhone()
  await page.goto('/')
  await join(page, phone)
  await expect(sheetOf(page)).toBeVisible()
  await db.run(waitLonger, [hashOf(phone)])
  const other = await context.newPage()
  await other.goto('/')
  await join(other, phone)
  await expect(other.getByText(unable)).toBeVisible()
  await expect(other.getByText('Did you get a code in the last 5 minutes?')).toBeVisible()
  await onEveryScreen(other, async () => expectUsable(other))
  await other.getByRole('button', { name: 'Enter code' }).click()
  await expect(sheetOf(other).getByText(/^Enter the code that you received on/)).toBeVisible()
  await expect(sheetOf(other).getByText(/Send a new code in [123]:\d\d/)).toBeVisible()
  await verify(other, await readCode(other, phone))
  await expect(other).toHaveURL(/\/app$/)
  await expect(page).toHaveURL(/\/app$/)
  expect(await readSessionStorage(page)).toBe('{}')
})

test('a refusal while the last code still works says so beneath the catalogue’s sentence, with a link to it', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(refused)
  const phone = newPhone()
  await page.clock.install()
  await page.goto('/')
  await join(page, phone)
  await sheetOf(page).getByRole('button', { name: 'Cancel' }).click()
  await page.clock.fastForward(31_000)
  await page.route('**/api/auth/request-otp', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '90' },
      json: { error: unable, code: 'rate_limited' },
    }),
  )
  await page.getByRole('button', { name: 'Join / Login' }).click()
  await expect(page.getByText(unable)).toBeVisible()
  await expect(page.getByText('Your last code still works.')).toBeVisible()
  await page.getByRole('button', { name: 'Enter code' }).click()
  await expect(sheetOf(page).getByText(/Send a new code in 1:[23]\d/)).toBeVisible()
})

test('an expired code is reported, and leaves no field behind', async ({ page }) => {
  const phone = newPhone()
  await page.clock.install()
  await page.goto('/')
  await join(page, phone)
  await expect(sheetOf(page)).toBeVisible()
  expect(await readSessionStorage(page)).toContain(phone)
  await page.clock.fastForward(301_000)
  await expect(
    sheetOf(page).getByText('This code has expired. Please send a new one.'),
  ).toBeVisible()
  await expectAccessible(page)
  expect(await readSessionStorage(page)).toBe('{}')
  await sheetOf(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Your last code still works.')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(sheetOf(page)).toBeHidden()
})

test('after five wrong attempts only another code helps, and the sheet says so', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(refused)
  const phone = newPhone()
  await page.clock.setFixedTime(Date.now())
  await page.goto('/')
  await join(page, phone)
  await expect(sheetOf(page)).toBeVisible()
  const right = await readCode(page, phone)
  const wrong = right === '111111' ? '222222' : '111111'
  for (let tries = 1; tries <= 5; tries += 1) {
    await verify(page, wrong)
    await expect(sheetOf(page).getByText(invalid)).toBeVisible()
    await expect(codeIn(page)).toBeFocused()
    const over = sheetOf(page).getByText('Too many tries. Please send a new code.')
    await expect(over).toHaveCount(tries === 5 ? 1 : 0)
  }
  await sheetOf(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Your last code still works.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Join / Login' }).click()
  await expect(sheetOf(page).getByText('Too many tries. Please send a new code.')).toBeVisible()
})

test('a damaged answer to the code is reported as neither a wrong code nor a missing network', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(refused)
  const phone = newPhone()
  await page.goto('/')
  await join(page, phone)
  await expect(sheetOf(page)).toBeVisible()
  const code = await readCode(page, phone)
  for (const answer of [
    { status: 502, body: '<h1>Bad Gateway</h1>' },
    { status: 200, contentType: 'application/json', body: '{"user": ' },
    { status: 200, json: { terminal: { id: 'x', key: 'x' } } },
    { status: 200, json: null },
  ]) {
    await page.route('**/api/auth/verify-otp', (route) => route.fulfill(answer))
    await verify(page, code)
    await expect(sheetOf(page).getByText(invalid)).toBeVisible()
    await expect(sheetOf(page).getByText(ourFault)).toBeVisible()
    await expect(page.getByText(/No connection/)).toHaveCount(0)
    await expect(codeIn(page)).toBeFocused()
    await expect(codeIn(page)).toHaveValue(code)
    await page.unroute('**/api/auth/verify-otp')
  }
  await expectAccessible(page)
  await verify(page, code)
  await expect(page).toHaveURL(/\/app$/)
})

test('a correct code with a lost answer signs in at the second press', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(refused)
  const phone = newPhone()
  await page.goto('/')
  await join(page, phone)
  await expect(sheetOf(page)).toBeVisible()
  const code = await readCode(page, phone)
  const opened: number[] = []
  await page.route('**/api/auth/verify-otp', async (route) => {
    const answer = await route.fetch()
    opened.push(answer.status())
    await route.abort()
  })
  await verify(page, code)
  await expect(
    sheetOf(page).getByText('No connection. Nothing was lost; please try again.'),
  ).toBeVisible()
  expect(opened).toEqual([200])
  await page.unroute('**/api/auth/verify-otp')
  await sheetOf(page).getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL(/\/app$/)
  await expect(page.getByRole('heading', { name: 'Achievements' })).toBeVisible()
  expect(await readSessionStorage(page)).toBe('{}')
})
