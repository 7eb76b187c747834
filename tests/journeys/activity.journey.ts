// Walks the offset activity in a browser (docs/product.md#activity).
import type { ProjectSummary } from '#features/catalogue/catalogue-calls.ts'
import { becomeMember, enter, expect, expectAccessible } from '#tests/support/journey.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import {
  expectStamped,
  openBuy,
  reserveByCard,
  retype,
  test,
} from '#tests/support/people/checkout.ts'
import { statement } from '#tests/support/test-statement.ts'

const moveToLastMonth = statement(
  'journey-move-to-last-month',
  {},
  `update purchases set created_at = date_trunc('month', now()) - interval '10 days'
   where tx_id = any($1::text[])`,
)

const monthName = (monthsAgo: number) => {
  const now = new Date()
  const day = new Date(now.getFullYear(), now.getMonth() - monthsAgo, 15)
  return new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' }).format(day)
}

test('without a purchase there are no carbon transactions yet', { tag: '@always' }, async ({
  page,
  product,
}) => {
  await enter(page, product)
  const section = page.getByRole('region', { name: 'Offset activity' })
  await expect(section.getByText('You have no carbon transactions yet.')).toBeVisible()
  await expect(section.getByRole('link', { name: 'Show all' })).toBeHidden()
  await page.goto('/app/transactions')
  await expect(page.getByText('You have no carbon transactions yet.')).toBeVisible()
  await expectAccessible(page)
})

test('home shows 5 of each month, and Show all above 5; the page of transactions shows all', async ({
  page,
  product,
  db,
}) => {
  const batch = await issueTestBatch(db, { kg: 1_000 })
  const person = await becomeMember(page, product)
  const bought: string[] = []
  for (let count = 0; count < 5; count += 1) bought.push(await person.buyByCard(batch, 20))
  const section = page.getByRole('region', { name: 'Offset activity' })
  const rows = page.getByRole('button', { name: /Kilograms of Test wind farm/ })
  await page.goto('/app')
  await expect(rows).toHaveCount(5)
  await expect(section.getByRole('link', { name: 'Show all' })).toBeHidden()
  // A row reaches 10 px beyond its list at both sides, so that its figures end where the list ends.
  const row = await rows.first().boundingBox()
  const item = await rows.first().locator('..').boundingBox()
  expect(row?.width).toBe((item?.width ?? 0) + 20)

  bought.push(await person.buyByCard(batch, 20))
  await page.reload()
  await expect(section.getByRole('link', { name: 'Show all' })).toBeVisible()
  await expect(rows).toHaveCount(5)
  await db.run(moveToLastMonth, [bought])
  for (let count = 0; count < 6; count += 1) await person.buyByCard(batch, 30)
  await page.reload()
  await expect(section.getByRole('heading', { name: monthName(0) })).toBeVisible()
  // Five of each month, on a phone too.
  await expect(section.getByRole('heading', { name: monthName(1) })).toBeVisible()
  await expect(rows).toHaveCount(10)
  await expect(section.getByText('180\u00a0kg into your passport')).toBeVisible()

  await section.getByRole('link', { name: 'Show all' }).click()
  await expect(page).toHaveURL(/\/app\/transactions$/)
  await expect(rows).toHaveCount(10)
  await page.getByRole('button', { name: 'Show 1 more' }).first().click()
  await expect(rows).toHaveCount(11)
  await expect(rows.first()).toContainText('30\u00a0kg')
  await expect(rows.first()).toContainText('For yourself paid by card')
  await expect(rows.first()).toContainText('£0.60')
  await expectAccessible(page)
})

test('a failed history shows its sentence and loads on Retry', async ({
  page,
  product,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/)
  await becomeMember(page, product)
  const call = '**/api/tokens/transaction/me*'
  for (const path of ['/app', '/app/transactions']) {
    await page.route(call, (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto(path)
    const main = page.getByRole('main')
    const failed = main
      .getByRole('alert')
      .filter({ hasText: 'Could not load your transaction history.' })
    await expect(failed).toBeVisible()
    await page.unroute(call)
    await failed.getByRole('button', { name: 'Retry' }).click()
    await expect(main.getByText('You have no carbon transactions yet.')).toBeVisible()
  }
})

test('10,000 tokens open at once: first, last, serial, tonnes, registry, and every id on demand', async ({
  page,
  product,
}) => {
  const person = await becomeMember(page, product)
  const projects: ProjectSummary[] = (await person.get('/api/projects/')).body
  const linked = new Map(projects.map((each) => [each.id, each.external_url]))
  const batches = (await person.get('/api/batches')).body
  const batch = batches.find(
    (each: { kg_available: number; currency: string; project_id: string }) =>
      each.kg_available > 20_000 && each.currency === 'GBP' && linked.get(each.project_id),
  )
  await person.buyByCard(batch, 10_000)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/tokens?')) asked.push(request.url())
  })
  await page.goto('/app/transactions')
  await page.getByRole('button', { name: /Kilograms of/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Where these kilograms come from' })
  const [{ first_token: first, last_token: last }] = (
    await person.get('/api/tokens/transaction/me?tokens=none')
  ).body
  await expect(dialog.getByText(batch.serial_number, { exact: true }).first()).toBeVisible()
  const place = Number(first.split('.').at(-1))
  const tonnes = [place, place + 9_999].map((each) => Math.ceil(each / 1_000))
  await expect(
    dialog.getByText(
      `10,000\u00a0kg, tonnes ${tonnes[0]} to ${tonnes[1]} of serial ${batch.serial_number}`,
    ),
  ).toBeVisible()
  await expect(dialog.getByRole('link', { name: /opens in a new tab/ })).toHaveAttribute(
    'href',
    linked.get(batch.project_id) ?? '?',
  )
  const ids = dialog.getByRole('button', {
    name: 'Show all: 10,000\u00a0kg, each with its own ID',
  })
  await expect(dialog.getByText(first, { exact: true })).toHaveCount(0)
  expect(asked).toEqual([])
  await ids.click()
  await expect(ids).toHaveAttribute('aria-expanded', 'true')
  await expect(dialog.getByText(first, { exact: true }).first()).toBeVisible()
  await expect(dialog.getByText(last, { exact: true }).first()).toBeVisible()
  await expectAccessible(page)

  const list = dialog.getByRole('region', { name: 'All IDs' })
  await list.focus()
  await page.keyboard.press('End')
  await expect(list.getByRole('listitem').last()).toContainText(`.${place + 9_999}`)
  expect(await list.getByRole('listitem').count()).toBeLessThan(60)
  expect(asked.length).toBeLessThanOrEqual(4)
  await page.keyboard.press('Home')
  await expect(list.getByRole('listitem').first()).toContainText(`.${place}`)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /Kilograms of/ })).toBeFocused()
})

test('an open reservation can be continued or cancelled from the list', async ({
  page,
  enterBuy,
}) => {
  const { batch, dialog } = await enterBuy()
  const txId = await reserveByCard(dialog, 100)
  await page.goto('/app/transactions')
  await expect(page.getByText(/Held until/)).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await retype(dialog, txId)
  await expectStamped(dialog, '100')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: /Kilograms of Test wind farm/ })).toBeVisible()

  await reserveByCard(await openBuy(page, batch.projectId), 50)
  await page.goto('/app/transactions')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Cancelled. Nothing was charged.')).toBeVisible()
  await page.getByRole('button', { name: '1 attempt that failed or expired' }).click()
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(page.getByText('nothing was bought', { exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('a receipt without its number is announced, and saved once it has it', async ({
  page,
  product,
  db,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/)
  const batch = await issueTestBatch(db, { kg: 1_000 })
  const person = await becomeMember(page, product)
  await person.buyByCard(batch, 20)
  const awaited = {
    status: 409,
    headers: { 'retry-after': '1' },
    contentType: 'application/json',
    body: JSON.stringify({ error: 'Please try again.', code: 'not_yet' }),
  }
  await page.route('**/receipt.pdf', (route) => route.fulfill(awaited), { times: 1 })
  await page.goto('/app')
  await page.getByRole('button', { name: /Kilograms of Test wind farm/ }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Receipt (PDF)' }).click()
  await expect(page.getByText('The receipt is getting its number.')).toBeVisible()
  expect((await download).suggestedFilename()).toMatch(/^receipt-CP-.+\.pdf$/)
  await expect(page.getByText('The receipt is getting its number.')).toBeHidden()
  await expectAccessible(page)
})
