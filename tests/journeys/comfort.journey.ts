// Tests the layout on phones: the first action is in sight, keyboard and sheet foot cover no field,
// and content after a long list stays within reach.
import type { Locator } from '@playwright/test'
import type { ProjectSummary } from '#features/catalogue/catalogue-calls.ts'
import { enter, expect, test } from '#tests/support/journey.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import {
  chooseKg,
  fillCard,
  openBuy,
  pressReserve,
  shownTxId,
} from '#tests/support/people/checkout.ts'

test.use({ viewport: { width: 360, height: 740 } })

async function bottomOf(element: Locator): Promise<number> {
  const box = await element.boundingBox()
  return box === null ? Number.POSITIVE_INFINITY : box.y + box.height
}

async function topOf(element: Locator): Promise<number> {
  return (await element.boundingBox())?.y ?? 0
}

test('on a small phone the passport and the buy button are visible without scrolling', {
  tag: '@always',
}, async ({ page, product }) => {
  await enter(page, product)
  const buy = page.getByRole('button', { name: 'Buy Offsets' })
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await expect.poll(async () => (await bottomOf(buy)) - (await topOf(navigation))).toBeLessThan(0)
})

test('an error of the card is in sight, and no keyboard covers the button', async ({
  page,
  product,
  db,
}) => {
  const batch = await issueTestBatch(db, { kg: 60_000 })
  await enter(page, product)
  const dialog = await openBuy(page, batch.projectId)
  await expect(dialog.getByText('Test wind farm')).toBeVisible()
  await chooseKg(dialog, 100)
  await pressReserve(dialog)
  const reserve = dialog.getByRole('button', { name: /^Reserve/ })
  const wrong = dialog.getByText('Card details required.')
  await expect.poll(async () => (await bottomOf(wrong)) - (await topOf(reserve))).toBeLessThan(0)

  // An on-screen keyboard leaves this height of the page.
  await page.evaluate(`
    Object.defineProperty(visualViewport, 'height', { get: () => 400 })
    visualViewport.dispatchEvent(new Event('resize'))`)
  await expect.poll(() => bottomOf(reserve)).toBeLessThanOrEqual(400)
  const number = dialog.getByLabel('Card number')
  await expect(number).toBeFocused()
  await expect.poll(async () => (await bottomOf(number)) - (await topOf(reserve))).toBeLessThan(0)

  await fillCard(dialog)
  await pressReserve(dialog)
  await shownTxId(dialog)
  const retyped = dialog.getByLabel('Retype the transaction ID')
  const complete = dialog.getByRole('button', { name: 'Complete' })
  await retyped.focus()
  await expect.poll(() => bottomOf(complete)).toBeLessThanOrEqual(400)
  await expect.poll(async () => (await bottomOf(retyped)) - (await topOf(complete))).toBeLessThan(0)
})

test('of dozens of batches the first few are shown, then all on request', async ({
  page,
  product,
}) => {
  const person = await enter(page, product)
  const projects: ProjectSummary[] = (await person.get('/api/projects/')).body
  const project = projects.find(({ batch_count }) => batch_count > 20)
  await page.goto(`/app/projects/${project?.id}`)
  const batches = page.getByRole('region', { name: 'Batches' }).getByRole('radio')
  await expect(batches).toHaveCount(3)
  await page.getByRole('button', { name: `Show all ${project?.batch_count} batches` }).click()
  await expect(batches).toHaveCount(project?.batch_count ?? 0)
  await expect(batches.nth(3)).toBeFocused()
})
