// Walks gifts in a browser (docs/product.md#gifts): to a member, to a stranger, over a reload, and with the
// keyboard alone.

import {
  becomeMember,
  enter,
  expect,
  expectAccessible,
  signIn,
  test,
} from '#tests/support/journey.ts'
import { largeBatch } from '#tests/support/people/checkout.ts'
import { fillGift, retypeAndComplete, tabTo } from '#tests/support/people/gift-steps.ts'
import { newPhone, Person } from '#tests/support/people/person.ts'
import { giveByCard } from '#tests/support/people/rewards.ts'

test('a gift goes from one person to another and appears in both lists', {
  tag: '@always',
}, async ({ page, product, browser }) => {
  const receiver = await new Person(product.url).signIn()
  await becomeMember(page, product)
  const asked: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/notify')) asked.push(request.postDataJSON())
  })
  const dialog = await fillGift(page, receiver.phone, 'For the <b>long</b> drive.')
  await expect(dialog.getByText('26 of 255 characters')).toBeVisible()
  await expect(dialog.getByText('From your wallet', { exact: true })).toBeVisible()
  const signedWith = dialog.getByLabel('From', { exact: true })
  await signedWith.fill('<b>')
  await dialog.getByRole('button', { name: 'Reserve 100 kg' }).click()
  await expect(signedWith).toBeFocused()
  await expect(signedWith).toHaveAccessibleDescription(/Please use 2 to 24 letters/)
  await signedWith.fill('Ada Lovelace')
  const preview = dialog.getByRole('region', { name: 'What arrives' })
  await expect(preview.getByRole('heading', { name: 'Gift from Ada Lovelace' })).toBeVisible()
  await preview.getByRole('button', { name: 'Open: What arrives' }).click()
  const letter = preview.getByRole('article', { name: 'Gift from Ada Lovelace' })
  await expect(letter).toContainText('For the <b>long</b> drive.')
  await expect(letter).toContainText(/100\skg/)
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
  await expect(mine.getByText(/Gift to \+44•••••\d{3}$/)).toBeVisible()
  await expect(mine.getByText('not yet received', { exact: true })).toBeVisible()

  const theirs = await browser.newContext({ baseURL: product.url })
  await theirs.addCookies([receiver.browserCookie])
  const home = await theirs.newPage()
  await home.goto('/app')
  const received = home.getByRole('region', { name: 'Offset activity' })
  await expect(received.getByText('Gift from Ada Lovelace')).toBeVisible()
  await expect(home.getByRole('article', { name: 'Carbon Passport' })).toContainText('100')
  await home.goto('/app/transactions')
  await expect(home.getByText('For the <b>long</b> drive.')).toBeVisible()
  await theirs.close()

  await page.reload()
  await expect(mine.getByText('received', { exact: true })).toBeVisible()
})

test('a gift waits for a stranger, who finds it on joining, the note as plain text', async ({
  page,
  product,
}) => {
  const sender = await new Person(product.url).signIn()
  const batch = largeBatch((await sender.get('/api/batches')).body)
  const phone = newPhone()
  await giveByCard(sender, batch, 40, phone)
  const given = (await sender.get('/api/tokens/transaction/me')).body[0]
  expect(given).toMatchObject({ is_gift: true, gift_status: 'waiting' })
  await signIn(page, phone, '/?gift')
  await page.getByRole('button', { name: 'Break the seal' }).press('Escape')
  const activity = page.getByRole('region', { name: 'Offset activity' })
  await expect(activity.getByText(/Gift from \+44•••••\d{3}/)).toBeVisible()
  await expect(page.getByRole('article', { name: 'Carbon Passport' })).toContainText('40')
})

test('the message’s address says that a gift waits, and home has it sealed until it is opened', async ({
  page,
  product,
}) => {
  const sender = await new Person(product.url).signIn()
  const batch = largeBatch((await sender.get('/api/batches')).body)
  const phone = newPhone()
  await giveByCard(sender, batch, 40, phone)
  await page.goto('/')
  const waits = page.getByText('A gift is waiting for the number that got the message.')
  await expect(page.getByLabel('Phone number')).toBeVisible()
  await expect(waits).toHaveCount(0)
  await page.goto('/?gift')
  await expect(waits).toBeVisible()
  await expectAccessible(page)
  await signIn(page, phone, '/?gift')
  const screen = page.getByRole('dialog', { name: 'Gift' })
  const seal = screen.getByRole('button', { name: 'Break the seal' })
  await expect(seal).toBeFocused()
  await expect(page).toHaveURL(/\/app$/)
  await expect(screen.getByText(/^Gift from \+44•••••\d{3}$/)).toBeVisible()
  await expect(screen.getByRole('article')).toHaveCount(0)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(screen).toHaveCount(0)
  const open = page.getByRole('button', { name: /^Open: Gift from \+44•••••\d{3}$/ })
  await open.click()
  await expect(seal).toBeFocused()
  await page.goBack()
  await expect(screen).toHaveCount(0)
  await expect(open).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(seal).toBeFocused()
  await page.keyboard.press('Space')
  const letter = screen.getByRole('article', { name: /^Gift from/ })
  await expect(letter).toContainText(/40\skg/)
  await expectAccessible(page)
  await letter.getByRole('button', { name: 'Say thanks' }).click()
  await expect(letter.getByText('Your thanks are with the giver.')).toBeVisible()
  const given = (await sender.get('/api/tokens/transaction/me')).body[0]
  expect(given).toMatchObject({ is_gift: true, is_thanked: true })
  await screen.getByRole('button', { name: 'See your passport' }).click()
  const passport = screen.getByRole('article', { name: 'Carbon Passport' })
  await expect(passport.getByText('40', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await screen.getByRole('button', { name: 'Done' }).click()
  await expect(screen).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Carbon Passport', level: 1 })).toBeFocused()
  await expect(open).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('article', { name: 'Carbon Passport' })).toContainText('40')
  await expect(page.getByRole('region', { name: 'Offset activity' })).toContainText('Gift from')
  await expect(open).toHaveCount(0)
})

test('two gifts are opened one after the other from the activity, and stay open', async ({
  page,
  product,
}) => {
  const sender = await new Person(product.url).signIn()
  const batch = largeBatch((await sender.get('/api/batches')).body)
  const me = await enter(page, product)
  await giveByCard(sender, batch, 40, me.phone)
  await giveByCard(sender, batch, 60, me.phone)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/app/transactions')
  const sealed = page.getByRole('button', { name: /Sealed for you$/ })
  await expect(sealed).toHaveCount(2)
  await sealed.last().click()
  const screen = page.getByRole('dialog', { name: 'Gift' })
  await expect(screen).toContainText('Gift 1 of 2')
  await screen.getByRole('button', { name: 'Break the seal' }).click()
  await expect(screen).toContainText(/40\skg/)
  await screen.getByRole('button', { name: 'Next gift' }).click()
  await expect(screen).toContainText('Gift 2 of 2')
  await screen.getByRole('button', { name: 'Close' }).click()
  await expect(sealed).toHaveCount(1)
  await page.reload()
  await expect(sealed).toHaveCount(1)
  await sealed.click()
  await screen.getByRole('button', { name: 'Break the seal' }).click()
  await expect(screen).toContainText(/60\skg/)
  await screen.getByRole('button', { name: 'See your passport' }).click()
  await expect(screen.getByRole('article', { name: 'Carbon Passport' })).toContainText('100')
})

test('a signed-in user whom the message’s address leads here sees the gift alone', async ({
  page,
  product,
}) => {
  const sender = await new Person(product.url).signIn()
  const batch = largeBatch((await sender.get('/api/batches')).body)
  const me = await enter(page, product)
  await giveByCard(sender, batch, 40, me.phone)
  await page.goto('/?gift')
  const seal = page.getByRole('dialog').getByRole('button', { name: 'Break the seal' })
  await expect(seal).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article', { name: /^Gift from/ })).toBeVisible()
})

/** Sums up the layout shifts of a page from its start (https://web.dev/articles/cls). */
const observeShifts = `window.shifts = 0
new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) window.shifts += value
}).observe({ type: 'layout-shift', buffered: true })`

test('an unopened gift that loads late moves no part of the home page', async ({
  page,
  product,
}) => {
  const sender = await new Person(product.url).signIn()
  const batch = largeBatch((await sender.get('/api/batches')).body)
  const me = await enter(page, product)
  await giveByCard(sender, batch, 40, me.phone)
  await page.addInitScript(observeShifts)
  await page.route('**/api/tokens/transaction/me?**', async (route) => {
    await expect(page.getByRole('region', { name: 'Achievements' })).toBeVisible()
    await route.continue()
  })
  for (const width of [320, 360, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/app')
    await expect(page.getByRole('button', { name: /^Open: Gift from/ })).toBeVisible()
    await page.waitForLoadState('networkidle')
    // Layout shift has three digits. A line whose font loads on a busy machine moves by less than a pixel.
    const shifts = Number(await page.evaluate('window.shifts'))
    expect(shifts.toFixed(3), `at ${width} px`).toBe('0.000')
  }
})

test('an open gift continues after a reload, with its receiver', async ({ page, product }) => {
  await becomeMember(page, product)
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

test('a gift can be made with the keyboard alone, and Escape returns the focus', async ({
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
  const amount = dialog.getByLabel('Or another amount')
  await tabTo(page, amount)
  await page.keyboard.type('100')
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
