// Walks passkeys with Chromium's virtual authenticator (docs/product.md#passkeys): adding one, and signing in by
// one touch.
import { addAuthenticator } from '#tests/support/authenticator.ts'
import {
  expect,
  expectUsable,
  onEveryScreen,
  readCode,
  signIn,
  test,
} from '#tests/support/journey.ts'
import { hashOf } from '#tests/support/number-keys.ts'
import { statement } from '#tests/support/test-statement.ts'

const settings = '/app/settings'
const ageCodes = statement(
  'journey-age-code-for-passkey',
  {},
  `with again as (update sign_in_attempts set resend_at = now(), sent_at = '{}' where number_hash = $1)
   update sessions set code_at = now() - interval '16 minutes'
   where passport_id = (select id from passports where phone = $2)`,
)

// At an IP address there are no passkeys.
test.use({
  baseURL: async ({ product }, use) => use(product.url.replace('127.0.0.1', 'localhost')),
})

test('a passkey signs in by one touch, without a number and a code', {
  tag: '@always',
}, async ({ page, expectedConsole }) => {
  await addAuthenticator(page)
  const phone = await signIn(page)
  await page.goto(settings)
  const offer = page.getByRole('region', { name: 'Sign in without a code' })
  await onEveryScreen(page, () => expectUsable(page))
  await offer.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('Passkey added. It signs you in next time.')).toBeVisible()
  await expect(offer).toBeHidden()

  const signedIn = page.waitForResponse('**/api/auth/passkey')
  await page.getByRole('button', { name: 'Log out' }).click()
  expect((await signedIn).status()).toBe(200)
  await expect(page).toHaveURL(/\/app$/)
  await page.goto(settings)
  await expect(page.getByText(phone.slice(-4))).toBeVisible()
  await page.getByRole('button', { name: 'Signed in here' }).click()
  const dialog = page.getByRole('dialog', { name: 'Signed in here' })
  await expect(dialog.getByText('Chrome, Linux')).toBeVisible()
  await onEveryScreen(page, () => expectUsable(page))
  await dialog.getByRole('button', { name: 'Remove Chrome, Linux' }).click()
  await dialog.getByRole('button', { name: 'Keep' }).click()
  await dialog.getByRole('button', { name: 'Remove Chrome, Linux' }).click()
  await expect(dialog.getByText('You can no longer sign in with it.')).toBeVisible()
  await onEveryScreen(page, () => expectUsable(page))
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('Passkey removed.')).toBeVisible()
  await expect(dialog.getByText('Chrome, Linux', { exact: true })).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expectedConsole.push(/401/)
  await page.getByRole('button', { name: 'Log out' }).click()
  const refusal = 'This passkey did not work. Please use your phone number.'
  await expect(page.getByText(refusal)).toBeVisible()
})

test('a passkey is added after a code where the last one is old', async ({
  page,
  db,
  expectedConsole,
}) => {
  expectedConsole.push(/403/)
  await addAuthenticator(page)
  const phone = await signIn(page)
  await page.goto(settings)
  await db.run(ageCodes, [hashOf(phone), phone])
  const offer = page.getByRole('region', { name: 'Sign in without a code' })
  await offer.getByRole('button', { name: 'Add a passkey' }).click()
  await offer.getByRole('button', { name: 'Send me a code' }).click()
  const code = offer.getByLabel(/^Code sent to/)
  await expect(code).toBeVisible()
  await code.fill(await readCode(page, phone))
  await onEveryScreen(page, () => expectUsable(page))
  // The one accent button of the form is that of the code.
  await expect(offer.locator('.bg-accent')).toHaveText('Continue')
  await offer.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Passkey added. It signs you in next time.')).toBeVisible()
})
