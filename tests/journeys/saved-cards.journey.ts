// Walks saved cards and the sandbox's pay sheet (docs/product.md#saved-cards): keeping a card, paying with it and
// removing it, also by another session and after failures, and a payment by the sheet alone.
import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expect, expectUsable, onEveryScreen, openLive, readCode } from '#tests/support/journey.ts'
import { hashOf } from '#tests/support/number-keys.ts'
import {
  asksBank,
  chooseKg,
  expectStamped,
  fillCard,
  goodCard,
  openBuy,
  pressReserve,
  retype,
  shownTxId,
  test,
} from '#tests/support/people/checkout.ts'
import { cardOrder, Person, type TestBatch } from '#tests/support/people/person.ts'
import { statement } from '#tests/support/test-statement.ts'

const ageCode = statement(
  'journey-age-code-for-saved-card',
  {},
  `with again as (update sign_in_attempts set resend_at = now(), sent_at = '{}' where number_hash = $1)
   update sessions set code_at = now() - interval '16 minutes'
   where passport_id = (select id from passports where phone = $2)`,
)

/** Buys by API calls with a card that is kept. Returns the id of the card. */
async function saveCard(person: Person, batch: TestBatch, number = goodCard): Promise<string> {
  const order = cardOrder(batch, 50, await person.cardToken(number))
  const { body } = await person.reserve({ ...order, save_card: true }, { key: randomUUID() })
  if (body.card_action) {
    await person.post('/dev/cards/actions', {
      client_secret: body.card_action.client_secret,
      approved: true,
    })
  }
  await person.complete(body.txId)
  const list = async () => (await person.get('/api/cards')).body
  await expect.poll(list).toHaveLength(1)
  return (await list())[0].id
}

const savedVisa = (dialog: Locator) => dialog.getByRole('radio', { name: /^Visa ending in/ })

async function complete(dialog: Locator, kg: string) {
  await retype(dialog, await shownTxId(dialog))
  await expectStamped(dialog, kg)
}

/** Opens the user's cards in Settings. */
async function openCards(page: Page): Promise<Locator> {
  await openLive(page, '/app/settings')
  await page.getByRole('button', { name: /^Cards/ }).click()
  return page.getByRole('dialog', { name: 'Cards' })
}

test('a card is kept on demand, pays again without its number, and is removed', {
  tag: '@always',
}, async ({ page, enterBuy }) => {
  const { batch, person, dialog } = await enterBuy()
  await chooseKg(dialog, 100)
  await fillCard(dialog)
  const box = dialog.getByLabel('Save this card for next time')
  await expect(box).not.toBeChecked()
  await box.check()
  await expect(dialog.getByText('The sandbox keeps this test card.')).toBeVisible()
  await onEveryScreen(page, () => expectUsable(page))
  await pressReserve(dialog)
  await complete(dialog, '100')
  await expect.poll(async () => (await person.get('/api/cards')).body).toHaveLength(1)

  const again = await openBuy(page, batch.projectId)
  await chooseKg(again, 50)
  const saved = savedVisa(again)
  await expect(saved).toBeChecked()
  await expect(again.getByLabel('Card number')).toBeHidden()
  await onEveryScreen(page, () => expectUsable(page))
  await saved.focus()
  await page.keyboard.press('ArrowDown')
  await expect(again.getByLabel('Card number')).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await expect(saved).toBeChecked()
  await pressReserve(again)
  await complete(again, '50')

  const cards = await openCards(page)
  const remove = cards.getByRole('button', { name: 'Remove Visa ending in 4242' })
  await remove.focus()
  await page.keyboard.press('Enter')
  await expect(cards.getByText('It will no longer pay for anything new.')).toBeVisible()
  await onEveryScreen(page, () => expectUsable(page))
  // The focus stays in the row, at the answer that changes nothing.
  await expect(cards.getByRole('button', { name: 'Keep' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(remove).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Card removed.')).toBeVisible()
  await expect(cards.getByText('You have no saved cards.')).toBeVisible()
  await expect.poll(() => page.evaluate('document.activeElement !== document.body')).toBe(true)
  await onEveryScreen(page, () => expectUsable(page))
})

test('a card that another device has removed pays nothing, and leads to another card', async ({
  page,
  enterBuy,
  expectedConsole,
}) => {
  expectedConsole.push(/400/, /404/)
  const { batch, person, dialog } = await enterBuy()
  const remove = (id: string) => person.signed(`/api/cards/${id}`, undefined, { method: 'DELETE' })
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  const id = await saveCard(person, batch)
  const again = await openBuy(page, batch.projectId)
  await chooseKg(again, 100)
  await expect(savedVisa(again)).toBeChecked()
  await remove(id)
  await pressReserve(again)
  await expect(again.getByText('Card details required.')).toBeVisible()
  await expect(savedVisa(again)).toBeHidden()
  await expect(again.getByLabel('Card number')).toBeFocused()
  await expectUsable(page)
  await fillCard(again)
  await pressReserve(again)
  await shownTxId(again)

  const other = await saveCard(person, batch)
  const cards = await openCards(page)
  await expect(cards.getByText('Visa ending in 4242')).toBeVisible()
  await remove(other)
  await cards.getByRole('button', { name: 'Remove Visa ending in 4242' }).click()
  await cards.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(cards.getByText('You have no saved cards.')).toBeVisible()
})

test('another session confirms itself by a code for its first payment, and the bank may ask', async ({
  page,
  db,
  enterBuy,
  product,
  expectedConsole,
}) => {
  // The dialog that opens again asks for another code too early, and takes the first.
  expectedConsole.push(/403/, /429/)
  const { batch, person, dialog } = await enterBuy()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await saveCard(await new Person(product.url, person.phone).signIn(), batch, asksBank)
  await db.run(ageCode, [hashOf(person.phone), person.phone])

  const again = await openBuy(page, batch.projectId)
  await chooseKg(again, 100)
  await expect(savedVisa(again)).toBeChecked()
  await pressReserve(again)
  const code = page.getByRole('dialog', { name: 'Enter your code' })
  await expect(code).toBeVisible()
  await code.getByRole('button', { name: 'Cancel' }).click()
  await expect(again.getByText('Please confirm with a new code that it is you.')).toBeVisible()
  await expectUsable(page)
  await pressReserve(again)
  await code.getByLabel('Code from the SMS').fill(await readCode(page, person.phone))
  // A whole code is sent at once.
  await again.getByRole('button', { name: 'Approve' }).click()
  await complete(again, '100')
})

test('without the list of cards, another card pays', async ({
  page,
  enterBuy,
  expectedConsole,
}) => {
  expectedConsole.push(/ERR_FAILED/)
  await page.route('**/api/cards', (route) => route.abort())
  const { dialog } = await enterBuy()
  await chooseKg(dialog, 100)
  await expect(dialog.getByText('Your cards could not be loaded.')).toBeVisible()
  await onEveryScreen(page, () => expectUsable(page))
  await fillCard(dialog)
  await page.unroute('**/api/cards')
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(dialog.getByText('Your cards could not be loaded.')).toBeHidden()
  await pressReserve(dialog)
  await complete(dialog, '100')
})

test('the sandbox’s pay sheet pays without card fields, by the keyboard alone', {
  tag: '@always',
}, async ({ page, enterBuy, expectedConsole }) => {
  expectedConsole.push(/ERR_FAILED/)
  const { dialog } = await enterBuy()
  await chooseKg(dialog, 100)
  const open = dialog.getByRole('button', { name: 'Pay with the sandbox’s sheet' })
  await expect(open).toBeEnabled()
  await open.focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('This simulates the pay sheet of a phone.')).toBeVisible()
  await onEveryScreen(page, () => expectUsable(page))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(
    dialog.getByRole('group', { name: 'Sandbox' }).getByRole('button').last(),
  ).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(open).toBeFocused()
  await expect(dialog.getByText('This simulates the pay sheet of a phone.')).toBeHidden()

  const confirm = dialog.getByRole('button', { name: 'Confirm £1.00' })
  await page.route('**/dev/cards', (route) => route.abort())
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(confirm).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('The sheet did not answer. Please try again.')).toBeVisible()
  await onEveryScreen(page, () => expectUsable(page))
  await page.unroute('**/dev/cards')
  await expect(confirm).toBeFocused()
  await page.keyboard.press('Enter')
  await complete(dialog, '100')
})
