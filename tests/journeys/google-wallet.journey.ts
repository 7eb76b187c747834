// Walks the pass in Google Wallet in a browser: a button next to the file's, whose link Google's
// sandbox accepts. Without the setting there is no button (wallet-pass.journey.ts).

import { enter, expect, expectAccessible, expectNoOverflow, test } from '#tests/support/journey.ts'
import { googleSettings } from '#tests/support/stand-ins/google-account.ts'

test.use({ environment: { ...googleSettings, GOOGLE_WALLET_PROVIDER: 'sandbox' } })
// One worker: the product with these settings is started once.
test.describe.configure({ mode: 'default' })

test('the card leads to Google Wallet, where the pass is saved, and back', {
  tag: '@always',
}, async ({ page, product }) => {
  await enter(page, product)
  const button = page.getByRole('button', { name: 'Add to Google Wallet' })
  await expect(page.getByText('Sandbox: this is not the real Google Wallet.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download wallet pass' })).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await button.press('Enter')
  await expect(page.getByRole('heading', { name: 'Sandbox of Google Wallet' })).toBeVisible()
  await expect(page.getByText('The pass is saved.')).toBeVisible()
  await page.goBack()
  await expect(button).toBeVisible()
})

test('a failed link is logged, reported next to the button, and can be requested again', async ({
  page,
  product,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/, /The wallet pass could not be downloaded/)
  await enter(page, product)
  await page.route('**/passport/pass/*/google', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', error: 'Something went wrong.' } }),
  )
  const button = page.getByRole('button', { name: 'Add to Google Wallet' })
  await button.click()
  await expect(page.getByText('Google Wallet could not be opened.')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expectAccessible(page)
  await page.unroute('**/passport/pass/*/google')
  await button.click()
  await expect(page.getByRole('heading', { name: 'Sandbox of Google Wallet' })).toBeVisible()
})
