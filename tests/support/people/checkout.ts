// Uses the Buy Offsets dialog step by step as a user would, by labels and buttons only.
import type { Locator, Page } from '@playwright/test'
import type { Batch } from '#features/catalogue/catalogue-calls.ts'
import { enter, expect, test as journey } from '#tests/support/journey.ts'
import { type IssuedBatch, issueTestBatch } from './batch.ts'
import type { Person } from './person.ts'

export const goodCard = '4242424242424242'
export const asksBank = '4000002500003155'
export const declinedCard = '4000000000000002'

type NewBatch = Parameters<typeof issueTestBatch>[1]
type Buying = {
  readonly batch: IssuedBatch
  readonly person: Person
  /** The open dialog Buy Offsets. */
  readonly dialog: Locator
}

/** Gives a journey a new user and a batch of its own, which no other journey can sell out. */
export const test = journey.extend<{
  readonly enterBuy: (batch?: NewBatch) => Promise<Buying>
}>({
  enterBuy: ({ page, product, db }, use) =>
    use(async (options = { kg: 1_000 }) => {
      const batch = await issueTestBatch(db, options)
      const person = await enter(page, product, `/app/projects/${batch.projectId}`)
      return { batch, person, dialog: await pressBuy(page) }
    }),
})

/** Opens a project's page and the dialog Buy Offsets; returns the dialog. */
export async function openBuy(page: Page, projectId: string): Promise<Locator> {
  await page.goto(`/app/projects/${projectId}`)
  return pressBuy(page)
}

/** Opens the dialog Buy Offsets on a project's page that is already open; returns the dialog. */
async function pressBuy(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Buy Offsets' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Buy Offsets' })).toBeVisible()
  return dialog
}

export async function chooseKg(dialog: Locator, kg: number | string): Promise<void> {
  await dialog.getByLabel('Or another amount').fill(String(kg))
}

export async function fillCard(dialog: Locator, number = goodCard): Promise<void> {
  await dialog.getByLabel('Card number').fill(number)
  await dialog.getByLabel('Expiry').fill('1240')
  await dialog.getByLabel('CVV').fill('123')
}

export async function pressReserve(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: /^Reserve/ }).click()
}

/** Returns the transaction id that the confirmation step shows. */
export async function shownTxId(dialog: Locator): Promise<string> {
  const shown = dialog.getByText(/^CP-[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/)
  await expect(shown).toBeVisible()
  return (await shown.textContent()) ?? ''
}

/** Reserves kilograms by card, up to the confirmation step; returns the transaction id. */
export async function reserveByCard(dialog: Locator, kg: number, card = goodCard): Promise<string> {
  await chooseKg(dialog, kg)
  await fillCard(dialog, card)
  await pressReserve(dialog)
  return shownTxId(dialog)
}

export async function retype(dialog: Locator, txId: string): Promise<void> {
  await dialog.getByLabel('Retype the transaction ID').fill(txId)
  await dialog.getByRole('button', { name: 'Complete' }).click()
}

export async function expectStamped(dialog: Locator, kg: string): Promise<void> {
  await expect(dialog.getByRole('heading', { name: 'Stamped' })).toBeVisible()
  await expect(
    dialog.getByText(`${kg}\u00a0kg of carbon offsets are now in your passport.`),
  ).toBeVisible()
}

/** Unfolds the details of the receipt. */
export async function unfoldReceipt(dialog: Locator): Promise<void> {
  await dialog.getByText('Details', { exact: true }).click()
}

/**
 * Opens a project of the demo catalogue with enough stock. The first projects of the list may be sold
 * out, because journeys share a product.
 */
export async function openProjectWithStock(page: Page): Promise<void> {
  const answer = await page.request.get('/api/batches')
  await page.goto(`/app/projects/${largeBatch(await answer.json()).project_id}`)
}

/**
 * Returns a batch of the demo catalogue with a price in pounds and enough stock. The batches of other journeys are
 * uncompared, and have other prices.
 */
export function largeBatch(batches: readonly Batch[]): Batch {
  const batch = batches.find(
    (each) => each.currency === 'GBP' && each.kg_available >= 100_000 && !each.uncompared,
  )
  if (batch === undefined) throw new Error('the demo catalogue has no large batch')
  return batch
}
