// Walks names of 120 letters and amounts in lira on a phone, a tablet and a desk, in light and
// dark. No content overflows its box, and axe finds no barrier.
import { Readable } from 'node:stream'
import { importCatalogue } from '#features/catalogue/import/import-catalogue.ts'
import type { Database } from '#platform/database/database.ts'
import {
  enter,
  expect,
  expectAccessible,
  expectNoOverflow,
  onEveryScreen,
  type Page,
  test,
} from '#tests/support/journey.ts'
import {
  chooseKg,
  fillCard,
  pressReserve,
  retype,
  shownTxId,
  unfoldReceipt,
} from '#tests/support/people/checkout.ts'

const longName =
  `${'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerk'.repeat(2)} Kıyıköy 12`.slice(0, 120)
const newTurkishPhone = () => `+9053${Math.floor(10_000_000 + Math.random() * 89_999_999)}`

async function importExtremes(db: Database, id: string): Promise<void> {
  const projects = [
    'registry,registry_name,external_id,external_url,name,developer,country,country_code,status,' +
      'project_type,methodology,size,estimated_annual_credits,crediting_period_start,' +
      'crediting_period_end,sdgs,description',
    `EXT,Extreme Registry,${id},https://registry.verra.org/${id},${longName},${longName},` +
      `Heard Island and McDonald Islands,HM,Certified Design,"[""${longName.slice(0, 60)}"",""Wind""]",` +
      `,,,,,"[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17]",${longName} ${longName}`,
  ]
  const batches = [
    'registry,external_project_id,name,vintage_year,serial_number,quantity_tco2e,issuance_date,' +
      'price_per_kg,currency',
    `EXT,${id},,2024,${id}-${'9'.repeat(100)},999999,,49.999999,TRY`,
    `EXT,${id},,2023,${id}-${'8'.repeat(100)},999999,,0.0201,USD`,
  ]
  const source = (file: string, lines: string[]) => ({
    file,
    open: () => Readable.from([lines.join('\n')]),
  })
  const files = { projects: [source('p.csv', projects)], batches: source('b.csv', batches) }
  const terms = { isDemo: false, batchTerms: { acceptsPrices: true, uncompared: ['EXT'] } }
  expect(await importCatalogue(db, files, terms)).toHaveProperty('projects')
}

/** The page and its modal fit their containers. */
async function expectFits(page: Page): Promise<void> {
  await expectNoOverflow(page)
  // The chart is redrawn in the frame after a resize.
  const wide = `
    [...document.querySelectorAll('[role=dialog], [role=dialog] *, main *')]
      .filter((element) => {
        const { right, left, width } = element.getBoundingClientRect()
        const isApart = element.closest('.project-rail, .chip-rail, [aria-setsize], .sr-only') !== null
        const isSeen = width > 1 && !isApart
        return isSeen && (right > innerWidth + 0.5 || left < -0.5)
      })
      .map((element) => element.tagName + ' ' + element.className + ' ' + element.textContent.slice(0, 30))`
  await expect.poll(() => page.evaluate(wide)).toEqual([])
  const scrolls = `
    [...document.querySelectorAll('[role=dialog]')]
      .filter((sheet) => sheet.scrollWidth > sheet.clientWidth).length`
  await expect.poll(() => page.evaluate(scrolls)).toBe(0)
}

test('long names and liras fit every screen, from the list to the kilograms bought', {
  tag: '@always',
}, async ({ page, product, db }) => {
  const id = 'EXT1'
  await importExtremes(db, id)
  const check = (name: string) =>
    onEveryScreen(page, async (screen) => {
      await expectFits(page)
      if (page.viewportSize()?.width === 360) await expectAccessible(page)
      const folder = process.env.PICTURES
      if (folder) await page.screenshot({ path: `${folder}/${name}-${screen}.png` })
    })
  await enter(page, product, `/app/projects?q=${id}`, newTurkishPhone())
  await page.getByRole('article').first().waitFor()
  await check('list')
  await page.getByRole('article').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: longName })).toBeVisible()
  await check('detail')
  await page.getByRole('radio', { name: /Vintage 2024/ }).check()
  await page.getByRole('button', { name: 'Buy Offsets' }).click()
  const dialog = page.getByRole('dialog')
  await chooseKg(dialog, 10_000)
  await expect(dialog.getByText('₺499,999.99').first()).toBeVisible()
  await fillCard(dialog)
  await check('checkout')
  await pressReserve(dialog)
  const txId = await shownTxId(dialog)
  await check('ack')
  await retype(dialog, txId)
  await expect(dialog.getByText(/10,000\skg of carbon offsets/)).toBeVisible()
  await unfoldReceipt(dialog)
  await expect(dialog.getByText('Last kilogram')).toBeVisible()
  await check('success')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.goto('/app/transactions')
  const row = page.getByRole('button', { name: /Kilograms of/ })
  await expect(row).toContainText('₺499,999.99')
  await check('transactions')
  await row.click()
  await dialog.getByText(/^Show all: /).click()
  await expect(dialog.getByText('First', { exact: true })).toBeVisible()
  await check('tokens')
})
