// Walks the seven languages in a browser (docs/product.md#languages): the landing page in each, the choice
// at its foot and in the profile, and texts that fit the smallest phone.
import {
  enter,
  expect,
  expectNoOverflow,
  expectUsable,
  readCode,
  signIn,
  test,
} from '#tests/support/journey.ts'
import { newPhone } from '#tests/support/people/person.ts'
import { someOf } from '#tests/support/some-of.ts'
import { textsOf } from '#texts/text-in.ts'
import { getOrThrow } from '#values/get-or-throw.ts'
import { languageNames, languages } from '#values/lists/languages.ts'
import { paths } from '#web/paths.ts'

/** Every page of /app without an id; one with a path and no route leads elsewhere. */
const protectedPaths = Object.values(paths)
  .filter((path) => typeof path === 'string')
  .filter((path) => path.startsWith(paths.home))

/** The languages in which the whole app is walked; the landing page is read in every one. */
const walked = someOf(languages, 2, 'languages')

test('the menu of languages closes by Escape and by a press outside', async ({ page }) => {
  await page.goto('/')
  const button = page.getByRole('button', { name: 'Languages' })
  const menu = page.getByRole('banner').getByRole('list')
  await button.click()
  await expect(menu.getByRole('link', { name: 'Deutsch' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()
  await button.press('Enter')
  await expect(menu).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(menu).toBeHidden()
})

for (const language of languages) {
  test.describe(languageNames[language], () => {
    test.use({ locale: language, viewport: { width: 360, height: 740 } })
    const say = (key: string) =>
      String(getOrThrow(textsOf(language), key, `${key} is missing.`).message)

    test(`a browser that prefers ${language} gets the whole landing page in it`, async ({
      page,
    }) => {
      await page.goto('/')
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('landing_title'))
      for (const key of ['landing_why', 'landing_how', 'landing_features', 'landing_partners']) {
        await expect(page.getByRole('heading', { name: say(key), exact: true })).toBeVisible()
      }
      const chosen = page.getByRole('link', { name: languageNames[language], exact: true })
      await expect(chosen).toHaveAttribute('aria-current', 'true')
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await expectUsable(page)
      }
    })

    if (!walked.includes(language)) return
    test(`a stranger signs in and walks the app in ${language}`, { tag: '@always' }, async ({
      page,
    }) => {
      const phone = newPhone()
      await page.goto('/')
      await page.getByLabel(say('sign_in_phone')).fill(phone)
      await page.getByRole('button', { name: say('sign_in_join') }).click()
      const dialog = page.getByRole('dialog', { name: say('sign_in_code_title') })
      await dialog.getByLabel(say('sign_in_code')).fill(await codeOnceShown())
      await expectUsable(page)
      await dialog.getByRole('checkbox').check()
      await dialog.getByRole('button', { name: say('sign_in_verify'), exact: true }).click()
      await expect(page).toHaveURL(/\/app$/)
      for (const path of protectedPaths) {
        await page.goto(path)
        await expect(page).toHaveURL((url) => url.pathname === path)
        await expect(page.locator('html')).toHaveAttribute('lang', language)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('.skeleton')).toHaveCount(0)
        await expectNoOverflow(page)
        if (path !== paths.projects) continue
        const kind = page.getByText(say('project_kinds_cooking'), { exact: true })
        await expect(kind.first()).toBeAttached()
      }
      await page.goto(paths.leaderboards)
      const own = new RegExp(`^${say('passport_member')} \\d{4}`)
      await expect(page.getByRole('rowheader', { name: own }).first()).toBeVisible()

      async function codeOnceShown() {
        await expect(dialog).toBeVisible()
        return readCode(page, phone)
      }
    })
  })
}

test('the landing page can be read and its language changed before any script runs', {
  tag: '@always',
}, async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    locale: 'en-GB',
    ...(baseURL === undefined ? {} : { baseURL }),
  })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Every kilogram leaves a stamp.')
  await page.getByRole('link', { name: 'Deutsch' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Jedes Kilo hinterlässt einen Stempel.',
  )
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await context.close()
})

test('the language chosen in the profile stays, for pages and for the next sign-in', async ({
  page,
  context,
}) => {
  const phone = await signIn(page)
  await page.getByRole('link', { name: 'Profile' }).click()
  await page.getByLabel('Language').selectOption('Nederlands')
  await expect(page.getByRole('heading', { level: 1, name: 'Profiel' })).toBeVisible()
  await expect(page.getByLabel('Taal')).toHaveValue('nl')
  await page.goto('/app')
  await expect(page.locator('html')).toHaveAttribute('lang', 'nl')

  await page.getByRole('button', { name: 'Uitloggen' }).click()
  await expect(page).toHaveURL(/\/$/)
  await context.clearCookies()
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.getByLabel('Phone number').fill(phone)
  await page.getByRole('button', { name: 'Join / Login' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enter your code' })
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('Code from the SMS').fill(await readCode(page, phone))
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL(/\/app$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'nl')
})

test('a failed change of language is reported, and the language stays', async ({
  page,
  product,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/)
  await enter(page, product, '/app/settings')
  await page.route('**/api/profile', (route) => route.abort())
  await page.getByLabel('Language').selectOption('Deutsch')
  await expect(page.getByText('Could not change the language. Please try again.')).toBeVisible()
  await expect(page.getByLabel('Language')).toHaveValue('en')
})
