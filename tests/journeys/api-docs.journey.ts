// Walks the page of the API: calls run as the signed-in user, signed by the browser's own key or a
// partner's, and no file loads from elsewhere.
import type { Page } from '@playwright/test'
import { creditAsOperator } from '#features/partners/operator-credit.ts'
import { deriveKeys } from '#platform/keys.ts'
import { expect, expectAccessible, expectNoOverflow, signIn, test } from '#tests/support/journey.ts'
import { newTerminal } from '#tests/support/people/partner.ts'
import { openTestProgramme } from '#tests/support/people/programme.ts'

async function tryCall(page: Page, name: string, fill: Readonly<Record<string, string>> = {}) {
  const form = page.getByRole('form', { name, exact: true })
  for (const [label, value] of Object.entries(fill)) {
    await form.getByRole('textbox', { name: label, exact: true }).fill(value)
  }
  await form.getByRole('button', { name: 'Send' }).click()
  return form.getByRole('status')
}

test('signed and unsigned calls can be tried on the page of the API', async ({
  page,
  product,
  db,
  expectedConsole,
}) => {
  expectedConsole.push(/the server responded with a status of (401|404)/)
  const phone = await signIn(page)
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(product.url)) foreign.push(request.url())
  })
  await page.goto('/api/docs')
  await expectAccessible(page)
  await expectNoOverflow(page)
  // The product's own typefaces, as on its other pages.
  expect(await page.evaluate('[...document.fonts].map((each) => each.status)')).toContain('loaded')

  const wallet = await tryCall(page, 'GET /api/wallet/me')
  await expect(wallet).toContainText(/^200/)
  await expect(wallet).toContainText('"userCurrency": "GBP"')
  const batches = await tryCall(page, 'GET /api/batches', { limit: '1' })
  await expect(batches).toContainText('rel="next"')
  const missing = await tryCall(page, 'GET /api/batches/{id}', { id: 'a/../b' })
  await expect(missing).toContainText('"code": "batch_not_found"')

  // A correctly signed call gets 404 for its purchase; any other a 401.
  const body = JSON.stringify({ txId: 'CP-2222-2222-2222' })
  const cancelled = await tryCall(page, 'POST /api/tokens/cancelPin', { Body: body })
  await expect(cancelled).toContainText('"code": "purchase_not_found"')

  await page.getByRole('textbox', { name: 'Terminal', exact: true }).fill('partner_nobody')
  await page
    .getByLabel('Secret', { exact: true })
    .fill('AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8')
  const balance = await tryCall(page, 'GET /api/partner/balance')
  await expect(balance).toContainText('"code": "bad_signature"')

  // A programme with a line of 1,000.00 that has given 12.50.
  const keys = deriveKeys(Buffer.alloc(32, 0x5f))
  const programmeId = `journey-${crypto.randomUUID()}`
  await openTestProgramme(db, { id: programmeId, lineMinor: 100_000 })
  const { terminalId, secret } = await newTerminal(db, keys, programmeId)
  const given = { phone, amount: 12.5, currency: 'GBP', source: 'Cashback' }
  expect(await creditAsOperator(db, 100_000, programmeId, given, async () => {})).toHaveProperty(
    'id',
  )
  await page.getByRole('textbox', { name: 'Terminal', exact: true }).fill(terminalId)
  await page.getByLabel('Secret', { exact: true }).fill(secret)
  const left = await tryCall(page, 'GET /api/partner/balance')
  await expect(left).toContainText(/^200/)
  await expect(left).toContainText(
    /"currency": "GBP",\s+"balance": -12\.5,\s+"funds": 0,\s+"credit_line": 1000,\s+"available": 987\.5/,
  )
  const credits = await tryCall(page, 'GET /api/partner/wallet/credits', { limit: '1' })
  await expect(credits).toContainText(/^200/)
  await expect(credits).toContainText('"source": "Cashback"')
  await expect(credits).toContainText('"amount": 12.5')
  expect(foreign).toEqual([])
})
