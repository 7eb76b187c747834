// Tests the frame around the three steps: its title, its buttons, and the effect of Cancel, Escape and Back.

import { QueryClient } from '@tanstack/react-query'
import type { ComponentProps, ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { send } from '#web/api/api.ts'
import { terminal } from '#web/test-person.ts'
import { texts } from '#web/texts.ts'
import type { Dialog } from '#web/ui/dialog/dialog.tsx'
import { toastManager } from '#web/ui/dialog/toast.tsx'
import { AcknowledgeStep } from './acknowledge/acknowledge-step.tsx'
import { cancel } from './acknowledge/finish-purchase.ts'
import { createPurchase, type Purchase } from './purchase.ts'
import { PurchaseDialog } from './purchase-dialog.tsx'
import type { PurchaseRecord } from './purchase-record.ts'
import type { PurchaseEvent } from './purchase-steps.ts'

const buyer = { id: 'ada', phone: '+447400123456', nickname: null, firstName: null }
const pending = {
  ...{ txId: 'CP-2222-2222-2222', expiresAt: '2199-01-01T12:00:00.000Z', kg: 100, total: 2 },
  ...{ currency: 'GBP', walletUsed: 0, cardUsed: 2, vintageYear: 2024, recipient: null },
  ...{ recipientName: null, asksBank: false },
}
const given = { ...pending, recipient: '+44•••••321' }
const order = { batchId: 'batch', count: 100 }
const completed: PurchaseEvent = { type: 'completed' }

let asked: string[]
let answer: () => Response | Promise<Response>
let toasts: unknown[]
beforeEach(() => {
  asked = []
  toasts = []
  vi.spyOn(toastManager, 'add').mockImplementation(({ title }) => {
    toasts.push(title)
    return String(title)
  })
  answer = () => Response.json({ status: 'EXPIRED' })
  vi.stubGlobal('window', {
    ...{ sessionStorage, addEventListener: () => undefined },
    removeEventListener: () => undefined,
  })
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === '/api/auth/terminal') return Response.json(terminal)
    asked.push(path)
    return answer()
  })
})
afterEach(() => {
  sessionStorage.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

type Frame = ReactElement<ComponentProps<typeof Dialog>>
type LookProps = {
  given: ComponentProps<typeof PurchaseDialog>
  tell: (frame: Frame) => void
}
/** Draws no element, because the dialog renders next to the page. */
function Look({ given, tell }: LookProps) {
  tell(PurchaseDialog(given))
  return null
}

type Step = ReactElement<ComponentProps<typeof AcknowledgeStep>> | null
/** Presses Cancel or Close of the second step. */
function pressCancel({ props }: Frame): void {
  const steps = props.children as ReactElement<{ children: readonly Step[] }>
  steps.props.children.find((step) => step?.type === AcknowledgeStep)?.props.onCancel()
}

/** Returns the frame's props after these events, and the spies of its callbacks. */
function framed(record: Partial<PurchaseRecord>, ...events: readonly PurchaseEvent[]) {
  const client = new QueryClient()
  const made = () => createPurchase({ scope: 'project', kind: 'buy' }, () => buyer, client)
  const first = made()
  first.keep({ ...first.record(), ...record })
  const purchase = made()
  for (const event of events) purchase.dispatch(event)
  return framedBy(purchase)
}

/** Returns the frame's props in the purchase's state, and the spies of its callbacks. */
function framedBy(purchase: Purchase) {
  const opened = vi.fn()
  const done = vi.fn()
  let frame: Frame | undefined
  const tell = (next: Frame) => {
    frame = next
  }
  const given = { state: purchase.state(), purchase, title: 'Buy Offsets', projectName: 'Wind' }
  const told = { open: true, onOpenChange: opened, onDone: done, children: null }
  renderToStaticMarkup(<Look {...{ given: { ...given, ...told }, tell }} />)
  if (frame === undefined) throw new Error('nothing was drawn')
  const drawn = frame
  return { props: drawn.props, purchase, opened, done, cancel: () => pressCancel(drawn) }
}
const settled = (act: () => void) => vi.waitFor(act, { timeout: 60_000, interval: 5 })

describe('the frame', () => {
  const names = [
    texts.purchases_step_checkout(),
    texts.purchases_step_ack(),
    texts.purchases_step_success(),
  ]
  it.each([
    [
      'the checkout',
      {},
      [],
      {
        ...{ title: 'Buy Offsets', closeLabel: 'Cancel', isMoment: false },
        steps: { names, current: 0 },
      },
    ],
    [
      'the id',
      { pending },
      [],
      {
        ...{ title: 'Confirm your purchase', closeLabel: null, isMoment: false },
        steps: { names, current: 1 },
      },
    ],
    ['a gift’s id', { pending: given }, [], { title: 'Confirm your gift' }],
    [
      'the end',
      { pending },
      [completed],
      { title: 'Stamped', closeLabel: null, isMoment: true, steps: undefined },
    ],
    ['a gift’s end', { pending: given }, [completed], { title: 'On its way' }],
    [
      'a dated gift’s end',
      { pending: { ...given, deliverOn: '2026-12-24' } },
      [completed],
      { title: 'All set' },
    ],
    [
      'a dated gift’s id',
      { pending: { ...given, deliverOn: '2026-12-24' } },
      [],
      { title: 'Confirm your gift' },
    ],
  ])('of %s shows its title and its place among the steps', (_, record, events, props) => {
    expect(framed(record, ...events).props).toMatchObject(props)
  })

  it('shows the time left only while a reservation waits', () => {
    const aside = (record: object) => renderToStaticMarkup(framed(record).props.aside)
    expect(aside({})).toBe('')
    expect(aside({ pending })).toMatch(/^<span role="timer">\d+:\d\d left<\/span>$/)
  })

  it.each([
    ['ten minutes', false, '10:00'],
    ['three while the bank asks', true, '3:00'],
  ])('begins with at most %s, also where the clocks differ', (_, asksBank, time) => {
    const expiresAt = new Date(Date.now() + 601_900).toISOString()
    const { aside } = framed({ pending: { ...pending, expiresAt, asksBank } }).props
    expect(renderToStaticMarkup(aside)).toContain(`>${time} left<`)
  })

  it('counts by the server’s clock, whatever the browser’s shows', async () => {
    const servedAt = async (ms: number) => {
      const headers = { 'cache-control': 'no-store', date: new Date(ms).toUTCString() }
      answer = () => Response.json({}, { headers })
      await send('/api/wallet/me')
    }
    const tenMinutes = 600_000
    await servedAt(Date.now() + tenMinutes)
    const expiresAt = new Date(Date.now() + tenMinutes + 90_000).toISOString()
    const { aside } = framed({ pending: { ...pending, expiresAt } }).props
    expect(renderToStaticMarkup(aside)).toMatch(/>1:(2|3)\d left</)
    await servedAt(Date.now())
  })
})

describe('Cancel', () => {
  it('the checkout only hides it; an order without an answer is cancelled', async () => {
    const fresh = framed({})
    fresh.props.onClose()
    expect(fresh.opened.mock.calls).toEqual([[false]])
    expect(fresh.done).not.toHaveBeenCalled()
    answer = () => Response.json({ code: 'card_declined' }, { status: 402 })
    const unanswered = framed({ order })
    unanswered.props.onClose()
    expect(unanswered.opened.mock.calls).toEqual([[false]])
    expect(unanswered.purchase.state()).toMatchObject({ step: 'checkout', work: 'none' })
    await settled(() => expect(asked).toEqual(['/api/tokens/getPin']))
  })

  it('a reservation releases it, and then closes', async () => {
    const { cancel, opened, purchase } = framed({ order, pending })
    cancel()
    expect(opened).not.toHaveBeenCalled()
    await settled(() => expect(opened.mock.calls).toEqual([[false]]))
    expect(asked).toEqual(['/api/tokens/cancelPin'])
    expect(purchase.state().step).toBe('checkout')
  })

  it('a reservation that was completed meanwhile stays open, and shows the success', async () => {
    answer = () => Response.json({ code: 'purchase_completed' }, { status: 409 })
    const { cancel, opened, purchase } = framed({ order, pending })
    cancel()
    await settled(() => expect(purchase.state().step).toBe('success'))
    expect(opened).not.toHaveBeenCalled()
  })

  it.each([
    ['is being completed', [{ type: 'complete-sent' }]],
    ['is being checked', [{ type: 'complete-sent' }, { type: 'outcome-unknown' }]],
  ] as const)('a purchase that %s hides it, and releases nothing', async (_, events) => {
    const { cancel, opened, purchase } = framed({ order, pending }, ...events)
    cancel()
    expect(opened.mock.calls).toEqual([[false]])
    expect([asked, purchase.state().step]).toEqual([[], 'ack'])
  })

  it.each([
    ['released', () => Response.json({ status: 'EXPIRED' }), texts.purchases_cancelled()],
    ['kept', () => Response.json({}, { status: 500 }), texts.purchases_cancel_failed()],
  ])('a reservation says what became of it: %s', async (_, reply, words) => {
    answer = reply
    const { cancel, opened } = framed({ order, pending })
    cancel()
    await settled(() => expect(opened.mock.calls).toEqual([[false]]))
    expect(toasts).toEqual([words])
  })

  it.each([
    ['that is being completed goes on', [{ type: 'complete-sent' }], texts.purchases_goes_on()],
    [
      'whose outcome is checked goes on',
      [{ type: 'complete-sent' }, { type: 'outcome-unknown' }],
      texts.purchases_goes_on(),
    ],
    [
      'whose outcome stayed unknown waits',
      [
        { type: 'complete-sent' },
        { type: 'refused', problem: { at: 'form', code: 'unreached', hint: 'unverified' } },
      ],
      expect.stringMatching(/^Your reservation waits until /),
    ],
  ] as const)('a purchase %s, and says so', (_, events, words) => {
    framed({ order, pending }, ...events).cancel()
    expect(toasts).toEqual([words])
  })

  it('the checkout or the last step says nothing', () => {
    framed({}).props.onClose()
    framed({ order, pending }, completed).props.onClose()
    expect(toasts).toEqual([])
  })

  it('the last step starts a new order, and notifies the form behind it', () => {
    const { props, opened, done, purchase } = framed({ order, pending }, completed)
    props.onClose()
    expect([opened.mock.calls, done.mock.calls.length]).toEqual([[[false]], 1])
    expect(purchase.state().step).toBe('checkout')
  })
})

describe('Escape and Back', () => {
  it('hide a reservation, which waits; Forward shows it again', () => {
    const { props, opened, purchase } = framed({ order, pending })
    props.onClose()
    expect([opened.mock.calls, asked, purchase.state().step]).toEqual([[[false]], [], 'ack'])
    expect(toasts).toEqual([expect.stringMatching(/^Your reservation waits until /)])
    props.onReopen?.()
    expect(opened).toHaveBeenLastCalledWith(true)
  })

  it('do nothing while Cancel releases the reservation', async () => {
    const held = Promise.withResolvers<Response>()
    answer = () => held.promise
    const { purchase } = framed({ order, pending })
    const cancelled = cancel(purchase)
    expect(purchase.state()).toMatchObject({ step: 'ack', work: 'cancelling' })
    const { props, opened } = framedBy(purchase)
    props.onClose()
    expect([opened.mock.calls, toasts]).toEqual([[], []])
    held.resolve(Response.json({ status: 'EXPIRED' }))
    expect(await cancelled).toBe('released')
  })

  it('close the other steps', () => {
    const { props, done } = framed({ order, pending }, completed)
    props.onClose()
    expect(done).toHaveBeenCalledOnce()
  })
})
