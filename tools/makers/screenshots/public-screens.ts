// Screens without a session: sign-in with all its states, certificates, and the pages about the
// product.
import { newPhone } from '#tests/support/people/person.ts'
import { paths } from '#web/paths.ts'
import type { Screen, Stage } from './stage.ts'

const refused = /Failed to load resource/

/** Opens the sheet for the code by the landing page's form. */
async function join({ page, button, field, dialog }: Stage, phone = newPhone()): Promise<void> {
  await page.goto(paths.landing)
  await field('sign_in_phone').fill(phone)
  await button('sign_in_join').click()
  await dialog().waitFor()
}

/** Opens the question to a person whose number may have had another owner. */
async function askWhose(stage: Stage): Promise<void> {
  const question = { code: 'number_idle', error: 'Is this passport yours?' }
  await stage.page.route('**/api/auth/verify-otp', (route) =>
    route.fulfill({ status: 409, json: question }),
  )
  await join(stage)
  await stage.field('sign_in_code').fill('123456')
  await stage.dialog().getByRole('checkbox').check()
  await stage.button('sign_in_verify').click()
  await stage.button('sign_in_not_mine').waitFor()
}

export const publicScreens: readonly Screen[] = [
  {
    name: 'landing',
    route: paths.landing,
    open: ({ page }) => page.goto(paths.landing),
  },
  {
    name: 'landing-gift',
    route: paths.landing,
    open: ({ page }) => page.goto('/?gift'),
  },
  {
    name: 'landing-wrong-number',
    route: paths.landing,
    expectedConsole: refused,
    async open({ page, field, button }) {
      await page.goto(paths.landing)
      await field('sign_in_phone').fill('+44 12')
      await button('sign_in_join').click()
      await page.getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'landing-sent-to-log-in',
    route: paths.landing,
    expectedConsole: refused,
    open: ({ page }) => page.goto(paths.home),
  },
  {
    name: 'landing-not-found',
    route: paths.landing,
    open: ({ page }) => page.goto('/no-such-page'),
  },
  { name: 'code-sheet', route: paths.landing, open: (stage) => join(stage) },
  {
    name: 'code-sheet-wrong-code',
    route: paths.landing,
    expectedConsole: refused,
    async open(stage) {
      await join(stage)
      await stage.field('sign_in_code').fill('000000')
      await stage.dialog().getByRole('checkbox').check()
      await stage.button('sign_in_verify').click()
      await stage.dialog().getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'code-sheet-whose-passport',
    route: paths.landing,
    expectedConsole: refused,
    open: askWhose,
  },
  {
    name: 'code-sheet-whose-passport-unreached',
    route: paths.landing,
    expectedConsole: refused,
    async open(stage) {
      await askWhose(stage)
      await stage.page.route('**/api/auth/verify-otp', (route) => route.abort())
      await stage.button('sign_in_mine').click()
      await stage.dialog().getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'landing-code-on-its-way',
    route: paths.landing,
    async open(stage) {
      await join(stage)
      await stage.button('common_cancel').click()
      await stage.button('sign_in_enter_code').waitFor()
    },
  },
  ...(['privacy', 'terms', 'help', 'transparency', 'verify'] as const).map((page): Screen => {
    return { name: page, route: paths.public(page), open: (on) => on.page.goto(paths.public(page)) }
  }),
  {
    name: 'verify-proven',
    route: paths.public('verify'),
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
    expectedConsole: refused,
    open: ({ page, people }) => page.goto(people.certificate.replace(/.{4}$/, '0000')),
  },
  {
    name: 'api-docs',
    route: '/api/docs',
    isWindowOnly: true,
    open: ({ page }) => page.goto('/api/docs'),
  },
]
