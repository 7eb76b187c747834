// Lists the photographed screens of the staff's console: each page, a record of each kind, and the dialog of an
// action.
import type { Page } from '@playwright/test'
import type { PreparedScreen } from './photograph.ts'
import type { ConsoleRecords } from './show-console.ts'

/** A screen of the console, which exists in English only. */
export type ConsoleScreen = Omit<PreparedScreen, 'open'> & {
  readonly open: (page: Page, records: ConsoleRecords) => Promise<unknown>
  /** True for the screen of a visitor without a session. */
  readonly isSignedOut?: boolean
}

const failedRequest = /Failed to load resource/

async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.getByRole('status', { name: 'Loading…' }).waitFor({ state: 'detached' })
}

const consolePage = (name: string, path: string): ConsoleScreen => ({
  name: `console-${name}`,
  route: path.replace(/\?.*/, ''),
  open: (page) => goTo(page, path),
})

/** Returns the screen of one record, whose path needs an id. */
const recordPage = (name: string, route: string, idOf: (records: ConsoleRecords) => string) => ({
  name: `console-${name}`,
  route,
  open: (page: Page, records: ConsoleRecords) => goTo(page, route.replace(':id', idOf(records))),
})

/** Opens the dialog of a refund, and fills its reason. */
async function openRefund(page: Page, { paidPurchase }: ConsoleRecords) {
  await goTo(page, `/purchases/${paidPurchase}`)
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await dialog.getByLabel('Reason').fill('Bought twice')
  return dialog
}

/** Opens the dialog of an import, with a file of one refused row. */
async function previewImport(page: Page): Promise<void> {
  await goTo(page, '/catalogue/batches')
  await page.getByRole('button', { name: 'Import batches' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import batches' })
  const lines = [
    'registry,external_project_id,vintage_year,serial_number,quantity_tco2e,issuance_date,price_per_kg,currency',
    'GS,GS1,2024,GS1-1-TR-GS1-1-2024-1-1-5,5,2026-04-13,0.02,GBP',
  ]
  const buffer = Buffer.from(`${lines.join('\n')}\n`)
  await dialog
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'batches.csv', mimeType: 'text/csv', buffer })
  await dialog.getByLabel('Reason').fill('Prices of May')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText(/row is refused/).waitFor()
}

export const consoleScreens: readonly ConsoleScreen[] = [
  { ...consolePage('sign-in', '/sign-in'), isSignedOut: true },
  {
    name: 'console-invitation',
    route: '/invitation/:token',
    isSignedOut: true,
    open: (page, { invitation }) => goTo(page, invitation),
  },
  consolePage('today', '/'),
  consolePage('people', '/people'),
  consolePage('people-empty', '/people?q=nobody-has-this-name'),
  recordPage('person', '/people/:id', ({ person }) => person),
  consolePage('purchases', '/purchases'),
  recordPage('purchase', '/purchases/:id', ({ paidPurchase }) => paidPurchase),
  recordPage('purchase-refunded', '/purchases/:id', ({ refundedPurchase }) => refundedPurchase),
  {
    name: 'console-refund',
    route: '/purchases/:id',
    open: openRefund,
  },
  {
    name: 'console-refund-preview',
    route: '/purchases/:id',
    async open(page, records) {
      const dialog = await openRefund(page, records)
      await dialog.getByRole('button', { name: 'Preview' }).click()
      await dialog.getByText('This will happen').waitFor()
    },
  },
  consolePage('desk', '/disputes'),
  consolePage('disputes', '/disputes/all'),
  consolePage('projects', '/catalogue/projects'),
  recordPage('project', '/catalogue/projects/:id', ({ project }) => project),
  consolePage('batches', '/catalogue/batches'),
  recordPage('batch', '/catalogue/batches/:id', ({ batch }) => batch),
  {
    name: 'console-import-refused',
    route: '/catalogue/batches',
    expectedConsole: failedRequest,
    open: previewImport,
  },
  consolePage('retirement', '/retirement'),
  consolePage('retirement-recorded', '/retirement/recorded'),
  consolePage('programmes', '/programmes'),
  recordPage('programme', '/programmes/:id', ({ programme }) => programme),
  consolePage('books', '/books'),
  consolePage('books-journal', '/books/journal'),
  consolePage('books-payouts', '/books/payouts'),
  consolePage('books-differences', '/books/differences'),
  consolePage('books-months', '/books/months'),
  consolePage('approvals', '/approvals'),
  consolePage('audit', '/audit'),
  consolePage('staff', '/staff'),
  recordPage('member', '/staff/:id', ({ member }) => member),
  {
    name: 'console-search',
    route: '/',
    async open(page, { paidPurchase }) {
      await goTo(page, '/')
      await page.keyboard.press('/')
      await page.keyboard.type(paidPurchase)
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'console-failed',
    route: '/people',
    expectedConsole: failedRequest,
    async open(page) {
      const answer = { status: 503, json: {} }
      await page.route('**/console/api/people**', (route) => route.fulfill(answer))
      await page.goto('/people')
      await page.getByRole('button', { name: 'Retry' }).waitFor()
    },
  },
]
