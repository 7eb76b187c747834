// Walks the main flow, end to end: a new user signs in by phone, buys 100 kg part wallet, part
// card, and sees them in passport, activity and project.
import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, expectNoOverflow, signIn, test } from '#tests/support/journey.ts'

test('a new user signs in, buys 100 kg from wallet and card, and sees them everywhere', {
  tag: '@always',
}, async ({ page }) => {
  await page.goto('/')
  await expectAccessible(page)
  await signIn(page)
  await expect(page.getByRole('heading', { name: 'Carbon Passport', level: 1 })).toBeVisible()
  await expect(page.getByText('You have no carbon transactions yet.')).toBeVisible()
  await expect(page.getByText('You have no rewards to claim.')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Projects' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Load More' })).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  const projects = page.getByRole('main').getByRole('article')
  await projects.filter({ hasNotText: 'Sold out' }).first().getByRole('link').first().click()

  await expect(page).toHaveURL(/\/app\/projects\/[0-9a-f-]{36}$/)
  const projectAddress = page.url()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Buy Offsets' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: '100', exact: true }).click()
  await expect(dialog.getByText('From your wallet')).toBeVisible()
  await dialog.getByLabel('Card number').fill('4242424242424242')
  await dialog.getByLabel('Expiry').fill('1231')
  await dialog.getByLabel('CVV').fill('123')
  await expectAccessible(page)
  await expectNoOverflow(page)
  await dialog.getByRole('button', { name: 'Reserve 100 kg' }).click()

  const shown = dialog.getByText(/^CP-[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/)
  const txId = (await shown.textContent()) ?? ''
  await expectAccessible(page)
  const field = dialog.getByLabel('Retype the transaction ID')
  await field.fill('CP-2222-2222-2222')
  await dialog.getByRole('button', { name: 'Complete' }).click()
  await expect(dialog.getByText('TxID mismatch')).toBeVisible()
  await field.fill(txId)
  await dialog.getByRole('button', { name: 'Complete' }).click()
  await expect(dialog.getByText(/100\skg of carbon offsets are now in your passport/)).toBeVisible()
  await expectAccessible(page)
  await expectPicture(page, dialog)
  await dialog.getByRole('button', { name: 'Done' }).click()

  await expect(page).toHaveURL(projectAddress)
  await expect(page.getByText('No purchase activity yet.')).toBeHidden()
  await page.getByRole('link', { name: 'Home' }).click()
  await expect(page.getByText('100', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('You have no carbon transactions yet.')).toBeHidden()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^First offset/ }).click()
  const stamp = page.getByRole('dialog', { name: 'First offset' })
  await expectAccessible(page)
  await expectPicture(page, stamp)
  await stamp.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: /^First offset/ })).toBeFocused()
  await page.goto('/app/leaderboards')
  await expectPicture(page, page.getByRole('region', { name: 'Offset league' }))
  const answer = await page.request.get('/passport/me')
  expect(await answer.json()).toMatchObject({ total_offsets: 100, offset_league: 'silver' })
})

/** Presses Share. This browser cannot share, so it saves the picture. */
async function expectPicture(page: Page, part: Locator): Promise<void> {
  const saved = page.waitForEvent('download')
  await part.getByRole('button', { name: 'Share' }).click()
  const picture = await (await saved).createReadStream()
  const [begin] = await picture.take(1).toArray()
  expect(begin.subarray(1, 4).toString()).toBe('PNG')
}
