// Performs the repeated steps of journeys about gifts and rewards, by roles and labels only.
import { expect, type Locator, type Page } from '@playwright/test'
import { openProjectWithStock } from './checkout.ts'

/** Maximum number of Tab presses; every dialog of ours has fewer Tab stops. */
const tabsMax = 20

export async function fillTestCard(within: Locator): Promise<void> {
  await within.getByLabel('Card number').fill('4242424242424242')
  await within.getByLabel('Expiry').fill('1231')
  await within.getByLabel('CVV').fill('123')
}

/** Completes a purchase from the confirmation step on; returns the transaction id. */
export async function retypeAndComplete(dialog: Locator): Promise<string> {
  const txId = (await dialog.getByText(/^CP-[2-9A-Z-]{14}$/).textContent()) ?? ''
  await dialog.getByLabel('Retype the transaction ID').fill(txId)
  await dialog.getByRole('button', { name: 'Complete' }).click()
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeVisible()
  return txId
}

/**
 * Opens a project's Gift Offsets dialog and fills in a gift of 100 kg, which the wallet alone
 * cannot pay.
 */
export async function fillGift(page: Page, phone: string, note = ''): Promise<Locator> {
  await openProjectWithStock(page)
  await page.getByRole('button', { name: 'Gift Offsets' }).click()
  const dialog = page.getByRole('dialog', { name: 'Gift Offsets' })
  await dialog.getByLabel('Recipient phone').fill(phone)
  await dialog.getByLabel('Gift note').fill(note)
  await dialog.getByRole('radio', { name: '100', exact: true }).check()
  await fillTestCard(dialog)
  return page.getByRole('dialog')
}

/** Presses Tab until `field` has the focus. */
export async function tabTo(page: Page, field: Locator): Promise<void> {
  for (let presses = 0; presses < tabsMax; presses += 1) {
    if (await field.and(page.locator(':focus')).count()) return
    await page.keyboard.press('Tab')
  }
  await expect(field).toBeFocused()
}
