// The page of the API: calls are tried in it as whoever is logged in, signed by the browser's own key or
// a partner's, and nothing is loaded from elsewhere.
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoOverflow, signIn, test } from '#tests/support/journey.ts'

async function tryCall(page: Page, name: string, fill: Readonly<Record<string, string>> = {}) {
  const form = page.getByRole('form', { name, exact: true })
  for (const [label, value] of Object.entries(fill)) {
    await form.getByRole('textbox', { name: label, exact: true }).fill(value)
  }
  await form.getByRole('button', { name: 'Send' }).click()
  return form.getByRole('status')
}

test('calls are tried on the page of the API, signed ones too', async ({
  page,
  product,
  expectedConsole,
}) => {
  expectedConsole.push(/the server responded with a status of (401|404)/)
  await signIn(page)
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(product.url)) foreign.push(request.url())
  })
  await page.goto('/api/docs')
  await expectAccessible(page)
  await expectNoOverflow(page)

  const wallet = await tryCall(page, 'GET /api/wallet/me')
  await expect(wallet).toContainText(/^200/)
  await expect(wallet).toContainText('"userCurrency": "GBP"')
  const batches = await tryCall(page, 'GET /api/batches', { limit: '1' })
  await expect(batches).toContainText('rel="next"')
  const missing = await tryCall(page, 'GET /api/batches/{id}', { id: 'a/../b' })
  await expect(missing).toContainText('"code": "batch_not_found"')

  // A call that is signed rightly is looked at, and its purchase not found; any other is a 401.
  const body = JSON.stringify({ txId: 'CP-2222-2222-2222' })
  const cancelled = await tryCall(page, 'POST /api/tokens/cancelPin', { Body: body })
  await expect(cancelled).toContainText('"code": "purchase_not_found"')

  await page.getByRole('textbox', { name: 'Terminal', exact: true }).fill('partner_nobody')
  await page
    .getByLabel('Secret', { exact: true })
    .fill('AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8')
  const balance = await tryCall(page, 'GET /api/partner/balance')
  await expect(balance).toContainText('"code": "bad_signature"')
  expect(foreign).toEqual([])
})
