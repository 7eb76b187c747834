// Tests the list of saved cards in the profile, the end of sessions that fails, and the reload after a move.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openSession, signOut } from '#features/people/web/session/session.ts'
import { getWallet } from '#features/wallet/wallet-calls.ts'
import { draw, openPage, until } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'
import { NumberForm } from './number-dialog.tsx'
import { SavedCards } from './profile-cards.tsx'
import { Sessions } from './sessions-dialog.tsx'

const card = (last: number) => ({
  ...{ id: `0199c4a1-7f00-7a31-8c2e-1d2c3b4a500${last}`, brand: 'visa', last4: `424${last}` },
  ...{ exp_month: 3, exp_year: 2199 },
})
let asked: string[]
/** The answer to each call, by method and path. */
let answers: Record<string, () => Response>
const done = () => new Response(null, { status: 204 })
const refused = (status: number, code: string) => () => Response.json({ code }, { status })
let client: QueryClient
beforeEach(async () => {
  asked = []
  answers = { 'POST /api/auth/logout': done }
  openPage()
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
    asked.push(`${method} ${path}`)
    return answers[`${method} ${path}`]?.() ?? refused(500, 'internal')()
  })
  await openSession(ada, terminal)
})
afterEach(signOut)

async function open(part: ReactNode) {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  return draw(<QueryClientProvider client={client}>{part}</QueryClientProvider>)
}
const removals = () => asked.filter((call) => call.startsWith('DELETE'))

it('the second of two cards is removed after a confirmation, and goes from the list', async () => {
  let cards = [card(1), card(2)]
  answers['GET /api/cards'] = () => Response.json(cards)
  const page = await open(<SavedCards />)
  await until(() => page.text().includes('4242'))
  expect(page.text()).toMatch(/Visa.*4241.*03 \/ 99.*Visa.*4242/)
  await page.press(/^Remove .*4242/)
  expect(page.text()).toMatch(/Remove .*4242\? It will no longer pay/)
  expect(removals()).toEqual([])
  answers[`DELETE /api/cards/${card(2).id}`] = () => {
    cards = [card(1)]
    return done()
  }
  await page.press('Remove')
  await until(() => !page.text().includes('4242'))
  expect(removals()).toEqual([`DELETE /api/cards/${card(2).id}`])
  expect(page.text()).toContain('4241')
})

it('a card that another device has removed goes too, and any other failure is shown', async () => {
  let cards = [card(1)]
  answers['GET /api/cards'] = () => Response.json(cards)
  const page = await open(<SavedCards />)
  await until(() => page.text().includes('4241'))
  await page.press(/^Remove .*4241/)
  for (const answer of [refused(500, 'internal'), refused(404, 'not_found')]) {
    answers[`DELETE /api/cards/${card(1).id}`] = answer
    await page.press('Remove')
    await until(() => page.text().includes('That did not work. Please try again.'))
    expect(page.text()).toContain('4241')
  }
  answers[`DELETE /api/cards/${card(1).id}`] = () => {
    cards = []
    return refused(404, 'card_not_found')()
  }
  await page.press('Remove')
  await until(() => page.text().includes('You have no saved cards.'))
  expect(page.text()).not.toContain('That did not work.')
})

it('cards that do not load show it, with Retry', async () => {
  const page = await open(<SavedCards />)
  await until(() => page.text().includes('Your cards could not be loaded.'))
  expect(page.offers('Retry')).toBe(1)
})

it('a session that could not be ended stays in the list, with the reason', async () => {
  const session = (id: string, current: boolean) => ({
    ...{ id, browser: id, system: null, current },
    ...{ signed_in_at: '2026-11-01T12:00:00.000Z', last_seen_at: '2026-11-20T12:00:00.000Z' },
  })
  answers['GET /api/profile/sessions'] = () =>
    Response.json({ sessions: [session('here', true), session('desk', false)] })
  const page = await open(<Sessions />)
  await until(() => page.offers('End desk') > 0)
  await page.press('End desk')
  await until(() => page.text().includes('That did not work. Please try again.'))
  expect(page.offers('End desk')).toBe(1)
})

it('after a move everything is loaded again, because the currency may be another', async () => {
  answers['POST /api/profile/code'] = () =>
    Response.json({ expires_in_seconds: 300, resend_in_seconds: 30 })
  answers['POST /api/profile/phone'] = () => Response.json(ada)
  const onDone = vi.fn<() => void>()
  const page = await open(<NumberForm profile={ada} onDone={onDone} />)
  client.setQueryData([getWallet.id], {})
  await page.type('New phone number', '07400 123456')
  await page.submit()
  await until(() => page.text().includes('Code sent to'))
  await page.submit()
  await until(() => onDone.mock.calls.length > 0)
  await until(() => client.getQueryState([getWallet.id])?.isInvalidated)
})
