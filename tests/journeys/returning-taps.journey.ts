// Counts the presses and keys of a user who returns with a passkey and pays by the pay sheet, on a phone.
import { addAuthenticator } from '#tests/support/authenticator.ts'
import { countEffort, expectAtMost, retypeById } from '#tests/support/effort.ts'
import { expect, signIn, test } from '#tests/support/journey.ts'

test.use({
  isMobile: true,
  hasTouch: true,
  // At an IP address there are no passkeys.
  baseURL: async ({ product }, use) => use(product.url.replace('127.0.0.1', 'localhost')),
  // Without the credit, the card pays.
  environment: { WELCOME_CREDIT: '0' },
})

test('a user who returns with a passkey buys by the pay sheet with 5 taps, and types the transaction id alone', {
  tag: '@always',
}, async ({ page }) => {
  await addAuthenticator(page)
  const effort = await countEffort(page)
  await signIn(page)
  await page.goto('/app/settings')
  await page.getByRole('button', { name: 'Add a passkey' }).tap()
  await expect(page.getByText('Passkey added. It signs you in next time.')).toBeVisible()
  const signedIn = page.waitForResponse('**/api/auth/passkey')
  await page.getByRole('button', { name: 'Log out' }).tap()
  await signedIn
  // The device's own list of passkeys takes the first tap, which no page sees.
  effort.taps = 1
  effort.characters = 0
  await page.getByRole('button', { name: 'Buy Offsets' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Buy Offsets' })
  await dialog.getByRole('button', { name: 'Pay with the sandbox’s sheet' }).tap()
  await dialog.getByRole('button', { name: /^Confirm/ }).tap()
  await retypeById(page)
  expectAtMost('with passkey and pay sheet', effort, { taps: 5, characters: 14 })
})
