// Walks the wallet pass in a browser (docs/product.md#wallet-passes): it is downloaded from the passport
// card under its own name, and a failure is only logged.
import { readFile } from 'node:fs/promises'
import { enter, expect, expectAccessible, expectNoOverflow, test } from '#tests/support/journey.ts'

test('the card has the wallet pass, saved as carbon-pass.pkpass, and says that it is a development one', {
  tag: '@always',
}, async ({ page, product }) => {
  await enter(page, product)
  const button = page.getByRole('button', { name: 'Download wallet pass' })
  await expect(page.getByText('Development pass: phones do not accept it')).toBeVisible()
  await expect(page.getByText('Google Wallet')).toHaveCount(0)
  await expectAccessible(page)
  await expectNoOverflow(page)
  const downloading = page.waitForEvent('download')
  await button.press('Enter')
  const download = await downloading
  expect(download.suggestedFilename()).toBe('carbon-pass.pkpass')
  const bytes = await readFile(await download.path())
  expect(bytes.subarray(0, 2).toString()).toBe('PK')
  expect(bytes.includes('pass.json')).toBe(true)
  await expect(button).toBeFocused()
})

test('a failed download of a pass is only logged, and can be repeated', async ({
  page,
  product,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/, /The wallet pass could not be downloaded/)
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  await enter(page, product)
  await page.route('**/passport/pass/*', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', error: 'Something went wrong.' } }),
  )
  const button = page.getByRole('button', { name: 'Download wallet pass' })
  await button.click()
  const isLogged = () => logged.some((line) => line.includes('The wallet pass could not be'))
  await expect.poll(isLogged).toBe(true)
  await expect(button).toBeEnabled()
  await expect(page.getByText(/could not/i)).toHaveCount(0)
  await expect(page.getByRole('dialog')).toBeHidden()
  await expectAccessible(page)
  await page.unroute('**/passport/pass/*')
  const downloading = page.waitForEvent('download')
  await button.click()
  await downloading
})
