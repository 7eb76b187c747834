// Walks the entry to and exit from a session: a signed-in user is never asked for a number again,
// and typed text and actions are kept.
import { expect, signIn, test, typeCode } from '#tests/support/journey.ts'
import { newPhone, Person } from '#tests/support/people/person.ts'

test('with an open session the landing page leads into the app, and Back leads to no form', {
  tag: '@always',
}, async ({ page }) => {
  await page.goto('/help')
  await signIn(page)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Carbon Passport' }).click()
  await expect(page).toHaveURL(/\/app$/)
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
  await page.goto('/')
  await expect(page).toHaveURL(/\/app$/)
})

test('a link that was opened without a session leads to its page after sign-in', {
  tag: '@always',
}, async ({ page, product, expectedConsole }) => {
  expectedConsole.push(/status of 401/)
  const phone = newPhone()
  const person = await new Person(product.url, phone).signIn()
  const [project]: { id: string }[] = (await person.get('/api/projects/')).body
  const link = `/app/projects/${project?.id}?from=sms`
  await page.goto(link)
  await expect(page).toHaveURL(/\/$/)
  await page.reload()
  await typeCode(page, phone)
  await expect(page).toHaveURL((url) => url.pathname + url.search === link)
  await expect(page.getByRole('button', { name: 'Buy Offsets' })).toBeVisible()
  // The next sign-in of this tab leads home.
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/$/)
  await typeCode(page, newPhone())
  await expect(page).toHaveURL(/\/app$/)
})

test('the page stays over a change of language, and for a passport in another language', async ({
  page,
  product,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 401/)
  const phone = newPhone()
  const person = await new Person(product.url, phone).signIn()
  await person.call('PATCH', '/api/profile', { language: 'nl' })
  await page.goto('/app/leaderboards')
  await expect(page).toHaveURL(/\/$/)
  await page.getByRole('link', { name: 'Deutsch' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await typeCode(page, phone)
  await expect(page).toHaveURL(/\/app\/leaderboards$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'nl')
})

test('a gift’s link announces it in each language, and leads to the passport', async ({ page }) => {
  await page.goto('/?gift')
  await page.getByRole('link', { name: 'Deutsch' }).click()
  await expect(page.getByText(/Ein Geschenk wartet auf die Nummer/)).toBeVisible()
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page.getByText(/A gift is waiting for the number/)).toBeVisible()
  await typeCode(page, newPhone())
  await expect(page).toHaveURL(/\/app$/)
})

test('a language link keeps the typed number, with its country', async ({ page }) => {
  await page.goto('/')
  await page.getByLabel('Country calling code').selectOption('NL')
  await page.getByLabel('Phone number').pressSequentially('0612345678')
  await page.getByRole('link', { name: 'Deutsch' }).click()
  await expect(page).toHaveURL(/language=de/)
  await expect(page.getByLabel('Telefonnummer')).toHaveValue('06 12345678')
  await expect(page.getByRole('combobox')).toHaveValue('NL')
})

test('logging out on purpose shows no request to log in to see a pass', async ({ page }) => {
  await signIn(page)
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('button', { name: 'Join / Login' })).toBeVisible()
  await expect(page.getByText('Please log in to see your pass.')).toBeHidden()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('Join shows its requirement, and the placeholders can be read', async ({ page }) => {
    await page.goto('/')
    // A search by text skips such an element; its words are tested in
    // server/pages/open-session.test.ts.
    await expect(page.locator('noscript')).toBeVisible()
    await page.getByLabel('Phone number').fill('07400123456')
    await page.getByLabel('Phone number').press('Enter')
    // No number gets into an address, not even in a browser without the method "dialog".
    await expect(page).toHaveURL(/\/$/)
    await expect(page.locator('#join [name]')).toHaveCount(0)
    for (const [path, title] of [
      ['/privacy', 'Privacy'],
      ['/terms', 'Terms'],
      ['/help', 'Help'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(page.getByText('Loading…')).toBeHidden()
    }
  })
})
