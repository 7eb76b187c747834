// Walks refused gifts (docs/product.md#gifts): before sending, at the reservation and at the
// confirmation. Typed text stays.

import { becomeMember, expect, expectAccessible, test } from '#tests/support/journey.ts'
import { fillGift, retypeAndComplete } from '#tests/support/people/gift-steps.ts'
import { newPhone } from '#tests/support/people/person.ts'

test('the recipient phone and the note are checked before the form is sent', {
  tag: '@always',
}, async ({ page, product }) => {
  await becomeMember(page, product)
  const dialog = await fillGift(page, '123', 'Hello')
  const phone = dialog.getByLabel('Recipient phone')
  const reserve = dialog.getByRole('button', { name: 'Reserve 100 kg' })
  await reserve.click()
  await expect(dialog.getByText('Valid recipient phone required (E.164).')).toBeVisible()
  await expect(phone).toBeFocused()
  await expectAccessible(page)
  await phone.fill('')
  await phone.pressSequentially('07400123456')
  await expect(phone).toHaveValue('07400 123456')
  await expect(dialog.getByText('United Kingdom', { exact: true })).toBeVisible()
  await phone.fill('')
  await phone.pressSequentially('+905321234567')
  await expect(phone).toHaveValue('+90 532 123 45 67')
  await expect(dialog.getByText('Türkiye', { exact: true })).toBeVisible()

  const note = dialog.getByLabel('Gift note')
  await note.fill('x'.repeat(252))
  await note.pressSequentially('x'.repeat(6))
  await expect(note).toHaveValue('x'.repeat(255))
  await expect(dialog.getByText('255 of 255 characters')).toBeVisible()
  await note.evaluate((area) => area.removeAttribute('maxlength'))
  await note.fill('x'.repeat(256))
  await reserve.click()
  await expect(dialog.getByText('Gift note cannot exceed 255 characters.')).toBeVisible()
  await expect(note).toBeFocused()

  await note.fill('Fine')
  await dialog.getByLabel('CVV').fill('')
  await reserve.click()
  await expect(dialog.getByText('Card details required.')).toBeVisible()
  await dialog.getByLabel('Or another amount').fill('0')
  await dialog.getByRole('button', { name: /^Reserve/ }).click()
  await expect(dialog.getByText('Invalid selection.')).toBeVisible()
  await expect(note).toHaveValue('Fine')
})

for (const [what, answer, sentence] of [
  ['no id comes back', { json: {} }, 'Gift acknowledged, but no transaction ID returned.'],
  ['the server gives no reason', { status: 400, json: {} }, 'Could not initiate transaction.'],
  [
    'the server gives a reason',
    { status: 409, json: { code: 'x', error: 'The reason.' } },
    'The reason.',
  ],
] as const) {
  test(`a gift with a failed reservation shows why, and keeps the form: ${what}`, async ({
    page,
    product,
    expectedConsole,
  }) => {
    expectedConsole.push(/Failed to load resource/)
    await becomeMember(page, product)
    const dialog = await fillGift(page, newPhone(), 'Kept')
    await page.route('**/api/tokens/getPin', (route) => route.fulfill(answer))
    await dialog.getByRole('button', { name: 'Reserve 100 kg' }).click()
    await expect(dialog.getByText(sentence)).toBeVisible()
    await expect(dialog.getByLabel('Gift note')).toHaveValue('Kept')
    await page.unroute('**/api/tokens/getPin')
    await dialog.getByRole('button', { name: 'Reserve 100 kg' }).click()
    await retypeAndComplete(dialog)
  })
}

test('a gift that is not confirmed says so and can be repeated', async ({ page, product }) => {
  await becomeMember(page, product)
  const dialog = await fillGift(page, newPhone())
  await dialog.getByRole('button', { name: 'Reserve 100 kg' }).click()
  await expect(dialog.getByLabel('Retype the transaction ID')).toBeVisible()
  await page.route('**/api/tokens/validatePin', (route) => route.fulfill({ json: {} }))
  const txId = (await dialog.getByText(/^CP-/).textContent()) ?? ''
  await dialog.getByLabel('Retype the transaction ID').fill(txId)
  await dialog.getByRole('button', { name: 'Complete' }).click()
  await expect(dialog.getByText('Gift transaction failed.')).toBeVisible()
  await page.unroute('**/api/tokens/validatePin')
  await retypeAndComplete(dialog)
})
