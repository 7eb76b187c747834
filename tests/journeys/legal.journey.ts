// Walks the operator's legal texts: their pages, and an agreement to a version that changed (docs/product.md#legal-texts).
import { rmSync } from 'node:fs'
import { addAuthenticator } from '#tests/support/authenticator.ts'
import {
  expect,
  expectUsable,
  onEveryScreen,
  readCode,
  signIn,
  test,
} from '#tests/support/journey.ts'
import { legalFolder } from '#tests/support/legal-folder.ts'
import { newPhone } from '#tests/support/people/person.ts'

const { folder } = legalFolder()
const version = '2026-11'

test.use({
  environment: { LEGAL_DIR: folder, SUPPORT_EMAIL: 'help@passport.example' },
  // At an IP address there are no passkeys.
  baseURL: async ({ product }, use) => use(product.url.replace('127.0.0.1', 'localhost')),
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the pages show the texts in the user’s language, and the footer leads to the imprint', async ({
  page,
}) => {
  await page.goto('/?language=de')
  await page.getByRole('link', { name: 'Impressum' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Impressum' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'mail' })).toHaveAttribute(
    'href',
    'mailto:legal@passport.example',
  )
  await page.getByRole('link', { name: 'Datenschutz' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Was wir speichern' })).toBeVisible()
  await onEveryScreen(page, () => expectUsable(page))
})

test('a page from before a change asks for the agreement again, and keeps the code', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/409/)
  await page.goto('/')
  const phone = newPhone()
  await page.getByLabel('Phone number').fill(phone)
  await page.getByRole('button', { name: 'Join / Login' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox').check()
  // A page from before the legal texts names no version.
  await page.evaluate('delete document.documentElement.dataset.termsVersion')
  const code = await readCode(page, phone)
  await dialog.getByLabel('Code from the SMS').fill(code)
  await expect(dialog.getByText('have changed')).toBeVisible()
  await expect(dialog.getByRole('checkbox')).not.toBeChecked()
  await onEveryScreen(page, () => expectUsable(page))
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL(/\/app$/)
  await page.goto('/app/settings')
  const legal = page.getByRole('navigation', { name: 'Legal and contact' })
  await expect(legal.getByRole('link', { name: 'Write to us' })).toHaveAttribute(
    'href',
    'mailto:help@passport.example',
  )
  await expect(legal.getByRole('link', { name: 'Imprint' })).toBeVisible()
})

test('a passkey on a browser without an agreement asks first, and needs no second touch', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/409/)
  await addAuthenticator(page)
  await signIn(page)
  await page.goto('/app/settings')
  const offer = page.getByRole('region', { name: 'Sign in without a code' })
  await offer.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(offer).toBeHidden()
  expect(await page.evaluate(`localStorage.getItem('agreed-terms')`)).toBe(version)
  await page.evaluate(`localStorage.removeItem('agreed-terms')`)
  await page.getByRole('button', { name: 'Log out' }).click()
  const dialog = page.getByRole('dialog', { name: 'Privacy and terms' })
  await expect(dialog).toBeVisible()
  await onEveryScreen(page, () => expectUsable(page))
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Agree and sign in' }).click()
  await expect(page).toHaveURL(/\/app$/)
  // With the agreement kept, the next sign-in is one touch.
  await page.goto('/app/settings')
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/app$/)
})
