// Tests browsers without newer features: as old as the build's target (vite.config.ts), or on a
// page without https. Supported parts work; unsupported ones show a sentence.

import { becomeMember, expect, signIn, test } from '#tests/support/journey.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import {
  expectStamped,
  fillCard,
  openBuy,
  pressReserve,
  reserveByCard,
  retype,
} from '#tests/support/people/checkout.ts'

/**
 * Features that are newer than the oldest supported browsers (Chrome 94, Firefox 93, Safari 16.4).
 */
const lacking = `
  for (const name of ['toSorted', 'toReversed', 'toSpliced', 'with', 'findLast', 'findLastIndex']) {
    delete Array.prototype[name]
  }
  for (const name of ['union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf']) {
    delete Set.prototype[name]
  }
  delete Map.groupBy
  delete Object.groupBy
  delete Array.fromAsync
  delete Promise.withResolvers
  delete Promise.try
  delete URL.canParse
  delete URL.parse
  delete AbortSignal.any
  delete AbortSignal.timeout
  delete Element.prototype.checkVisibility
  delete Document.prototype.startViewTransition
  delete window.structuredClone
  delete window.requestIdleCallback
  delete window.BroadcastChannel
  delete window.scheduler
  delete window.Iterator
  delete Navigator.prototype.locks
  delete Navigator.prototype.share
  delete Navigator.prototype.canShare
  delete Crypto.prototype.randomUUID
`

test('an older browser signs in, browses and buys', { tag: '@always' }, async ({ page, db }) => {
  await page.addInitScript(lacking)
  const { projectId } = await issueTestBatch(db, { kg: 1_000 })
  await signIn(page)
  await expect(page.getByRole('article', { name: 'Carbon Passport' })).toBeVisible()
  for (const path of ['projects', 'leaderboards', 'settings', 'offers', 'card']) {
    await page.goto(`/app/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await page.waitForLoadState('networkidle')
  }
  const dialog = await openBuy(page, projectId)
  const txId = await reserveByCard(dialog, 100)
  await retype(dialog, txId)
  await expectStamped(dialog, '100')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.goto('/app/transactions')
  await expect(page.getByRole('button', { name: /Kilograms of/ })).toHaveCount(1)
})

test('on a page without WebCrypto no call is sent unsigned, and a sentence gives the reason', async ({
  page,
  product,
  db,
}) => {
  const { projectId } = await issueTestBatch(db, { kg: 1_000 })
  await becomeMember(page, product)
  await page.addInitScript(`
    Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined })
    delete Crypto.prototype.randomUUID
  `)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
  })
  const dialog = await openBuy(page, projectId)
  await dialog.getByLabel('Or another amount').fill('100')
  await fillCard(dialog)
  await pressReserve(dialog)
  await expect(dialog.getByText(/^This page did not come over a secure connection/)).toBeVisible()
  expect(sent).not.toContain('/api/tokens/getPin')
  expect(sent).not.toContain('/api/auth/terminal')
})
