// Walks the one-step gift form (docs/product.md#one-step-gift), and how it and its dialog fit a
// screen.

import {
  enter,
  expect,
  expectAccessible,
  expectNoOverflow,
  expectUsable,
  onEveryScreen,
  test,
} from '#tests/support/journey.ts'
import { fillGift, fillTestCard, retypeAndComplete } from '#tests/support/people/gift-steps.ts'
import { newPhone, Person } from '#tests/support/people/person.ts'

test('the standalone gift form requires all its fields, and gifts from the cheapest batch by card', {
  tag: '@always',
}, async ({ page, product }) => {
  const me = await enter(page, product, '/app/offers')
  const form = page.getByRole('region', { name: 'Gift in one step' })
  const all = 'Please complete all fields including recipient phone.'
  await form.getByRole('button', { name: 'Gift', exact: true }).click()
  await expect(form.getByText(all)).toBeVisible()
  await expect(form.getByLabel('Recipient name')).toBeFocused()
  for (const label of ['Recipient name', 'Recipient phone', 'Card number', 'Expiry', 'CVV']) {
    await expect(form.getByLabel(label)).toHaveAccessibleDescription(/Please fill this in\./)
    await expect(form.getByLabel(label)).toHaveAttribute('aria-invalid', 'true')
  }
  await expect(form.getByLabel('Kilograms')).toHaveAccessibleDescription(/Enter at least 1 kg\./)
  await expect(form.getByLabel('From', { exact: true })).not.toHaveAttribute('aria-invalid')
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
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/held as a gift for Grace Hopper \(\+44/)).toBeVisible()
  await retypeAndComplete(dialog)
  await expect(dialog.getByText(/on their way to Grace Hopper \(\+44/)).toBeVisible()
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

test('the page is found from the home page and from the projects, and its button is clear of the bar', {
  tag: '@always',
}, async ({ page, product }) => {
  await enter(page, product, '/app')
  for (const from of ['Home', 'Projects']) {
    await page.getByRole('navigation').getByRole('link', { name: from }).click()
    await page.getByRole('link', { name: 'Gift in one step' }).click()
    await expect(page).toHaveURL(/\/app\/offers$/)
  }
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(3)
  const form = page.getByRole('region', { name: 'Gift in one step' })
  const button = form.getByRole('button', { name: 'Gift', exact: true })
  await form.getByLabel('Kilograms').focus()
  await page.keyboard.press('Tab')
  await expect(form.getByLabel('Let it arrive on another day')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(button).toBeFocused()
  const bar = await page.getByRole('navigation').boundingBox()
  // The browser scrolls to the focused button in its own time.
  const bottom = async () => {
    const pressed = await button.boundingBox()
    return (pressed?.y ?? 0) + (pressed?.height ?? 0)
  }
  await expect.poll(bottom).toBeLessThan(bar?.y ?? 0)
  await page.getByRole('main').getByRole('link', { name: 'See all' }).click()
  await expect(page).toHaveURL(/\/app\/projects$/)
})

test('the gift modal and the standalone form fit every screen in both themes, with a long name', async ({
  page,
  product,
}) => {
  await enter(page, product, '/app/offers')
  const form = page.getByRole('region', { name: 'Gift in one step' })
  await form.getByLabel('Recipient name').fill('W'.repeat(60))
  await form.getByLabel('Recipient phone').fill('12')
  await fillTestCard(form)
  await form.getByLabel('Kilograms').fill('10000')
  await form.getByRole('button', { name: /^Gift 10,000\skg$/ }).click()
  await expect(form.getByText('Valid recipient phone required (E.164).')).toBeVisible()
  await onEveryScreen(page, () => expectUsable(page))
  const dialog = await fillGift(page, '12', 'W'.repeat(255))
  await dialog.getByRole('button', { name: /^Reserve/ }).click()
  await expect(dialog.getByText('Valid recipient phone required (E.164).')).toBeVisible()
  await onEveryScreen(page, () => expectUsable(page))
})

test('only the giver reads the receiver’s name in the list of purchases', async ({
  page,
  product,
}) => {
  const giver = await enter(page, product, '/app/offers')
  const receiver = await new Person(product.url).signIn()
  const form = page.getByRole('region', { name: 'Gift in one step' })
  await form.getByLabel('Recipient name').fill('Grace Hopper')
  await form.getByLabel('Recipient phone').fill(receiver.phone)
  await fillTestCard(form)
  await form.getByLabel('Kilograms').fill('60')
  await form.getByRole('button', { name: /^Gift 60\skg$/ }).click()
  await retypeAndComplete(page.getByRole('dialog'))
  await page.goto('/app/transactions')
  await expect(page.getByText(/Gift to Grace Hopper \(\+44•+\d{3}\)/)).toBeVisible()
  const list = '/api/tokens/transaction/me?tokens=none'
  expect((await giver.get(list)).body).toMatchObject([{ to_name: 'Grace Hopper' }])
  const [received] = (await receiver.get(list)).body
  expect(received).toMatchObject({ is_gift: true, kg: 60 })
  expect(JSON.stringify(received)).not.toContain('Grace')
})

test('under the card’s least amount the form offers kilograms and no wallet', async ({
  page,
  product,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 400/)
  await enter(page, product, '/app/offers')
  const form = page.getByRole('region', { name: 'Gift in one step' })
  await form.getByLabel('Kilograms').fill('1')
  await expect(form.getByText(/^Card payments start at £0\.30\. Add \d+\skg\.$/)).toBeVisible()
  await form.getByLabel('Recipient name').fill('Grace Hopper')
  await form.getByLabel('Recipient phone').fill(newPhone())
  await fillTestCard(form)
  await form.getByRole('button', { name: /^Gift 1\skg$/ }).click()
  await expect(
    form.getByRole('alert').getByText(/^Card payments start at £0\.30\. Add \d+\skg\.$/),
  ).toBeVisible()
  await expect(form.getByText(/wallet/i)).toHaveCount(0)
})
