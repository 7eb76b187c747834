// Tests who may see /app: a signed-in user, or a user with a remembered card without a network.

import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Router } from 'wouter'
import {
  forgetFailedCheck,
  openSession,
  signOut,
  signOutAfterDeletion,
  updateProfile,
  useSession,
} from '#features/people/web/session/session.ts'
import { send } from '#web/api/api.ts'
import { requestedPage } from '#web/storage/requested-page.ts'
import { draw, openPage, until } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'
import { formatDate } from '#web/ui/number-format.ts'
import { SessionGate } from './session-gate.tsx'

let me: () => Response | Promise<Response>
let went: [path: string, options: object | undefined][]
beforeEach(() => {
  went = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  openPage()
  forgetFailedCheck()
  vi.stubGlobal('fetch', async (path: string) =>
    path === '/api/auth/logout' ? new Response(null, { status: 204 }) : me(),
  )
})
afterEach(() => act(signOut))

const location = (): [string, (path: string, options?: object) => void] => [
  '/app/settings',
  (path, options) => void went.push([path, options]),
]
function Inside() {
  const session = useSession()
  return session.status === 'signed-in' ? session.profile.total_offsets : session.status
}
async function opened() {
  return draw(
    <Router hook={location}>
      <SessionGate>
        <Inside />
      </SessionGate>
    </Router>,
  )
}
it('shows Loading… until the session check is answered, and then the app', async () => {
  const answer = Promise.withResolvers<Response>()
  me = () => answer.promise
  const { text } = await opened()
  expect(text()).toBe('Carbon PassportLoading…')
  answer.resolve(Response.json(ada))
  await until(() => expect(text()).toBe('120'))
  await act(async () => updateProfile({ ...ada, total_offsets: 140 }))
  await until(() => expect(text()).toBe('140'))
  expect(went).toEqual([])
})

it('leads a visitor without a session to the landing page, to log in, and keeps the page', async () => {
  me = () => Response.json({ code: 'unauthenticated' }, { status: 401 })
  await opened()
  await until(() => expect(went).toHaveLength(1))
  expect(went).toMatchObject([['/', { replace: true, state: 'log-in' }]])
  expect(requestedPage()).toBe('/app/settings')
})

it('leads a user whose session could not be checked to the landing page, with a link back to the same page', async () => {
  me = () => Response.json({}, { status: 500 })
  window.history.replaceState(null, '', '/app/settings?first=featured')
  await opened()
  await until(() => expect(went).toHaveLength(1))
  expect(went[0]?.[1]).toMatchObject({ state: 'check-again' })
  expect(requestedPage()).toBe('/app/settings?first=featured')
})

it('leads a user who signs out there without a notice, and a user whose session ended to log in', async () => {
  me = () => Response.json(ada)
  const { text } = await opened()
  await until(() => expect(text()).toBe('120'))
  me = () => Response.json({ code: 'unauthenticated' }, { status: 401 })
  await act(() => expect(send('/api/wallet/me')).rejects.toThrow())
  await until(() => expect(went).toMatchObject([['/', { state: 'log-in' }]]))
  expect(requestedPage()).toBe('/app/settings')
  await act(() => openSession(ada, terminal))
  await until(() => expect(text()).toBe('120'))
  expect(requestedPage()).toBe('/app')
  await act(signOut)
  await until(() => expect(went).toHaveLength(2))
  expect(went[1]).toMatchObject(['/', { replace: true, state: null }])
  expect(requestedPage()).toBe('/app')
  await act(() => openSession(ada, terminal))
  await act(signOutAfterDeletion)
  await until(() => expect(went).toHaveLength(3))
  expect(went[2]).toMatchObject(['/', { replace: true, state: 'deleted' }])
})

function Day() {
  return formatDate('2026-11-28')
}
it('formats dates by the country of the number from the first drawing on', async () => {
  vi.stubEnv('SSR', false)
  vi.stubGlobal('navigator', { languages: ['en-US'] })
  me = () => Response.json(ada)
  const page = await draw(
    <Router hook={location}>
      <SessionGate>
        <Day />
      </SessionGate>
    </Router>,
  )
  await until(() => expect(page.text()).toBe('28 Nov 2026'))
  vi.unstubAllEnvs()
})
