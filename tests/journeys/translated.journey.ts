// Walks the product under a browser's translator, which replaces every text by its own elements
// while the page changes (tests/support/translator.ts). No screen is lost, the console has no
// error, and every figure is the newest one.

import { enter, expect, type Page, readCode, signIn, test } from '#tests/support/journey.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import {
  chooseKg,
  expectStamped,
  openBuy,
  pressReserve,
  reserveByCard,
  retype,
  shownTxId,
} from '#tests/support/people/checkout.ts'
import { fillGift, retypeAndComplete } from '#tests/support/people/gift-steps.ts'
import { newPhone, Person } from '#tests/support/people/person.ts'
import { giveByCard } from '#tests/support/people/rewards.ts'

test.use({ isTranslated: true })

/** Waits until the translator has replaced all visible texts. */
async function translated(page: Page): Promise<void> {
  await expect(page.locator('font').first()).toBeAttached()
  // Twice its own pause.
  await page.waitForTimeout(450)
}

test('a translated landing page leads to the code and into the passport', {
  tag: '@always',
}, async ({ page }) => {
  const phone = newPhone()
  await page.goto('/')
  await translated(page)
  await page.getByLabel('Phone number').pressSequentially(phone)
  await translated(page)
  await page.getByRole('button', { name: 'Join / Login' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enter your code' })
  await expect(dialog).toBeVisible()
  await translated(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Enter code' }).click()
  // The countdown goes on.
  const again = dialog.getByRole('button', { name: /^Send a new code in/ })
  const before = await again.textContent()
  await expect(again).not.toHaveText(before ?? '')
  await dialog.getByLabel('Code from the SMS').fill(await readCode(page, phone))
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL(/\/app$/)
  await expect(page.getByRole('article', { name: 'Carbon Passport' })).toBeVisible()
})

test('a page that is translated before its code has loaded keeps typed text and presses', {
  tag: '@always',
}, async ({ page }) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/index-*.js', async (route) => {
    await promise
    await route.continue()
  })
  const phone = newPhone()
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByLabel('Phone number').pressSequentially(phone)
  await page.getByRole('button', { name: 'Join / Login' }).click()
  await translated(page)
  resolve()
  await expect(page.getByRole('dialog', { name: 'Enter your code' })).toBeVisible()
  await expect(page.getByLabel('Phone number')).not.toHaveValue('')
  await readCode(page, phone)
})

test('buying shows each new total, from the wallet and by card, to the stamp', {
  tag: '@always',
}, async ({ page, product, db }) => {
  const { projectId } = await issueTestBatch(db, { kg: 1_000 })
  await enter(page, product, `/app/projects/${projectId}`)
  await translated(page)
  const dialog = await openBuy(page, projectId)
  await chooseKg(dialog, 10)
  await expect(dialog.getByRole('button', { name: /^Reserve 10\skg/ })).toContainText('£0.20')
  await translated(page)
  await chooseKg(dialog, 25)
  await expect(dialog.getByRole('button', { name: /^Reserve 25\skg/ })).toContainText('£0.50')
  await expect(dialog.getByText('£0.50').first()).toBeVisible()
  await expect(dialog.getByText('£0.20')).toHaveCount(0)
  await translated(page)
  await pressReserve(dialog)
  const txId = await shownTxId(dialog)
  const timer = dialog.getByRole('timer')
  await translated(page)
  const before = await timer.textContent()
  await expect(timer).not.toHaveText(before ?? '')
  await retype(dialog, 'CP-2222-2222-2222')
  await expect(dialog.getByText('TxID mismatch')).toBeVisible()
  await translated(page)
  await retype(dialog, txId)
  await expectStamped(dialog, '25')
  await translated(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('975\u00a0kg left').first()).toBeVisible()

  await page.getByRole('button', { name: 'Buy Offsets' }).click()
  const cardTxId = await reserveByCard(dialog, 100)
  await translated(page)
  await retype(dialog, cardTxId)
  await expectStamped(dialog, '100')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('875\u00a0kg left').first()).toBeVisible()
  await page.getByRole('link', { name: 'Home' }).click()
  await expect(page.locator('.passport-figure')).toHaveText('125')
})

test('a gift is sent, a reward claimed, and the lists continue', async ({ page, product, db }) => {
  const batch = await issueTestBatch(db, { kg: 1_000 })
  const me = await enter(page, product, '/app')
  await me.buyByCard(batch, 100)
  const dialog = await fillGift(page, newPhone(), 'All yours')
  await translated(page)
  await dialog.getByRole('button', { name: 'Reserve 100 kg' }).click()
  await translated(page)
  await retypeAndComplete(dialog)
  await translated(page)
  await dialog.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('link', { name: 'Home' }).click()
  await translated(page)
  await page.getByRole('button', { name: 'Claim: Badge: Seedling' }).click()
  await translated(page)
  await dialog.getByRole('button', { name: 'Claim', exact: true }).click()
  await expect(dialog.getByText('The badge Seedling is yours now.')).toBeVisible()
  await translated(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Claim: Badge: Seedling' }).waitFor({ state: 'detached' })

  await page.goto('/app/transactions')
  const row = page.getByRole('button', { name: /Kilograms of/ }).first()
  await translated(page)
  await row.click()
  await dialog.getByText(/^Show all: /).click()
  await expect(dialog.getByText('First', { exact: true })).toBeVisible()
  await translated(page)
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()

  await page.goto('/app/projects')
  const cards = page.getByRole('main').getByRole('article')
  await translated(page)
  await page.getByRole('button', { name: 'Load More' }).click()
  await expect(cards).toHaveCount(6)
  await page.getByRole('button', { name: 'Filter' }).click()
  await translated(page)
  await page.getByLabel('Registry', { exact: true }).selectOption('Gold Standard')
  await page.getByLabel('Search projects').fill('india')
  await expect(cards).toHaveCount(3)
  await translated(page)
  await page.getByRole('button', { name: 'Load More' }).click()
  await expect(cards).toHaveCount(6)
})

test('a reward of kilograms is claimed, and another given to a number', async ({
  page,
  product,
  db,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 400/)
  const batch = await issueTestBatch(db, { kg: 1_000 })
  const me = await enter(page, product)
  await me.buyByCard(batch, 100)
  await giveByCard(me, batch, 20, newPhone())
  await page.goto('/app')
  const rewards = page.getByRole('region', { name: 'Unclaimed rewards' })
  const dialog = page.getByRole('dialog')
  const tokens = rewards.getByRole('button', { name: /^Claim: \d+\skg/ })
  await expect(tokens.first()).toBeAttached()
  await translated(page)
  const spread = rewards.getByRole('button', { name: 'Open', exact: true })
  if ((await spread.count()) > 0) await spread.click()
  const before = await tokens.count()
  await tokens.first().click()
  await translated(page)
  await dialog.getByRole('radio', { name: 'As a gift' }).check()
  await translated(page)
  await dialog.getByRole('radio', { name: 'For me' }).check()
  await translated(page)
  await dialog.getByRole('button', { name: 'Claim', exact: true }).click()
  await expect(dialog.getByText(/kg of carbon offsets (is|are) now in your passport/)).toBeVisible()
  await translated(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(tokens).toHaveCount(before - 1)
  await translated(page)

  await tokens.first().click()
  await dialog.getByRole('radio', { name: 'As a gift' }).check()
  await translated(page)
  const give = dialog.getByRole('button', { name: 'Claim and gift' })
  await dialog.getByLabel('Recipient phone').fill('+44 12')
  await give.click()
  await expect(dialog.getByText('Enter a valid recipient phone (+E.164).')).toBeVisible()
  await translated(page)
  await dialog.getByLabel('Recipient phone').fill(newPhone())
  await dialog.getByLabel('Gift note').fill('All yours')
  await translated(page)
  await give.click()
  await expect(dialog.getByText(/kg of carbon offsets (is on its|are on their) way/)).toBeVisible()
  await translated(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(tokens).toHaveCount(before - 2)
})

test('boards, profile and logout survive a translator', async ({ page }) => {
  await signIn(page)
  await page.goto('/app/leaderboards')
  await translated(page)
  for (const name of ['Bronze', 'Silver', 'Gold']) {
    const tab = page.getByRole('tab', { name }).first()
    if (await tab.isEnabled()) await tab.click()
    await translated(page)
  }
  await page.goto('/app/settings')
  await translated(page)
  await page.getByLabel('Nickname').fill('Ada Lovelace')
  await page.getByRole('button', { name: 'Save nickname' }).click()
  await translated(page)
  await expect(page.getByRole('button', { name: 'Save nickname' })).toBeDisabled()
  await page.getByLabel('Nickname').fill('A')
  await page.getByRole('button', { name: 'Save nickname' }).click()
  await expect(page.getByLabel('Nickname')).toBeFocused()
  await translated(page)
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('button', { name: 'Join / Login' })).toBeVisible()
})

test('each dialog of the settings survives a translator, and so do a new language and a deletion', async ({
  page,
  product,
  db,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 400/)
  const batch = await issueTestBatch(db, { kg: 1_000 })
  const me = await enter(page, product)
  await me.buyByCard(batch, 25)
  await new Person(product.url, me.phone).signIn()
  await page.goto('/app/settings')
  const dialog = page.getByRole('dialog')
  const open = (name: string) => page.getByRole('button', { name }).click()
  const close = (name: string) => dialog.getByRole('button', { name, exact: true }).click()
  await translated(page)

  await open('Export my data')
  await translated(page)
  const file = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  await file
  await expect(page.getByText('Your data is in your downloads.')).toBeVisible()

  await open('Statement of a year')
  await expect(dialog.getByRole('link').first()).toBeVisible()
  await translated(page)
  await close('Close')

  await open('Signed in here')
  await translated(page)
  await dialog.getByRole('button', { name: 'End all others' }).click()
  await expect(dialog.getByText('You are signed in on this device only.')).toBeVisible()
  await translated(page)
  await close('Close')

  const phone = newPhone()
  await open('Change number')
  await dialog.getByLabel('New phone number').fill('+44 12')
  await dialog.getByRole('button', { name: 'Send both codes' }).click()
  await expect(dialog.getByRole('alert').first()).toBeVisible()
  await translated(page)
  await dialog.getByLabel('New phone number').fill(phone)
  await dialog.getByRole('button', { name: 'Send both codes' }).click()
  await expect(dialog.getByLabel(/^Code sent to/)).toHaveCount(2)
  await translated(page)
  await dialog
    .getByLabel(/^Code sent to/)
    .first()
    .fill(await readCode(page, me.phone))
  await dialog
    .getByLabel(/^Code sent to/)
    .last()
    .fill(await readCode(page, phone))
  await translated(page)
  await dialog.getByRole('button', { name: 'Change number' }).click()
  await expect(page.getByText('Your passport is on the new number.')).toBeVisible()

  await translated(page)
  await page.getByLabel('Language').selectOption('de')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await translated(page)
  await page.getByLabel('Sprache').selectOption('en')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')

  await translated(page)
  await open('Delete my passport')
  await translated(page)
  await dialog.getByRole('button', { name: 'Send me a code' }).click()
  await dialog.getByLabel(/^Code sent to/).fill(await readCode(page, phone))
  await translated(page)
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByRole('button', { name: 'Join / Login' })).toBeVisible()
})
