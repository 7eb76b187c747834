// Counts a new user's presses and keys from the landing page to the stamp, on a phone, without
// autofill. The browser itself counts pointer presses, Enter and every other key.
import { countEffort, expectAtMost, retypeById } from '#tests/support/effort.ts'
import { expect, type Page, readCode, test } from '#tests/support/journey.ts'
import { newPhone } from '#tests/support/people/person.ts'

test.use({ isMobile: true, hasTouch: true, keepsWelcome: true })

/** Up to an open Buy Offsets, which the welcome opens. */
async function join(page: Page): Promise<void> {
  const phone = newPhone()
  await page.goto('/')
  await page.getByLabel('Phone number').tap()
  await page.keyboard.type(phone.replace('+44', '0'))
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Enter your code' })
  await expect(sheet.getByLabel('Code from the SMS')).toBeFocused()
  await page.keyboard.type(await readCode(page, phone))
  await sheet.getByRole('checkbox').tap()
  await sheet.getByRole('button', { name: 'Verify' }).tap()
  await page.getByRole('button', { name: 'Buy Offsets' }).tap()
}

test('the first kilograms from the wallet take a new user at most 6 taps, from the landing page on', {
  tag: '@always',
}, async ({ page }) => {
  const effort = await countEffort(page)
  const phone = newPhone()
  await page.goto('/')
  await page.getByLabel('Phone number').tap()
  await page.keyboard.type(phone.replace('+44', '0'))
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Enter your code' })
  await expect(sheet.getByLabel('Code from the SMS')).toBeFocused()
  await sheet.getByRole('checkbox').tap()
  // The phone fills the code of the SMS in, and its last digit verifies it.
  await sheet.getByLabel('Code from the SMS').fill(await readCode(page, phone))
  const welcome = page.getByRole('dialog', { name: /^Welcome/ })
  await welcome.getByRole('button', { name: 'Buy Offsets' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Buy Offsets' })
  await dialog.getByRole('button', { name: /^Reserve \d+ kg/ }).tap()
  await retypeById(page)
  expectAtMost('the first kilograms', effort, { taps: 6, characters: 25 })
})

test('10 kg from the wallet take a new user at most 8 taps and 31 characters', {
  tag: '@always',
}, async ({ page }) => {
  const effort = await countEffort(page)
  await join(page)
  const dialog = page.getByRole('dialog', { name: 'Buy Offsets' })
  await dialog.getByRole('radio', { name: '10', exact: true }).tap()
  await dialog.getByRole('button', { name: 'Reserve 10 kg' }).tap()
  await retypeById(page)
  expectAtMost('from the wallet', effort, { taps: 8, characters: 31 })
})

test('100 kg with a card take a new user at most 10 taps', async ({ page }) => {
  const effort = await countEffort(page)
  await join(page)
  const dialog = page.getByRole('dialog', { name: 'Buy Offsets' })
  await dialog.getByRole('radio', { name: '100', exact: true }).tap()
  await dialog.getByLabel('Card number').tap()
  for (const [part, text] of [
    ['Card number', '4242424242424242'],
    ['Expiry', '1231'],
    ['CVV', '123'],
  ] as const) {
    await expect(dialog.getByLabel(part)).toBeFocused()
    await page.keyboard.type(text)
  }
  await page.keyboard.press('Enter')
  await retypeById(page)
  // The card's 16, 4 and 3 digits are added to the wallet's count.
  expectAtMost('with a card', effort, { taps: 10, characters: 54 })
})
