// Walks hostile texts in every field of an import and in gift notes. Pages show them as text, no
// script runs, and the Content-Security-Policy reports no violation.
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { importCatalogue } from '#features/catalogue/import/import-catalogue.ts'
import type { Database } from '#platform/database/database.ts'
import { becomeMember, enter, expect, type Page, test } from '#tests/support/journey.ts'
import { payloads } from '#tests/support/payloads.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { cardOrder, Person } from '#tests/support/people/person.ts'

type Fields = Readonly<Record<string, string>>

function csv(rows: readonly Fields[]): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  const names = Object.keys(rows[0] ?? {})
  const lines = rows.map((row) => names.map((name) => quoted(row[name] ?? '')).join(','))
  return [names.join(','), ...lines].join('\n')
}

const source = (file: string, rows: readonly Fields[]) => ({
  file,
  open: () => Readable.from([csv(rows)]),
})

/** One project and one batch per payload; the long fields hold all payloads. */
async function importHostile(db: Database): Promise<void> {
  const all = payloads.join('\n')
  const id = (index: number) => `XSS${index}`
  const projects = payloads.map((payload, index) => ({
    registry: 'XSS',
    registry_name: payload.slice(0, 100),
    external_id: id(index),
    external_url: '',
    name: payload,
    developer: all,
    country: payload,
    country_code: 'TR',
    status: 'Listed',
    project_type: JSON.stringify([payload]),
    methodology: all,
    size: all,
    estimated_annual_credits: '',
    crediting_period_start: '',
    crediting_period_end: '',
    sdgs: '',
    as_of: all,
    description: all,
    image_url: `https://registry.verra.org/${encodeURIComponent(payload)}`,
  }))
  const batches = payloads.map((payload, index) => ({
    registry: 'XSS',
    external_project_id: id(index),
    name: payload,
    vintage_year: '2024',
    // A serial of one would be refused.
    serial_number: `XSS No ${index} A`,
    quantity_tco2e: '5',
    issuance_date: '',
    price_per_kg: '0.02',
    currency: 'GBP',
  }))
  const result = await importCatalogue(
    db,
    { projects: [source('projects.csv', projects)], batches: source('batches.csv', batches) },
    { isDemo: false, batchTerms: { uncompared: ['XSS'] } },
  )
  expect(result).toMatchObject({ projects: { added: payloads.length } })
}

async function listen(page: Page): Promise<string[]> {
  const reports: string[] = []
  await page.exposeFunction('tellReport', (report: string) => void reports.push(report))
  await page.addInitScript(`
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      window.tellReport(violatedDirective + ' ' + blockedURI))`)
  page.on('dialog', (dialog) => {
    reports.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  return reports
}

const hasRun = (page: Page) => page.evaluate('window.ran !== undefined')

test('60 hostile texts in every field of an import are shown as text and run no script', {
  tag: '@always',
}, async ({ page, product, db }) => {
  expect(new Set(payloads).size).toBe(60)
  const reports = await listen(page)
  await importHostile(db)
  const person = await enter(page, product, '/app/projects?q=XSS&limit=100')
  const cards = page.getByRole('main').getByRole('article')
  await expect(cards).toHaveCount(payloads.length)
  await expect(
    cards.getByText('<script>window.ran=1</script>', { exact: true }).first(),
  ).toBeVisible()
  expect(await hasRun(page)).toBe(false)
  const found = (await person.get('/api/projects/?q=XSS&limit=100')).body
  for (const { id } of found.filter((_: unknown, index: number) => index % 12 === 0)) {
    await page.goto(`/app/projects/${id}`)
    await expect(page.getByText(/^<svg><script>window\.ran=1/).first()).toBeVisible()
    await page.getByRole('button', { name: 'Buy Offsets' }).click()
    await expect(page.getByRole('dialog').getByLabel('Or another amount')).toBeVisible()
    expect(await hasRun(page)).toBe(false)
  }
  const javascriptLinks = await page.locator('a[href^="javascript"]').count()
  expect([...reports, javascriptLinks]).toEqual([0])
})

test('60 hostile gift notes are shown as text and run no script', async ({ page, product, db }) => {
  const reports = await listen(page)
  const batch = await issueTestBatch(db, { kg: 10_000 })
  const receiver = await becomeMember(page, product)
  const giver = await new Person(product.url).signIn()
  const perNote = 3
  for (let index = 0; index < payloads.length; index += perNote) {
    const note = payloads.slice(index, index + perNote).join(' ')
    const order = { ...cardOrder(batch, 20, await giver.cardToken()), is_gift: 1 }
    const gift = { ...order, telephone: receiver.phone, note, name: note.slice(0, 60) }
    const reserved = await giver.reserve(gift, { key: randomUUID() })
    expect(reserved.body).toMatchObject({ txId: expect.any(String) })
    expect((await giver.complete(reserved.body.txId)).status).toBe(200)
  }
  await page.goto('/app/transactions')
  const sealed = page.getByRole('button', { name: /Sealed for you$/ })
  await page.getByRole('button', { name: /^Show \d+ more$/ }).click()
  await expect(sealed).toHaveCount(payloads.length / perNote)
  await expect(sealed.getByText(/<scr<script>ipt>window\.ran=1/)).toBeVisible()
  await sealed.first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Break the seal' }).click()
  await expect(dialog.getByText('window.ran=1').first()).toBeVisible()
  expect(await hasRun(page)).toBe(false)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: /Kilograms of/ }).click()
  await dialog.getByText(/^Show all: /).click()
  await expect(page.getByRole('dialog').getByText('First', { exact: true })).toBeVisible()
  expect(await hasRun(page)).toBe(false)
  expect(reports).toEqual([])
})
