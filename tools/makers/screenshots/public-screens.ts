// Lists the screens without a session: sign-in with all its states, certificates, and the pages about the
// product.
import { inboxToken, newPhone } from '#tests/support/people/person.ts'
import { paths } from '#web/paths.ts'
import { addPasskey } from './home-screens.ts'
import type { Screen, Stage } from './stage.ts'

const failedRequest = /Failed to load resource/

/** Submits a phone number on the landing page, and waits for the code's dialog. */
async function openCodeSheet(
  { page, button, field, dialog }: Stage,
  phone = newPhone(),
): Promise<void> {
  await page.goto(paths.landing)
  await field('sign_in_phone').fill(phone)
  await button('sign_in_join').click()
  await dialog().waitFor()
}

/** Opens the question whether the passport is the user's own, which appears after a number changed hands. */
async function openOwnerQuestion(stage: Stage): Promise<void> {
  const question = { code: 'number_idle', error: 'Is this passport yours?' }
  await stage.page.route('**/api/auth/verify-otp', (route) =>
    route.fulfill({ status: 409, json: question }),
  )
  await openCodeSheet(stage)
  await stage.field('sign_in_code').fill('123456')
  await stage.dialog().getByRole('checkbox').check()
  await stage.button('sign_in_verify').click()
  await stage.button('sign_in_not_mine').waitFor()
}

/** Returns the screen of a state of the landing page, or of the code's dialog on it. */
const landingScreen = (name: string, open: Screen['open'], more: Partial<Screen> = {}): Screen => ({
  ...{ name, route: paths.landing, open },
  ...more,
})
const withFailedRequest = { expectedConsole: failedRequest }

export const publicScreens: readonly Screen[] = [
  landingScreen('landing', ({ page }) => page.goto(paths.landing)),
  landingScreen('landing-gift', ({ page }) => page.goto('/?gift')),
  landingScreen(
    'landing-wrong-number',
    async ({ page, field, button }) => {
      await page.goto(paths.landing)
      await field('sign_in_phone').fill('+44 12')
      await button('sign_in_join').click()
      await page.getByRole('alert').first().waitFor()
    },
    withFailedRequest,
  ),
  landingScreen('landing-sent-to-log-in', ({ page }) => page.goto(paths.home), withFailedRequest),
  landingScreen(
    'landing-session-unchecked',
    async ({ page, say }) => {
      await page.route('**/api/auth/me', (route) => route.fulfill({ status: 503, json: {} }))
      await page.goto(paths.home)
      await page.getByText(say('common_unchecked')).waitFor()
    },
    withFailedRequest,
  ),
  landingScreen(
    'landing-passkey-refused',
    async (stage) => {
      await addPasskey(stage)
      await stage.page.context().clearCookies()
      await stage.page.route('**/api/auth/passkey', (route) =>
        route.fulfill({ status: 401, json: {} }),
      )
      await stage.page.goto(paths.landing)
      await stage.page.getByText(stage.say('sign_in_passkey_refused')).first().waitFor()
    },
    withFailedRequest,
  ),
  landingScreen('landing-languages', async ({ page, say }) => {
    await page.goto(paths.landing)
    await page.getByRole('button', { name: say('common_languages') }).click()
  }),
  landingScreen('landing-not-found', ({ page }) => page.goto('/no-such-page')),
  landingScreen('code-sheet', (stage) => openCodeSheet(stage)),
  landingScreen(
    'code-sheet-wrong-code',
    async (stage) => {
      await openCodeSheet(stage)
      await stage.field('sign_in_code').fill('000000')
      await stage.dialog().getByRole('checkbox').check()
      await stage.button('sign_in_verify').click()
      await stage.dialog().getByRole('alert').first().waitFor()
    },
    withFailedRequest,
  ),
  landingScreen('code-sheet-whose-passport', openOwnerQuestion, withFailedRequest),
  landingScreen(
    'code-sheet-whose-passport-unreached',
    async (stage) => {
      await openOwnerQuestion(stage)
      await stage.page.route('**/api/auth/verify-otp', (route) => route.abort())
      await stage.button('sign_in_mine').click()
      await stage.dialog().getByRole('alert').first().waitFor()
    },
    withFailedRequest,
  ),
  landingScreen('landing-code-on-its-way', async (stage) => {
    await openCodeSheet(stage)
    await stage.button('common_cancel').click()
    await stage.button('sign_in_enter_code').waitFor()
  }),
  ...(['privacy', 'terms', 'help', 'transparency', 'verify', 'log'] as const).map(
    (page): Screen => {
      return {
        name: page,
        route: paths.public(page),
        open: (on) => on.page.goto(paths.public(page)),
      }
    },
  ),
  {
    name: 'verify-proven',
    route: paths.public('verify'),
    // A log without witnesses has no policy.
    expectedConsole: failedRequest,
    async open({ page, people, url, field, button, say }) {
      await page.goto(paths.public('verify'), { waitUntil: 'networkidle' })
      await field('verify_input').fill(`${url}${people.certificate}`)
      await button('verify_check').click()
      await page.getByText(say('verify_holds'), { exact: true }).waitFor()
    },
  },
  {
    name: 'verify-unclear',
    route: paths.public('verify'),
    async open({ page, field, button, say }) {
      await page.goto(paths.public('verify'), { waitUntil: 'networkidle' })
      await field('verify_input').fill('CP-12')
      await button('verify_check').click()
      await page.getByText(say('verify_unclear')).waitFor()
    },
  },
  {
    name: 'certificate',
    route: '/c/:code',
    open: ({ page, people }) => page.goto(people.certificate),
  },
  {
    name: 'certificate-missing',
    route: '/c/:code',
    expectedConsole: failedRequest,
    open: ({ page, people }) => page.goto(people.certificate.replace(/.{4}$/, '0000')),
  },
  {
    name: 'inbox',
    route: '/dev/messages',
    isWindowOnly: true,
    open: ({ page }) => page.goto(`/dev/messages?token=${inboxToken}`),
  },
  {
    name: 'api-docs',
    route: '/api/docs',
    isWindowOnly: true,
    open: ({ page }) => page.goto('/api/docs'),
  },
]
