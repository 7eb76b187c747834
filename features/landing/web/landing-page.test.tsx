// Tests the landing page's hero as a visitor reads and sends it.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { checkSession, useSession } from '#features/people/web/session/session.ts'
import { sentToCheckAgain } from '#web/paths.ts'
import { keepRequestedPage } from '#web/storage/requested-page.ts'
import { draw, openPage, until } from '#web/test-page.ts'
import { texts } from '#web/texts.ts'
import { HeroNotice, LandingPage } from './landing-page.tsx'

beforeEach(() => {
  openPage()
  vi.stubGlobal('getComputedStyle', window.getComputedStyle.bind(window))
})

async function open(answer: () => Response) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string } = {}) => {
    sent.push([path, body === undefined ? null : JSON.parse(body)])
    return answer()
  })
  const page = await draw(
    <QueryClientProvider client={new QueryClient()}>
      <LandingPage />
    </QueryClientProvider>,
  )
  return { page, sent }
}

it('says what the product is, and asks for a number only', async () => {
  const { page, sent } = await open(() => new Response(null, { status: 500 }))
  const hero = document.querySelector('section')
  expect(document.title).toContain(texts.landing_title())
  expect(hero?.querySelector('h1')?.textContent).toBe(texts.landing_title())
  for (const text of [texts.landing_description(), texts.sign_in_fine()]) {
    expect(page.text()).toContain(text)
  }
  expect([...document.querySelectorAll('form')].map(({ id }) => id)).toEqual(['join'])
  expect(page.offers(texts.sign_in_join())).toBe(1)
  expect(sent).toEqual([])
})

it('sends the typed number once, and shows a refusal at the field', async () => {
  const refused = { code: 'invalid_phone', error: 'No such number.' }
  const { page, sent } = await open(() => Response.json(refused, { status: 400 }))
  await page.type(texts.sign_in_phone(), '+447400123456')
  await page.submit()
  await until(() => sent.length === 1)
  expect(sent).toEqual([
    ['/api/auth/request-otp', expect.objectContaining({ phone: '+447400123456' })],
  ])
  await until(() => document.querySelector('[role="alert"]')?.textContent !== '')
  expect(page.offers(texts.sign_in_join())).toBe(1)
  await page.submit()
  await until(() => sent.length === 2)
})

it('sends a number that was pressed before its code had loaded', async () => {
  const { dataset } = document.documentElement
  Object.assign(dataset, { typed: 'NL|0612345678', pressed: '' })
  const { sent } = await open(() => new Response(null, { status: 500 }))
  await until(() => sent.length > 0)
  expect(sent[0]).toEqual([
    '/api/auth/request-otp',
    expect.objectContaining({ phone: '+31612345678' }),
  ])
  expect(dataset.pressed).toBeUndefined()
})

it('colours the browser as its hero while it is shown', async () => {
  const metas = ['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)'].map((media) => {
    const meta = document.createElement('meta')
    Object.assign(meta, { name: 'theme-color', content: `paper ${media}`, media })
    return document.head.appendChild(meta)
  })
  document.documentElement.style.setProperty('--hero-top', '#123456')
  const colours = () => new Set(metas.map(({ content }) => content))
  const before = colours()
  const { page } = await open(() => new Response(null, { status: 500 }))
  await until(() => colours().has('#123456') && colours().size === 1)
  await page.close()
  await until(() => colours().size === 2)
  expect(colours()).toEqual(before)
})

const Status = () => <i>{useSession().status}</i>

it('Retry after a failed check leads to the page that was asked for, and forgets the failure', async () => {
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 500 }))
  await checkSession()
  keepRequestedPage('/app/projects?first=featured')
  window.history.replaceState(sentToCheckAgain, '', '/')
  const { hook, history } = memoryLocation({ path: '/', record: true })
  const page = await draw(
    <Router hook={hook}>
      <HeroNotice />
      <Status />
    </Router>,
  )
  expect(page.text()).toContain('signed-out')
  await page.press(texts.common_retry())
  expect(history).toEqual(['/', '/app/projects?first=featured'])
  expect(page.text()).toContain('unknown')
})
