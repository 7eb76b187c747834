// Walks a certificate in a browser: created, named, read without scripts, on a phone and a desk,
// and closed.

import {
  becomeMember,
  expect,
  expectAccessible,
  expectNoOverflow,
  test,
} from '#tests/support/journey.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'

test('a person creates a certificate, anyone reads it without scripts, and closing removes it', {
  tag: '@always',
}, async ({ page, product, db, browser, expectedConsole }) => {
  expectedConsole.push(/status of 400/, /status of 404/, /status of 500/)
  const batch = await issueTestBatch(db, { kg: 1_000 })
  const person = await becomeMember(page, product)
  const txId = await person.buyByCard(batch, 120)
  await page.goto('/app/transactions')
  const row = page.getByRole('button', { name: /Kilograms of Test wind farm/ })
  await row.click()
  const dialog = page.getByRole('dialog')
  const part = dialog.getByRole('region', { name: 'Certificate' })
  await part.getByLabel('Name on the certificate').fill('4242 4242 4242 4242')
  await part.getByRole('button', { name: 'Make a certificate' }).click()
  await expect(part.getByText('Card numbers must not be sent here.')).toBeVisible()
  await expect(part.getByLabel('Name on the certificate')).toBeFocused()
  await part.getByLabel('Name on the certificate').fill('Ada Lovelace')
  await part.getByRole('button', { name: 'Make a certificate' }).click()
  const link = part.getByRole('link', { name: 'Open certificate' })
  await expect(link).toBeVisible()
  await expectAccessible(page)
  const [own] = (await person.get(`/api/certificates?tx_id=${txId}`)).body
  await expect(link).toHaveAttribute('href', own.url)
  const path = new URL(own.url).pathname

  // Another visitor, on a phone and a desk, in both themes, without scripts; axe brings its own.
  for (const [width, colorScheme] of [
    [360, 'light'],
    [1440, 'dark'],
  ] as const) {
    const context = await browser.newContext({
      baseURL: product.url,
      viewport: { width, height: 800 },
      colorScheme,
      locale: 'tr-TR',
    })
    const stranger = await context.newPage()
    await stranger.goto(path)
    await expect(stranger.getByRole('heading', { name: 'Sertifika', level: 1 })).toBeVisible()
    await expect(stranger.getByText('Ada Lovelace', { exact: true })).toBeVisible()
    await expect(stranger.getByRole('link', { name: /PDF/ })).toHaveAttribute('href', /\.pdf/)
    expect(await stranger.locator('script').count()).toBe(0)
    await expectNoOverflow(stranger)
    await expectAccessible(stranger)
    await stranger.getByRole('link', { name: 'English' }).click()
    await expect(stranger.getByRole('heading', { name: 'Certificate', level: 1 })).toBeVisible()
    await context.close()
  }

  // Within seconds a checkpoint includes it.
  const facts = () => page.request.get(`${path}.json`).then((answer) => answer.json())
  await expect.poll(async () => (await facts()).proof).not.toBeNull()
  const checked = await page.context().newPage()
  await checked.goto(path)
  await checked.getByRole('link', { name: 'Verify a certificate' }).click()
  await expect(checked.getByText('This certificate is proven', { exact: true })).toBeVisible()
  await expectNoOverflow(checked)
  await expectAccessible(checked)
  await checked.close()

  await part.getByLabel('Name on the certificate').fill('')
  await part.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByText('The name is saved.')).toBeVisible()
  await part.getByRole('button', { name: 'Take the page down' }).click()
  await page.route('**/api/certificates/*', (route) => route.fulfill({ status: 500 }), { times: 1 })
  await part.getByRole('button', { name: 'Take it down for good' }).click()
  await expect(part.getByRole('alert')).toHaveText(/./)
  await part.getByRole('button', { name: 'Take it down for good' }).click()
  await expect(part.getByRole('button', { name: 'Make a certificate' })).toBeVisible()
  const gone = await page.context().newPage()
  await gone.goto(path)
  await expect(gone.getByRole('heading', { name: 'There is no such certificate.' })).toBeVisible()
  await expectAccessible(gone)
})
