// Walks an import in the console from its preview to done, with the keyboard alone and one refused row, and a file that
// is dropped (docs/product.md#actions-with-a-file).
import type { Locator } from '@playwright/test'
import { importCatalogue } from '#features/catalogue/import/import-catalogue.ts'
import type { Database } from '#platform/database/database.ts'
import { projectHeader, textFile, wind } from '#tests/support/example-catalogue-files.ts'
import { expect, expectUsable, onEveryScreen, type Page } from '#tests/support/journey.ts'
import { test } from '#tests/support/people/console-staff.ts'

test.use({ viewport: { width: 1280, height: 900 } })

const header =
  'registry,external_project_id,vintage_year,serial_number,quantity_tco2e,issuance_date,price_per_kg,currency'
const block = (series: number, price: string) =>
  `GS,GS1,2024,GS1-1-TR-GS1-1-2024-${series}-1-5,5,2026-04-13,${price},GBP`
const fileOf = (...rows: readonly string[]) => ({
  name: 'batches.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([header, ...rows, ''].join('\n')),
})
type CsvFile = ReturnType<typeof fileOf>

const addProject = (db: Database) =>
  importCatalogue(db, { projects: [textFile('p.csv', projectHeader, wind)] }, { isDemo: false })

/** Maximum number of Tab presses from the top of the page to a control. */
const tabsMax = 60

async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let presses = 0; presses < tabsMax; presses += 1) {
    if (await control.and(page.locator(':focus')).count()) return
    await page.keyboard.press('Tab')
  }
  await expect(control).toBeFocused()
}

/** Presses a control with the keyboard. */
async function press(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press('Enter')
}

/** Opens the browser's choice of files with the keyboard, and chooses one. */
async function choose(page: Page, field: Locator, file: CsvFile): Promise<void> {
  await tabTo(page, field)
  const opened = page.waitForEvent('filechooser')
  await page.keyboard.press('Space')
  await (await opened).setFiles(file)
}

test('an import by file goes from a preview with a refused row to done, with the keyboard alone', async ({
  page,
  db,
  enterConsole,
}) => {
  // The first listener makes the browser hand over its choice of files, which takes a moment.
  page.on('filechooser', () => undefined)
  await addProject(db)
  await enterConsole('registry')
  await page.goto('/catalogue/batches')
  await press(page, page.getByRole('button', { name: 'Import batches' }))
  const dialog = page.getByRole('dialog', { name: 'Import batches' })
  const file = dialog.getByLabel('File', { exact: true })
  await choose(page, file, fileOf(block(1, '0.02'), block(2, '24.3')))
  await expect(dialog.getByText(/^batches\.csv: \d+ bytes, 3 lines$/)).toBeVisible()
  await onEveryScreen(page, () => expectUsable(page))
  await tabTo(page, dialog.getByLabel('Reason'))
  await page.keyboard.type('Prices of May')
  await press(page, dialog.getByRole('button', { name: 'Preview' }))
  await expect(dialog.getByText('1 row is refused, so nothing is taken')).toBeVisible()
  await expect(dialog.getByRole('listitem').first()).toContainText('RefusedLine 3')
  await expect(dialog.getByRole('listitem').first()).toContainText('“Accept unusual prices”')
  await onEveryScreen(page, () => expectUsable(page))
  await press(page, dialog.getByRole('button', { name: 'Back' }))
  await expect(file).toBeVisible()
  await choose(page, file, fileOf(block(1, '0.02'), block(2, '0.0243')))
  await press(page, dialog.getByRole('button', { name: 'Preview' }))
  await expect(dialog.getByText('This will happen')).toBeVisible()
  await expect(dialog.getByText('New', { exact: true }).first()).toBeVisible()
  await onEveryScreen(page, () => expectUsable(page))
  await press(page, dialog.getByRole('button', { name: 'Import batches' }))
  await expect(dialog.getByText('Done.')).toBeVisible()
  await press(page, dialog.getByRole('button', { name: 'Close' }).last())
  await expect(dialog).toBeHidden()
  await page.keyboard.press('/')
  await page.keyboard.type('GS1-1-TR-GS1-1-2024-2-1-5')
  await expect(page.getByRole('option', { name: /GS1-1-TR-GS1-1-2024-2-1-5/ })).toBeVisible()
})

test('a dropped file is read, and one that is no text is refused before it is sent', async ({
  page,
  enterConsole,
}) => {
  await enterConsole('registry')
  await page.goto('/catalogue/projects')
  await page.getByRole('button', { name: 'Import projects' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import projects' })
  const drop = async (name: string, bytes: readonly number[]) => {
    const file = `new File([new Uint8Array(${JSON.stringify(bytes)})], ${JSON.stringify(name)})`
    const transfer = await page.evaluateHandle(
      `(() => { const data = new DataTransfer(); data.items.add(${file}); return data })()`,
    )
    const zone = dialog.getByText('Or drop it here.')
    await zone.dispatchEvent('drop', { dataTransfer: transfer })
  }
  await drop('utf16.csv', [0xff, 0xfe, 0x61, 0x00])
  await expect(dialog.getByText('utf16.csv is UTF-16. Save it as UTF-8.')).toBeVisible()
  await drop('empty.csv', [])
  await expect(dialog.getByText('empty.csv: 0 bytes, 0 lines')).toBeVisible()
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByText('the file is empty')).toBeVisible()
})
