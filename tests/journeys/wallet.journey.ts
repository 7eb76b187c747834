// Walks wallet money in a browser (docs/product.md#wallets-and-programmes): credits of several programmes,
// payment with wallet and card, and what the page shows when the wallet cannot be loaded.
import type { Page } from '@playwright/test'
import { creditAsOperator } from '#features/partners/operator-credit.ts'
import type { Database } from '#platform/database/database.ts'
import {
  becomeMember,
  expect,
  expectAccessible,
  expectNoOverflow,
  test,
} from '#tests/support/journey.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { openTestProgramme } from '#tests/support/people/programme.ts'
import { isProblem } from '#values/problem.ts'

const unboundedMinor = 1e12

/** Creates a programme of this name, with a line that no journey uses up. */
async function programme(db: Database, name: string): Promise<string> {
  const id = `journey-${crypto.randomUUID()}`
  await openTestProgramme(db, { id, name, lineMinor: unboundedMinor })
  return id
}

type Money = { amount: number; currency: string; source?: string; logo_url?: string }

async function credit(db: Database, programmeId: string, phone: string, money: Money) {
  const body = { phone, source: 'Green Bank cashback', ...money }
  const entry = await creditAsOperator(db, unboundedMinor, programmeId, body, async () => {})
  if (isProblem(entry)) throw new Error(entry.problem)
}

async function fillCard(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Card number').fill('4242424242424242')
  await dialog.getByLabel('Expiry').fill('1231')
  await dialog.getByLabel('CVV').fill('123')
}

/** The fonts that are loaded for the lira sign, and the one for all other text. */
const loadedFaces =
  "[...document.fonts].filter((f) => f.status === 'loaded' && /Grotesk/.test(f.family))" +
  ".map((f) => f.unicodeRange.split(',')[0])"

test('the profile shows totals per currency and their sum with the date of the rates', {
  tag: '@always',
}, async ({ page, product, db }) => {
  const { phone } = await becomeMember(page, product)
  const long = await programme(db, 'The Very Long-Winded Anatolian Friends of Wind, Sun and Water')
  const short = await programme(db, 'Green Bank')
  await credit(db, long, phone, { amount: 98_765_432.1, currency: 'TRY' })
  await credit(db, long, phone, { amount: 12.5, currency: 'EUR' })
  await credit(db, short, phone, { amount: 7.25, currency: 'EUR' })
  await page.goto('/app/settings')
  const wallet = page.getByRole('region', { name: 'Wallet', exact: true })
  await expect(wallet.getByText('Total in GBP')).toBeVisible()
  // At the rates of 13 April 2026 the lira are 1,645,680.96 pounds, the euros 10.88 and 6.31; and
  // there is 1.00 of Welcome.
  await expect(wallet.getByText('£1,645,699.15')).toBeVisible()
  await expect(
    wallet.getByText(/^At example exchange rates of 13 Apr 2026, \d+ days old$/),
  ).toBeVisible()
  await expect(wallet.getByRole('heading', { name: 'By currency' })).toBeVisible()
  await expect(wallet.getByText('€19.75')).toBeVisible()
  await expect(wallet.getByText('€12.50')).toBeVisible()
  await expect(wallet.getByText('₺98,765,432.10')).toHaveCount(2)
  await expect.poll(() => page.evaluate(loadedFaces)).toEqual(['U+0-FF', 'U+20BA'])
  await expect(wallet.getByRole('heading', { name: /^The Very Long-Winded/ })).toBeVisible()
  await expectAccessible(page)
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoOverflow(page)
  }
})

test('wallet activity initially shows five entries, then all, with money in and out', async ({
  page,
  product,
  db,
}) => {
  const { phone } = await becomeMember(page, product)
  const bank = await programme(db, 'Green Bank')
  for (let nth = 1; nth <= 6; nth += 1) {
    const logo_url = 'https://logos.example/green.png'
    await credit(db, bank, phone, { amount: nth, currency: 'GBP', source: `Gift ${nth}`, logo_url })
  }
  const foreign: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('logos.example')) foreign.push(request.url())
  })
  await page.goto('/app/settings')
  const activity = page.getByRole('region', { name: 'Wallet activity' })
  await expect(activity.getByRole('listitem')).toHaveCount(5)
  await expect(activity.getByText('Gift 6', { exact: true })).toBeVisible()
  await expect(activity.getByText('+£6.00')).toBeVisible()
  await activity.getByRole('button', { name: 'Show all' }).click()
  await expect(activity.getByRole('listitem')).toHaveCount(7)
  await expect(activity.getByRole('button', { name: 'Show all' })).toBeHidden()
  await expect(activity.getByText('Welcome')).toBeVisible()
  await expectAccessible(page)
  // The host of the logo is not on the operator's list.
  expect(foreign).toEqual([])
})

test('an empty wallet shows its sentence', async ({ page, product }) => {
  await becomeMember(page, product)
  await page.route('**/api/wallet/transactions', (route) => route.fulfill({ json: [] }))
  await page.route('**/api/wallet/me', (route) =>
    route.fulfill({
      json: { wallets: [], totalInUserCurrency: 0, userCurrency: 'GBP', as_of: null },
    }),
  )
  await page.goto('/app/settings')
  await expect(page.getByText('No wallet transactions yet.')).toBeVisible()
  await expect(page.getByText('£0.00')).toBeVisible()
  await expect(page.getByText('No programme has put money into your wallet yet.')).toBeVisible()
  await expectAccessible(page)
})

test('a failed wallet shows its sentence, and loads on Retry', async ({
  page,
  product,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/)
  await becomeMember(page, product)
  for (const [call, sentence] of [
    ['**/api/wallet/me', 'Could not load your wallet.'],
    ['**/api/wallet/transactions', 'Could not load your transaction history.'],
  ] as const) {
    await page.route(call, (route) => route.fulfill({ status: 500, json: { code: 'internal' } }))
    await page.goto('/app/settings')
    await expect(page.getByText(sentence)).toBeVisible()
    await page.unroute(call)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText(sentence)).toBeHidden()
  }
})

test('wallets of two programmes and currencies pay first, and the card the rest', async ({
  page,
  product,
  db,
}) => {
  const { phone } = await becomeMember(page, product)
  const bank = await programme(db, 'Green Bank')
  await credit(db, bank, phone, { amount: 0.8, currency: 'EUR' })
  const { projectId } = await issueTestBatch(db, { kg: 5_000 })
  await page.goto(`/app/projects/${projectId}`)
  await page.getByRole('button', { name: 'Buy Offsets' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: '100', exact: true }).click()
  // 1.00 of Welcome, and 0.69 that the 0.80 euros reach; 2.00 in all.
  await expect(dialog.getByText('− £1.69')).toBeVisible()
  await expect(dialog.getByText('£0.31', { exact: true })).toBeVisible()
  await fillCard(page)
  await dialog.getByRole('button', { name: 'Reserve 100 kg' }).click()
  await expect(
    dialog.getByText(/£1\.69 will then be taken from your wallet .* charged £0\.31/),
  ).toBeVisible()
  const txId = (await dialog.getByText(/^CP-[2-9A-Z]{4}-/).textContent()) ?? ''

  await page.goto('/app/settings')
  const wallet = page.getByRole('region', { name: 'Wallet', exact: true })
  await expect(wallet.getByText('£1.00 held for open purchases').first()).toBeVisible()
  await expect(wallet.getByText('€0.80 held for open purchases').first()).toBeVisible()
  await expectAccessible(page)

  // The page continues the open purchase by itself.
  await page.goto(`/app/projects/${projectId}`)
  await page.getByLabel('Retype the transaction ID').fill(txId)
  await page.getByRole('button', { name: 'Complete' }).click()
  await expect(page.getByText(/100\skg of carbon offsets are now in your passport/)).toBeVisible()
})

test('if the wallet does not answer, the card pays all of it, and the dialog says so first', async ({
  page,
  product,
  db,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/)
  await becomeMember(page, product)
  const { projectId } = await issueTestBatch(db, { kg: 5_000 })
  await page.route('**/api/wallet/prepay-preview', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', error: 'Something went wrong.' } }),
  )
  const sent: { payment_method?: string; wallet_used?: number }[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/tokens/getPin')) sent.push(request.postDataJSON())
  })
  await page.goto(`/app/projects/${projectId}`)
  await page.getByRole('button', { name: 'Buy Offsets' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: '100', exact: true }).click()
  await expect(
    dialog.getByText('Your wallet cannot be used right now. Your card pays the full amount.'),
  ).toBeVisible()
  await expect(dialog.getByText('£2.00').last()).toBeVisible()
  expect(sent).toEqual([])
  await expectAccessible(page)
  await fillCard(page)
  await dialog.getByRole('button', { name: 'Reserve 100 kg' }).click()
  await expect(dialog.getByText(/Your card will then be charged £2\.00/)).toBeVisible()
  expect(sent).toMatchObject([{ payment_method: 'card', wallet_used: 0, card_used: 2 }])
  const txId = (await dialog.getByText(/^CP-[2-9A-Z]{4}-/).textContent()) ?? ''
  await dialog.getByLabel('Retype the transaction ID').fill(txId)
  await dialog.getByRole('button', { name: 'Complete' }).click()
  await expect(dialog.getByText(/100\skg of carbon offsets are now in your passport/)).toBeVisible()
  const answer = await page.request.get('/api/wallet/me')
  expect(await answer.json()).toMatchObject({ totalInUserCurrency: 1 })
})
