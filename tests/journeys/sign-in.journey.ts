// Walks sign-in, landing page and frame in a browser (docs/product.md#sign-in).
import {
  enter,
  expect,
  expectAccessible,
  expectNoOverflow,
  readCode,
  signIn,
  test,
} from '#tests/support/journey.ts'
import { hashOf } from '#tests/support/number-keys.ts'
import { newPhone, Person } from '#tests/support/people/person.ts'
import { statement } from '#tests/support/test-statement.ts'

const refused = /status of (400|401|404|429)/
const forgetResend = statement(
  'journey-forget-resend',
  {},
  'update sign_in_attempts set resend_at = now() where number_hash = $1',
)

/** As for a user without a sign-in for more than a year. */
const leaveIdle = statement(
  'journey-leave-idle',
  {},
  `with ended as (delete from sessions where passport_id = $1)
   update passports set signed_in_at = now() - interval '13 months' where id = $1`,
)

test('the landing page describes the product and fits every screen', { tag: '@always' }, async ({
  page,
}) => {
  await page.goto('/')
  for (const [width, colorScheme] of [
    [360, 'light'],
    [768, 'dark'],
    [1440, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Every kilogram leaves a stamp.',
    )
    for (const name of ['Why a passport', 'How it works', 'Partners fund wallets']) {
      await expect(page.getByRole('heading', { name })).toBeVisible()
    }
    for (const name of [
      'Token-backed sign-in',
      'Signed partner requests',
      'Signed wallet passes',
    ]) {
      await expect(page.getByRole('heading', { name })).toBeVisible()
    }
    await expectNoOverflow(page)
    await expectAccessible(page)
  }
})

test('the placeholder pages show only a title, and unknown paths lead home', async ({ page }) => {
  for (const name of ['Privacy', 'Terms', 'Help']) {
    await page.goto('/')
    await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`/${name.toLowerCase()}$`))
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expectAccessible(page)
  }
  await page.goto('/no/such/page')
  await expect(page).toHaveURL(/\/$/)
})

test('a number is formatted while typing, and any common spelling may be pasted', async ({
  page,
}) => {
  await page.route('**/api/auth/request-otp', (route) =>
    route.fulfill({ json: { expires_in_seconds: 300, resend_in_seconds: 0 } }),
  )
  await page.goto('/')
  const field = page.getByLabel('Phone number')
  await field.pressSequentially('07400123456')
  await expect(field).toHaveValue('07400 123456')
  for (const spelling of ['0044 7400 123456', '+44 (0)7400 123456', '07400-123-456']) {
    await field.fill(spelling)
    const asked = page.waitForRequest('**/api/auth/request-otp')
    await page.getByRole('button', { name: 'Join / Login' }).click()
    expect((await asked).postDataJSON()).toEqual({ phone: '+447400123456' })
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
})

test('a number without SMS keeps its typed text and shows the reason', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(refused)
  await page.goto('/')
  const field = page.getByLabel('Phone number')
  await field.fill('+44 845 123 4567')
  await page.getByRole('button', { name: 'Join / Login' }).click()
  await expect(
    page.getByText('Unable to send OTP. Please check your phone number and try again.'),
  ).toBeVisible()
  await expect(field).toHaveValue('+44 845 123 4567')
  await expectAccessible(page)
  await field.press('End')
  await field.press('Backspace')
  await expect(page.getByText('Unable to send OTP.')).toHaveCount(0)
})

test('Verify waits for the agreement, a wrong code may be corrected, Cancel closes', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(refused)
  const phone = newPhone()
  await page.goto('/')
  await page.getByLabel('Phone number').fill(phone)
  await page.getByRole('button', { name: 'Join / Login' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enter your code' })
  const code = dialog.getByLabel('Code from the SMS')
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(code).toHaveAttribute('inputmode', 'numeric')
  const verify = dialog.getByRole('button', { name: 'Verify' })
  await expect(verify).toBeDisabled()
  await expect(dialog.getByRole('link', { name: 'Privacy Policy' })).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Terms of Use' })).toBeVisible()
  const right = await readCode(page, phone)
  const wrong = right === '111111' ? '222222' : '111111'
  await code.fill(wrong)
  await dialog.getByRole('checkbox').check()
  await verify.click()
  await expect(dialog.getByText('Invalid code—please try again.')).toBeVisible()
  await expect(code).toHaveValue(wrong)
  await expect(code).toBeFocused()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/$/)
})

for (const [name, isTheirs] of [
  ['It is mine', true],
  ['Not mine', false],
] as const) {
  test(`a passport that was idle for a year needs a decision: ${name}`, async ({
    page,
    product,
    db,
    expectedConsole,
  }) => {
    expectedConsole.push(/status of 409/)
    const { id, phone } = await new Person(product.url).signIn()
    await db.run(leaveIdle, [id])
    await page.goto('/')
    await page.getByLabel('Phone number').fill(phone)
    await page.getByRole('button', { name: 'Join / Login' }).click()
    const dialog = page.getByRole('dialog', { name: 'Enter your code' })
    await dialog.getByRole('checkbox').check()
    await dialog.getByLabel('Code from the SMS').fill(await readCode(page, phone))
    const question = page.getByRole('dialog', { name: 'Is this passport yours?' })
    await expect(question.getByRole('heading')).toBeFocused()
    await question.getByRole('button', { name, exact: true }).click()
    await expect(page).toHaveURL(/\/app$/)
    const me = await (await page.request.get('/api/auth/me')).json()
    expect(me.phone).toBe(phone)
    expect(me.id === id).toBe(isTheirs)
  })
}

test('another code is available once the countdown has ended', async ({ page, db }) => {
  const phone = newPhone()
  await page.clock.install()
  await page.goto('/')
  await page.getByLabel('Phone number').fill(phone)
  await page.getByRole('button', { name: 'Join / Login' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enter your code' })
  await expect(dialog.getByText(/Send a new code in 0?0:(30|29|28)/)).toBeVisible()
  await db.run(forgetResend, [hashOf(phone)])
  await page.clock.fastForward(31_000)
  await dialog.getByRole('button', { name: 'Send a new code', exact: true }).click()
  await expect(dialog.getByText(/Send a new code in (0?1:00|0?0:5\d)/)).toBeVisible()
})

test('the keyboard alone signs in, walks the app and signs out', async ({ page }) => {
  const phone = newPhone()
  await page.goto('/')
  await page.getByLabel('Phone number').focus()
  await page.keyboard.type(phone)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Enter your code' })
  await expect(dialog.getByLabel('Code from the SMS')).toBeFocused()
  await page.keyboard.type(await readCode(page, phone))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(dialog.getByRole('checkbox')).toBeChecked()
  await dialog.getByLabel('Code from the SMS').focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/app$/)
  for (const [name, address] of [
    ['Projects', /\/app\/projects$/],
    ['Profile', /\/app\/settings$/],
    ['Home', /\/app$/],
  ] as const) {
    await page.getByRole('link', { name, exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(address)
  }
  await page.getByRole('button', { name: 'Log out' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/$/)
})

test('unknown paths under /app lead to /app, and signed-out visitors to the landing page', async ({
  page,
  product,
  expectedConsole,
}) => {
  expectedConsole.push(refused)
  await page.goto('/app/settings')
  await expect(page).toHaveURL(/\/$/)
  await enter(page, product, '/app/no/such/page')
  await expect(page).toHaveURL(/\/app$/)
})

test('a signed-out visitor of /app is sent to log in, and reads why', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(refused)
  const sentence = page.getByText('Please log in to see your pass.')
  await page.goto('/')
  await expect(page.getByLabel('Phone number')).toBeVisible()
  await expect(sentence).toHaveCount(0)
  await page.goto('/app/settings')
  await expect(page).toHaveURL(/\/$/)
  await expect(sentence).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(sentence).toBeVisible()
})

test('Loading… is shown while the session is unknown, and a failed check leads home', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/)
  await page.route('**/api/auth/me', (route) => route.abort())
  await page.goto('/app')
  await expect(page.getByText('Loading…')).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
})

test('signing out in one tab signs out the other', async ({
  page,
  product,
  context,
  expectedConsole,
}) => {
  expectedConsole.push(refused)
  await enter(page, product)
  const other = await context.newPage()
  await other.goto('/app/settings')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(other).toHaveURL(/\/$/)
})

test('a session that ended elsewhere clears the page at the next call', async ({
  page,
  context,
  expectedConsole,
}) => {
  expectedConsole.push(refused)
  await signIn(page)
  // The last part of home, so that no call of the page itself meets the end of the session first.
  await expect(page.getByRole('region', { name: 'Leaderboards' }).getByRole('row')).not.toHaveCount(
    0,
  )
  await page.waitForLoadState('networkidle')
  await context.clearCookies()
  await page.getByRole('link', { name: 'Projects' }).click()
  await expect(page).toHaveURL(/\/$/)
  // Only the page to open after the next sign-in stays.
  const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')
  expect(kept).toBe('[{},{"requested-page":"/app/projects"}]')
})

test('no personal data is stored where later scripts could read it', async ({ page }) => {
  const phone = await signIn(page)
  const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, document.cookie])')
  expect(kept).not.toContain(phone.slice(3))
  expect(kept).toBe('[{},""]')
})
