// Tests Stripe's card fields whose frames report nothing, as where an extension blocks them.
import { createRef } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { draw, openPage, pass } from '#web/test-page.ts'
import type { CardFieldHandle } from './card-field.tsx'
import { StripeCardField } from './stripe-card-field.tsx'
import { openStripeScript } from './test-stripe.ts'

/** Reports of the frames, by their event. */
let frames: { readonly event: string; report(detail?: object): void }[]
let createPaymentMethod: () => Promise<object>

beforeEach(() => {
  frames = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  openPage()
  const field = {
    mount: () => undefined,
    destroy: () => undefined,
    on: (event: string, report: (detail?: object) => void) => frames.push({ event, report }),
  }
  createPaymentMethod = async () => ({ paymentMethod: { id: 'pm_1' } })
  openStripeScript({
    elements: () => ({ create: () => field }),
    createPaymentMethod: () => createPaymentMethod(),
  })
  Object.assign(window, {
    matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {} }),
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
