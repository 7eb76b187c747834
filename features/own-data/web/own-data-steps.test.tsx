// Tests the steps of own data: codes sent, typed and used, and the texts of failures.

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BoardIdentity } from '#features/boards/web/board-identity.tsx'
import { listCertificates } from '#features/certificates/certificates-calls.ts'
import { CertificatePart } from '#features/certificates/web/certificate-part.tsx'
import { openSession, signOut } from '#features/people/web/session/session.ts'
import { draw, openPage, until } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'
import { DeleteForm } from './delete-dialog.tsx'
import { ExportForm } from './export-dialog.tsx'
import { NumberForm } from './number-dialog.tsx'
import { Sessions } from './sessions-dialog.tsx'

let asked: string[]
/** The answer to each call, by method and path. */
let answers: Record<string, () => Response>
const codes = () => Response.json({ expires_in_seconds: 300, resend_in_seconds: 30 })
const refused = (status: number, code: string, field?: string) => () =>
  Response.json({ code, field }, { status })
const done = () => new Response(null, { status: 204 })
beforeEach(async () => {
  asked = []
  answers = { 'POST /api/auth/logout': done, 'POST /api/profile/code': codes }
  openPage()
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body = '' }: RequestInit = {}) => {
    const call = `${method} ${path}`
    asked.push(`${call} ${String(body)}`.trim())
    return answers[call]?.() ?? refused(500, 'internal')()
  })
  await openSession(ada, terminal)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(signOut)

async function open(
  part: ReactNode,
  known: readonly (readonly [readonly unknown[], unknown])[] = [],
) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } })
  for (const [queryKey, data] of known) client.setQueryData(queryKey, data)
  return draw(<QueryClientProvider client={client}>{part}</QueryClientProvider>)
}

it('an export is a file at once, and the dialog closes', async () => {
  answers['GET /api/profile/export'] = () => new Response('{}')
  const saved: string[] = []
  const onDone = vi.fn<() => void>()
  const page = await open(<ExportForm profile={ada} onDone={onDone} />)
  vi.spyOn(window.HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download)
  })
  await page.press('Download')
  await until(() => onDone.mock.calls.length > 0)
  expect(asked).toEqual(['GET /api/profile/export'])
  expect(saved).toEqual(['carbon-passport-data.json'])
})

it.each([
  ['too many a day', refused(429, 'rate_limited'), 'You can export your data three times a day.'],
  ['a server out of order', refused(500, 'internal'), 'That did not work. Please try again.'],
])('an export that is refused for %s shows why', async (_, answer, words) => {
  answers['GET /api/profile/export'] = answer
  const onDone = vi.fn<() => void>()
  const page = await open(<ExportForm profile={ada} onDone={onDone} />)
  await page.press('Download')
  await until(() => page.text().includes(words))
  expect(page.text()).toContain(words)
  expect(onDone).not.toHaveBeenCalled()
})

it('an export asks for a code where the last one is old, and comes after it was typed', async () => {
  answers['GET /api/profile/export'] = refused(403, 'code_required')
  const onDone = vi.fn<() => void>()
  const page = await open(<ExportForm profile={ada} onDone={onDone} />)
  await page.press('Download')
  await until(() => page.offers('Send me a code') > 0)
  await page.submit()
  await until(() => page.text().includes('Code sent to'))
  await page.type(/^Code sent to/, ' 123 456 ')
  answers['POST /api/profile/confirm'] = done
  answers['GET /api/profile/export'] = () => new Response('{}')
  await page.submit()
  await until(() => onDone.mock.calls.length > 0)
  expect(asked.slice(1)).toEqual([
    'POST /api/profile/code {"purpose":"export"}',
    'POST /api/profile/confirm {"code":"123456"}',
    'GET /api/profile/export',
  ])
})

it('a passport is deleted with its code alone, and the user is signed out then', async () => {
  const page = await open(<DeleteForm profile={ada} />)
  expect(page.offers('Delete for good')).toBe(0)
  await page.submit()
  await until(() => page.offers('Delete for good') > 0)
  expect(page.offers(/^Send a new code/)).toBe(0)
  await page.type(/^Code sent to/, '111111')
  answers['DELETE /api/profile'] = refused(400, 'invalid_code')
  await page.submit()
  await until(() => page.text().includes('Invalid code'))
  expect(page.text()).toContain('Invalid code—please try again.')
  expect(page.valueOf(/^Code sent to/)).toBe('111111')
  answers['DELETE /api/profile'] = done
  await page.submit()
  await until(() => asked.includes('POST /api/auth/logout'))
  expect(asked.filter((call) => call.includes('profile') || call.includes('auth'))).toEqual([
    'POST /api/profile/code {"purpose":"delete"}',
    'DELETE /api/profile {"code":"111111"}',
    'DELETE /api/profile {"code":"111111"}',
    'POST /api/auth/logout',
  ])
})

it('with other codes the fields are empty again; where none can be sent, the typed text stays', async () => {
  answers['POST /api/profile/code'] = () =>
    Response.json({ expires_in_seconds: 300, resend_in_seconds: 0 })
  const page = await open(<DeleteForm profile={ada} />)
  await page.submit()
  await until(() => page.offers('Delete for good') > 0)
  await page.type(/^Code sent to/, '111111')
  answers['POST /api/profile/code'] = refused(500, 'internal')
  await page.press('Send a new code')
  await until(() => page.text().includes('That did not work.'))
  expect(page.valueOf(/^Code sent to/)).toBe('111111')
  answers['POST /api/profile/code'] = codes
  await page.press('Send a new code')
  await until(() => page.text().includes('Send a new code in'))
  expect(page.valueOf(/^Code sent to/)).toBe('')
})

it('a passport moves with a code to each number, the new one first', async () => {
  const onDone = vi.fn<() => void>()
  const page = await open(<NumberForm profile={ada} onDone={onDone} />)
  await page.type('New phone number', '07400 123456')
  answers['POST /api/profile/code'] = refused(400, 'invalid_phone')
  await page.submit()
  await until(() => page.text().includes('Unable to send OTP.'))
  expect(page.valueOf('New phone number')).toContain('07400')
  answers['POST /api/profile/code'] = codes
  await page.submit()
  await until(() => page.text().includes('Code sent to'))
  await page.type(/^Code sent to \+44.?7700/, '111111')
  await page.type(/^Code sent to \+44.?7400/, '222222')
  answers['POST /api/profile/phone'] = () => Response.json(ada)
  await page.submit()
  await until(() => onDone.mock.calls.length > 0)
  expect(asked.slice(1)).toEqual([
    'POST /api/profile/code {"purpose":"change_number","phone":"+447400123456"}',
    'POST /api/profile/code {"purpose":"change_number"}',
    'POST /api/profile/phone {"phone":"+447400123456","code":"111111","new_code":"222222"}',
  ])
})

it('a move to a number that was taken after its code was sent shows why', async () => {
  const onDone = vi.fn<() => void>()
  const page = await open(<NumberForm profile={ada} onDone={onDone} />)
  await page.type('New phone number', '07400 123456')
  await page.submit()
  await until(() => page.text().includes('Code sent to'))
  await page.type(/^Code sent to \+44.?7700/, '111111')
  await page.type(/^Code sent to \+44.?7400/, '222222')
  answers['POST /api/profile/phone'] = refused(409, 'number_taken')
  await page.submit()
  await until(() => page.text().includes('This number already has a Carbon Passport.'))
  expect(page.text()).toContain('This number already has a Carbon Passport.')
  expect(page.valueOf(/^Code sent to \+44.?7400/)).toBe('222222')
  expect(onDone).not.toHaveBeenCalled()
})

it('other codes can be sent once both numbers may get one', async () => {
  const waits = [90, 30]
  answers['POST /api/profile/code'] = () =>
    Response.json({ expires_in_seconds: 300, resend_in_seconds: waits.shift() })
  const page = await open(<NumberForm profile={ada} onDone={() => undefined} />)
  await page.type('New phone number', '07400 123456')
  await page.submit()
  await until(() => expect(page.text()).toMatch(/Send a new code in 1:(30|[12]\d)/))
})

it('one session is ended by its own button, all others by another', async () => {
  const session = (id: string, current: boolean) => ({
    ...{ id, browser: id, system: null, current },
    ...{ signed_in_at: '2026-11-01T12:00:00.000Z', last_seen_at: '2026-11-20T12:00:00.000Z' },
  })
  let sessions = [session('here', true), session('phone', false), session('desk', false)]
  answers['GET /api/profile/sessions'] = () => Response.json({ sessions })
  answers['DELETE /api/profile/sessions/desk'] = done
  answers['DELETE /api/profile/sessions'] = done
  const page = await open(<Sessions />)
  await until(() => page.offers('End desk') > 0)
  sessions = sessions.slice(0, 2)
  await page.press('End desk')
  await until(() => page.offers('End desk') === 0)
  sessions = sessions.slice(0, 1)
  await page.press('End all others')
  await until(() => page.text().includes('on this device only'))
  expect(asked).toEqual([
    'GET /api/profile/sessions',
    'DELETE /api/profile/sessions/desk',
    'GET /api/profile/sessions',
    'DELETE /api/profile/sessions',
    'GET /api/profile/sessions',
  ])
})

it('a nickname is sent trimmed, an empty one as none, and an invalid one not at all', async () => {
  answers['PATCH /api/profile'] = () => Response.json(ada)
  const page = await open(<BoardIdentity profile={ada} />)
  await page.type('Nickname', '<b>')
  await page.submit()
  await until(() => page.text().includes('Please use 2 to 24 letters'))
  expect(asked).toEqual([])
  await page.type('Nickname', ' Zoë ')
  expect(page.text()).not.toContain('Please use 2 to 24 letters')
  await page.submit()
  await until(() => asked.length > 0)
  await page.type('Nickname', '')
  await page.submit()
  await until(() => asked.length > 1)
  await page.tick(/^Hide me from leaderboards/)
  await until(() => asked.length > 2)
  expect(asked).toEqual([
    'PATCH /api/profile {"nickname":"Zoë"}',
    'PATCH /api/profile {"nickname":null}',
    'PATCH /api/profile {"hide_from_leaderboards":true}',
  ])
})

it('a certificate is made, named and closed, each by a call of its own', async () => {
  const own = { code: '0123456789ABCDEF', url: 'https://a.example/c/0123456789ABCDEF', name: 'Ada' }
  const path = `/api/certificates/${own.code}`
  vi.stubGlobal('navigator', {})
  const page = await open(<CertificatePart txId="CP-1" />, [[[listCertificates.id, 'CP-1'], null]])
  await page.type('Name on the certificate', 'x'.repeat(81))
  answers['POST /api/certificates'] = refused(400, 'certificate_name_too_long')
  await page.submit()
  await until(() => page.text().includes('cannot exceed 80'))
  await page.type('Name on the certificate', ' Ada ')
  answers['POST /api/certificates'] = () => Response.json(own)
  await page.submit()
  await until(() => page.offers('Take the page down') > 0)
  await page.press('Take the page down')
  await page.press('Cancel')
  expect(page.offers('Take it down for good')).toBe(0)
  await page.press('Take the page down')
  answers[`DELETE ${path}`] = refused(500, 'never_heard_of')
  await page.press('Take it down for good')
  await until(() => page.text().includes('That did not work.'))
  answers[`DELETE ${path}`] = done
  await page.press('Take it down for good')
  await until(() => page.offers('Make a certificate') > 0)
  expect(asked.slice(1)).toEqual([
    'POST /api/certificates {"tx_id":"CP-1","name":"Ada"}',
    `DELETE ${path}`,
    `DELETE ${path}`,
  ])
})
