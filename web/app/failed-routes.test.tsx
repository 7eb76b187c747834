// Tests what the app shows in place of a failed page, and which code belongs to which path.
import { act } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { MissingPartError } from '#web/api/lazy-part.ts'
import { draw, openPage, until } from '#web/test-page.ts'
import { texts } from '#web/texts.ts'
import { AppBoundary } from '../shell/app-boundary.tsx'
import { FrameBoundary } from './frame-boundary.tsx'
import { isAt, loadPage } from './protected-routes.tsx'

let failure: Error | undefined
function Page() {
  if (failure) throw failure
  return <p>The page</p>
}

let reloads: number
/** Answers the request for the document of /app. */
let answer: () => Response | Promise<Response>
beforeEach(() => {
  openPage()
  reloads = 0
  answer = () => new Response('<html></html>')
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(location, 'reload').mockImplementation(() => {
    reloads += 1
  })
  vi.stubGlobal('fetch', async () => answer())
  vi.stubGlobal('navigator', { userAgent: '', onLine: true })
})

const inRouter = async (Boundary: typeof AppBoundary) => {
  const { hook, navigate } = memoryLocation({ path: '/app/card' })
  const page = await draw(
    <Router hook={hook}>
      <Boundary>
        <Page />
      </Boundary>
    </Router>,
  )
  return { page, go: (path: string) => act(async () => navigate(path)) }
}

describe.each([
  ['the whole app', AppBoundary],
  ['a page of the app', FrameBoundary],
])('the failure of %s', (_, Boundary) => {
  it('is shown with its own title until another page is opened', async () => {
    failure = new Error('a mistake')
    const { page, go } = await inRouter(Boundary)
    const alert = document.querySelector('[role=alert]')
    expect(alert?.textContent).toBe(
      `${texts.common_page_failed()}${texts.common_nothing_lost()}${texts.common_retry()}`,
    )
    expect(document.title).toBe(`${texts.common_page_failed()} · Carbon Passport`)
    failure = undefined
    await go('/app')
    expect(page.text()).toBe('The page')
  })

  it('by missing code waits for the one reload of the tab, then is shown', async () => {
    failure = new MissingPartError(1, new Error('no script'))
    const document = Promise.withResolvers<Response>()
    answer = () => document.promise
    const { page } = await inRouter(Boundary)
    expect(page.text()).toContain('Loading…')
    expect(page.text()).not.toContain(texts.common_page_failed())
    document.resolve(new Response(null, { status: 503 }))
    await until(() => page.text().includes(texts.common_page_failed()))
    expect(reloads).toBe(0)
  })
})

it('Retry of the whole app loads the document again, and its logo leads to the landing page', async () => {
  failure = new Error('a mistake')
  const { page } = await inRouter(AppBoundary)
  expect(document.querySelector('a')?.getAttribute('href')).toBe('/')
  await page.press('Retry')
  expect([reloads, page.text().includes('The page')]).toEqual([1, false])
})

it('Retry of a page draws it again, without a reload', async () => {
  failure = new Error('a mistake')
  const { page } = await inRouter(FrameBoundary)
  failure = undefined
  await page.press('Retry')
  await until(() => page.text() === 'The page')
  expect(reloads).toBe(0)
})

it('a page whose code is missing without a network says that it comes with the connection', async () => {
  vi.stubGlobal('navigator', { userAgent: '', onLine: false })
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  failure = new MissingPartError(1, new Error('no script'))
  const { page } = await inRouter(FrameBoundary)
  await until(() => page.text().includes(texts.common_offline_part()))
  expect(page.text()).not.toContain(texts.common_nothing_lost())
  failure = undefined
  await act(async () => void window.dispatchEvent(new window.Event('online')))
  await until(() => page.text() === 'The page')
})

describe('the code of the page at', () => {
  it.each([
    ['/app', 'HomePage'],
    ['/app/offers', 'OffersPage'],
    ['/app/card', 'CardPage'],
    ['/app/settings', 'ProfilePage'],
    ['/app/projects', 'ProjectsPage'],
    ['/app/projects/VCS%201', 'ProjectPage'],
    ['/app/transactions', 'TransactionsPage'],
    ['/app/leaderboards', 'LeaderboardsPage'],
    ['/app/estimate', 'EstimatePage'],
    ['/app/plans', 'PlansPage'],
    ['/app/plans/PL-1/2026-11', 'PlansPage'],
    ['/app/plans/', 'PlansPage'],
  ])('%s is %s', async (path, name) => {
    expect(Object.keys(Object(await loadPage(path)))).toContain(name)
  })

  it.each(['/app/nowhere', '/app/projects/a/b', '/app/plans/PL-1', '/', '/application'])(
    '%s is none',
    async (path) => expect(await loadPage(path)).toBeUndefined(),
  )

  it('is that of the whole path', () => {
    expect(
      ['/app/projects/x', '/app/projects/', '/x/app/projects/y'].map((path) =>
        isAt('/app/projects/:id', path),
      ),
    ).toEqual([...[true, false, false]])
  })
})
