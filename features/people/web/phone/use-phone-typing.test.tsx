// Tests the typing of a number, the code that a tab waits for, and the change of language.

import { isValidElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { sentNow } from '#features/sign-in/web/requested-code.ts'
import { readSentCode } from '#features/sign-in/web/sent-code.ts'
import { useSentCode } from '#features/sign-in/web/use-sign-in.ts'
import { ada } from '#web/test-person.ts'
import { LanguageChoice } from './language-choice.tsx'
import { loadPhoneLibrary } from './phone-text.ts'
import { type PhoneText, usePhoneTyping } from './use-phone-typing.ts'

afterEach(() => vi.unstubAllGlobals())

/** Renders no element and passes on the result of `use`. */
function Look<Found>({ use, tell }: { use: () => Found; tell: (found: Found) => void }) {
  tell(use())
  return null
}
function found<Found>(use: () => Found): Found {
  const all: Found[] = []
  renderToStaticMarkup(<Look use={use} tell={(each: Found) => all.push(each)} />)
  const [one] = all
  if (one === undefined) throw new Error('nothing was drawn')
  return one
}

const field = (value: string, caret = value.length): HTMLInputElement =>
  Object.assign(Object.create(null), { value, selectionStart: caret })

it.each<[string, string, HTMLInputElement, string]>([
  [
    'a digit at the end puts the number into groups',
    '0740012345',
    field('07400123456'),
    '07400 123456',
  ],
  ['one in the middle leaves it as it is', '0740012345', field('07400123456', 3), '07400123456'],
  ['a deleted space is not restored', '07400 1', field('07400 '), '07400 '],
])('%s', async (_, text, input, then) => {
  await loadPhoneLibrary()
  const told: PhoneText[] = []
  const { read } = found(() => usePhoneTyping({ text, country: 'GB' }, (next) => told.push(next)))
  await read(input)
  expect(told.at(-1)).toEqual({ text: then, country: 'GB' })
})

it('text that is typed while the library loads is kept as it is', async () => {
  const told: PhoneText[] = []
  const typing = (text: string) =>
    found(() => usePhoneTyping({ text, country: 'GB' }, (next) => told.push(next)))
  const input = field('07400123456')
  const reading = typing('0740012345').read(input)
  input.value = '074001234567'
  await reading
  expect(told.slice(1)).toEqual([])
  await typing('0740012345').read(field('07400123456'))
  expect(told.slice(1)).toEqual([
    { text: '07400 123456', country: 'GB' },
    { text: '07400 123456', country: 'GB' },
  ])
})

it('a number is read for the country that was chosen with it', async () => {
  await loadPhoneLibrary()
  const told: PhoneText[] = []
  const { read } = found(() =>
    usePhoneTyping({ text: '', country: 'GB' }, (next) => told.push(next)),
  )
  await read(field('0612345678'), 'NL')
  expect(told.at(-1)).toEqual({ text: '06 12345678', country: 'NL' })
})

it('a number with a plus sign names its own country', () => {
  const typing = (text: string) =>
    found(() => usePhoneTyping({ text, country: 'GB' }, () => undefined))
  expect(typing(' +31 6')).toMatchObject({ isInternational: true, shownCountry: 'NL' })
  expect(typing('07400')).toMatchObject({ isInternational: false, shownCountry: 'GB' })
})

it('a code is kept for a reload while it is valid, and goes once it is dropped', () => {
  const kept = new Map<string, string>()
  const sessionStorage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
    removeItem: (name: string) => kept.delete(name),
  }
  vi.stubGlobal('window', { sessionStorage })
  const code = sentNow(
    '+447400123456',
    { expiresInSeconds: 300, resendInSeconds: 30 },
    undefined,
    Date.now(),
  )
  const { storeCode, removeCode } = found(useSentCode)
  storeCode({ ...code, expiresAt: Date.now() - 1 })
  expect(kept.size).toBe(0)
  storeCode(code)
  expect(readSentCode(Date.now())).toEqual(code)
  removeCode()
  expect(kept.size).toBe(0)
})

const profile = { ...ada, language: 'tr' }

it.each([
  ['tr', 200, 1, [{ language: 'tr' }]],
  ['tr', 500, 0, [{ language: 'tr' }]],
  ['xx', 200, 0, []],
] as const)(
  'the language %s, answered with %d, reloads the page %d times',
  async (value, status, times, sent) => {
    const reload = vi.fn<() => void>()
    const bodies: unknown[] = []
    vi.stubGlobal('location', { reload })
    vi.stubGlobal('fetch', async (_path: string, { body = '' }: { body?: string }) => {
      bodies.push(JSON.parse(body))
      return Response.json(status === 200 ? profile : { code: 'internal' }, { status })
    })
    const field: ReactNode = found(LanguageChoice)
    if (!isValidElement<{ children: readonly ReactNode[] }>(field)) throw new Error('no field')
    const [choice] = field.props.children
    if (!isValidElement<{ onChange: (event: object) => void }>(choice)) throw new Error('no choice')
    choice.props.onChange({ target: { value } })
    await vi.waitFor(() => {
      expect(bodies).toEqual(sent)
      expect(reload).toHaveBeenCalledTimes(times)
    })
    // No other work is under way.
    await new Promise((resolve) => setTimeout(resolve))
    expect(reload).toHaveBeenCalledTimes(times)
  },
)
