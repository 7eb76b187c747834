// Gifts in a browser (specification 4, 5, 8 and 9): to a member, to a stranger, in one step, and
// everything that can go wrong on the way.

import type { Page } from '@playwright/test'
import { fillGift, fillTestCard, retypeAndComplete, tabTo } from '#tests/support/gift-steps.ts'
import {
  enter,
  expect,
  expectAccessible,
  expectNoOverflow,
  signIn,
  test,
} from '#tests/support/journey.ts'
import { newPhone, Person } from '#tests/support/person.ts'
import { giveByCard } from '#tests/support/rewards.ts'

test('a gift goes from one person to another and stands in both lists (specification 4)', async ({
  page,
  product,
  browser,
}) => {
  const receiver = await new Person(product.url).signIn()
  const sender = await enter(page, product)
  await sender.call('PATCH', '/api/profile', { nickname: 'Ada Lovelace' })
  const asked: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/notify')) asked.push(request.postDataJSON())
  })
  const dialog = await fillGift(page, receiver.phone, 'For the <b>long</b> drive.')
  await expect(dialog.getByText('26 of 255 characters')).toBeVisible()
  await expect(dialog.getByText('From your wallet')).toBeVisible()
  await dialog.getByRole('button', { name: 'Reserve 100 kg' }).click()
  await expect(dialog.getByText(/100\skg are held as a gift for \+44/)).toBeVisible()
  await dialog.getByLabel('Retype the transaction ID').fill('CP-2222-2222-2222')
  await dialog.getByRole('button', { name: 'Complete' }).click()
  await expect(dialog.getByText('TxID does not match.')).toBeVisible()
  const txId = await retypeAndComplete(dialog)
  await expect(dialog.getByText(/100\skg of carbon offsets are on their way/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  const variables = { kg: 100, txId, giftNote: 'For the <b>long</b> drive.' }
  const message = { to: receiver.phone, templateKey: 'gift_success', variables }
  expect(asked).toEqual([{ ...message, from: 'Ada Lovelace' }])

  await page.getByRole('link', { name: 'Home' }).click()
  const mine = page.getByRole('region', { name: 'Offset activity' })
  await expect(mine.getByText(/Gift to \+44•••••\d{3} · waiting/)).toBeVisible()

  const theirs = await browser.newContext({ baseURL: product.url })
  const [name = '', value = ''] = receiver.cookie.split('=')
  await theirs.addCookies([{ name, value, url: product.url }])
  const home = await theirs.newPage()
  await home.goto('/app')
  const received = home.getByRole('region', { name: 'Offset activity' })
  await expect(received.getByText('Gift from Ada Lovelace')).toBeVisible()
  await expect(received.getByText('For the <b>long</b> drive.')).toBeVisible()
  await expect(home.getByRole('article', { name: 'Carbon Passport' })).toContainText('100')
  await theirs.close()

  await page.reload()
  await expect(mine.getByText(/Gift to \+44•••••\d{3} · received/)).toBeVisible()
})

test('a gift waits for a stranger, who finds it on joining, the note as plain text', async ({
  page,
  product,
}) => {
  const sender = await new Person(product.url).signIn()
  const batches = (await sender.get('/api/batches')).body
  const batch = batches.find((each: { currency: string; kg_available: number }) => {
    return each.currency === 'GBP' && each.kg_available > 10_000
  })
  const phone = newPhone()
  await giveByCard(sender, batch, 40, phone)
  const given = (await sender.get('/api/tokens/transaction/me')).body[0]
  expect(given).toMatchObject({ is_gift: true, gift_status: 'waiting' })
  await signIn(page, phone)
  await expect(page.getByText(/^Gift from \+44•••••\d{3}/)).toBeVisible()
  await expect(page.getByRole('article', { name: 'Carbon Passport' })).toContainText('40')
})

test('the recipient phone and the note are checked before anything is sent (specification 5)', async ({
  page,
  product,
}) => {
  await enter(page, product)
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
  test(`a gift whose reservation fails says why, and keeps the form: ${what} (specification 8)`, async ({
    page,
    product,
    expectedConsole,
  }) => {
    expectedConsole.push(/Failed to load resource/)
    await enter(page, product)
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

test('a gift that is not confirmed says so and can be tried again (specification 8)', async ({
  page,
  product,
}) => {
  await enter(page, product)
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

test('a gift under way goes on after a reload, with whom it is for', async ({ page, product }) => {
  await enter(page, product)
  const receiver = newPhone()
  const dialog = await fillGift(page, receiver, 'Kept')
  await dialog.getByRole('button', { name: 'Reserve 100 kg' }).click()
  await expect(dialog.getByLabel('Retype the transaction ID')).toBeVisible()
  await page.reload()
  await expect(dialog.getByText(/are held as a gift for/)).toContainText(receiver.slice(-3))
  const asked = page.waitForRequest('**/api/notify')
  await retypeAndComplete(dialog)
  const message = (await asked).postDataJSON()
  expect(message).toMatchObject({ to: receiver, variables: { giftNote: 'Kept' } })
  const kept = await page.evaluate('JSON.stringify(sessionStorage)')
  expect(kept).not.toContain(receiver)
})

test('the standalone gift form wants all its fields, and gifts from the cheapest batch by card (specification 5)', async ({
  page,
  product,
}) => {
  const me = await enter(page, product, '/app/offers')
  const form = page.getByRole('region', { name: 'Gift in one step' })
  const all = 'Please complete all fields including recipient phone.'
  await form.getByRole('button', { name: 'Gift', exact: true }).click()
  await expect(form.getByText(all)).toBeVisible()
  await expect(form.getByLabel('Recipient name')).toBeFocused()
  await expectAccessible(page)
  await form.getByLabel('Recipient name').fill('Grace Hopper')
  await form.getByLabel('Recipient phone').fill('12')
  await fillTestCard(form)
  await form.getByLabel('Kilograms').fill('0')
  await form.getByRole('button', { name: 'Gift', exact: true }).click()
  await expect(form.getByText(all)).toBeVisible()
  await expect(form.getByLabel('Kilograms')).toBeFocused()
  await form.getByLabel('Kilograms').fill('60')
  await form.getByRole('button', { name: /^Gift 60\skg$/ }).click()
  await expect(form.getByText('Valid recipient phone required (E.164).')).toBeVisible()
  await form.getByLabel('Recipient phone').fill(newPhone())
  await expect(form.getByRole('switch')).toHaveCount(0)
  const sent = page.waitForRequest('**/api/tokens/getPin')
  await form.getByRole('button', { name: /^Gift 60\skg$/ }).click()
  const order = (await sent).postDataJSON()
  expect(order).toMatchObject({ payment_method: 'card', is_gift: 1, count: 60, wallet_used: 0 })
  expect(order.name).toBe('Grace Hopper')
  await retypeAndComplete(page.getByRole('dialog'))
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await expect(form.getByLabel('Recipient name')).toHaveValue('')
  await expectNoOverflow(page)

  const rates: Record<string, number> = { GBP: 1 }
  const batches = (await me.get('/api/batches')).body
  for (const from of ['EUR', 'USD', 'TRY']) {
    const path = `/api/tokens/transaction/fx/latest?from=${from}&to=GBP`
    rates[from] = (await me.get(path)).body.rate
  }
  type Priced = { id: string; price_per_kg: number; currency: string; kg_available: number }
  const price = (batch: Priced) => batch.price_per_kg * (rates[batch.currency] ?? 0)
  const prices = batches.filter((each: Priced) => each.kg_available >= 60).map(price)
  const taken = batches.find((each: Priced) => each.id === order.batchId)
  expect(price(taken)).toBe(Math.min(...prices))
})

test('a gift is made with the keyboard alone, and Escape brings the focus back', async ({
  page,
  product,
}) => {
  await enter(page, product)
  const button = page.getByRole('button', { name: 'Gift Offsets' })
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  const phone = dialog.getByLabel('Recipient phone')
  await tabTo(page, phone)
  await page.keyboard.type('07400654321')
  const note = dialog.getByLabel('Gift note')
  await tabTo(page, note)
  await page.keyboard.type('By keyboard')
  const number = dialog.getByLabel('Card number')
  await tabTo(page, number)
  await page.keyboard.type('4242424242424242')
  await page.keyboard.press('Tab')
  await page.keyboard.type('1231')
  await page.keyboard.press('Tab')
  await page.keyboard.type('123')
  await page.keyboard.press('Enter')
  const field = dialog.getByLabel('Retype the transaction ID')
  await expect(field).toBeVisible()
  const txId = (await dialog.getByText(/^CP-/).textContent()) ?? ''
  await tabTo(page, field)
  await page.keyboard.type(txId)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(/are on their way/)).toBeVisible()
})

test('the gift modal and the standalone form fit every screen in both themes, with a long name', async ({
  page,
  product,
}) => {
  test.slow()
  await enter(page, product, '/app/offers')
  const form = page.getByRole('region', { name: 'Gift in one step' })
  await form.getByLabel('Recipient name').fill('W'.repeat(60))
  await form.getByLabel('Recipient phone').fill('12')
  await fillTestCard(form)
  await form.getByLabel('Kilograms').fill('10000')
  await form.getByRole('button', { name: /^Gift 10,000\skg$/ }).click()
  await expect(form.getByText('Valid recipient phone required (E.164).')).toBeVisible()
  await expectFits(page)
  const dialog = await fillGift(page, '12', 'W'.repeat(255))
  await dialog.getByRole('button', { name: /^Reserve/ }).click()
  await expect(dialog.getByText('Valid recipient phone required (E.164).')).toBeVisible()
  await expectFits(page)
})

async function expectFits(page: Page): Promise<void> {
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expectAccessible(page)
      await expectNoOverflow(page)
    }
  }
}
