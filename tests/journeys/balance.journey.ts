// Tests that each screen with a balance shows released money by itself within seconds, after any
// end of a reservation.

import { expect } from '#tests/support/journey.ts'
import { test } from '#tests/support/people/checkout.ts'
import { splitOrder } from '#tests/support/people/split-order.ts'
import { statement } from '#tests/support/test-statement.ts'

const lapse = statement(
  'journey-lapse-held-purchase',
  {},
  'update purchases set expires_at = now() where tx_id = $1',
)

test('the checkout shows the wallet’s present money, also after a reservation of another tab expired', {
  tag: '@always',
}, async ({ db, enterBuy }) => {
  const { batch, person, dialog } = await enterBuy()
  await expect(dialog.getByText('£1.00 available')).toBeVisible()
  const elsewhere = await person.reserve(await splitOrder(person, batch, 14))
  await dialog.getByLabel('Or another amount').fill('40')
  await expect(dialog.getByText('£0.72 available')).toBeVisible()
  await db.run(lapse, [elsewhere.body.txId])
  await expect(dialog.getByText('£1.00 available')).toBeVisible({ timeout: 15_000 })
})

test('the wallet page shows money that another tab released by a cancellation', async ({
  page,
  enterBuy,
}) => {
  const { batch, person } = await enterBuy()
  const elsewhere = await person.reserve(await splitOrder(person, batch, 14))
  await page.goto('/app/settings')
  const wallet = page.getByRole('region', { name: 'Wallet', exact: true })
  await expect(wallet.getByText('£0.72').first()).toBeVisible()
  await person.cancel(elsewhere.body.txId)
  await expect(wallet.getByText('£1.00').first()).toBeVisible({ timeout: 15_000 })
})
