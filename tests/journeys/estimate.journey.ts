// Walks the estimate of a user's year: five answers, days on the home page and after a purchase, and a network that
// carries none of it (docs/product.md#estimate-of-a-year).
import { readIdentityEntries } from '#tests/support/browser-storage.ts'
import {
  becomeMember,
  enter,
  expect,
  expectUsable,
  onEveryScreen,
  type Page,
  test,
} from '#tests/support/journey.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'

/** Figures that appear in no other request of the journey. */
const figures = { gas: '11571', electricity: '2741', people: '3', carKm: '153' } as const

async function answer(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Gas', exact: true }).check()
  await page.getByLabel('Gas in kWh a year').fill(figures.gas)
  await page.getByLabel('Electricity in kWh a year').fill(figures.electricity)
  await page.getByLabel('People in your home').fill(figures.people)
  await page.getByRole('radio', { name: 'Petrol' }).check()
  await page.getByLabel('Kilometres by car a week').fill(figures.carKm)
  await page.getByLabel(/^Long:/).fill('1')
  await page.getByRole('radio', { name: 'Vegetarian' }).check()
  await page.getByLabel('Where you live').selectOption('GB')
  await page.getByRole('button', { name: 'Estimate my year' }).press('Enter')
}

/** The total of `figures`: 1,018 + 1,655 + 1,983 + 1,391 + 3,358 kg. */
const total = /^About 9,405\skg of CO2e a year$/

test('five answers become days of a year, and no request carries them', { tag: '@always' }, async ({
  page,
  product,
  db,
}) => {
  const batch = await issueTestBatch(db, { kg: 1_000 })
  const me = await enter(page, product)
  await me.buyByCard(batch, 60)
  await page.reload()
  const invitation = page.getByRole('link', { name: 'How much is your year? Five questions' })
  await expect(invitation).toHaveCount(1)
  await invitation.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your year' })).toBeVisible()
  await page.waitForLoadState('networkidle')

  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await answer(page)
  const result = page.getByRole('paragraph').filter({ hasText: total })
  await expect(result).toBeVisible()
  await expect(result).toBeFocused()
  await page.getByLabel('People in your home').fill('4')
  await page.waitForTimeout(500)
  // The app loads its other files when the browser is idle.
  expect(sent.filter((each) => !/^\S+\/assets\/\S+\.js $/.test(each))).toEqual([])

  await onEveryScreen(page, async () => {
    await expectUsable(page)
  })
  await page.getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('link', { name: 'About 2 days of your year' })).toBeVisible()
  await expect(invitation).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  const secrets = [...Object.values(figures).filter((figure) => figure.length > 1), '9405']
  expect(sent.filter((each) => secrets.some((secret) => each.includes(secret)))).toEqual([])

  expect(await readIdentityEntries(page)).toHaveProperty('estimate')
  await page.reload()
  await expect(page.getByRole('link', { name: 'About 2 days of your year' })).toBeVisible()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/$/)
  expect(await readIdentityEntries(page)).toEqual({})
})

test('without a store of the browser the estimate lasts until a reload', async ({
  page,
  product,
}) => {
  await page.addInitScript(`Object.defineProperty(window, 'indexedDB', {
    value: { open: () => { throw new Error('refused') } },
  })`)
  await enter(page, product, '/app/estimate')
  await answer(page)
  await expect(page.getByText(total)).toBeVisible()
  await page.getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('link', { name: /Your year is about 9,405/ })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: /^How much is your year/ })).toBeVisible()
})

test('a damaged entry is ignored and removed, and the home page does not shift', async ({
  page,
  product,
}) => {
  await becomeMember(page, product)
  await page.addInitScript(`window.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })`)
  await page.goto('/app/estimate')
  await answer(page)
  await expect(page.getByText(total)).toBeVisible()
  await page.goto('/app')
  await expect(page.getByRole('link', { name: /Your year is about/ })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate('window.shift')).toBeLessThan(0.01)
  await page.evaluate(`new Promise((resolve) => {
    const asked = indexedDB.open('carbon-passport')
    asked.onsuccess = () => {
      const transaction = asked.result.transaction(['kept'], 'readwrite')
      transaction.objectStore('kept').put({ yearKg: -1 }, 'estimate')
      transaction.oncomplete = () => { asked.result.close(); resolve() }
    }
  })`)
  await page.goto('/app')
  await expect(page.getByRole('link', { name: /^How much is your year/ })).toBeVisible()
  await expect.poll(() => readIdentityEntries(page)).not.toHaveProperty('estimate')
})
