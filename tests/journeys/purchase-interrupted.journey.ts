// Walks purchases that are interrupted by a reload, a lost answer or a second press. A purchase
// continues in the same step, and no effect happens twice.
import type { Page } from '@playwright/test'
import { expect } from '#tests/support/journey.ts'
import {
  chooseKg,
  expectStamped,
  fillCard,
  pressReserve,
  reserveByCard,
  retype,
  shownTxId,
  test,
} from '#tests/support/people/checkout.ts'
import type { Person } from '#tests/support/people/person.ts'

async function purchasesOf(person: Person): Promise<{ tx_id: string; status: string }[]> {
  return (await person.get('/api/tokens/transaction/me?tokens=none')).body
}

async function stockOf(person: Person, batchId: string): Promise<number> {
  return (await person.get(`/api/batches/${batchId}`)).body.kg_available
}

/**
 * The server carries out the first such call, but its answer is lost. The next call waits until the
 * returned function is called.
 */
async function loseFirstAnswer(page: Page, call: string): Promise<() => void> {
  const again = Promise.withResolvers<void>()
  let calls = 0
  await page.route(call, async (route) => {
    calls += 1
    if (calls > 1) {
      await again.promise
      return route.continue()
    }
    await route.fetch()
    await route.abort('connectionreset')
  })
  return again.resolve
}

test('a reload, Back and Escape stay in the same step, and Cancel releases the kilograms', {
  tag: '@always',
}, async ({ page, enterBuy }) => {
  const { batch, person, dialog } = await enterBuy()
  const txId = await reserveByCard(dialog, 100)
  expect(await stockOf(person, batch.id)).toBe(900)
  await page.reload()
  expect(await shownTxId(dialog)).toBe(txId)
  await page.goBack()
  await expect(page.getByText(/^Your reservation waits until \d/)).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Confirm your purchase' })).toBeHidden()
  await page.goForward()
  expect(await shownTxId(dialog)).toBe(txId)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Confirm your purchase' })).toBeHidden()
  await page.getByRole('button', { name: 'Buy Offsets' }).click()
  expect(await shownTxId(dialog)).toBe(txId)
  expect(await stockOf(person, batch.id)).toBe(900)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Cancelled. Nothing was charged.')).toBeVisible()
  // Found by its name: the sentence above is in another dialog.
  await expect(page.getByRole('dialog', { name: /^Buy/ })).toBeHidden()
  expect(await stockOf(person, batch.id)).toBe(1_000)
  expect(await purchasesOf(person)).toMatchObject([{ tx_id: txId, status: 'EXPIRED' }])
})

test('a lost answer is requested again under the same key: one reservation, one purchase', async ({
  page,
  expectedConsole,
  enterBuy,
}) => {
  expectedConsole.push(/ERR_CONNECTION_RESET/)
  const keys: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('getPin')) keys.push(request.headers()['idempotency-key'] ?? '')
  })
  const reserveAgain = await loseFirstAnswer(page, '**/api/tokens/getPin')
  const { batch, person, dialog } = await enterBuy()
  await chooseKg(dialog, 100)
  await fillCard(dialog)
  await pressReserve(dialog)
  await expect(dialog.getByText('Checking your purchase…')).toBeVisible()
  reserveAgain()
  const txId = await shownTxId(dialog)
  expect(new Set(keys).size).toBe(1)
  expect(keys.length).toBeGreaterThan(1)

  const completeAgain = await loseFirstAnswer(page, '**/api/tokens/validatePin')
  await retype(dialog, txId)
  await expect(dialog.getByText('Checking your purchase…')).toBeVisible()
  completeAgain()
  await expectStamped(dialog, '100')
  expect(await purchasesOf(person)).toMatchObject([{ tx_id: txId, status: 'COMPLETED' }])
  expect(await stockOf(person, batch.id)).toBe(900)
})

test('a reload during Reserve or Complete continues the same purchase', async ({
  page,
  enterBuy,
}) => {
  const { person, dialog } = await enterBuy()
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

test('pressing twice has one effect, and after 8 s the dialog says that it is still working', async ({
  page,
  enterBuy,
}) => {
  await page.clock.install()
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/tokens/getPin', async (route) => {
    asked.resolve()
    await answered.promise
    await route.continue()
  })
  const { person, dialog } = await enterBuy()
  await chooseKg(dialog, 100)
  await fillCard(dialog)
  await dialog.getByRole('button', { name: /^Reserve/ }).dblclick()
  await asked.promise
  await page.clock.pauseAt(Date.now() + 1_000)
  const long = dialog.getByText('Still working on it. Please wait; nothing will happen twice.')
  await page.clock.runFor(3_000)
  await expect(long).toBeHidden()
  await page.clock.runFor(8_000)
  await expect(long).toBeVisible()
  await page.clock.resume()
  answered.resolve()
  const txId = await shownTxId(dialog)
  await dialog.getByLabel('Retype the transaction ID').fill(txId)
  await dialog.getByRole('button', { name: 'Complete' }).dblclick()
  await expectStamped(dialog, '100')
  expect(await purchasesOf(person)).toHaveLength(1)
})

test('an order that was reserved before a reload returns to the checkout when it is cancelled', async ({
  page,
  enterBuy,
}) => {
  const { dialog } = await enterBuy()
  await reserveByCard(dialog, 80)
  await page.reload()
  await expect(dialog.getByLabel('Retype the transaction ID')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Cancelled. Nothing was charged.')).toBeVisible()
  await page.getByRole('button', { name: 'Buy Offsets' }).click()
  const again = page.getByRole('dialog', { name: 'Buy Offsets' })
  await expect(again.getByLabel('Or another amount')).toHaveValue('80')
})

test('an unreachable server is reported in time, and the next press continues the same order', async ({
  page,
  expectedConsole,
  enterBuy,
}) => {
  expectedConsole.push(/ERR_CONNECTION_RESET/)
  const { batch, person, dialog } = await enterBuy()
  const keys = new Set<string | undefined>()
  await page.route('**/api/tokens/getPin', async (route) => {
    keys.add(route.request().headers()['idempotency-key'])
    // The first call takes effect; only the answers are lost.
    if (keys.size === 1) await route.fetch()
    await route.abort('connectionreset')
  })
  await chooseKg(dialog, 100)
  await fillCard(dialog)
  await pressReserve(dialog)
  await expect(dialog.getByRole('alert').getByText('Buy process failed')).toBeVisible()
  await expect(dialog.getByText(/^We cannot tell whether it was reserved/)).toBeVisible()
  await expect(dialog.getByLabel('Or another amount')).toHaveValue('100')
  await page.unroute('**/api/tokens/getPin')
  const [again] = await Promise.all([
    page.waitForRequest('**/api/tokens/getPin'),
    pressReserve(dialog),
  ])
  await shownTxId(dialog)
  expect([...keys]).toEqual([again.headers()['idempotency-key']])
  expect(await stockOf(person, batch.id)).toBe(900)
})

test('Cancel during a repeat ends it and releases the reservation, also over a reload', async ({
  page,
  expectedConsole,
  enterBuy,
}) => {
  expectedConsole.push(/ERR_CONNECTION_RESET/)
  const { batch, person, dialog } = await enterBuy()
  const reserved = Promise.withResolvers<void>()
  let isFirst = true
  await page.route('**/api/tokens/getPin', async (route) => {
    if (isFirst) {
      isFirst = false
      await route.fetch()
      reserved.resolve()
    }
    await route.abort('connectionreset')
  })
  await chooseKg(dialog, 100)
  await fillCard(dialog)
  await pressReserve(dialog)
  await reserved.promise
  await expect(dialog.getByText('Checking your purchase…')).toBeVisible()
  expect(await stockOf(person, batch.id)).toBe(900)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const cancelling = page.getByText('Cancelling. Nothing will be charged.')
  const buy = page.getByRole('dialog', { name: 'Buy Offsets' })
  await expect(cancelling).toBeVisible()
  await expect(buy).toBeHidden()
  await page.reload()
  await expect(cancelling).toBeVisible()
  await page.unroute('**/api/tokens/getPin')
  await expect(page.getByText('Cancelled. Nothing was charged.')).toBeVisible()
  await expect(cancelling).toBeHidden({ timeout: 1_000 })
  await expect(buy).toBeHidden()
  expect(await stockOf(person, batch.id)).toBe(1_000)
  expect(await purchasesOf(person)).toMatchObject([{ status: 'EXPIRED', kg: 100 }])
  const kept = await page.evaluate('JSON.stringify(sessionStorage)')
  expect(kept).not.toContain('cancelled-order')
})

test('another order after one without an answer releases the first one', async ({
  page,
  expectedConsole,
  enterBuy,
}) => {
  expectedConsole.push(/ERR_FAILED|status of 502/)
  const { batch, person, dialog } = await enterBuy()
  let isFirst = true
  await page.route('**/api/tokens/getPin', async (route) => {
    if (isFirst) await route.fetch()
    isFirst = false
    await route.fulfill({ status: 502, body: 'Bad gateway' })
  })
  await chooseKg(dialog, 100)
  await fillCard(dialog)
  await pressReserve(dialog)
  await expect(dialog.getByRole('alert').getByText('Buy process failed')).toBeVisible()
  await page.unroute('**/api/tokens/getPin')
  await chooseKg(dialog, 50)
  await pressReserve(dialog)
  await shownTxId(dialog)
  await expect.poll(() => stockOf(person, batch.id)).toBe(950)
  expect(await purchasesOf(person)).toMatchObject([
    { status: 'PENDING', kg: 50 },
    { status: 'EXPIRED', kg: 100 },
  ])
})

test('Cancel of an order that never arrived says that no stock was reserved', async ({
  page,
  expectedConsole,
  enterBuy,
}) => {
  expectedConsole.push(/ERR_CONNECTION_RESET|status of 400/)
  const { batch, person, dialog } = await enterBuy()
  await page.route('**/api/tokens/getPin', (route) => route.abort('connectionreset'))
  await chooseKg(dialog, 100)
  await fillCard(dialog)
  await pressReserve(dialog)
  await expect(dialog.getByText('Checking your purchase…')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.unroute('**/api/tokens/getPin')
  await expect(page.getByText('Cancelled. Nothing was charged.')).toBeVisible()
  expect(await stockOf(person, batch.id)).toBe(1_000)
  expect((await purchasesOf(person)).filter(({ status }) => status !== 'EXPIRED')).toEqual([])
})

test('Complete without a network fails in time, keeps its key, and can be closed or pressed again', {
  tag: '@always',
}, async ({ page, expectedConsole, enterBuy }) => {
  expectedConsole.push(/ERR_CONNECTION_RESET/)
  const { batch, person, dialog } = await enterBuy()
  const txId = await reserveByCard(dialog, 100)
  const keys = new Set<string | undefined>()
  await page.route('**/api/tokens/validatePin', async (route) => {
    keys.add(route.request().headers()['idempotency-key'])
    await route.abort('connectionreset')
  })
  await retype(dialog, txId)
  await expect(dialog.getByText('Checking your purchase…')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeVisible()
  const alert = dialog.getByRole('alert')
  await expect(alert.getByText('Verification failed')).toBeVisible({ timeout: 20_000 })
  await expect(alert.getByText(/^We cannot tell whether it went through/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText(/^Your reservation waits until \d/)).toBeVisible()
  expect(await stockOf(person, batch.id)).toBe(900)
  await page.getByRole('button', { name: 'Buy Offsets' }).click()
  await page.unroute('**/api/tokens/validatePin')
  const [again] = await Promise.all([
    page.waitForRequest('**/api/tokens/validatePin'),
    dialog.getByRole('button', { name: 'Complete' }).click(),
  ])
  keys.add(again.headers()['idempotency-key'])
  expect(keys.size).toBe(1)
  await expectStamped(dialog, '100')
  expect(await purchasesOf(person)).toMatchObject([{ tx_id: txId, status: 'COMPLETED' }])
})

test('a completion that is closed before it ends is announced at its end, on any page', {
  tag: '@always',
}, async ({ page, expectedConsole, enterBuy }) => {
  expectedConsole.push(/ERR_CONNECTION_RESET/)
  const { person, dialog } = await enterBuy()
  const txId = await reserveByCard(dialog, 100)
  const completeAgain = await loseFirstAnswer(page, '**/api/tokens/validatePin')
  await retype(dialog, txId)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('We go on checking. You will see here how it ends.')).toBeVisible()
  await page.getByRole('link', { name: 'Profile' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  completeAgain()
  await expect(page.getByText('100 kg of carbon offsets are now in your passport.')).toBeVisible()
  expect(await purchasesOf(person)).toMatchObject([{ tx_id: txId, status: 'COMPLETED' }])
})
