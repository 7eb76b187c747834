// Tests the form of the holder's name, the visibility on leaderboards, the language, and a loaded passport.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Router } from 'wouter'
import { BoardIdentity } from '#features/boards/web/board-identity.tsx'
import { ProfileFacts } from '#features/home/web/profile-page.tsx'
import { draw, openPage, until } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'
import { LanguageChoice } from '../phone/language-choice.tsx'
import { NumberField } from '../phone/number-field.tsx'
import { openSession, signOut } from '../session/session.ts'
import { usePassport, useProfile } from './use-passport.ts'

let sent: unknown[]
let answer: () => Response | Promise<Response>
beforeEach(async () => {
  sent = []
  openPage()
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit = {}) => {
    if (typeof body === 'string') sent.push(JSON.parse(body))
    return answer()
  })
  answer = () => Response.json(ada)
  await openSession(ada, terminal)
})
afterEach(() => act(signOut))
const open = (part: ReactNode) =>
  draw(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <Router ssrPath="/app/settings">{part}</Router>
    </QueryClientProvider>,
  )

it('the holder’s name is that of the passport, is saved as such, and an empty one as none', async () => {
  const profile = { ...ada, nickname: 'Sam', holder_name: 'Ada Lovelace' }
  const page = await open(<ProfileFacts profile={profile} />)
  expect(page.valueOf('Name on the passport')).toBe('Ada Lovelace')
  await page.type('Name on the passport', ' Ada King ')
  await page.submit()
  await until(() => sent.length === 1)
  await page.type('Name on the passport', '')
  await page.submit()
  await until(() => sent.length === 2)
  expect(sent).toEqual([{ holder_name: 'Ada King' }, { holder_name: null }])
  answer = () => Response.json({}, { status: 500 })
  await page.type('Name on the passport', 'Ada')
  await page.submit()
  await until(() => page.text().includes('It could not be saved.'))
  expect(page.valueOf('Name on the passport')).toBe('Ada')
  // Another text is no failure yet.
  await page.type('Name on the passport', 'Ada L')
  expect(page.text()).not.toContain('It could not be saved.')
})

it('the box shows the choice while it is saved, and the saved state with the reason after a failure', async () => {
  const saving = Promise.withResolvers<Response>()
  const page = await open(<BoardIdentity profile={{ ...ada, hide_from_leaderboards: false }} />)
  const isTicked = () => document.querySelector<HTMLInputElement>('[type=checkbox]')?.checked
  answer = () => saving.promise
  await page.tick(/^Hide me from leaderboards/)
  await until(() => sent.length === 1)
  expect(isTicked()).toBe(true)
  await act(async () => saving.resolve(Response.json({}, { status: 500 })))
  await until(() => page.text().includes('It could not be saved.'))
  expect(isTicked()).toBe(false)
})

it.each([
  [true, false],
  [false, true],
])(
  'the box that is ticked (%s) shows the other choice while it is saved',
  async (isHidden, next) => {
    const saving = Promise.withResolvers<Response>()
    const page = await open(
      <BoardIdentity profile={{ ...ada, hide_from_leaderboards: isHidden }} />,
    )
    const isTicked = () => document.querySelector<HTMLInputElement>('[type=checkbox]')?.checked
    answer = () => saving.promise
    expect(isTicked()).toBe(isHidden)
    await page.tick(/^Hide me from leaderboards/)
    await until(() => sent.length === 1)
    expect([sent, isTicked()]).toEqual([[{ hide_from_leaderboards: next }], next])
    await act(async () => saving.resolve(Response.json(ada)))
  },
)

it('a language that could not be saved goes back to that of the page', async () => {
  answer = () => Response.json({}, { status: 500 })
  const page = await open(<LanguageChoice />)
  await page.type('Language', 'de')
  await until(() => page.text().includes('Could not change the language.'))
  expect(page.valueOf('Language')).toBe('en')
  const saving = Promise.withResolvers<Response>()
  answer = () => saving.promise
  await page.type('Language', 'de')
  expect(page.text()).not.toContain('Could not change the language.')
  await act(async () => saving.resolve(Response.json({}, { status: 500 })))
  await until(() => page.text().includes('Could not change the language.'))
})

it('a saved language loads the page in it', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  const page = await open(<LanguageChoice />)
  await page.type('Language', 'tr')
  await until(() => reload.mock.calls.length === 1)
  expect([sent, page.valueOf('Language')]).toEqual([[{ language: 'tr' }], 'tr'])
})

it('a number shows its country, and a refused one its error with the hint', async () => {
  const field = (text: string, error?: string) => (
    <NumberField
      {...{ label: 'Number', name: 'phone', hint: 'Any number.', text, country: 'GB', error }}
      onChange={() => undefined}
    />
  )
  const page = await open(field(''))
  const hint = () => document.querySelector('[id$="-hint"]')?.textContent
  expect(hint()).toBe('Any number.')
  await page.again(field('+49 151'))
  expect(hint()).toBe('Germany')
  await page.again(field('+49 151', 'It is none.'))
  expect(hint()).toBe('Any number.')
})

function Totals() {
  const profile = useProfile()
  const { data } = usePassport()
  return <p>{`${profile?.total_offsets} ${data?.total_offsets}`}</p>
}
it('a loaded passport replaces the profile that every other part shows', async () => {
  answer = () => Response.json({ ...ada, total_offsets: 140 })
  const page = await open(<Totals />)
  await until(() => expect(page.text()).toBe('140 140'))
})
