// Walks actions that wait for more than 8 s in a browser: each says that it is still working, on the page or in its
// dialog (docs/product.md#failures-on-the-screen).
import type { Locator, Page } from '@playwright/test'
import { enter, expect, expectUsable, readCode, test } from '#tests/support/journey.ts'
import { newPhone } from '#tests/support/people/person.ts'

const text = 'Still working on it. Please wait; nothing will happen twice.'

/** Delays the answers of a call. `asked` resolves with its first request, and `release` lets all go on. */
async function hold(page: Page, address: string) {
  const asked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    asked.resolve()
    await released.promise
    await route.continue()
  })
  return { asked: asked.promise, release: () => released.resolve() }
}

/** Fails unless the place says after 8 s that the action still runs. */
async function expectNoticeAfter8s(page: Page, place: Locator): Promise<void> {
  const notice = place.locator('.long-wait')
  await expect(notice).toHaveRole('status')
  // The page's clock has been moved by earlier waits.
  await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 1_000)
  await page.clock.runFor(3_000)
  await expect(notice).toHaveText('')
  await page.clock.runFor(8_000)
  await expect(notice).toHaveText(text)
  await expect(notice).toBeInViewport()
  await page.clock.resume()
}

test('a code that is long in coming, and one that is long checked, say so', async ({ page }) => {
  await page.clock.install()
  const phone = newPhone()
  const sending = await hold(page, '**/api/auth/request-otp')
  const checking = await hold(page, '**/api/auth/verify-otp')
  await page.goto('/')
  await page.getByLabel('Phone number').fill(phone)
  await page.getByRole('button', { name: 'Join / Login' }).click()
  await sending.asked
  const body = page.locator('body')
  await expectNoticeAfter8s(page, body)
  await expectUsable(page)
  sending.release()
  const dialog = page.getByRole('dialog', { name: 'Enter your code' })
  await expect(dialog).toBeVisible()
  await expect(body.locator('.long-wait')).toHaveCount(0)

  await dialog.getByLabel('Code from the SMS').fill(await readCode(page, phone))
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await checking.asked
  await expectNoticeAfter8s(page, dialog)
  await expectUsable(page)
  checking.release()
  await expect(page).toHaveURL(/\/app$/)
  await expect(body.locator('.long-wait')).toHaveCount(0)
})

test('a setting that is long saved says so, with a button and without one', async ({
  page,
  product,
}) => {
  await page.clock.install()
  await enter(page, product, '/app/settings')
  for (const press of [
    async () => {
      await page.getByLabel('Nickname').fill('Ada')
      await page.getByRole('button', { name: 'Save nickname' }).click()
    },
    () => page.getByRole('checkbox', { name: /^Hide me/ }).click(),
  ]) {
    const saving = await hold(page, '**/api/profile')
    await press()
    await saving.asked
    await expectNoticeAfter8s(page, page.locator('body'))
    await expectUsable(page)
    saving.release()
    await expect(page.locator('.long-wait')).toHaveCount(0)
    await page.unroute('**/api/profile')
  }
})
