// Walks a purchase that expires, or that the bank or the server refuses: what the page shows and what it
// keeps (docs/product.md#completion).

import { expect, expectAccessible } from '#tests/support/journey.ts'
import {
  asksBank,
  chooseKg,
  expectStamped,
  fillCard,
  pressReserve,
  reserveByCard,
  retype,
  shownTxId,
  test,
} from '#tests/support/people/checkout.ts'
import { statement } from '#tests/support/test-statement.ts'

const lapse = statement(
  'journey-lapse-purchase',
  {},
  'update purchases set expires_at = now() where tx_id = $1',
)

test('an expired reservation says that nothing was charged', { tag: '@always' }, async ({
  db,
  expectedConsole,
  enterBuy,
}) => {
  expectedConsole.push(/status of 410/)
  const { dialog } = await enterBuy()
  const txId = await reserveByCard(dialog, 100)
  await db.run(lapse, [txId])
  await retype(dialog, txId)
  await expect(dialog.getByRole('alert').getByText('Verification failed')).toBeVisible()
  await expect(
    dialog.getByText('The time to complete this purchase has passed. Nothing was charged.'),
  ).toBeVisible()
  await expect(dialog.getByLabel('Or another amount')).toHaveValue('100')
})

test('a bank’s question is in the confirmation step: approval continues, refusal ends', async ({
  page,
  enterBuy,
}) => {
  const { batch, person, dialog } = await enterBuy()
  const txId = await reserveByCard(dialog, 100, asksBank)
  const bank = dialog.getByRole('region', { name: 'Confirm with your bank' })
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
  const left = async () => (await person.get(`/api/batches/${batch.id}`)).body.kg_available
  await expect.poll(left).toBe(900)
})

test('a failure without a sentence of the server shows the catalogue’s', async ({
  page,
  expectedConsole,
  enterBuy,
}) => {
  expectedConsole.push(/Failed to load resource/)
  const { dialog } = await enterBuy()
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
  await answers('**/api/tokens/validatePin', { status: 400, json: { error: own } })
  await dialog.getByRole('button', { name: 'Complete' }).click()
  await expect(dialog.getByRole('alert').getByText(own)).toBeVisible()
  await expect(dialog.getByRole('alert').getByText('Verification failed')).toBeVisible()
  await answers('**/api/tokens/validatePin', { json: { status: 'ODD' } })
  await dialog.getByRole('button', { name: 'Complete' }).click()
  await expect(dialog.getByRole('alert').getByText('Verification failed')).toBeVisible()
  await dialog.getByRole('button', { name: 'Complete' }).click()
  await expectStamped(dialog, '100')
})
