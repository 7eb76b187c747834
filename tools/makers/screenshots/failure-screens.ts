// Lists the screens of loading pages, of a missing network, and of failures of the server or of a part of a
// page.
import { paths, patterns } from '#web/paths.ts'
import type { People } from './people.ts'
import type { Screen, Stage } from './stage.ts'

const failureMessages =
  /Failed to load resource|ERR_|dynamically imported module|could not be loaded/
/** Matches all calls of the pages except that of the session, without which they redirect to sign-in. */
const dataCalls = /\/(api\/(?!auth\/me)|passport\/me)/

type Page = readonly [name: string, route: string, pathOf: (people: People) => string]

const pages: readonly Page[] = [
  ...Object.entries({
    home: paths.home,
    projects: paths.projects,
    offers: paths.offers,
    profile: paths.settings,
    activity: paths.transactions,
    boards: paths.leaderboards,
    card: paths.card,
    estimate: paths.estimate,
    plans: paths.plans,
  }).map(([name, path]): Page => [name, path, () => path]),
  ['project', patterns.project, (people) => paths.project(people.project)],
]

/** Pages that load data, unlike the picture of a card and the questions about a year. */
const dataPages = pages.filter(([, route]) => route !== paths.card && route !== paths.estimate)

const loadingScreens = dataPages.map(([name, route, pathOf]): Screen => {
  return {
    name: `${name}-loading`,
    route,
    isWaiting: true,
    async open({ page, enter, people }) {
      // The document of a page that the server draws has its data, so the way leads from another page.
      await enter(people.regular, paths.card)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await page.route(dataCalls, () => new Promise(() => {}))
      await page.evaluate(`history.pushState(null, '', '${pathOf(people)}')`)
      // Waits for a skeleton, because /app shows 'Loading…' before the page's code has loaded.
      await page.locator('.skeleton').first().waitFor()
    },
  }
})

const failedScreens = dataPages.map(([name, route, pathOf]): Screen => {
  return {
    name: `${name}-failed`,
    route,
    // A project that did not load keeps the heading of a loading page.
    isWaiting: route === patterns.project,
    expectedConsole: failureMessages,
    async open({ page, enter, people, say }) {
      await page.route(dataCalls, (route) => route.fulfill({ status: 503, json: {} }))
      await enter(people.regular, pathOf(people))
      await page
        .getByRole('main')
        .getByRole('button', { name: say('common_retry') })
        .first()
        .waitFor()
    },
  }
})

/** Pages after a reload without a network. The passport stays on the device. */
const offlineScreens = pages.map(([name, route, pathOf]): Screen => {
  return {
    name: name === 'home' ? 'offline' : `${name}-offline`,
    route,
    expectedConsole: failureMessages,
    async open({ page, enter, people, say }) {
      await enter(people.regular, paths.home)
      await page.getByRole('heading', { name: say('achievements_title') }).waitFor()
      await page.waitForLoadState('networkidle')
      await page.route(/\/(api|passport)\//, (route) => route.abort())
      await page.goto(pathOf(people))
      await page.getByText(say('common_offline')).first().waitFor()
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
  ...offlineScreens,
]
