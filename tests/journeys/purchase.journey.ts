// Walks a purchase from Reserve to the stamp (docs/product.md#buying).

import { expect, expectAccessible } from '#tests/support/journey.ts'
import {
  expectStamped,
  reserveByCard,
  retype,
  shownTxId,
  test,
  unfoldReceipt,
} from '#tests/support/people/checkout.ts'

test('only the issued id is accepted; Copy and paste enter it; success refreshes everything', {
  tag: '@always',
}, async ({ page, enterBuy }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const notified: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/notify')) notified.push(request.postData() ?? '')
  })
  const { batch, person, dialog } = await enterBuy()
  const txId = await reserveByCard(dialog, 100)
  await expect(dialog.getByRole('timer')).toHaveText(/^(10:00|9:5\d) left$/)
  await expect(dialog.getByText(/100\u00a0kg from vintage 2024 are held for you\./)).toBeVisible()
  await expect(dialog.getByText(/£1\.00 will then be taken from your wallet/)).toBeVisible()
  await expect(dialog.getByText(/your card charged £1\.00\./)).toBeVisible()
  await retype(dialog, 'CP-2222-2222-2222')
  await expect(dialog.getByText('TxID mismatch')).toBeVisible()
  await expect(dialog.getByLabel('Retype the transaction ID')).toBeFocused()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /Copy/ }).click()
  await dialog.getByLabel('Retype the transaction ID').fill('')
  await dialog.getByLabel('Retype the transaction ID').press('ControlOrMeta+V')
  await expect(dialog.getByLabel('Retype the transaction ID')).toHaveValue(txId)
  await dialog.getByRole('button', { name: 'Complete' }).click()
  await expectStamped(dialog, '100')
  const first = dialog.getByText(`${batch.serial}.1`, { exact: true })
  await expect(first).toBeHidden()
  await unfoldReceipt(dialog)
  await expect(first).toBeVisible()
  await expect(dialog.getByText(`${batch.serial}.100`, { exact: true })).toBeVisible()
  await expect(dialog.getByText('£2.00', { exact: true }).first()).toBeVisible()
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

test('a large purchase’s success fits a phone without scrolling, and its envelopes open in place', {
  tag: '@always',
}, async ({ page, enterBuy }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { dialog, person } = await enterBuy()
  await retype(dialog, await reserveByCard(dialog, 1_000))
  await expectStamped(dialog, '1,000')
  await page.keyboard.press('Shift')
  const open = dialog.getByRole('button', { name: /^Open: / })
  await expect(dialog.getByRole('button', { name: 'Open: 3 sealed rewards' })).toBeVisible()
  const overflow = await dialog.evaluate((element) => element.scrollHeight - element.clientHeight)
  expect(overflow).toBeLessThanOrEqual(0)
  for (const shown of [
    dialog.getByText('1,000\u00a0kg', { exact: true }).first(),
    dialog.getByText('Gold', { exact: true }).first(),
    dialog.getByRole('button', { name: 'Share' }),
    dialog.getByRole('button', { name: 'Done' }),
    open.first(),
  ]) {
    await expect(shown).toBeInViewport({ ratio: 1 })
  }
  await expectAccessible(page)
  await open.click()
  await expect(open.first()).toBeFocused()
  const sealed = await open.count()
  await open.first().click()
  const claim = page.getByRole('dialog', { name: 'Claim Reward' })
  await claim.getByRole('button', { name: 'Claim', exact: true }).click()
  const claimed = page.getByRole('dialog', { name: 'Yours' })
  await claimed.getByRole('button', { name: 'Done' }).click()
  await expect(claimed).toBeHidden()
  await expect(dialog.getByText('Yours')).toBeVisible()
  await expect(open).toHaveCount(sealed - 1)
  expect((await person.get('/api/rewards/redeemed')).body).toHaveLength(1)
})

test('one message follows a purchase, also if the browser never requests it', async ({
  page,
  expectedConsole,
  enterBuy,
}) => {
  expectedConsole.push(/ERR_FAILED/)
  await page.route('**/api/notify', (route) => route.abort())
  const { person, dialog } = await enterBuy()
  const txId = await reserveByCard(dialog, 100)
  await retype(dialog, txId)
  await expectStamped(dialog, '100')
  const messages = async () => {
    const { body } = await person.get(`/dev/messages?to=${encodeURIComponent(person.phone)}`)
    return body.filter((message: { body: string }) => message.body.includes(txId)).length
  }
  await expect.poll(messages).toBe(1)
})

/** The end of the last animation of the open dialog, in seconds; 0 without an animation. */
const movesFor = `Math.max(0, ...[...document.querySelectorAll('[role="dialog"] *')]
  .map((element) => getComputedStyle(element))
  .filter(({ animationName }) => animationName !== 'none')
  .map(({ animationDuration, animationDelay }) =>
    parseFloat(animationDuration) + parseFloat(animationDelay)))`

test('the last kilograms bring stamps, foil and envelopes within two seconds; then it is sold out', async ({
  page,
  enterBuy,
}) => {
  const { dialog } = await enterBuy({ kg: 100 })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const txId = await reserveByCard(dialog, 100)
  await page.reload()
  expect(await shownTxId(dialog)).toBe(txId)
  await retype(dialog, txId)
  await expectStamped(dialog, '100')
  await expect(dialog.getByText('Silver', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Open: 2 sealed rewards' })).toBeVisible()
  await expect(dialog.getByText(/New stamp: .+New stamp: .+Offset league: Silver/)).toBeAttached()
  const seconds = Number(await page.evaluate(movesFor))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(2)
  await dialog.getByRole('heading', { name: 'Stamped' }).click()
  await expect.poll(() => page.evaluate(movesFor)).toBe(0)
  await expect(dialog.getByText('100\u00a0kg', { exact: true }).first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('Every batch of this project is sold out for now.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Buy Offsets' })).toBeHidden()
  await expectAccessible(page)
})

/** A line may contain any digits. */
const anyId = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

test('card number, expiry and CVV leave the page only for the provider, and are stored nowhere', async ({
  page,
  product,
  enterBuy,
}) => {
  const sent: string[] = []
  page.on('request', (request) => {
    const text = `${request.url()} ${request.postData() ?? ''}`
    if (text.replaceAll(anyId, '').includes('4242')) sent.push(request.url())
  })
  const { dialog } = await enterBuy()
  await reserveByCard(dialog, 100)
  expect(sent).toEqual([`${product.url}/dev/cards`])
  const kept = await page.evaluate('JSON.stringify([localStorage, sessionStorage, location.href])')
  expect(String(kept).replaceAll(anyId, '')).not.toMatch(/4242|tok_/)
  expect(kept).toContain('CP-')
})
