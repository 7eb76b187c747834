// Walks purchases that fail for a reason outside the form: too many open purchases, no exchange
// rate (docs/product.md#limits-of-a-purchase). The dialog shows the reason and keeps typed text.

import { expect, expectAccessible } from '#tests/support/journey.ts'
import { chooseKg, fillCard, pressReserve, test } from '#tests/support/people/checkout.ts'
import { cardOrder } from '#tests/support/people/person.ts'

test.use({ environment: { OPEN_RESERVATIONS_MAX: '1' } })
// One worker: the product with these settings is started once.
test.describe.configure({ mode: 'default' })

test('one purchase too many is refused with a link to the open ones', { tag: '@always' }, async ({
  page,
  expectedConsole,
  enterBuy,
}) => {
  expectedConsole.push(/status of 409/)
  const { batch, person, dialog } = await enterBuy()
  const open = await person.reserve(cardOrder(batch, 40, await person.cardToken()))
  expect(open.status).toBe(200)
  await chooseKg(dialog, 100)
  await fillCard(dialog)
  await pressReserve(dialog)
  await expect(
    dialog.getByText('You have too many open purchases. Complete or cancel one first.'),
  ).toBeVisible()
  await expect(dialog.getByLabel('Or another amount')).toHaveValue('100')
  await expectAccessible(page)
  await dialog.getByRole('link', { name: 'See open purchases' }).click()
  await expect(page).toHaveURL(/\/app\/transactions$/)
  await expect(page.getByText(/^Held until/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
})

test('without a rate and a quote the dialog shows the card’s charge and its currency', async ({
  page,
  expectedConsole,
  enterBuy,
}) => {
  expectedConsole.push(/status of 50[03]/)
  for (const call of ['tokens/transaction/fx/latest?*', 'wallet/prepay-preview']) {
    await page.route(`**/api/${call}`, (route) =>
      route.fulfill({ status: 503, json: { code: 'unavailable', error: 'Busy.' } }),
    )
  }
  const { dialog } = await enterBuy({ kg: 60_000, priceMicros: 26_000, currency: 'USD' })
  await chooseKg(dialog, 100)
  await expect(
    dialog.getByText(
      'No exchange rate right now. Your card is charged $2.60 in your own currency.',
    ),
  ).toBeVisible()
})
