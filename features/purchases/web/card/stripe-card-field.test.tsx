// Tests Stripe's card fields whose frames report nothing, as where an extension blocks them.
import { act, createRef } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { draw, openPage, pass } from '#web/test-page.ts'
import type { CardFieldHandle } from './card-field.tsx'
import { StripeCardField } from './stripe-card-field.tsx'
import { openStripeScript } from './test-stripe.ts'

/** Reports of the frames, by their event. */
let frames: { readonly event: string; report(detail?: object): void }[]
/** The kind of each field that was given the focus, that was destroyed, and that got another style. */
let focused: string[]
let destroyed: string[]
let styles: object[]
/** Whether the device has a touch screen. */
let isTouch: boolean
let changeTheme: () => void
let createPaymentMethod: () => Promise<object>

beforeEach(() => {
  frames = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  openPage()
  focused = []
  destroyed = []
  styles = []
  isTouch = false
  const fieldOf = (kind: string) => ({
    mount: () => undefined,
    destroy: () => destroyed.push(kind),
    focus: () => focused.push(kind),
    update: (options: object) => styles.push(options),
    on: (event: string, report: (detail?: object) => void) => frames.push({ event, report }),
  })
  createPaymentMethod = async () => ({ paymentMethod: { id: 'pm_1' } })
  openStripeScript({
    elements: () => ({ create: fieldOf }),
    createPaymentMethod: () => createPaymentMethod(),
  })
  Object.assign(window, {
    matchMedia: () => ({
      matches: isTouch,
      addEventListener: (_: string, listener: () => void) => {
        changeTheme = listener
      },
      removeEventListener() {},
    }),
  })
  vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: () => '' }))
})

const drawFields = () =>
  draw(<StripeCardField ref={createRef<CardFieldHandle>()} error={undefined} onEdit={() => {}} />)
const isFailed = () => document.body.textContent?.includes('The card fields could not be loaded.')

it('that are not ready after 15 s say so and can be opened again', async () => {
  const page = await drawFields()
  await pass(14_000)
  expect(isFailed()).toBe(false)
  await pass(2_000)
  expect(isFailed()).toBe(true)
  await page.press('Retry')
  await pass(1_000)
  expect(isFailed()).toBe(false)
  await page.close()
})

it('that are ready late are shown', async () => {
  const page = await drawFields()
  await pass(16_000)
  const reports = frames.filter(({ event }) => event === 'ready')
  for (const { report } of reports) report()
  await pass(1)
  expect([reports.length, isFailed()]).toEqual([3, false])
  await page.close()
})

const refused = (type: string, code?: string) => async () => ({ error: { type, code } })
const problem = (code: string, field?: string) => ({ problem: { at: 'card', code, field } })

it.each([
  ['a whole card', async () => ({ paymentMethod: { id: 'pm_2' } }), { token: 'pm_2' }],
  [
    'a wrong number',
    refused('card_error', 'incorrect_number'),
    problem('card_refused', 'cardnumber'),
  ],
  [
    'a past year',
    refused('validation_error', 'invalid_expiry_year_past'),
    problem('card_refused', 'exp-date'),
  ],
  ['a wrong code', refused('card_error', 'incorrect_cvc'), problem('card_refused', 'cvc')],
  ['another reason', refused('card_error', 'card_declined'), problem('card_refused')],
  ['Stripe that is not reached', refused('api_connection_error'), problem('unreached')],
  ['Stripe that fails', refused('api_error'), problem('unavailable')],
  ['a broken connection', () => Promise.reject(new Error('lost')), problem('unreached')],
])('%s has its token or its problem', async (_, answer, expected) => {
  const ref = createRef<CardFieldHandle>()
  const onEdit = vi.fn()
  await draw(<StripeCardField {...{ ref, onEdit }} error={undefined} />)
  await pass(1)
  createPaymentMethod = answer
  expect(await ref.current?.tokenise()).toEqual(problem('card_details_required'))
  const changes = frames.filter(({ event }) => event === 'change')
  for (const [place, { report }] of changes.entries()) {
    expect(ref.current?.isFilled()).toBe(false)
    report({ empty: false, complete: place > 0 })
  }
  expect([ref.current?.isFilled(), onEdit.mock.calls.length]).toEqual([true, 3])
  expect(await ref.current?.tokenise()).toEqual(expected)
})

const reportsOf = (event: string) => frames.filter((each) => each.event === event)
const complete = (place: number, isComplete = true) =>
  act(async () => reportsOf('change')[place]?.report({ empty: false, complete: isComplete }))

it.each([true, false])(
  'a complete field leads to the next one that is not, with a touch screen alone (%s)',
  async (touch) => {
    isTouch = touch
    await drawFields()
    await pass(1)
    await complete(0, false)
    expect(focused).toEqual([])
    await complete(0)
    // A field that stays complete moves the focus no more.
    await complete(0)
    expect(focused).toEqual(touch ? ['cardExpiry'] : [])
    await complete(2)
    await complete(1)
    expect(focused).toEqual(touch ? ['cardExpiry'] : [])
    await complete(0, false)
    await complete(1, false)
    await complete(0)
    expect(focused).toEqual(touch ? ['cardExpiry', 'cardExpiry'] : [])
  },
)

it('the focus goes to the first empty field, then to the refused one, then to the number', async () => {
  const ref = createRef<CardFieldHandle>()
  await draw(<StripeCardField ref={ref} error={undefined} onEdit={() => undefined} />)
  await pass(1)
  const focus = () => {
    ref.current?.focus()
    return focused.at(-1)
  }
  expect(focus()).toBe('cardNumber')
  await complete(0)
  expect(focus()).toBe('cardExpiry')
  await complete(1)
  expect(focus()).toBe('cardCvc')
  await complete(2)
  expect(focus()).toBe('cardNumber')
  createPaymentMethod = refused('card_error', 'incorrect_cvc')
  await ref.current?.tokenise()
  expect(focus()).toBe('cardCvc')
  createPaymentMethod = async () => ({ paymentMethod: { id: 'pm_3' } })
  await ref.current?.tokenise()
  expect(focus()).toBe('cardNumber')
  await act(async () => reportsOf('change')[1]?.report({ empty: true, complete: false }))
  expect([focus(), ref.current?.isFilled()]).toEqual(['cardExpiry', false])
})

it('the fields follow the theme, mark the focused one, and go with the page', async () => {
  const page = await drawFields()
  await pass(1)
  changeTheme()
  expect(styles).toHaveLength(3)
  const marked = () =>
    [...document.querySelectorAll('.border-forest')].map((each) => each.firstElementChild?.id)
  const report = (event: string, place: number) =>
    act(async () => reportsOf(event)[place]?.report())
  expect(marked()).toEqual([])
  await report('focus', 1)
  expect(marked()).toEqual([expect.stringMatching(/cardExpiry$/)])
  await report('focus', 2)
  await report('blur', 1)
  expect(marked()).toEqual([expect.stringMatching(/cardCvc$/)])
  await report('blur', 2)
  expect(marked()).toEqual([])
  await page.close()
  expect(destroyed).toEqual(['cardNumber', 'cardExpiry', 'cardCvc'])
})

it('the fields are used once all are ready, and their problem is below them', async () => {
  const ref = createRef<CardFieldHandle>()
  const page = await draw(<StripeCardField ref={ref} error="Wrong." onEdit={() => undefined} />)
  await pass(1)
  const isInert = () => document.querySelector('fieldset')?.hasAttribute('inert')
  for (const { report } of reportsOf('ready')) {
    expect(isInert()).toBe(true)
    await act(async () => report())
  }
  expect(isInert()).toBe(false)
  expect(document.querySelector('[role=alert]')?.textContent).toBe('Wrong.')
  await page.close()
})
