// Walks the checkout of Buy Offsets in a browser (docs/product.md#buying).

import { expect, expectAccessible, expectNoOverflow } from '#tests/support/journey.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import {
  chooseKg,
  declinedCard,
  expectStamped,
  fillCard,
  openBuy,
  pressReserve,
  retype,
  shownTxId,
  test,
} from '#tests/support/people/checkout.ts'
import { statement } from '#tests/support/test-statement.ts'

const setPrice = statement(
  'journey-set-price',
  {},
  'update batches set price_micros = $2, updated_at = now() where id = $1',
)

test('presets and any whole number of kilograms work; anything else is an invalid selection', {
  tag: '@always',
}, async ({ enterBuy }) => {
  const { dialog } = await enterBuy({ kg: 60_000 })
  const amount = dialog.getByLabel('Or another amount')
  for (const preset of ['10', '50', '100', '1,000']) {
    await dialog.getByRole('radio', { name: preset, exact: true }).check()
    await expect(amount).toHaveValue(preset.replace(',', ''))
  }
  await fillCard(dialog)
  for (const wrong of ['0', '', '1.5', 'many', '10001']) {
    await amount.fill(wrong)
    await pressReserve(dialog)
    await expect(dialog.getByText('Invalid selection.')).toBeVisible()
    await expect(amount).toBeFocused()
    await expect(amount).toHaveAccessibleDescription(
      'Whole kilograms, 1 to 10,000. Invalid selection.',
    )
    await expect(dialog.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
  }
  // An order over the limit shows its error before any press.
  await amount.fill('100')
  await expect(dialog.getByText('Invalid selection.')).toBeHidden()
  await amount.fill('20000')
  await expect(dialog.getByText('Invalid selection.')).toBeVisible()
  await dialog.getByRole('button', { name: /^Take 10,000\skg$/ }).click()
  await expect(amount).toHaveValue('10000')
  await amount.fill('10,000')
  await expect(dialog.getByText('Invalid selection.')).toBeHidden()
  await expect(dialog.getByRole('button', { name: /Reserve 10,000/ })).toBeVisible()
  await expect(dialog.getByText('£200.00').first()).toBeVisible()
})

test('an amount in money shows how many kilograms it buys, and orders those', async ({
  page,
  enterBuy,
}) => {
  const { dialog } = await enterBuy({ kg: 60_000, priceMicros: 39_000 })
  const amount = dialog.getByLabel('Or another amount')
  await dialog.getByRole('button', { name: '£', exact: true }).click()
  await amount.fill('5')
  await expect(dialog.getByText('£5.00 = 128\u00a0kg')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Reserve 128 kg · £4.99' })).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await amount.fill('0.02')
  await expect(dialog.getByText('£0.02 buys less than one kilogram.')).toBeVisible()
  await amount.fill('five')
  await expect(dialog.getByText('Write an amount like £5.00.')).toBeVisible()
  await pressReserve(dialog)
  await expect(dialog.getByText('Invalid selection.')).toBeVisible()
  await expect(amount).toHaveValue('five')
  await dialog.getByRole('radio', { name: '50', exact: true }).check()
  await expect(amount).toHaveValue('')
  await dialog.getByRole('button', { name: 'kg', exact: true }).click()
  await expect(amount).toHaveValue('50')
})

test('in one currency no rate is shown, and wallet and card share the total', async ({
  page,
  enterBuy,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const { dialog } = await enterBuy({ kg: 60_000, priceMicros: 11_400 })
  await chooseKg(dialog, 200)
  await expect(dialog.getByText('£0.0114').first()).toBeVisible()
  await expect(dialog.getByText('£11.40 a tonne')).toBeVisible()
  const total = dialog.getByRole('term').filter({ hasText: /^Total$/ })
  await expect(total.locator('..')).toHaveText('Total£2.28')
  await expect(dialog.getByText('− £1.00')).toBeVisible()
  await expect(dialog.getByText('£1.28', { exact: true }).first()).toBeVisible()
  await dialog.getByRole('switch', { name: 'From your wallet' }).click()
  await expect(dialog.getByText('− £1.00')).toBeHidden()
  await expect(dialog.getByText('£2.28', { exact: true })).toHaveCount(2)
  expect(asked.filter((url) => url.includes('fx/latest'))).toEqual([])
  await expectAccessible(page)
  await expectNoOverflow(page)
})

test('in another currency the rate is shown with 4 decimals and amounts with 2', async ({
  enterBuy,
}) => {
  const { dialog } = await enterBuy({ kg: 60_000, priceMicros: 26_000, currency: 'USD' })
  await chooseKg(dialog, 100)
  await expect(dialog.getByText('$2.60')).toBeVisible()
  await expect(dialog.getByText('£1.94', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('radio', { name: '100', exact: true })).toHaveAccessibleDescription(
    '£1.94',
  )
  await expect(dialog.getByText('1 USD = 0.7451 GBP, example rate of 13 Apr 2026')).toBeVisible()
  await expect(dialog.getByText('£0.94', { exact: true })).toBeVisible()
})

test('a closed checkout requests no conversion of the wallet', async ({ page, enterBuy }) => {
  const currencies: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/prepay-preview')) currencies.push(request.postDataJSON().currency)
  })
  const { dialog } = await enterBuy({ kg: 60_000, priceMicros: 26_000, currency: 'USD' })
  await chooseKg(dialog, 100)
  await expect(dialog.getByText('£0.94', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Buy Offsets' }).click()
  await expect(dialog.getByText('£0.94', { exact: true })).toBeVisible()
  expect([...new Set(currencies)]).toEqual(['USD'])
})

test('batches of two currencies with the same total have a rate and a split of their own', async ({
  page,
  db,
  enterBuy,
}) => {
  const quoted = new Set<string>()
  page.on('request', (request) => {
    if (!request.url().endsWith('/prepay-preview')) return
    const { total_price, currency } = request.postDataJSON()
    if (total_price === 2.6) quoted.add(currency)
  })
  const options = { priceMicros: 26_000 }
  const { batch: dollars } = await enterBuy({ ...options, kg: 5_000, currency: 'USD' })
  const pounds = await issueTestBatch(db, { ...options, kg: 60_000, projectId: dollars.projectId })
  const dialog = await openBuy(page, dollars.projectId)
  const choice = dialog.getByLabel('Batch')
  await chooseKg(dialog, 100)
  // Both, in either order, each until its quote was requested.
  for (const [batch, card] of [
    [dollars, '£0.94'],
    [pounds, '£1.60'],
  ] as const) {
    await choice.selectOption(batch.id)
    await expect.poll(() => quoted.has(batch.currency)).toBe(true)
    await expect(dialog.getByText(card, { exact: true })).toBeVisible()
  }
})

test('card details are required unless the wallet covers the whole amount', async ({
  expectedConsole,
  enterBuy,
}) => {
  expectedConsole.push(/status of 40[02]/)
  const { person, dialog } = await enterBuy()
  await chooseKg(dialog, 100)
  await expect(dialog.getByText('− £1.00')).toBeVisible()
  await pressReserve(dialog)
  await expect(dialog.getByText('Card details required.')).toBeVisible()
  await expect(dialog.getByLabel('Card number')).toBeFocused()
  await fillCard(dialog, '4242424242424241')
  await pressReserve(dialog)
  await expect(dialog.getByText('Please check the card number.')).toBeVisible()
  await fillCard(dialog, declinedCard)
  await pressReserve(dialog)
  await expect(dialog.getByText(/declined/)).toBeVisible()
  await expect(dialog.getByLabel('Or another amount')).toHaveValue('100')

  await chooseKg(dialog, 50)
  await expect(dialog.getByText('− £1.00')).toBeVisible()
  await expect(dialog.getByLabel('Card number')).toBeHidden()
  await expect(
    dialog.getByText(/^Your wallet covers the full amount\. No card is needed\./),
  ).toBeVisible()
  await expect(dialog.getByText('£0.00')).toBeHidden()
  await pressReserve(dialog)
  await retype(dialog, await shownTxId(dialog))
  await expectStamped(dialog, '50')
  const [bought] = (await person.get('/api/tokens/transaction/me')).body
  expect(bought).toMatchObject({ payment_source: 'wallet', total: 1 })
})

test('the least amount of a card is shown before the attempt, with a way to reach it', async ({
  enterBuy,
}) => {
  const { dialog } = await enterBuy()
  await chooseKg(dialog, 5)
  await dialog.getByRole('switch').click()
  await expect(
    dialog.getByText('Card payments start at £0.30. Add 10\u00a0kg or use your wallet.'),
  ).toBeVisible()
  await dialog.getByRole('button', { name: /^Add 10/ }).click()
  await expect(dialog.getByLabel('Or another amount')).toHaveValue('15')
  await expect(dialog.getByText(/Card payments start at/)).toBeHidden()
})

test('without the wallet’s answer the card pays all of it, and the dialog says so before the charge', async ({
  page,
  expectedConsole,
  enterBuy,
}) => {
  expectedConsole.push(/Failed to load resource/)
  await page.route('**/prepay-preview', (route) => route.fulfill({ status: 500, json: {} }))
  const { person, dialog } = await enterBuy()
  await chooseKg(dialog, 100)
  await expect(
    dialog.getByText('Your wallet cannot be used right now. Your card pays the full amount.'),
  ).toBeVisible()
  await expect(dialog.getByText('£2.00', { exact: true })).toHaveCount(2)
  await fillCard(dialog)
  await pressReserve(dialog)
  await retype(dialog, await shownTxId(dialog))
  await expectStamped(dialog, '100')
  const [bought] = (await person.get('/api/tokens/transaction/me')).body
  expect(bought).toMatchObject({ payment_source: 'card', total: 2 })
})

test('a price that changed meanwhile is shown with its new figures before it is paid', async ({
  page,
  db,
  expectedConsole,
  enterBuy,
}) => {
  expectedConsole.push(/status of 409/)
  const { batch, person, dialog } = await enterBuy()
  await chooseKg(dialog, 100)
  await expect(dialog.getByText('£1.00').first()).toBeVisible()
  await fillCard(dialog)
  await db.run(setPrice, [batch.id, 30_000])
  await pressReserve(dialog)
  await expect(
    dialog.getByText('The price has changed. Please review and try again.'),
  ).toBeVisible()
  await expect(dialog.getByText('Now £0.0300 per kg, £3.00 in all.')).toBeVisible()
  await expect(dialog.getByText('£3.00').first()).toBeVisible()
  await expect(dialog.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
  await expectAccessible(page)
  expect((await person.get('/api/tokens/transaction/me')).body).toEqual([])
  await pressReserve(dialog)
  await retype(dialog, await shownTxId(dialog))
  await expectStamped(dialog, '100')
  const [bought] = (await person.get('/api/tokens/transaction/me')).body
  expect(bought).toMatchObject({ amount: 0.03, total: 3 })
})

test('if others bought meanwhile, the dialog shows the remaining stock, which can be taken', async ({
  page,
  expectedConsole,
  enterBuy,
}) => {
  expectedConsole.push(/status of 409/)
  const { batch, person, dialog } = await enterBuy({ kg: 100 })
  await chooseKg(dialog, 80)
  await fillCard(dialog)
  await expect(dialog.getByText('− £1.00')).toBeVisible()
  await person.buyByCard(batch, 70)
  await pressReserve(dialog)
  await expect(dialog.getByText('Only 30\u00a0kg left in this batch.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Take 30\u00a0kg' }).click()
  await expect(dialog.getByLabel('Or another amount')).toHaveValue('30')
  await expect(dialog.getByText('Only 30\u00a0kg left in this batch.')).toBeHidden()
  await person.buyByCard(batch, 30)
  await pressReserve(dialog)
  await expect(dialog.getByText('This batch is sold out.')).toBeVisible()
  await expectAccessible(page)
})
