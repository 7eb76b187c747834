// Tests the stored card without a network, and the placeholders of pages while the session is checked.
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { openSession, signOut } from '#features/people/web/session/session.ts'
import { cardOf } from '#values/shown-card.ts'
import { markupOf } from '#web/test-markup.tsx'
import { draw, openPage, until } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'
import { OfflinePassport } from './offline-passport.tsx'
import { CheckingPlaceholder, PageSkeleton } from './page-skeleton.tsx'

const card = { ...cardOf(ada), date: '2026-11-20T09:30:00' }
let asked: string[]
beforeEach(() => {
  asked = []
  openPage()
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => setTimeout(frame))
  vi.stubGlobal('cancelAnimationFrame', clearTimeout)
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return path === '/api/auth/me' ? Response.json(ada) : new Response(null, { status: 204 })
  })
})
afterEach(() => act(signOut))
const checks = () => asked.filter((path) => path === '/api/auth/me').length

it('the stored card shows its date, and Retry and a connection check the session', async () => {
  const page = await draw(<OfflinePassport card={card} />)
  expect(page.text()).toContain('This is your passport as it was on Nov 20, 2026')
  expect(page.text()).toContain('120 kg')
  await page.press('Retry')
  await until(() => checks() === 1)
  await until(() => document.querySelector('[aria-busy]') === null)
  await act(async () => void window.dispatchEvent(new window.Event('online')))
  await until(() => checks() === 2)
})

it('only home shows the card while a page loads or the session is checked', async () => {
  const load = vi.fn<() => Promise<void>>(async () => undefined)
  const checking = (path: string) =>
    draw(
      <Router hook={memoryLocation({ path }).hook}>
        <CheckingPlaceholder card={card} onPainted={load} />
      </Router>,
    )
  const settings = await checking('/app/settings')
  expect(settings.text()).not.toContain('As it was on')
  await settings.close()
  const home = await checking('/app')
  expect(home.text()).toContain('As it was on Nov 20, 2026')
  await until(() => load.mock.calls.length > 0)
  expect(load).toHaveBeenCalledTimes(1)
  await act(() => openSession(ada, terminal))
  const cardIn = (path: string) => markupOf(<PageSkeleton />, [], path).includes('passport-figure')
  expect([cardIn('/app'), cardIn('/app/settings')]).toEqual([true, false])
})
