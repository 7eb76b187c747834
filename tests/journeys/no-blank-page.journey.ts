// Tests that the page is never blank: code that does not load, no network, and answers of a wrong shape.
// Each time the page says what failed and offers a next step (docs/product.md#failures-on-the-screen).
import type { Page } from '@playwright/test'
import {
  test as base,
  becomeMember,
  enter,
  expect,
  expectUsable,
  onEveryScreen,
} from '#tests/support/journey.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { openTunnel, type Tunnel } from '#tests/support/servers/tunnel.ts'
import { someOf } from '#tests/support/some-of.ts'

const test = base.extend<{ readonly tunnel: Tunnel }>({
  tunnel: async ({ product }, use) => {
    const tunnel = await openTunnel(product.url)
    await use(tunnel)
    await tunnel.close()
  },
  baseURL: async ({ tunnel }, use) => use(tunnel.url),
  expectedConsole: async ({ expectedConsole }, use) => {
    expectedConsole.push(
      /Failed to load resource|ERR_|dynamically imported module|could not be loaded/,
    )
    await use(expectedConsole)
  },
})

const pageFailed = (page: Page) =>
  page.getByRole('main').getByRole('heading', { name: 'This page could not be shown.' })
const retry = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Retry' })

/** From now on code files with this name are missing, as after a deployment. */
async function removeCode(page: Page, name: string): Promise<void> {
  await page.route(`**/assets/${name}*.js*`, (route) => route.fulfill({ status: 404, body: '' }))
}

/** Number of requests of the document. */
function countDocuments(page: Page): () => number {
  let documents = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1
  })
  return () => documents
}

/** Waits until the code of every page has loaded. */
async function waitForAllCode(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(`performance.getEntriesByType('resource').map(({ name }) => name)
        .filter((name) => /(leaderboards-page|gift-form|claim-reward-dialog|token-details-dialog)-/.test(name))
        .length`),
    )
    .toBeGreaterThanOrEqual(4)
  await page.waitForLoadState('networkidle')
}

test('a page with missing code reloads exactly once by itself, then shows a sentence and Retry', {
  tag: '@always',
}, async ({ page, product }) => {
  await removeCode(page, 'projects-page')
  await enter(page, product)
  const documents = countDocuments(page)
  await page.getByRole('link', { name: 'Projects' }).click()
  await expect(pageFailed(page)).toBeVisible()
  expect(documents()).toBe(1)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()

  await page.getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('heading', { name: 'Achievements' })).toBeVisible()
  await page.goBack()
  await expect(pageFailed(page)).toBeVisible()
  expect(documents()).toBe(1)

  await page.unrouteAll()
  await retry(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
})

test('Back from a page that failed shows the previous page, and Forward loads it again', async ({
  page,
  product,
  tunnel,
}) => {
  await removeCode(page, 'leaderboards-page')
  await enter(page, product)
  await expect(page.getByRole('heading', { name: 'Achievements' })).toBeVisible()
  tunnel.setCut(true)
  await page.getByRole('region', { name: 'Leaderboards' }).getByRole('link').click()
  await expect(pageFailed(page)).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Achievements' })).toBeVisible()
  tunnel.setCut(false)
  await page.unrouteAll()
  await page.goForward()
  await expect(page.getByRole('table').first()).toBeVisible()
  await expect(pageFailed(page)).toHaveCount(0)
})

test('a missing frame of /app is reported on a separate page, with a link home', async ({
  page,
  product,
}) => {
  await becomeMember(page, product)
  await removeCode(page, 'protected-routes')
  const documents = countDocuments(page)
  await page.goto('/app')
  await expect(pageFailed(page)).toBeVisible()
  expect(documents()).toBe(2)
  await onEveryScreen(page, async (screen) => {
    await expectUsable(page)
    const folder = process.env.PICTURES
    if (folder) await page.screenshot({ path: `${folder}/app-failed-${screen}.png` })
  })
  await page.unrouteAll()
  await retry(page).click()
  await expect(page.getByRole('heading', { name: 'Achievements' })).toBeVisible()
})

test('a document whose script does not load offers a link by itself', async ({ page, product }) => {
  await becomeMember(page, product)
  // A drawn document requests it twice: by a link, and by its starter.
  await page.route('**/assets/index-*.js', (route) => route.abort())
  await page.goto('/app/projects')
  await expect(page.getByText('Loading…')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Retry' })).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('link', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
})

test('a dialog that cannot load says so in its place, and Retry opens it', {
  tag: '@always',
}, async ({ page, product, db }) => {
  const { projectId } = await issueTestBatch(db, { kg: 1_000 })
  await removeCode(page, 'checkout-dialog')
  await enter(page, product, `/app/projects/${projectId}`)
  const documents = countDocuments(page)
  await page.getByRole('button', { name: 'Buy Offsets' }).click()
  const failed = page.getByRole('dialog', { name: 'This could not be opened.' })
  await onEveryScreen(page, async (screen) => {
    await expect(failed).toBeVisible()
    await expectUsable(page)
    const folder = process.env.PICTURES
    if (folder) await page.screenshot({ path: `${folder}/dialog-failed-${screen}.png` })
  })
  await failed.getByRole('button', { name: 'Close' }).click()
  await expect(failed).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Test wind farm' })).toBeVisible()
  await page.getByRole('button', { name: 'Buy Offsets' }).click()
  await expect(failed).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(failed).toBeHidden()

  await page.unrouteAll()
  await page.getByRole('button', { name: 'Buy Offsets' }).click()
  await expect(page.getByRole('dialog', { name: 'Buy Offsets' })).toBeVisible()
  expect(documents()).toBe(0)
})

test('Retry in a dialog with removed code reloads the newer build', async ({
  page,
  product,
  db,
}) => {
  const { projectId } = await issueTestBatch(db, { kg: 1_000 })
  await removeCode(page, 'checkout-dialog')
  await enter(page, product, `/app/projects/${projectId}`)
  await page.getByRole('button', { name: 'Gift Offsets' }).click()
  const failed = page.getByRole('dialog', { name: 'This could not be opened.' })
  const retry = failed.getByRole('button', { name: 'Retry' })
  const asked = page.waitForResponse((response) => response.status() === 404)
  await retry.click()
  await asked
  await expect(retry).toBeEnabled()
  const documents = countDocuments(page)
  await page.unrouteAll()
  await failed.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(documents).toBe(1)
  await page.getByRole('button', { name: 'Gift Offsets' }).click()
  await expect(page.getByRole('dialog', { name: 'Gift Offsets' })).toBeVisible()
})

test('a failed page is calm on every screen, in both themes', async ({ page, product }) => {
  await removeCode(page, 'profile-page')
  await enter(page, product, '/app/settings')
  await onEveryScreen(page, async (screen) => {
    await expect(pageFailed(page)).toBeVisible()
    await expectUsable(page)
    const folder = process.env.PICTURES
    if (folder) await page.screenshot({ path: `${folder}/page-failed-${screen}.png` })
  })
})

test('the one Retry of many parts loads them all, and the focus moves to their place', async ({
  page,
  product,
  tunnel,
}) => {
  await enter(page, product, '/app/projects')
  await waitForAllCode(page)
  tunnel.setCut(true)
  await page.getByRole('link', { name: 'Home' }).click()
  // Parts fail one after the other: the box lists all of them once loading has ended.
  await expect(
    page.getByText('You are offline. This loads by itself when the connection is back.'),
  ).toBeVisible()
  await expect(page.getByRole('main').getByRole('status', { name: 'Loading…' })).toHaveCount(0)
  await expect(retry(page)).toHaveCount(1)
  await expect(retry(page)).toBeEnabled()
  tunnel.setCut(false)
  await retry(page).press('Enter')
  await expect(page.getByRole('heading', { name: 'Achievements' })).toBeVisible()
  await expect(retry(page)).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
})

test('the Retry of one part loads it, and the focus moves to the page', async ({
  page,
  product,
}) => {
  await page.route('**/api/achievements/leaderboard**', (route) => route.abort())
  await enter(page, product, '/app')
  await expect(page.getByText('Could not load leaderboards.')).toBeVisible()
  await page.unroute('**/api/achievements/leaderboard**')
  await retry(page).press('Enter')
  await expect(retry(page)).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
})

for (const isOffline of [true, false]) {
  test(`an open app works ${isOffline ? 'in a browser that is offline' : 'where the line is cut'}: every page names the parts that did not load`, async ({
    page,
    product,
    tunnel,
    context,
    db,
  }) => {
    const { projectId } = await issueTestBatch(db, { kg: 1_000 })
    await enter(page, product, `/app/projects/${projectId}`)
    await waitForAllCode(page)
    tunnel.setCut(true)
    if (isOffline) await context.setOffline(true)
    await page.getByRole('button', { name: 'Buy Offsets' }).click()
    await expect(page.getByRole('dialog', { name: 'Buy Offsets' })).toBeVisible()
    await page.keyboard.press('Escape')
    const says = (sentence: string) => expect(page.getByText(sentence).first()).toBeVisible()

    await page.getByRole('link', { name: 'Home' }).click()
    await says('Could not load your Carbon Passport.')
    await says('Could not load achievements.')
    await says('Could not load rewards.')
    await says('Could not load featured projects.')
    await says('Could not load your transaction history.')
    await says('Could not load leaderboards.')
    // Many failures at once are reported in one box, not in each part's place.
    await expect(retry(page)).toHaveCount(1)
    await expect(page.getByRole('heading', { name: 'Achievements' })).toBeHidden()
    await page.getByRole('link', { name: 'Projects' }).click()
    await says('Could not load offset projects.')
    await page.getByRole('link', { name: 'Profile' }).click()
    await expect(
      page.getByRole('main').getByRole('button', { name: 'Retry' }).first(),
    ).toBeVisible()
    await page.goBack()
    await says('Could not load offset projects.')

    await expect(retry(page)).toBeEnabled()
    tunnel.setCut(false)
    if (isOffline) await context.setOffline(false)
    else await retry(page).click()
    await expect(page.getByRole('button', { name: 'Load More' })).toBeVisible()
  })
}

const badAnswers = [
  ['null', { json: null }],
  ['an empty object', { json: {} }],
  ['nothing', { status: 200, body: '' }],
  ['a page', { contentType: 'text/html', body: '<!doctype html><p>Sign in to this network' }],
  ['half of it', { contentType: 'application/json', body: '[{"id":"8' }],
] as const

/** Each screen's request, and the sentence shown when it fails. */
const asked = [
  ['/app', '**/passport/me', 'Could not load your Carbon Passport.'],
  ['/app', '**/api/achievements/me', 'Could not load achievements.'],
  ['/app', '**/api/rewards/me', 'Could not load rewards.'],
  ['/app', '**/api/projects/featured*', 'Could not load featured projects.'],
  ['/app', '**/api/tokens/transaction/me*', 'Could not load your transaction history.'],
  ['/app', '**/api/achievements/leaderboard', 'Could not load leaderboards.'],
  ['/app/projects', '**/api/projects/', 'Could not load offset projects.'],
  ['/app/offers', '**/api/projects/', 'Could not load offset projects.'],
  [
    '/app/transactions',
    '**/api/tokens/transaction/me*',
    'Could not load your transaction history.',
  ],
  ['/app/leaderboards', '**/api/achievements/leaderboard/*', 'Could not load leaderboards.'],
  ['/app/settings', '**/api/wallet/me', 'Could not load your wallet.'],
  ['/app/settings', '**/api/wallet/transactions', 'Could not load your transaction history.'],
  ['a project', '**/api/projects/*-*', 'Could not load project.'],
] as const

for (const [what, answer] of someOf(badAnswers, 1, 'bad answers')) {
  test(`an answer of success that is ${what} is a failure on every screen, with Retry`, async ({
    page,
    product,
    db,
  }) => {
    const { projectId } = await issueTestBatch(db, { kg: 1_000 })
    await becomeMember(page, product)
    for (const screen of new Set(asked.map(([path]) => path))) {
      const calls = asked.filter(([path]) => path === screen)
      for (const [, call] of calls) await page.route(call, (route) => route.fulfill(answer))
      await page.goto(screen === 'a project' ? `/app/projects/${projectId}` : screen)
      for (const [, , sentence] of calls)
        await expect(page.getByText(sentence).first()).toBeVisible()
      await page.unrouteAll()
      for (const [, , sentence] of calls) {
        const told = page.getByRole('alert').filter({ hasText: sentence })
        // Both boards show the sentence, each with its own Retry; one may reload by itself.
        await expect(async () => {
          if ((await told.count()) > 0) {
            await retry(page).first().click({ timeout: 2_000 })
          }
          await expect(told).toHaveCount(0, { timeout: 2_000 })
        }).toPass()
      }
    }
  })
}
