// Tests the requests of the sandbox's card field: the number goes to the provider alone, the dialog
// gets a token or a problem.

import { act, createRef } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { draw, openPage } from '#web/test-page.ts'
import { problemText } from '../purchase-words.ts'
import { SandboxCardField } from './card-details.tsx'
import type { CardFieldHandle } from './card-field.tsx'

let asked: { path: string; body: unknown }[]
let answer: () => Response
beforeEach(() => {
  asked = []
  answer = () => Response.json({ id: 'tok_1' })
  openPage()
  vi.stubGlobal('fetch', async (path: string, { body = 'null' }: { body?: string }) => {
    asked.push({ path, body: JSON.parse(body) })
    return answer()
  })
})

async function filled(number = '4242 4242 4242 4242', expiry = '12 / 31', cvc = '1a23') {
  const ref = createRef<CardFieldHandle>()
  const onEdit = vi.fn()
  const page = await draw(<SandboxCardField ref={ref} error={undefined} onEdit={onEdit} />)
  for (const [name, text] of Object.entries({ 'Card number': number, Expiry: expiry, CVV: cvc })) {
    if (text !== '') await page.type(name, text)
  }
  return { card: ref.current, onEdit }
}

it('a whole card becomes a token', async () => {
  const { card, onEdit } = await filled()
  expect(card?.isFilled()).toBe(true)
  expect(await card?.tokenise()).toEqual({ token: 'tok_1' })
  const body = { number: '4242424242424242', exp_month: 12, exp_year: 2031, cvc: '123' }
  expect(asked).toEqual([{ path: '/dev/cards', body }])
  expect(onEdit).toHaveBeenCalledTimes(3)
})

it.each([
  ['', '12 / 31', '123', 'card_details_required', 'cardnumber'],
  ['4242', '', '123', 'card_details_required', 'exp-date'],
  ['4242', '12 / 31', '', 'card_details_required', 'cvc'],
])(
  'a missing part or an invalid date is asked for before a request is sent: %j %j %j',
  async (number, expiry, cvc, code, field) => {
    const { card } = await filled(number, expiry, cvc)
    expect(await card?.tokenise()).toEqual({ problem: { at: 'card', code } })
    expect([card?.isFilled(), asked]).toEqual([false, []])
    card?.focus()
    expect(document.activeElement?.getAttribute('name')).toBe(field)
  },
)

it('an invalid date is refused before a request is sent', async () => {
  const { card } = await filled('4242', '1')
  const problem = { at: 'card', code: 'card_refused', field: 'exp-date' }
  expect([await card?.tokenise(), asked]).toEqual([{ problem }, []])
})

it.each([
  ['number', 'cardnumber', 'Please check the card number.'],
  ['exp_year', 'exp-date', 'Please check the expiry date.'],
  ['exp_month', 'exp-date', 'Please check the expiry date.'],
  ['cvc', 'cvc', 'Please check the CVV.'],
])('a refused %s is marked at its field alone', async (field, name, words) => {
  answer = () => Response.json({ code: 'card_refused', field }, { status: 400 })
  const ref = createRef<CardFieldHandle>()
  const shown = (error: string | undefined) => (
    <SandboxCardField ref={ref} error={error} onEdit={() => undefined} />
  )
  const page = await draw(shown(undefined))
  for (const label of ['Card number', 'Expiry', 'CVV']) await page.type(label, '1231')
  const refusal = await act(async () => ref.current?.tokenise())
  expect(refusal).toMatchObject({ problem: { field: name } })
  const error = refusal && 'problem' in refusal ? problemText(refusal.problem, 'buy') : ''
  await page.again(shown(error))
  const marked = [...document.querySelectorAll('[aria-invalid]')]
  expect(marked.map((each) => each.getAttribute('name'))).toEqual([name])
  expect(page.text().split(words)).toHaveLength(2)
})

it.each([
  ['no network', new TypeError('Failed to fetch'), { code: 'unreached' }],
  ['an answer that is none', Response.json({}), { code: 'unavailable' }],
  [
    'a refusal',
    Response.json({ code: 'card_refused', error: 'No.' }, { status: 400 }),
    { code: 'card_refused', text: 'No.' },
  ],
])('%s is shown next to the card', async (_, given, problem) => {
  answer = () => {
    if (given instanceof Response) return given
    throw given
  }
  const { card } = await filled()
  expect(await card?.tokenise()).toEqual({ problem: { at: 'card', ...problem } })
})
