// A purchase from Reserve to the stamp, whatever comes between: specification 4, 5 and 8, trust.md
// WEB-1, WEB-2 and WEB-10.
import type { Page } from '@playwright/test'
import { statement } from '#server/statement.ts'
import { issueTestBatch } from '#tests/support/batch.ts'
import {
  asksBank,
  chooseKg,
  expectStamped,
  fillCard,
  openBuy,
  pressReserve,
  reserveByCard,
  retype,
  shownTxId,
} from '#tests/support/checkout.ts'
import { enter, expect, expectAccessible, test } from '#tests/support/journey.ts'
import type { Person } from '#tests/support/person.ts'

const lapse = statement(
  'journey-lapse-purchase',
  {},
  'update purchases set expires_at = now() where tx_id = $1',
)

async function purchasesOf(person: Person): Promise<{ tx_id: string; status: string }[]> {
  return (await person.get('/api/tokens/transaction/me?tokens=none')).body
}

async function stockOf(person: Person, batchId: string): Promise<number> {
  return (await person.get(`/api/batches/${batchId}`)).body.kg_available
}

/** The server does what was asked; its answer to the first such call is lost on the way. */
async function loseFirstAnswer(page: Page, call: string): Promise<void> {
  await page.route(
    call,
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
}

test('the typed id must be the issued one; Copy and paste give it; success refreshes everything', async ({
  page,
  product,
  db,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const batch = await issueTestBatch(db, { kg: 1_000 })
  const person = await enter(page, product)
  const notified: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/notify')) notified.push(request.postData() ?? '')
  })
  const dialog = await openBuy(page, batch.projectId)
  const txId = await reserveByCard(dialog, 100)
  await expect(dialog.getByRole('timer')).toHaveText(/^(10:00|9:5\d) left$/)
  await expect(dialog.getByText(/100\u00a0kg from vintage 2024 are held for you\./)).toBeVisible()
  await expect(dialog.getByText(/£1\.00 is taken from your wallet/)).toBeVisible()
  await expect(dialog.getByText(/your card is charged £1\.00 then/)).toBeVisible()
  await retype(dialog, 'CP-2222-2222-2222')
  await expect(dialog.getByText('TxID mismatch')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /Copy/ }).click()
  await dialog.getByLabel('Retype the transaction ID').fill('')
  await dialog.getByLabel('Retype the transaction ID').press('ControlOrMeta+V')
  await expect(dialog.getByLabel('Retype the transaction ID')).toHaveValue(txId)
  await dialog.getByRole('button', { name: 'Complete' }).click()
  await expectStamped(dialog, '100')
  await expect(dialog.getByText(`${batch.serial}.1`, { exact: true })).toBeVisible()
  await expect(dialog.getByText(`${batch.serial}.100`, { exact: true })).toBeVisible()
  await expect(dialog.getByText('£2.00')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()

  await expect(page.getByText('900\u00a0kg left')).toBeVisible()
  await expect(page.getByRole('figure')).toBeVisible()
  await page.getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('button', { name: /Kilograms of Test wind farm/ })).toHaveCount(1)
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByText('£0.00').first()).toBeVisible()
  expect(notified).toHaveLength(1)
  expect(JSON.parse(notified[0] ?? '')).toMatchObject({
    templateKey: 'purchase_success',
    to: person.phone,
    variables: { kg: 100, txId },
  })
})

test('one message follows a purchase, also where the browser never asks for it', async ({
  page,
  product,
  db,
  expectedConsole,
}) => {
  expectedConsole.push(/ERR_FAILED/)
  const batch = await issueTestBatch(db, { kg: 1_000 })
  const person = await enter(page, product)
  await page.route('**/api/notify', (route) => route.abort())
  const dialog = await openBuy(page, batch.projectId)
  const txId = await reserveByCard(dialog, 100)
  await retype(dialog, txId)
  await expectStamped(dialog, '100')
  const messages = async () => {
    const { body } = await person.get(`/dev/messages?to=${encodeURIComponent(person.phone)}`)
    return body.filter((message: { body: string }) => message.body.includes(txId)).length
  }
  await expect.poll(messages).toBe(1)
})

test('a reload and Back keep the place in every step, and Cancel gives the kilograms back', async ({
  page,
  product,
  db,
}) => {
  const batch = await issueTestBatch(db, { kg: 1_000 })
  const person = await enter(page, product)
  const dialog = await openBuy(page, batch.projectId)
  const txId = await reserveByCard(dialog, 100)
  expect(await stockOf(person, batch.id)).toBe(900)
  await page.reload()
  expect(await shownTxId(dialog)).toBe(txId)
  await page.goBack()
  await page.goForward()
  expect(await shownTxId(dialog)).toBe(txId)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Cancelled. Nothing was charged.')).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(await stockOf(person, batch.id)).toBe(1_000)
  expect(await purchasesOf(person)).toMatchObject([{ tx_id: txId, status: 'EXPIRED' }])
})

test('the last kilograms of a project are bought like any others, and then it is sold out', async ({
  page,
  product,
  db,
}) => {
  const batch = await issueTestBatch(db, { kg: 100 })
  await enter(page, product)
  const dialog = await openBuy(page, batch.projectId)
  const txId = await reserveByCard(dialog, 100)
  await page.reload()
  expect(await shownTxId(dialog)).toBe(txId)
  await retype(dialog, txId)
  await expectStamped(dialog, '100')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('Every batch of this project is sold out for now.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Buy Offsets' })).toBeHidden()
  await expectAccessible(page)
})

test('a reservation whose time is over says that nothing was charged', async ({
  page,
  product,
  db,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 410/)
  const batch = await issueTestBatch(db, { kg: 1_000 })
  await enter(page, product)
  const dialog = await openBuy(page, batch.projectId)
  const txId = await reserveByCard(dialog, 100)
  await db.run(lapse, [txId])
  await retype(dialog, txId)
  await expect(
    dialog.getByText('The time to complete this purchase has passed. Nothing was charged.'),
  ).toBeVisible()
  await expect(dialog.getByLabel('Or another amount')).toHaveValue('100')
})

test('a bank’s question stands in the ack step: approved it goes on, declined it ends', async ({
  page,
  product,
  db,
}) => {
  const batch = await issueTestBatch(db, { kg: 1_000 })
  const person = await enter(page, product)
  const dialog = await openBuy(page, batch.projectId)
  const txId = await reserveByCard(dialog, 100, asksBank)
  const bank = dialog.getByRole('region', { name: 'Your bank asks' })
  await expect(
    bank.getByText('Do you confirm the payment of £1.00 to Carbon Passport?'),
  ).toBeVisible()
  await retype(dialog, txId)
  await expect(bank.getByText('Please answer your bank first.')).toBeVisible()
  await page.reload()
  await expect(bank.getByRole('button', { name: 'Approve' })).toBeVisible()
  await expectAccessible(page)
  await bank.getByRole('button', { name: 'Approve' }).click()
  await expect(bank.getByText('Your bank has confirmed this payment.')).toBeVisible()
  await retype(dialog, txId)
  await expectStamped(dialog, '100')
  await dialog.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Buy Offsets' }).click()
  await reserveByCard(dialog, 100, asksBank)
  await bank.getByRole('button', { name: 'Decline' }).click()
  await expect(
    dialog.getByText('Your bank declined the payment. Nothing was charged.'),
  ).toBeVisible()
  await expect.poll(() => stockOf(person, batch.id)).toBe(900)
})

test('a lost answer is asked for again under the same key: one reservation, one purchase', async ({
  page,
  product,
  db,
  expectedConsole,
}) => {
  expectedConsole.push(/ERR_CONNECTION_RESET/)
  const batch = await issueTestBatch(db, { kg: 1_000 })
  const person = await enter(page, product)
  const keys: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('getPin')) keys.push(request.headers()['idempotency-key'] ?? '')
  })
  await loseFirstAnswer(page, '**/api/tokens/getPin')
  const dialog = await openBuy(page, batch.projectId)
  await chooseKg(dialog, 100)
  await fillCard(dialog)
  await pressReserve(dialog)
  await expect(dialog.getByText('Checking your purchase…')).toBeVisible()
  const txId = await shownTxId(dialog)
  expect(new Set(keys).size).toBe(1)
  expect(keys.length).toBeGreaterThan(1)

  await loseFirstAnswer(page, '**/api/tokens/validatePin')
  await retype(dialog, txId)
  await expect(dialog.getByText('Checking your purchase…')).toBeVisible()
  await expectStamped(dialog, '100')
  expect(await purchasesOf(person)).toMatchObject([{ tx_id: txId, status: 'COMPLETED' }])
  expect(await stockOf(person, batch.id)).toBe(900)
})

test('a reload while Reserve or Complete is under way goes on with the same purchase', async ({
  page,
  product,
  db,
}) => {
  const batch = await issueTestBatch(db, { kg: 1_000 })
  const person = await enter(page, product)
  const dialog = await openBuy(page, batch.projectId)
  const reached = async (call: string) => {
    const arrived = Promise.withResolvers<void>()
    await page.route(
      call,
      async (route) => {
        await route.fetch()
        arrived.resolve()
      },
      { times: 1 },
    )
    return arrived.promise
  }
  const reserved = reached('**/api/tokens/getPin')
  await chooseKg(dialog, 100)
  await fillCard(dialog)
  await pressReserve(dialog)
  await reserved
  await page.reload()
  const txId = await shownTxId(dialog)
  const completed = reached('**/api/tokens/validatePin')
  await retype(dialog, txId)
  await completed
  await page.reload()
  await expectStamped(dialog, '100')
  expect(await purchasesOf(person)).toMatchObject([{ tx_id: txId, status: 'COMPLETED' }])
})

test('pressing twice does nothing twice, and after 8 s the dialog says that it is still working', async ({
  page,
  product,
  db,
}) => {
  const batch = await issueTestBatch(db, { kg: 1_000 })
  const person = await enter(page, product)
  await page.route('**/api/tokens/getPin', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 8_600))
    await route.continue()
  })
  const dialog = await openBuy(page, batch.projectId)
  await chooseKg(dialog, 100)
  await fillCard(dialog)
  await dialog.getByRole('button', { name: /^Reserve/ }).dblclick()
  const long = dialog.getByText('Still working on it. You can wait, nothing happens twice.')
  await page.waitForTimeout(5_000)
  await expect(long).toBeHidden()
  await expect(long).toBeVisible()
  const txId = await shownTxId(dialog)
  await dialog.getByLabel('Retype the transaction ID').fill(txId)
  await dialog.getByRole('button', { name: 'Complete' }).dblclick()
  await expectStamped(dialog, '100')
  expect(await purchasesOf(person)).toHaveLength(1)
})

test('what fails without a sentence of the server is named as the catalogue names it', async ({
  page,
  product,
  db,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/)
  const batch = await issueTestBatch(db, { kg: 1_000 })
  await enter(page, product)
  const dialog = await openBuy(page, batch.projectId)
  await chooseKg(dialog, 100)
  await fillCard(dialog)
  const answers = async (call: string, answer: { status?: number; json: object }) =>
    page.route(call, (route) => route.fulfill(answer), { times: 1 })

  await answers('**/api/tokens/getPin', { status: 400, json: {} })
  await pressReserve(dialog)
  await expect(dialog.getByRole('alert').getByText('Buy process failed')).toBeVisible()
  const own = 'The registry rests today.'
  await answers('**/api/tokens/getPin', { status: 400, json: { error: own } })
  await pressReserve(dialog)
  await expect(dialog.getByRole('alert').getByText(own)).toBeVisible()
  await answers('**/api/tokens/getPin', { json: {} })
  await pressReserve(dialog)
  await expect(dialog.getByRole('alert').getByText('Transaction failed: No txId')).toBeVisible()
  await expect(dialog.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')

  await pressReserve(dialog)
  const txId = await shownTxId(dialog)
  await answers('**/api/tokens/validatePin', { status: 400, json: {} })
  await retype(dialog, txId)
  await expect(dialog.getByRole('alert').getByText('Verification failed')).toBeVisible()
  await answers('**/api/tokens/validatePin', { json: { status: 'ODD' } })
  await dialog.getByRole('button', { name: 'Complete' }).click()
  await expect(dialog.getByRole('alert').getByText('Verification failed')).toBeVisible()
  await dialog.getByRole('button', { name: 'Complete' }).click()
  await expectStamped(dialog, '100')
})

test('card number, expiry and CVV leave the page for the provider alone, and stay nowhere', async ({
  page,
  product,
  db,
}) => {
  const batch = await issueTestBatch(db, { kg: 1_000 })
  await enter(page, product)
  const sent: string[] = []
  page.on('request', (request) => {
    if (/4242/.test(`${request.url()} ${request.postData() ?? ''}`)) sent.push(request.url())
  })
  const dialog = await openBuy(page, batch.projectId)
  await reserveByCard(dialog, 100)
  expect(sent).toEqual([`${product.url}/dev/cards`])
  const kept = await page.evaluate('JSON.stringify([localStorage, sessionStorage, location.href])')
  expect(kept).not.toMatch(/4242|tok_/)
  expect(kept).toContain('CP-')
})
