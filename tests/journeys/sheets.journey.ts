// Walks the common behaviour of all sheets, and the fields of buying and gifting
// (docs/product.md#dialogs). Back closes, amounts are never guessed, ids are easy to retype, and
// the calls contain their fields.

import { expect, expectAccessible } from '#tests/support/journey.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import {
  chooseKg,
  expectStamped,
  fillCard,
  pressReserve,
  reserveByCard,
  shownTxId,
  test,
} from '#tests/support/people/checkout.ts'
import { newPhone } from '#tests/support/people/person.ts'

test('Back closes a sheet and stays on the page; Forward opens it again with the typed text', {
  tag: '@always',
}, async ({ page, enterBuy }) => {
  const { batch, dialog } = await enterBuy()
  const project = `/app/projects/${batch.projectId}`
  await chooseKg(dialog, 77)
  await page.goBack()
  await expect(dialog).toBeHidden()
  expect(page.url()).toContain(project)
  await page.goForward()
  await expect(dialog.getByLabel('Or another amount')).toHaveValue('77')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Buy Offsets' }).click()
  await expect(dialog.getByLabel('Or another amount')).toHaveValue('77')
})

test('a sheet that was closed, or lost in a reload, costs no further step back', async ({
  page,
  enterBuy,
}) => {
  const { batch } = await enterBuy()
  await page.goto('/app/projects')
  await page.goto(`/app/projects/${batch.projectId}`)
  const buy = page.getByRole('button', { name: 'Buy Offsets' })
  const dialog = page.getByRole('dialog', { name: 'Buy Offsets' })
  await buy.click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await buy.click()
  await expect(dialog).toBeVisible()
  await page.reload()
  await expect(buy).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/app\/projects$/)
})

test('Back closes the sheet of the code, and the number and the code are still there', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByLabel('Phone number').fill(newPhone())
  await page.getByRole('button', { name: 'Join / Login' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enter your code' })
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/$/)
  await page.getByRole('button', { name: 'Enter code' }).click()
  await expect(dialog).toBeVisible()
  await page.reload()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/$/)
})

test('Back closes the details of a purchase and a claim alike', async ({ page, enterBuy }) => {
  const { dialog } = await enterBuy()
  const txId = await reserveByCard(dialog, 100)
  await dialog.getByLabel('Retype the transaction ID').fill(txId)
  await dialog.getByRole('button', { name: 'Complete' }).click()
  await expectStamped(dialog, '100')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.goto('/app/transactions')
  await page.getByRole('button', { name: /Kilograms of/ }).click()
  await expect(dialog.getByText(/^100\skg, in tonne/)).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/transactions$/)
  await page.goto('/app')
  await page
    .getByRole('button', { name: /^Claim/ })
    .first()
    .click()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/app$/)
})

test('an ambiguous amount is requested again, never guessed', async ({ page, enterBuy }) => {
  const { dialog } = await enterBuy({ kg: 5_000 })
  await chooseKg(dialog, '1.500')
  await expect(
    dialog.getByText(
      '“1.500” could mean two amounts. Please write whole kilograms without a dot or comma, like 1500.',
    ),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Reserve', exact: true }).click()
  await expect(dialog.getByText('Invalid selection.')).toBeVisible()
  await expectAccessible(page)
  await chooseKg(dialog, '1,500')
  await expect(dialog.getByRole('button', { name: /^Reserve 1,500\skg · £/ })).toBeVisible()
})

test('an id may be retyped without dashes and capitals, and a mismatch is marked', async ({
  page,
  enterBuy,
}) => {
  const { dialog } = await enterBuy()
  const txId = await reserveByCard(dialog, 100)
  const field = dialog.getByLabel('Retype the transaction ID')
  await field.pressSequentially(`${txId.slice(0, 10).toLowerCase().replaceAll('-', '')}ooo`)
  await dialog.getByRole('button', { name: 'Complete' }).click()
  await expect(dialog.getByText('TxID mismatch')).toBeVisible()
  await expect(dialog.getByText('2 of 4 groups match')).toBeVisible()
  await expect(
    dialog.getByText(`Check group 3: it should read ${txId.split('-')[2]}.`),
  ).toBeVisible()
  await expectAccessible(page)
  await field.fill('')
  await field.pressSequentially(txId.replaceAll('-', ' ').toLowerCase())
  await expect(field).toHaveValue(txId)
  await expect(dialog.getByText('4 of 4 groups match')).toBeVisible()
  // A letter in the middle is corrected in place.
  await field.press('Home')
  for (let place = 0; place < 7; place += 1) await field.press('ArrowRight')
  await page.keyboard.press('Backspace')
  await page.keyboard.type(txId[6] ?? '')
  await expect(field).toHaveValue(txId)
  await dialog.getByRole('button', { name: 'Complete' }).click()
  await expectStamped(dialog, '100')
})

test('a purchase sends note, a gift sends message and is_reward, and both send the giver’s name', async ({
  page,
  enterBuy,
}) => {
  const { person, dialog } = await enterBuy()
  const order = async () => (await page.waitForRequest('**/api/tokens/getPin')).postDataJSON()
  const [bought] = await Promise.all([order(), reserveByCard(dialog, 100)])
  expect(bought).toMatchObject({ note: '', is_gift: 0, from: person.phone })
  expect(Object.keys(bought)).not.toContain('is_reward')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog', { name: 'Confirm your purchase' })).toBeHidden()
  await page.getByRole('button', { name: 'Gift Offsets' }).click()
  await dialog.getByLabel('Recipient phone').fill(newPhone())
  await dialog.getByLabel('Gift note').fill('One line\n\n\n\nand another  ')
  await chooseKg(dialog, 100)
  await fillCard(dialog)
  const [given] = await Promise.all([order(), pressReserve(dialog)])
  expect(given).toMatchObject({ is_gift: 1, is_reward: 0, from: person.phone })
  expect(given.message).toContain('One line\n')
  expect(Object.keys(given)).not.toContain('note')
  await shownTxId(dialog)
  const [gift] = (await person.get('/api/tokens/transaction/me?tokens=none')).body
  expect(gift.note).toBe('One line\n\nand another')
})

test('batches are listed by price, with the price of a tonne and the kilograms left', async ({
  page,
  db,
  enterBuy,
}) => {
  const { batch } = await enterBuy()
  const project = { projectId: batch.projectId }
  const older = await issueTestBatch(db, { ...project, kg: 5, vintageYear: 2019 })
  await issueTestBatch(db, { ...project, kg: 5_000, priceMicros: 30_000 })
  // Dearer than the first one, and with fewer kilograms.
  await issueTestBatch(db, { ...project, kg: 200, priceMicros: 21_000 })
  await page.reload()
  await page.getByRole('button', { name: 'Buy Offsets' }).click()
  const choice = page.getByRole('dialog').getByLabel('Batch')
  await expect(choice.getByRole('option')).toHaveCount(3)
  const options = await choice.getByRole('option').allTextContents()
  expect(options).toEqual([
    'Vintage 2024 · £20.00 a tonne · 1,000\u00a0kg left',
    'Vintage 2019 · £20.00 a tonne · 5\u00a0kg left',
    'Vintage 2024 · £30.00 a tonne · 5,000\u00a0kg left',
  ])
  // The closed choice shows as much as fits on a phone, and the rest is beneath it.
  await page.setViewportSize({ width: 360, height: 740 })
  await choice.selectOption({ label: options[1] ?? '' })
  const words = page.getByRole('dialog').getByText('Vintage 2019 · £20.00 a tonne', { exact: true })
  await expect(words).toBeVisible()
  expect(await words.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBe(0)
  await expect(choice).toHaveAccessibleDescription(`5\u00a0kg left · ${older.serial}`)
})
