// Tests the parts of own data at their first render, and the two steps that they share.

import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { StatementChoice } from '#features/receipts/web/statement-choice.tsx'
import { getWallet } from '#features/wallet/wallet-calls.ts'
import { markupOf, textOf } from '#web/test-markup.tsx'
import { ada } from '#web/test-person.ts'
import { Resend } from '#web/ui/forms/countdown.tsx'
import { listSessions, type ProfileCodeBody, type Session } from '../own-data-calls.ts'
import { CodeField, useCodeForm } from './code-form.tsx'
import { DeleteForm } from './delete-dialog.tsx'
import { NumberForm } from './number-dialog.tsx'
import { Sessions } from './sessions-dialog.tsx'

const nothing = () => undefined

afterEach(() => vi.unstubAllGlobals())

const session = (id: string, more: Partial<Session> = {}): Session => ({
  ...{ id, browser: 'Firefox', system: 'Linux', current: false },
  ...{ signed_in_at: '2026-11-01T12:00:00.000Z', last_seen_at: '2026-11-20T12:00:00.000Z' },
  ...more,
})
const rowsOf = (sessions: readonly Session[]) =>
  markupOf(<Sessions />, [[[listSessions.id], { sessions }]])

it('each browser has its name and its day, the own one a mark, and each other a button to end it', () => {
  const html = rowsOf([
    session('s1', { current: true }),
    session('s2', { browser: null, last_seen_at: '2026-10-02T12:00:00.000Z' }),
    session('s3', { system: null }),
    session('s4', { browser: null, system: null }),
  ])
  const rows = [...html.matchAll(/<li.*?<\/li>/g)].map(([row]) => row)
  expect(rows.map(textOf)).toEqual([
    '|Firefox on Linux|Last used Nov 20, 2026|This device|',
    '|Linux|Last used Oct 2, 2026|End|',
    '|Firefox|Last used Nov 20, 2026|End|',
    '|Unknown device|Last used Nov 20, 2026|End|',
  ])
  expect(rows.map((row) => /aria-label="([^"]+)"/.exec(row)?.[1])).toEqual([
    ...[undefined, 'End Linux', 'End Firefox', 'End Unknown device'],
  ])
  expect(textOf(html)).toContain('End all others')
  // Every button that ends a session has the colour of an end.
  expect(html.match(/<button[^>]* class="[^"]*text-danger/g)).toHaveLength(4)
  const two = textOf(rowsOf([session('s1', { current: true }), session('s2')]))
  expect(two).toContain('End all others')
  expect(two).not.toContain('on this device only')
})

it('a user with one session gets that text, and no button to end it', () => {
  const text = textOf(rowsOf([session('s1', { current: true })]))
  expect(text).toContain('You are signed in on this device only.')
  expect(text).not.toContain('End all others')
})

it.each([
  ['nothing', 0, 0, []],
  ['money in its wallets', 2.5, 0, ['$2.50 in your wallets']],
  ['kilograms', 0, 7, ['7 kg stay offset']],
  ['one kilogram', 0, 1, ['1 kg stays offset']],
])('a deletion names the losses of a passport with %s', (_, total, kg, said) => {
  const wallet = { wallets: [], totalInUserCurrency: total, userCurrency: 'USD', as_of: null }
  const form = <DeleteForm profile={{ ...ada, total_offsets: kg, retired_kg: 3 }} />
  const text = textOf(markupOf(form, [[[getWallet.id], wallet]]))
  expect(text).toContain('you are signed out everywhere')
  expect(text).toContain('This cannot be undone.')
  const all = ['$2.50 in your wallets', '7 kg stay offset', '1 kg stays offset']
  expect(all.filter((each) => text.includes(each))).toEqual(said)
  expect(text.includes('in your wallets')).toBe(total > 0)
  expect(text.includes('stay')).toBe(kg > 0)
})

it('no code is sent to a number that was not typed', () => {
  const html = markupOf(<NumberForm profile={ada} onDone={nothing} />)
  expect(html).toMatch(/<button[^>]* disabled=""[^>]*><span>Send both codes</)
})

it('a code shows its destination, and a problem only at its own field', () => {
  const problem = { at: 'new_code', text: 'Wrong.', hint: 'Look again.' }
  const field = (name: string) =>
    textOf(
      markupOf(
        <CodeField {...{ name, phone: ada.phone, value: '', problem, onChange: nothing }} />,
      ),
    )
  expect(field('new_code').replaceAll(' ', '')).toMatch(
    /Codesentto\+447700900123\|Wrong\.\|Lookagain\./,
  )
  expect(field('code')).not.toContain('Wrong.')
  expect(field('code')).not.toContain('Look again.')
})

it('another code can be requested when its time has come', () => {
  const button = (waitMs: number) =>
    markupOf(<Resend resendAt={Date.now() + waitMs} busy={false} onPress={nothing} />)
  expect(button(60_000)).toMatch(/ disabled=""[^>]*><span>Send a new code in 1:00</)
  expect(button(-1)).toMatch(/>Send a new code</)
  expect(button(-1)).not.toContain('disabled=""')
})

it('the statement of this year or one of the five before it can be opened', () => {
  vi.useFakeTimers({ now: Date.parse('2026-12-31T23:30:00.000Z'), toFake: ['Date'] })
  const html = markupOf(<StatementChoice />)
  vi.useRealTimers()
  const years = [...html.matchAll(/<option value="(\d+)"/g)].map(([, year]) => year)
  expect(years).toEqual(['2026', '2025', '2024', '2023', '2022', '2021'])
  expect(html).toContain('href="/passport/statement.pdf?year=2026"')
})

let asked: unknown[]
let refusedAt: number
beforeEach(() => {
  asked = []
  refusedAt = 0
  vi.stubGlobal('document', { activeElement: null })
  vi.stubGlobal('fetch', async (path: string, { body = '' }: { body?: string }) => {
    asked.push([path, JSON.parse(body)])
    if (asked.length === refusedAt) return Response.json({ code: 'rate_limited' }, { status: 429 })
    return Response.json({ expires_in_seconds: 300, resend_in_seconds: 30 })
  })
})

type Options = Parameters<typeof useCodeForm>[0]
type CodeForm = ReturnType<typeof useCodeForm>

function Form({ options, tell }: { options: Options; tell: (form: CodeForm) => void }) {
  tell(useCodeForm(options))
  return null
}

it.each([
  ['one after the other', 0, 2],
  ['and none after one that was refused', 1, 1],
])('both codes are requested in their order, %s, before any is used', async (_, refused, times) => {
  refusedAt = refused
  const codes: ProfileCodeBody[] = [
    { purpose: 'change_number', phone: '+447700900124' },
    { purpose: 'change_number' },
  ]
  const use = vi.fn<() => Promise<void>>()
  const forms: CodeForm[] = []
  const options = { codes: () => codes, use }
  renderToStaticMarkup(<Form options={options} tell={(form) => forms.push(form)} />)
  await forms[0]?.send()
  expect(asked).toEqual(codes.slice(0, times).map((code) => ['/api/profile/code', code]))
  expect(use).not.toHaveBeenCalled()
})
