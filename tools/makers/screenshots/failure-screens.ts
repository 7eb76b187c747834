// Lists the screens of loading pages, of a missing network, and of failures of the server or of a part of a
// page.
import { paths } from '#web/paths.ts'
import type { Screen, Stage } from './stage.ts'

const failureMessages =
  /Failed to load resource|ERR_|dynamically imported module|could not be loaded/
/** Matches all calls of the pages except that of the session, without which they redirect to sign-in. */
const dataCalls = /\/(api\/(?!auth\/me)|passport\/me)/

const pages = {
  home: paths.home,
  projects: paths.projects,
  profile: paths.settings,
  activity: paths.transactions,
  boards: paths.leaderboards,
} as const
const pageNames = Object.entries(pages)

const loadingScreens = pageNames.map(([name, route]): Screen => {
  return {
    name: `${name}-loading`,
    route,
    isWaiting: true,
    async open({ page, enter, people }) {
      await page.route(dataCalls, () => new Promise(() => {}))
      await enter(people.regular, route)
      // Waits for a skeleton, because /app shows 'Loading…' before the page's code has loaded.
      await page.locator('.skeleton').first().waitFor()
    },
  }
})

const failedScreens = pageNames.map(([name, route]): Screen => {
  return {
    name: `${name}-failed`,
    route,
    expectedConsole: failureMessages,
    async open({ page, enter, people, say }) {
      await page.route(dataCalls, (route) => route.fulfill({ status: 503, json: {} }))
      await enter(people.regular, route)
      await page
        .getByRole('main')
        .getByRole('button', { name: say('common_retry') })
        .first()
        .waitFor()
    },
  }
})

/** Opens a page whose code is missing, as after a deploy. */
const withoutCode =
  (code: string, path: string) =>
  async ({ page, enter, people, say }: Stage): Promise<void> => {
    await page.route(`**/assets/${code}*.js*`, (route) => route.fulfill({ status: 404, body: '' }))
    await enter(people.regular, path)
    await page.getByText(say('common_page_failed')).waitFor()
  }

export const failureScreens: readonly Screen[] = [
  ...loadingScreens,
  {
    name: 'app-loading',
    route: paths.home,
    isWaiting: true,
    async open({ page, enter, people }) {
      await page.route('**/api/auth/me', () => new Promise(() => {}))
      await enter(people.regular, paths.home)
    },
  },
  ...failedScreens,
  {
    name: 'page-failed',
    route: paths.projects,
    expectedConsole: failureMessages,
    open: withoutCode('projects-page', paths.projects),
  },
  {
    name: 'app-failed',
    route: paths.home,
    expectedConsole: failureMessages,
    open: withoutCode('protected-routes', paths.home),
  },
  {
    name: 'dialog-failed',
    route: '/app/projects/:id',
    expectedConsole: failureMessages,
    async open({ page, enter, people, button, dialog }) {
      await page.route('**/assets/checkout-dialog*.js*', (route) =>
        route.fulfill({ status: 404, body: '' }),
      )
      await enter(people.regular, paths.project(people.project))
      await button('projects_buy').click()
      await dialog().waitFor()
    },
  },
  {
    name: 'offline',
    route: paths.home,
    expectedConsole: failureMessages,
    async open({ page, enter, people, say }) {
      await enter(people.regular, paths.home)
      await page.getByRole('heading', { name: say('achievements_title') }).waitFor()
      await page.waitForLoadState('networkidle')
      await page.route(/\/(api|passport)\//, (route) => route.abort())
      await page.reload()
      await page.getByText(say('common_offline')).waitFor()
    },
  },
]
