// Tests Stripe's buttons of pay sheets: the amount that they show, when they can be pressed, and the
// order that a confirmed sheet sends.
import { act } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { draw, openPage, until } from '#web/test-page.ts'
import type { SheetAmount, SheetProps } from './sandbox-sheet.tsx'
import { StripeSheet } from './stripe-sheet.tsx'
import { openStripeScript } from './test-stripe.ts'

const tenPounds = { value: 10, currency: 'GBP' }
const twentyPounds = { value: 20, currency: 'GBP' }

/** The options of each set of elements, in their order. */
let created: object[]
let updates: object[]
let destroyed: number
/** The handlers of the buttons' events. */
let handlers: Map<string, (event: object) => unknown>
let submit: () => Promise<object>
let createPaymentMethod: () => Promise<object>
beforeEach(() => {
  created = []
  updates = []
  destroyed = 0
  handlers = new Map()
  submit = async () => ({})
  createPaymentMethod = async () => ({ paymentMethod: { id: 'pm_1' } })
  openPage()
  const buttons = {
    on: (event: string, handler: (event: object) => unknown) => handlers.set(event, handler),
    mount: () => undefined,
    destroy: () => {
      destroyed += 1
    },
  }
  const elementsOf = (options: object) => {
    created.push(options)
    return {
      create: () => buttons,
      update: (part: object) => updates.push(part),
      submit: () => submit(),
    }
  }
  openStripeScript({ elements: elementsOf, createPaymentMethod: () => createPaymentMethod() })
})

async function opened(first: SheetAmount | undefined) {
  const onToken = vi.fn<SheetProps['onToken']>(() => true)
  const paymentFailed = vi.fn()
  const part = (amount: SheetAmount | undefined) => <StripeSheet {...{ amount, onToken }} />
  const page = await draw(part(first))
  if (first) await until(() => handlers.size > 0)
  const event = (name: string, detail: object) =>
    act(async () => void (await handlers.get(name)?.(detail)))
  return {
    ...{ onToken, paymentFailed, close: page.close },
    show: (amount: SheetAmount | undefined) => page.again(part(amount)),
    ready: (availablePaymentMethods: object | undefined) =>
      event('ready', { availablePaymentMethods }),
    async press() {
      const resolve = vi.fn()
      await event('click', { resolve })
      expect(resolve).toHaveBeenCalledOnce()
    },
    confirm: () => event('confirm', { paymentFailed }),
    box: () => document.querySelector('body > div > div'),
  }
}

describe('the amount', () => {
  it.each([
    [
      { value: 10, currency: 'GBP' },
      { amount: 1000, currency: 'gbp' },
    ],
    [
      { value: 0.57, currency: 'EUR' },
      { amount: 57, currency: 'eur' },
    ],
    [
      { value: 4.35, currency: 'TRY' },
      { amount: 435, currency: 'try' },
    ],
    [
      { value: 10_000.29, currency: 'USD' },
      { amount: 1_000_029, currency: 'usd' },
    ],
  ])('is in minor units of its currency, first and after a change: %o', async (amount, payment) => {
    await opened(amount)
    expect(created).toMatchObject([{ ...payment, mode: 'payment', captureMethod: 'manual' }])
    const { show } = await opened(tenPounds)
    await show(amount)
    expect(updates.at(-1)).toEqual(payment)
  })

  it('is awaited before there are buttons, which are then changed and not created again', async () => {
    const { show } = await opened(undefined)
    expect(created).toEqual([])
    await show(tenPounds)
    await until(() => created.length === 1)
    await show(undefined)
    expect(updates).toEqual([])
    await show(twentyPounds)
    expect(updates).toEqual([{ amount: 2000, currency: 'gbp' }])
    expect(created).toHaveLength(1)
  })
})

describe('the buttons', () => {
  it.each([
    ['the device has a wallet', { googlePay: true }, tenPounds, true, true],
    ['the amount is not settled', { applePay: true }, undefined, true, false],
    ['the device has none', undefined, tenPounds, false, false],
  ])(
    'are shown where the device has a wallet, and pressed while the amount is known: %s',
    async (_, methods, amount, isShown, isOffered) => {
      const { ready, show, box } = await opened(tenPounds)
      const state = () => [!box()?.classList.contains('h-0'), !box()?.hasAttribute('inert')]
      expect(state()).toEqual([false, false])
      await ready(methods)
      await show(amount)
      expect(state()).toEqual([isShown, isOffered])
    },
  )

  it('go with the page', async () => {
    const { close } = await opened(tenPounds)
    await close()
    expect(destroyed).toBe(1)
  })

  it('that cannot be created leave the rest of the page', async () => {
    const elements = () => {
      throw new Error('blocked')
    }
    openStripeScript({ elements })
    await draw(<StripeSheet amount={tenPounds} onToken={() => true} />)
    await act(async () => undefined)
    expect(document.querySelector('[inert]')).not.toBeNull()
  })
})

describe('a confirmed sheet', () => {
  it('sends the order with its token and the amount that it shows', async () => {
    const { press, confirm, show, onToken, paymentFailed } = await opened(tenPounds)
    await press()
    await show(twentyPounds)
    await confirm()
    expect(onToken.mock.calls).toEqual([['pm_1', tenPounds]])
    createPaymentMethod = async () => ({ paymentMethod: { id: 'pm_2' } })
    await press()
    await confirm()
    expect(onToken.mock.calls.slice(1)).toEqual([['pm_2', twentyPounds]])
    expect(paymentFailed).not.toHaveBeenCalled()
  })

  it('whose order cannot be sent says so', async () => {
    const { press, confirm, onToken, paymentFailed } = await opened(tenPounds)
    onToken.mockReturnValue(false)
    await press()
    await confirm()
    expect(paymentFailed.mock.calls).toEqual([[{ reason: 'fail' }]])
  })

  const unreached = () => Promise.reject(new Error('unreached'))
  it.each([
    ['is incomplete', { submit: async () => ({ error: { type: 'validation_error' } }) }],
    ['is not reached', { submit: unreached }],
    ['is refused', { createPaymentMethod: async () => ({ error: { type: 'card_error' } }) }],
    ['has no answer', { createPaymentMethod: unreached }],
  ])('that %s sends no order, and says so', async (_, own) => {
    const { press, confirm, onToken, paymentFailed } = await opened(tenPounds)
    if ('submit' in own) submit = own.submit
    else createPaymentMethod = own.createPaymentMethod
    await press()
    await confirm()
    expect(onToken).not.toHaveBeenCalled()
    expect(paymentFailed.mock.calls).toEqual([[{ reason: 'fail' }]])
  })
})
