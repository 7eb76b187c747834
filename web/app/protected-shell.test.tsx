// Tests what surrounds each page of /app: Log out, the scroll position and the focus after a navigation, and its data.
import { useQueryClient } from '@tanstack/react-query'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { Route, Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { openSession, signOut } from '#features/people/web/session/session.ts'
import { PageHeading } from '#web/shell/page-heading.tsx'
import { draw, openPage, until } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'
import { ProtectedArea } from './protected-area.tsx'

let logOut: () => Response | Promise<Response>
let scrolls: unknown[][]
beforeEach(async () => {
  scrolls = []
  openPage()
  logOut = () => new Response(null, { status: 204 })
  vi.stubGlobal('fetch', async (path: string) =>
    path === '/api/auth/logout' ? logOut() : Response.json({}),
  )
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => setTimeout(frame))
  vi.stubGlobal('cancelAnimationFrame', clearTimeout)
  Object.assign(window, { scrollTo: (...place: unknown[]) => scrolls.push(place) })
  await openSession(ada, terminal)
})
afterEach(() => act(signOut))

let cached: unknown
function Page({ title }: { title: string }) {
  const client = useQueryClient()
  client.setQueryData(['page'], title)
  cached = () => client.getQueryData(['page'])
  return <PageHeading title={title} />
}

async function drawArea() {
  const { hook, navigate } = memoryLocation({ path: '/app' })
  const page = await draw(
    <Router hook={hook}>
      <ProtectedArea whileChecking={() => null}>
        <Route path="/app">
          <Page title="Start" />
        </Route>
        <Route path="/app/card">
          <Page title="Card" />
        </Route>
      </ProtectedArea>
    </Router>,
  )
  return { page, go: (path: string) => act(async () => navigate(path)) }
}

it('Log out is pressed once, and cannot be pressed again while it runs', async () => {
  vi.stubEnv('SSR', false)
  onTestFinished(() => void vi.unstubAllEnvs())
  const leaving = Promise.withResolvers<Response>()
  logOut = () => leaving.promise
  const { page } = await drawArea()
  expect(page.offers('Log out')).toBe(1)
  await page.press('Log out')
  expect(page.offers('Log out')).toBe(0)
  leaving.resolve(new Response(null, { status: 204 }))
})

it('another page begins at its top with its title and the focus, the first one and Back do not', async () => {
  const { page, go } = await drawArea()
  expect(scrolls).toEqual([])
  await go('/app/card')
  expect(page.text()).toContain('Card')
  expect(document.title).toContain('Card')
  expect(scrolls).toEqual([[0, 0]])
  expect(document.activeElement?.textContent).toBe('Card')
  // Another path than the shown one: the browser has gone back.
  window.history.replaceState(null, '', '/app')
  await act(async () => void window.dispatchEvent(new window.Event('popstate')))
  await go('/app')
  expect(scrolls).toEqual([[0, 0]])
  await go('/app/card')
  expect(scrolls).toHaveLength(2)
})

it('the data of a user does not outlast the area', async () => {
  const { page } = await drawArea()
  const read = cached as () => unknown
  expect(read()).toBe('Start')
  await page.close()
  await until(() => read() === undefined)
})
