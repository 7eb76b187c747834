// Walks the passport without a network (docs/product.md#offline): the pages that open, the stored
// data, its erasure, and the takeover of a new build. The connection between browser and server is
// really cut.
import type { Page } from '@playwright/test'
import { readIdentityEntries } from '#tests/support/browser-storage.ts'
import {
  test as base,
  enter,
  expect,
  expectAccessible,
  expectNoOverflow,
  signIn,
} from '#tests/support/journey.ts'
import { openTunnel, type Tunnel } from '#tests/support/servers/tunnel.ts'
import { publicPath, titlePages } from '#values/lists/public-pages.ts'

const test = base.extend<{ readonly tunnel: Tunnel }>({
  tunnel: async ({ product }, use) => {
    const tunnel = await openTunnel(product.url)
    await use(tunnel)
    await tunnel.close()
  },
  baseURL: async ({ tunnel }, use) => use(tunnel.url),
})
test.use({ serviceWorkers: 'allow' })

const unreached = /Failed to load resource|ERR_/

const keepShell = (page: Page) => page.evaluate('navigator.serviceWorker.ready.then(() => true)')

/**
 * Signs in through the form, so that the signing key is stored, and waits until the shell is
 * cached.
 */
async function signInAndKeep(page: Page): Promise<void> {
  await signIn(page)
  await keepShell(page)
}

test('the passport opens without a network, with its QR code and date, and Retry as its only control', {
  tag: '@always',
}, async ({ page, product, tunnel, expectedConsole }) => {
  expectedConsole.push(unreached)
  await enter(page, product)
  await keepShell(page)
  tunnel.setCut(true)
  await page.goto('/app')
  await expect(page.getByText('Loading…')).toBeVisible()
  await expect(
    page.getByText(/^You are offline\. This is your passport as it was on \d/),
  ).toBeVisible()
  const card = page.getByRole('main').getByRole('article', { name: 'Carbon Passport' })
  await expect(card.getByRole('img', { name: 'QR code of your passport id' })).toBeVisible()
  await expect(card.getByText('Offset league')).toBeVisible()
  await expect(card.getByText('United Kingdom')).toBeVisible()
  await expect(card.getByText('Eco score')).toBeVisible()
  await expect(page.getByRole('main').getByRole('button')).toHaveText(['Retry'])
  await expectAccessible(page)
  await expectNoOverflow(page)

  tunnel.setCut(false)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Achievements' })).toBeVisible()
})

test('public pages open without a network, and the landing page leads to the passport', async ({
  page,
  product,
  tunnel,
  expectedConsole,
}) => {
  expectedConsole.push(unreached)
  await enter(page, product)
  await keepShell(page)
  tunnel.setCut(true)
  await page.goto('/privacy')
  await expect(page.getByRole('heading', { name: 'Privacy' })).toBeVisible()
  for (const path of ['/', '/transparency']) {
    await page.goto(path)
    await expect(page).toHaveURL('/app')
    await expect(page.getByText(/^You are offline/)).toBeVisible()
  }
})

test('the kept card holds id, kilograms, leagues, country, score and a date, and no name or number', async ({
  page,
}) => {
  await signInAndKeep(page)
  const { card, terminal, stamps, ...others } = await readIdentityEntries(page)
  expect(card).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    kg: 0,
    leagues: { eco: 'bronze', offset: 'bronze' },
    country: 'GB',
    score: 0,
    date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  })
  expect(terminal).toBeDefined()
  // The record of celebrated stamps, which the offline page does not show.
  expect([undefined, { codes: [], passportId: expect.any(String) }]).toContainEqual(stamps)
  expect(others).toEqual({})
})

test('the worker caches only the shell, never an answer of the API or the passport', async ({
  page,
  product,
}) => {
  await enter(page, product)
  await keepShell(page)
  for (const path of ['/app/projects', '/app/settings', '/app/transactions', '/app']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
  }
  const kept: string[] = await page.evaluate(`(async () => {
    const urls = []
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) urls.push(url)
    }
    return urls.map((url) => url.replace(location.origin, ''))
  })()`)
  expect(kept.length).toBeGreaterThan(5)
  const pages = ['/app', ...titlePages.map(publicPath)].map((path) => `${path}?language=en`)
  const foreign = kept.filter((url) => !url.startsWith('/assets/') && !pages.includes(url))
  expect(foreign).toEqual([])
})

test('every page opens from the worker’s cache, also after a deployment has removed its files', async ({
  page,
  product,
  tunnel,
}) => {
  await enter(page, product)
  await keepShell(page)
  // The service worker answers from the next document on.
  await page.goto('/app/card')
  tunnel.removeAssets()
  for (const [path, title] of [
    ['/app/projects', 'Projects'],
    ['/app/leaderboards', 'Leaderboards'],
    ['/app/settings', 'Profile'],
    ['/app/transactions', 'Offset activity'],
    ['/app/offers', 'Offers'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  }
  await expect(page.getByLabel('Recipient phone')).toBeVisible()
  // A failed file is requested under another address, which the cache also answers.
  const again = `document.querySelector('script[type="module"]').src + '?1'`
  expect(await page.evaluate(`fetch(${again}).then(({ ok }) => ok)`)).toBe(true)
})

test('without a kept card, no network leads to the landing page', async ({
  page,
  product,
  tunnel,
  expectedConsole,
}) => {
  expectedConsole.push(unreached)
  await enter(page, product)
  await keepShell(page)
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/$/)
  tunnel.setCut(true)
  await page.goto('/app')
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Every kilogram leaves a stamp.')
})

test('signing out erases the card and the key', async ({ page }) => {
  await signInAndKeep(page)
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/$/)
  expect(await readIdentityEntries(page)).toEqual({})
})

test('a session that ended elsewhere erases the card and the key', async ({
  page,
  context,
  expectedConsole,
}) => {
  expectedConsole.push(unreached)
  await signInAndKeep(page)
  await context.clearCookies()
  await page.goto('/app')
  await expect(page).toHaveURL(/\/$/)
  expect(await readIdentityEntries(page)).toEqual({})
})

test('a user who signs out without a network is signed out, also once the network is back', async ({
  page,
  product,
  tunnel,
  expectedConsole,
}) => {
  expectedConsole.push(unreached)
  await enter(page, product)
  await keepShell(page)
  tunnel.setCut(true)
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/$/)
  tunnel.setCut(false)
  await page.goto('/app')
  await expect(page).toHaveURL(/\/$/)
  expect(await readIdentityEntries(page)).toEqual({})
})

test('a new build waits for the pages of the old one, then takes over whole', async ({
  page,
  product,
  context,
  tunnel,
  expectedConsole,
}) => {
  expectedConsole.push(unreached)
  await enter(page, product)
  await keepShell(page)
  const cacheNames = (of: Page): Promise<string[]> => of.evaluate('caches.keys()')
  const [former] = await cacheNames(page)
  tunnel.deployNextWorker()
  await page.goto('/app')
  await expect
    .poll(() =>
      page.evaluate('navigator.serviceWorker.getRegistration().then((it) => !!it.waiting)'),
    )
    .toBe(true)
  await expect(page.getByRole('heading', { name: 'Achievements' })).toBeVisible()
  expect(await cacheNames(page)).toContain(former)

  const other = await context.newPage()
  await page.close()
  // The browser ends the old worker a moment after its last page has closed.
  await expect
    .poll(async () => {
      await other.goto('about:blank')
      await other.waitForTimeout(300)
      await other.goto('/privacy')
      return cacheNames(other)
    })
    .toEqual([expect.stringMatching(/^shell-en-next/)])
  tunnel.setCut(true)
  await other.goto('/app')
  await expect(other.getByText(/^You are offline\./)).toBeVisible()
})

test('the app can be installed: its manifest has icons that exist', async ({ page }) => {
  await page.goto('/')
  const address = await page.locator('link[rel="manifest"]').getAttribute('href')
  const manifest = await (await page.request.get(address ?? '')).json()
  expect(manifest).toMatchObject({ name: 'Carbon Passport', start_url: '/app', scope: '/' })
  const sizes: string[] = manifest.icons.map((icon: { sizes: string }) => icon.sizes)
  expect(sizes).toEqual(expect.arrayContaining(['192x192', '512x512']))
  for (const { src, type } of manifest.icons) {
    const answer = await page.request.get(src)
    expect([src, answer.status()]).toEqual([src, 200])
    expect(answer.headers()['content-type']).toContain(type)
  }
})
