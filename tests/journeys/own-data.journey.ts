// Walks a user's own data in Settings (docs/product.md#own-data): export, move, deletion, and the
// end of devices, on every screen.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import {
  enter,
  expect,
  expectUsable,
  onEveryScreen,
  readCode,
  test,
} from '#tests/support/journey.ts'
import { hashOf } from '#tests/support/number-keys.ts'
import { newPhone, Person } from '#tests/support/people/person.ts'
import { statement } from '#tests/support/test-statement.ts'

const settings = '/app/settings'
const forgetResend = statement(
  'journey-forget-own-resend',
  {},
  `update sign_in_attempts set resend_at = now(), sent_at = '{}' where number_hash = $1`,
)
const ageCode = statement(
  'journey-age-code',
  {},
  `update sessions set code_at = now() - interval '16 minutes' where passport_id = $1`,
)

async function open(page: Page, name: string) {
  await page.getByRole('button', { name }).click()
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog).toBeVisible()
  return dialog
}

test('exports one’s data as a file, and opens the statement of a year', { tag: '@always' }, async ({
  page,
  product,
}) => {
  const person = await enter(page, product, settings)
  await onEveryScreen(page, () => expectUsable(page))
  const dialog = await open(page, 'Export my data')
  await onEveryScreen(page, () => expectUsable(page))
  const [first] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(first.suggestedFilename()).toBe('carbon-passport-data.json')
  const file = JSON.parse(await readFile(await first.path(), 'utf8'))
  expect(file.profile['phone number']).toBe(person.phone)
  await expect(page.getByText('Your data is in your downloads.')).toBeVisible()

  const ofYear = await open(page, 'Statement of a year')
  await onEveryScreen(page, () => expectUsable(page))
  const lastYear = String(new Date().getUTCFullYear() - 1)
  await ofYear.getByLabel('Year').selectOption(lastYear)
  const link = ofYear.getByRole('link', { name: 'Open statement (PDF)' })
  await expect(link).toHaveAttribute('href', `/passport/statement.pdf?year=${lastYear}`)
  const paper = await page.request.get(`/passport/statement.pdf?year=${lastYear}`)
  expect([paper.status(), paper.headers()['content-type']]).toEqual([200, 'application/pdf'])
})

test('requires a code before an export if the last one is old', async ({
  page,
  product,
  db,
  expectedConsole,
}) => {
  expectedConsole.push(/403/)
  const person = await enter(page, product, settings)
  await db.run(ageCode, [person.id])
  const dialog = await open(page, 'Export my data')
  await dialog.getByRole('button', { name: 'Download' }).click()
  await dialog.getByRole('button', { name: 'Send me a code' }).click()
  const field = dialog.getByLabel(/Code sent to/)
  await expect(field).toBeVisible()
  await onEveryScreen(page, () => expectUsable(page))
  await field.fill(await readCode(page, person.phone))
  const [second] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(second.suggestedFilename()).toBe('carbon-passport-data.json')
})

test('shows the signed-in devices, ends one and all others', async ({ page, product, db }) => {
  const person = await enter(page, product, settings)
  const others: Person[] = []
  for (let count = 0; count < 2; count += 1) {
    await db.run(forgetResend, [hashOf(person.phone)])
    others.push(await new Person(product.url, person.phone).signIn())
  }
  const dialog = await open(page, 'Signed in here')
  const rows = dialog.getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(rows.filter({ hasText: 'This device' })).toHaveCount(1)
  await onEveryScreen(page, () => expectUsable(page))
  await dialog
    .getByRole('button', { name: /^End Unknown device/ })
    .first()
    .click()
  await expect(rows).toHaveCount(2)
  await dialog.getByRole('button', { name: 'End all others' }).click()
  await expect(dialog.getByText('You are signed in on this device only.')).toBeVisible()
  for (const other of others) expect((await other.get('/api/auth/me')).status).toBe(401)
})

test('moves to another number with a code from each', async ({
  page,
  product,
  expectedConsole,
}) => {
  expectedConsole.push(/400/)
  const person = await enter(page, product, settings)
  const phone = newPhone()
  const dialog = await open(page, 'Change number')
  await onEveryScreen(page, () => expectUsable(page))
  await dialog.getByLabel('New phone number').fill(phone)
  await dialog.getByRole('button', { name: 'Send both codes' }).click()
  const [own, other] = [
    dialog.getByLabel(/Code sent to/).first(),
    dialog.getByLabel(/Code sent to/).last(),
  ]
  await expect(own).toBeVisible()
  const code = await readCode(page, person.phone)
  await own.fill(code)
  await other.fill(code)
  await dialog.getByRole('button', { name: 'Change number' }).click()
  await expect(dialog.getByText('Invalid code—please try again.')).toBeVisible()
  await onEveryScreen(page, () => expectUsable(page))
  await expect(own).toHaveValue(code)
  await other.fill(await readCode(page, phone))
  await dialog.getByRole('button', { name: 'Change number' }).click()
  await expect(page.getByText('Your passport is on the new number.')).toBeVisible()
  const me = await page.request.get('/api/auth/me')
  expect(await me.json()).toMatchObject({ id: person.id, phone })
})

test('deletes the passport after listing the effects', async ({
  page,
  product,
  expectedConsole,
}) => {
  expectedConsole.push(/401/)
  const person = await enter(page, product, settings)
  const dialog = await open(page, 'Delete my passport')
  await expect(dialog.getByText('£1.00 in your wallets goes back')).toBeVisible()
  await onEveryScreen(page, () => expectUsable(page))
  await dialog.getByRole('button', { name: 'Send me a code' }).click()
  const field = dialog.getByLabel(/Code sent to/)
  await expect(field).toBeVisible()
  await onEveryScreen(page, () => expectUsable(page))
  await field.fill(await readCode(page, person.phone))
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByText(/^Your passport is deleted/)).toBeVisible()
  expect((await person.get('/api/auth/me')).status).toBe(401)
})
