// Walks the welcome of a new user (docs/product.md#welcome): once on all devices, with and without a name, before
// the first kilograms and after a gift.
import {
  enter,
  expect,
  expectAccessible,
  expectUsable,
  onEveryScreen,
  type Page,
  signIn,
  test,
  typeCode,
} from '#tests/support/journey.ts'
import { largeBatch } from '#tests/support/people/checkout.ts'
import { newPhone, Person } from '#tests/support/people/person.ts'
import { giveByCard } from '#tests/support/people/rewards.ts'

test.use({ keepsWelcome: true })

const welcomeOf = (page: Page) => page.getByRole('dialog', { name: /^Welcome/ })
const passportOf = (page: Page) => page.getByRole('article', { name: 'Carbon Passport' })

test('a new user names the holder, and sees the welcome on no other device and never again', {
  tag: '@always',
}, async ({ page, browser, product, expectedConsole }) => {
  // The server refuses a name.
  expectedConsole.push(/status of 400/)
  const phone = await signIn(page)
  const welcome = welcomeOf(page)
  await expect(welcome).toBeFocused()
  await expectAccessible(page)
  await page.reload()
  const field = welcome.getByLabel('Your name in the passport')
  await field.fill('<b>')
  await welcome.getByRole('button', { name: 'Open my passport' }).click()
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription(/Please use 2 to 24 letters/)
  await field.fill('Carbon Passport Support')
  await page.keyboard.press('Enter')
  await expect(field).toHaveAccessibleDescription(/Please use 2 to 24 letters/)
  await field.fill(' Ada Lovelace ')
  await page.keyboard.press('Enter')
  await expect(welcome).toHaveCount(0)
  await expect(passportOf(page)).toContainText('Ada Lovelace')
  await expect(passportOf(page)).toContainText('ADA<LOVELACE')
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/$/)

  const other = await browser.newContext({ baseURL: product.url })
  const second = await other.newPage()
  await second.goto('/')
  await typeCode(second, phone)
  await expect(passportOf(second)).toContainText('Ada Lovelace')
  await expect(second.getByRole('button', { name: 'Gift Offsets' })).toBeVisible()
  await expect(welcomeOf(second)).toHaveCount(0)
  // The name is for the passport alone.
  await second.getByRole('button', { name: 'Gift Offsets' }).click()
  await expect(second.getByLabel('From', { exact: true })).toHaveValue('')
  await second.goto('/app/settings')
  await expect(second.getByLabel('Nickname')).toHaveValue('')
  await second.getByLabel('Name on the passport').fill('')
  await second.getByRole('button', { name: 'Save name' }).click()
  await expect(second.getByText('Saved.')).toBeVisible()
  await second.goto('/app')
  await expect(passportOf(second)).toContainText('Member')
  await other.close()
})

for (const way of ['Open without a name', 'Escape', 'Back'] as const) {
  test(`${way} ends the welcome without a name, for good`, async ({ page }) => {
    await signIn(page)
    const welcome = welcomeOf(page)
    if (way !== 'Open without a name') {
      await welcome.getByLabel('Your name in the passport').fill('Not kept')
    }
    const stored = page.waitForResponse('**/api/profile')
    if (way === 'Open without a name') await welcome.getByRole('button', { name: way }).click()
    if (way === 'Escape') await page.keyboard.press('Escape')
    if (way === 'Back') await page.goBack()
    await expect(welcome).toHaveCount(0)
    expect((await (await stored).json()).is_welcomed).toBe(true)
    await expect(page).toHaveURL(/\/app$/)
    await expect(passportOf(page)).toContainText('Member')
    await page.reload()
    await expect(page.getByRole('button', { name: 'Gift Offsets' })).toBeVisible()
    await expect(welcome).toHaveCount(0)
  })
}

test('Buy Offsets leads from the welcome into the checkout, and keeps the name', async ({
  page,
}) => {
  await signIn(page)
  const welcome = welcomeOf(page)
  await welcome.getByLabel('Your name in the passport').fill('Grace')
  await welcome.getByRole('button', { name: 'Buy Offsets' }).click()
  const checkout = page.getByRole('dialog', { name: 'Buy Offsets' })
  await expect(checkout.getByRole('button', { name: /^Reserve/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(checkout).toHaveCount(0)
  await expect(passportOf(page)).toContainText('Grace')
  await page.reload()
  await expect(passportOf(page)).toContainText('Grace')
  await expect(checkout).toHaveCount(0)
})

test('a gift comes before the welcome, which then offers no purchase', async ({
  page,
  product,
}) => {
  const sender = await new Person(product.url).signIn()
  const batch = largeBatch((await sender.get('/api/batches')).body)
  const phone = newPhone()
  await giveByCard(sender, batch, 40, phone)
  await signIn(page, phone, '/?gift')
  const seal = page.getByRole('button', { name: 'Break the seal' })
  await expect(seal).toBeFocused()
  await expect(welcomeOf(page)).toHaveCount(0)
  await seal.click()
  await page.getByRole('button', { name: 'See your passport' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  const welcome = welcomeOf(page)
  await expect(welcome.getByRole('button', { name: 'Open without a name' })).toBeVisible()
  await expect(welcome.getByRole('button', { name: 'Buy Offsets' })).toHaveCount(0)
  await welcome.getByRole('button', { name: 'Open without a name' }).click()
  await expect(passportOf(page)).toContainText('40')
})

test('a message without a gift does not hold the welcome back', async ({ page }) => {
  await signIn(page, newPhone(), '/?gift')
  await expect(welcomeOf(page)).toBeVisible()
})

test('a user who was signed in elsewhere sees no welcome', async ({ page, product }) => {
  await enter(page, product)
  await expect(page.getByRole('button', { name: 'Gift Offsets' })).toBeVisible()
  await expect(welcomeOf(page)).toHaveCount(0)
})

test('the welcome fits every screen, in both themes', async ({ page }) => {
  await signIn(page)
  await onEveryScreen(page, async () => {
    await page.reload()
    await expect(welcomeOf(page)).toBeVisible()
    await expectUsable(page)
    const overflow = await page.evaluate(
      "document.querySelector('[role=dialog]').scrollHeight - innerHeight",
    )
    expect(overflow).toBeLessThanOrEqual(0)
  })
})
