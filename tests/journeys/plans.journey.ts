// Walks monthly plans: set-up by retyping, each change with one press, past months, and the checkout of a month in
// which the bank asks for the owner (docs/product.md#monthly-plans).
import { randomUUID } from 'node:crypto'
import type { Database } from '#platform/database/database.ts'
import {
  enter,
  expect,
  expectUsable,
  onEveryScreen,
  type Page,
  test,
} from '#tests/support/journey.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { creditTestWallet } from '#tests/support/people/credit.ts'
import { changeTestPlan, createTestPlan } from '#tests/support/people/monthly-plans.ts'
import { cardOrder, type Person } from '#tests/support/people/person.ts'
import { statement } from '#tests/support/test-statement.ts'

const insertRun = statement(
  'journey-run-of-plan',
  {},
  `insert into plan_runs (plan_id, period, state, reason, pay, attempt, run_at, started_at, due_at)
   select id, date_trunc('month', now())::date - make_interval(months => $4), $2, $3, pay, 1, now(), now(), now()
   from plans where id = $1`,
)

const listed = (page: Page) => page.getByRole('main').getByRole('listitem')
const toast = (page: Page, text: RegExp) => expect(page.getByText(text).first()).toBeVisible()

/** Retypes the id that the open dialog shows. */
async function retype(page: Page, label: string): Promise<void> {
  const id = await page.getByRole('dialog').locator('output').textContent()
  await page.getByLabel(label).fill(id ?? '')
}

test('a plan is set up by retyping its id, and changed with one press', { tag: '@always' }, async ({
  page,
  product,
  db,
}) => {
  await issueTestBatch(db, { kg: 1_000_000 })
  const me = await enter(page, product, '/app/settings')
  await creditTestWallet(db, { passportId: me.id, currency: 'GBP', amountMinor: 5_000 })
  await page.getByRole('link', { name: 'Monthly plan' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Monthly plan' })).toBeVisible()
  await expect(page.getByText('You have no monthly plan yet.')).toBeVisible()
  await onEveryScreen(page, async () => expectUsable(page))

  await page.getByRole('button', { name: 'New plan' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await page.getByLabel('At most a month').fill('much')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'Enter an amount' })).toBeVisible()
  await expect(page.getByLabel('At most a month')).toBeFocused()
  await page.getByLabel('At most a month').fill('7,50')
  await expect(dialog.getByText(/^Today this buys .*kg\.$/)).toBeVisible()
  await page.getByLabel('Day of the month').selectOption('12')
  await onEveryScreen(page, async () => expectUsable(page))
  await page.getByLabel('At most a month').press('Enter')
  const field = page.getByLabel('Retype the plan ID')
  await expect(field).toBeFocused()
  await field.fill('PL-2222-2222-2222')
  await field.press('Enter')
  await expect(dialog.getByText('Plan ID mismatch')).toBeVisible()
  await retype(page, 'Retype the plan ID')
  await dialog.getByRole('button', { name: 'Start plan' }).click()
  await toast(page, /Your plan has started\. Next on 12 /)

  await expect(listed(page)).toHaveCount(1)
  await expect(listed(page)).toContainText(/Up to £7\.50 a month.*Active.*Wallet, on day 12/s)
  await page.getByRole('button', { name: 'Pause' }).click()
  await toast(page, /^Paused\./)
  await expect(listed(page)).toContainText('You paused the plan.')
  await page.getByRole('button', { name: 'Resume' }).click()
  await toast(page, /^Active again\. Next on 12 /)
  const next = await listed(page)
    .getByText(/^Next on/)
    .textContent()
  await page.getByRole('button', { name: 'Skip one month' }).click()
  await toast(page, /^Skipped\. Next on 12 /)
  await expect(listed(page).getByText(next ?? '')).toHaveCount(0)

  await page.getByRole('button', { name: 'Change' }).click()
  await page.getByLabel('At most a month').fill('3')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await toast(page, /^Changed\./)
  await expect(listed(page)).toContainText('Up to £3.00 a month')
  await onEveryScreen(page, async () => expectUsable(page))
  await page.getByRole('button', { name: 'End' }).click()
  await toast(page, /^Ended\./)
  await expect(page.getByText('You have no monthly plan yet.')).toBeVisible()
})

test('a project’s page begins a plan of it', async ({ page, product, db }) => {
  const { projectId } = await issueTestBatch(db, { kg: 1_000_000 })
  await enter(page, product, `/app/projects/${projectId}`)
  await page.getByRole('link', { name: 'Buy every month' }).click()
  await expect(page.getByRole('dialog').getByLabel('Project')).toHaveValue(projectId)
})

/** Saves a card whose bank asks, and starts a plan that it pays. */
async function startCardPlan(me: Person, db: Database): Promise<string> {
  const batch = await issueTestBatch(db, { kg: 1_000_000 })
  const order = cardOrder(batch, 50, await me.cardToken('4000002500003155'))
  const { body } = await me.reserve({ ...order, save_card: true }, { key: randomUUID() })
  const { client_secret } = body.card_action
  await me.post('/dev/cards/actions', { client_secret, approved: true })
  await me.complete(body.txId)
  await expect.poll(async () => (await me.get('/api/cards')).body.length).toBe(1)
  const [card] = (await me.get('/api/cards')).body
  const terms = { project_id: batch.projectId, pay: `saved:${card.id}` }
  const created = await createTestPlan(me, terms)
  await changeTestPlan(me, created.body.id, 'confirm')
  return created.body.id
}

test('a month in which the bank asks is paid by its owner, once', async ({
  page,
  product,
  db,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 410/)
  const me = await enter(page, product, '/app/plans')
  const id = await startCardPlan(me, db)
  await db.run(insertRun, [id, 'left_out', 'insufficient_stock', 1])
  await db.run(insertRun, [id, 'asking', null, 0])
  const month = new Date().toISOString().slice(0, 7)
  await page.goto(`/app/plans/${id}/${month}`)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/^Your bank asks you to confirm/)).toBeVisible()
  await onEveryScreen(page, async () => expectUsable(page))
  await dialog.getByRole('button', { name: 'Continue' }).click()
  // A reload returns to the same purchase, with the bank's question.
  await expect(dialog.getByRole('button', { name: 'Approve' })).toBeVisible()
  const txId = await dialog.locator('output').textContent()
  await page.reload()
  await expect(dialog.locator('output')).toHaveText(txId ?? '')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await retype(page, 'Retype the transaction ID')
  await dialog.getByRole('button', { name: 'Complete' }).click()
  await dialog.getByText('Details', { exact: true }).click()
  await expect(dialog.getByText(txId ?? '').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(
    listed(page).filter({ hasText: 'Too little is left of its project.' }),
  ).not.toHaveCount(0)
  await expect(page.getByText(/200 kg|kg for £5\.00/).first()).toBeVisible({ timeout: 30_000 })

  await page.goto(`/app/plans/${id}/${month}`)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('The checkout of this month is over.')).toBeVisible()
})
