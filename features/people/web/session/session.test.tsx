// Tests the session in a tab without storage: late answers, other users' answers, and failed checks
// (tests/journeys/session*.journey.ts have real tabs).

import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forget } from '#web/storage/browser-store.ts'
import { ada, terminal } from '#web/test-person.ts'
import {
  checkedProfile,
  checkSession,
  forgetFailedCheck,
  openSession,
  type Session,
  signOut,
  updateProfile,
  useSession,
  watchRestored,
} from './session.ts'

const page = new EventTarget()
watchRestored(page)
/** The browser's event of a page that is shown. */
const show = (persisted: boolean) =>
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))

/** The answer to each call, by its path; null where the server is not reached. */
let answers: Record<string, (() => Response) | null>
let asked: string[]
/** How often the tab's purchases and claims were erased. */
let cleared: number
beforeEach(() => {
  asked = []
  cleared = 0
  answers = { '/api/auth/logout': () => new Response(null, { status: 204 }) }
  vi.useFakeTimers()
  const clear = () => {
    cleared += 1
  }
  vi.stubGlobal('window', { sessionStorage: { clear } })
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    const answer = answers[path]
    if (answer == null) throw new TypeError('Failed to fetch')
    return answer()
  })
})
afterEach(async () => {
  answers['/api/auth/logout'] = () => new Response(null, { status: 204 })
  await signOut()
  forgetFailedCheck()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function Look({ tell }: { tell: (session: Session) => void }) {
  tell(useSession())
  return null
}
function sessionNow(): Session {
  let session: Session = { status: 'unknown' }
  renderToStaticMarkup(
    <Look
      tell={(now) => {
        session = now
      }}
    />,
  )
  return session
}
/** Waits for a check that the page began by itself. */
async function signedOut(): Promise<void> {
  await vi.waitFor(() => expect(sessionNow()).toEqual({ status: 'signed-out', reason: 'ended' }), {
    timeout: 10_000,
  })
}
async function checked(): Promise<Session> {
  const check = checkSession()
  await vi.advanceTimersByTimeAsync(10_000)
  await check
  return sessionNow()
}

it('a late profile is taken where it belongs to the signed-in user, and to no other', async () => {
  await openSession(ada, terminal)
  updateProfile({ ...ada, total_offsets: 140 })
  expect(sessionNow()).toMatchObject({ status: 'signed-in', profile: { total_offsets: 140 } })
  updateProfile({ ...ada, id: 'ben', total_offsets: 7 })
  expect(sessionNow()).toMatchObject({ profile: { id: ada.id, total_offsets: 140 } })
  await signOut()
  updateProfile(ada)
  expect(sessionNow()).toEqual({ status: 'signed-out', reason: 'left' })
})

it('a 401 of a check ends the session and erases the tab’s data, and signs no user out where none was signed in', async () => {
  await openSession(ada, terminal)
  answers['/api/auth/me'] = () => Response.json({ code: 'unauthenticated' }, { status: 401 })
  expect(await checked()).toEqual({ status: 'signed-out', reason: 'ended' })
  expect(asked.filter((path) => path === '/api/auth/me')).toHaveLength(1)
  expect(cleared).toBe(1)
  expect(await checkedProfile()).toBeUndefined()
})

it('a page that Back restores checks its session again, and a page that loads does not', async () => {
  await openSession(ada, terminal)
  answers['/api/auth/me'] = () => Response.json({ code: 'unauthenticated' }, { status: 401 })
  show(false)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sessionNow()).toMatchObject({ status: 'signed-in' })
  show(true)
  await signedOut()
  asked = []
  // A signed-out page has nothing to check.
  show(true)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toEqual([])
})

it('a page that Back restores without a network checks its session again', async () => {
  await openSession(ada, terminal)
  answers['/api/auth/me'] = null
  expect(await checked()).toMatchObject({ status: 'offline' })
  answers['/api/auth/me'] = () => Response.json(ada)
  show(true)
  await vi.waitFor(() => expect(sessionNow()).toMatchObject({ status: 'signed-in' }), {
    timeout: 10_000,
  })
})

it('a page restored in the middle of a check asks once more after it', async () => {
  await openSession(ada, terminal)
  const gone = () => Response.json({ code: 'unauthenticated' }, { status: 401 })
  answers['/api/auth/me'] = () => (asked.length === 1 ? Response.json(ada) : gone())
  const check = checkSession()
  show(true)
  await signedOut()
  await check
})

it('after three failures of the server the session is unknown, and the kept card is not shown', async () => {
  await openSession(ada, terminal)
  answers['/api/auth/me'] = () => Response.json({}, { status: 500 })
  expect(await checked()).toEqual({ status: 'signed-out', reason: 'unchecked' })
  expect(asked.filter((path) => path === '/api/auth/me')).toHaveLength(3)
})

it('without a network the kept card opens, and the whole passport when it is back', async () => {
  await openSession(ada, terminal)
  answers['/api/auth/me'] = null
  expect(await checked()).toMatchObject({ status: 'offline', card: { id: ada.id, kg: 120 } })
  answers['/api/auth/me'] = () => Response.json(ada)
  await checked()
  // As after a purchase.
  updateProfile({ ...ada, total_offsets: 140 })
  answers['/api/auth/me'] = null
  expect(await checked()).toMatchObject({ status: 'offline', card: { id: ada.id, kg: 140 } })
  answers['/api/auth/me'] = () => Response.json(ada)
  expect(await checked()).toMatchObject({ status: 'signed-in', profile: ada })
  expect(await checkedProfile()).toEqual(ada)
})

it('a sign-out that did not reach the server is sent before any other call', async () => {
  await openSession(ada, terminal)
  answers['/api/auth/logout'] = null
  await signOut()
  expect(sessionNow()).toEqual({ status: 'signed-out', reason: 'left' })
  asked = []
  answers['/api/auth/me'] = () => Response.json(ada)
  expect(await checked()).toEqual({ status: 'signed-out', reason: 'left' })
  expect(new Set(asked)).toEqual(new Set(['/api/auth/logout']))
  answers['/api/auth/logout'] = () => new Response(null, { status: 204 })
  answers['/api/auth/me'] = () => Response.json({ code: 'unauthenticated' }, { status: 401 })
  asked = []
  expect(await checked()).toMatchObject({ status: 'signed-out' })
  expect(asked).toEqual(['/api/auth/logout', '/api/auth/me'])
})

it('a sign-out is marked in a cookie, until it reaches the server', async () => {
  await openSession(ada, terminal)
  expect(document.cookie).toBe('')
  answers['/api/auth/logout'] = null
  await signOut()
  expect(document.cookie).toMatch(/^signing-out=2; path=\/; max-age=[1-9]\d+$/)
})

it('a sign-out that did not reach the server is sent by the next document of a browser without storage', async () => {
  await openSession(ada, terminal)
  answers['/api/auth/logout'] = null
  await signOut()
  // A new document does not have the memory of the one before.
  await forget('leaving')
  forgetFailedCheck()
  answers['/api/auth/me'] = () => Response.json(ada)
  asked = []
  const isChecked = checkedProfile()
  await vi.runAllTimersAsync()
  expect(await isChecked).toBeUndefined()
  expect(new Set(asked)).toEqual(new Set(['/api/auth/logout']))
})
