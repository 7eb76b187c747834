// Tests the checkbox that hides a user from boards while it is saved and where that fails, and boards at home that do not load.
import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Router } from 'wouter'
import { useProfile } from '#features/people/web/passport/use-passport.ts'
import { openSession, signOut } from '#features/people/web/session/session.ts'
import { newQueryClient } from '#web/api/query-client.ts'
import { draw, openPage, until } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'
import { texts } from '#web/texts.ts'
import { BoardIdentity } from './board-identity.tsx'
import { LeaderboardTile } from './leaderboard-tile.tsx'

let sent: unknown[]
let answer: () => Response | Promise<Response>
beforeEach(async () => {
  openPage()
  sent = []
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit = {}) => {
    if (path === '/api/auth/logout') return new Response(null, { status: 204 })
    if (method === 'PATCH') sent.push(JSON.parse(String(body)))
    return answer()
  })
  await openSession(ada, terminal)
})
afterEach(() => act(signOut))

const open = (part: ReactNode) =>
  draw(
    <QueryClientProvider client={newQueryClient()}>
      <Router ssrPath="/app">{part}</Router>
    </QueryClientProvider>,
  )
function Identity() {
  const profile = useProfile()
  return profile ? <BoardIdentity profile={profile} /> : null
}
const hide = /^Hide me from leaderboards/
const isChecked = () => document.querySelector<HTMLInputElement>('[type=checkbox]')?.checked

it('the choice is shown while it is saved, returns where that fails, and can be undone', async () => {
  const first = Promise.withResolvers<Response>()
  answer = () => first.promise
  const page = await open(<Identity />)
  expect(isChecked()).toBe(false)
  await page.tick(hide)
  expect([isChecked(), sent]).toEqual([true, [{ hide_from_leaderboards: true }]])
  first.resolve(Response.json({}, { status: 500 }))
  await until(() => page.text().includes(texts.leaderboards_save_failed()))
  expect(isChecked()).toBe(false)
  answer = () => Response.json({ ...ada, hide_from_leaderboards: true })
  await page.tick(hide)
  await until(() => !page.text().includes(texts.leaderboards_save_failed()))
  await until(() => isChecked() === true)
  const last = Promise.withResolvers<Response>()
  answer = () => last.promise
  await page.tick(hide)
  expect([isChecked(), sent.at(-1)]).toEqual([false, { hide_from_leaderboards: false }])
  await act(async () => last.resolve(Response.json(ada)))
  await until(() => isChecked() === false)
  expect(sent).toHaveLength(3)
})

it('boards that do not load at home say so, and are there after a retry', async () => {
  for (const name of ['Element', 'MutationObserver'] as const) {
    vi.stubGlobal(name, Reflect.get(window, name))
  }
  for (const name of [
    'getComputedStyle',
    'requestAnimationFrame',
    'cancelAnimationFrame',
  ] as const) {
    vi.stubGlobal(name, Reflect.get(window, name).bind(window))
  }
  answer = () => Response.json({}, { status: 404 })
  const page = await open(<LeaderboardTile />)
  await until(() => page.text().includes(texts.leaderboards_failed()))
  const row = (name: string) => [{ rank: 1, name, score: 4, isMe: false }]
  answer = () => Response.json({ eco: row('Ada L'), offsets: row('Ben M') })
  await page.press('Retry')
  await until(() => page.text().includes('Ada L'))
  expect(page.text()).not.toContain(texts.leaderboards_failed())
  expect(page.text()).toContain('4 open places')
})
