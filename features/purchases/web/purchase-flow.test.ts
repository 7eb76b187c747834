// Tests a purchase from Reserve to its end against a server of a few lines: keys of requests, the
// state after a reload at each moment, and repeats.

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { onConfirmPerson } from '#features/people/web/session/signing.ts'
import { terminal } from '#web/test-person.ts'
import { texts } from '#web/texts.ts'
import { toastManager } from '#web/ui/dialog/toast.tsx'
import { askBank, cancel, complete, expire } from './acknowledge/finish-purchase.ts'
import type { CardAnswer } from './card/card-field.tsx'
import { cancelOrder, releaseOrder } from './checkout/cancel-order.ts'
import { reserve } from './checkout/send-order.ts'
import { createPurchase, type Purchase } from './purchase.ts'
import { type Request, readCancelled, readRecord, sentOf, writeRecord } from './purchase-record.ts'
import { askNotify } from './purchase-requests.ts'
import { announceEnd, resumePurchase } from './use-purchase.ts'

/** The notices on the screen. */
const toasts = new Set<unknown>()

const buyer = { id: 'ada', phone: '+447400123456', nickname: null, firstName: 'Ada' }
const receiver = '+447400654321'
const own: Request = {
  order: {
    ...{ batchId: 'batch', count: 100, amount: 0.02, currency: 'GBP', from: 'Ada', is_gift: 0 },
    ...{ payment_method: 'wallet+card', note: '', wallet_used: 1, card_used: 1 },
    wallet_tx_id: 'quote',
  },
  recipient: null,
  vintageYear: 2024,
}
const gift: Request = {
  ...own,
  order: { ...own.order, is_gift: 1, message: 'For you', name: 'Grace' },
  recipient: receiver,
}
const reserved = {
  ...{ txId: 'CP-2222-2222-2222', expires_at: '2199-01-01T12:00:00.000Z', total: 2 },
  ...{ currency: 'GBP', wallet_used: 1, card_used: 1 },
}
const pending = {
  ...{ txId: reserved.txId, expiresAt: reserved.expires_at, kg: 100, total: 2, currency: 'GBP' },
  ...{ walletUsed: 1, cardUsed: 1, vintageYear: 2024, recipient: null, recipientName: null },
  asksBank: false,
}

const getPin = '/api/tokens/getPin'
const validatePin = '/api/tokens/validatePin'
const cancelPin = '/api/tokens/cancelPin'

type Answer = () => Response | Promise<Response>
const json =
  (body: object, status = 200): Answer =>
  () =>
    Response.json(body, { status })
const lost: Answer = () => {
  throw new TypeError('Failed to fetch')
}
const accepted = json(reserved)
const cancelled = json({ status: 'EXPIRED' })
const completed = json({ status: 'COMPLETED', txId: reserved.txId })
const refusedAsComplete = json({ code: 'purchase_completed' }, 409)

/** Answers of each call in their order; the last one repeats. Other calls get an empty answer. */
let answers: Record<string, Answer[]>
/** Requests, with the record that a reload would have found at that time. */
let asked: { path: string; key: string; body: Record<string, unknown>; kept: unknown }[]
let waitedMs: number

beforeEach(() => {
  sessionStorage.clear()
  toasts.clear()
  // Replaces methods, not the module: another test of this process may have loaded the module before.
  vi.spyOn(toastManager, 'add').mockImplementation(({ title }) => {
    toasts.add(title)
    return String(title)
  })
  vi.spyOn(toastManager, 'close').mockImplementation((title) => void toasts.delete(title))
  answers = {}
  asked = []
  waitedMs = 0
  vi.stubGlobal('window', {
    ...{ sessionStorage, addEventListener: () => undefined },
    removeEventListener: () => undefined,
  })
  vi.stubGlobal('setTimeout', (act: () => void, ms = 0) => {
    waitedMs += ms
    queueMicrotask(act)
  })
  type Call = { body?: string; headers: Record<string, string> }
  vi.stubGlobal('fetch', async (path: string, { body = '{}', headers }: Call) => {
    if (path === '/api/auth/terminal') return Response.json(terminal)
    const kept = readRecord('project', 'ada')
    asked.push({ path, key: headers['idempotency-key'] ?? '', body: JSON.parse(body), kept })
    const known = answers[path] ?? [json({})]
    const answer = known.length > 1 ? known.shift() : known[0]
    return answer?.()
  })
})
afterEach(() => {
  sessionStorage.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const callsOf = (path: string) => asked.filter((call) => call.path === path)

function newPurchase() {
  const client = new QueryClient()
  const refreshed = vi.spyOn(client, 'invalidateQueries')
  const purchase = createPurchase({ scope: 'project', kind: 'buy' }, () => buyer, client)
  return { purchase, isRefreshed: () => refreshed.mock.calls.length > 0 }
}
/** Stores a record as a reload finds it. */
const reloaded = (record: object) => {
  writeRecord('project', { ...newPurchase().purchase.record(), ...record })
  return newPurchase()
}
const order = (purchase: Purchase, request = own, token: CardAnswer = { token: 'tok_1' }) =>
  reserve(purchase, request, async () => token)
const type = (purchase: Purchase, text = reserved.txId) =>
  purchase.dispatch({ type: 'typed', text })

describe('Reserve', () => {
  it('sends the order with the buyer’s number, stores it before the answer, and waits for Complete', async () => {
    answers = { [getPin]: [accepted] }
    const { purchase, isRefreshed } = newPurchase()
    await order(purchase)
    const [call] = asked
    const extra = { telephone: buyer.phone, card_token: 'tok_1' }
    expect(call?.body).toEqual({ ...own.order, ...extra })
    expect(call?.kept).toMatchObject({ key: call?.key, order: own.order, pending: null })
    expect(purchase.state()).toMatchObject({ step: 'ack', pending, bank: { state: 'none' } })
    expect(purchase.record()).toMatchObject({ key: call?.key, pending, completing: false })
    expect(JSON.stringify(purchase.record())).not.toContain('tok_1')
    expect(isRefreshed()).toBe(true)
  })

  it.each([
    ['keeps the card where its user ticked that', { token: 'tok_2', saves: true }, true],
    ['keeps no card otherwise', { token: 'tok_2', saves: false }, undefined],
    ['keeps no card of a pay sheet', { token: 'tok_2' }, undefined],
  ])('%s', async (_, card, save_card) => {
    answers = { [getPin]: [accepted] }
    await order(newPurchase().purchase, own, card)
    expect([asked[0]?.body.card_token, asked[0]?.body.save_card]).toEqual(['tok_2', save_card])
  })

  it('sends a gift to its receiver, whose name the giver sees again', async () => {
    answers = {
      [getPin]: [json({ ...reserved, card_action: { type: '3ds', client_secret: 's' } })],
    }
    const { purchase } = newPurchase()
    await order(purchase, gift)
    expect(asked[0]?.body).toMatchObject({ telephone: receiver, message: 'For you' })
    const given = { ...pending, recipient: receiver, recipientName: 'Grace', asksBank: true }
    expect(purchase.state()).toMatchObject({
      pending: given,
      bank: { state: 'asks', clientSecret: 's' },
    })
    expect(JSON.stringify(purchase.record())).not.toContain('client')
  })

  it.each([
    ['typed', true, 'ack', 2],
    ['not typed', false, 'checkout', 1],
  ] as const)(
    'that needs a fresh code is sent again once it is typed: %s',
    async (_, isTyped, step, times) => {
      answers = { [getPin]: [json({ code: 'code_required' }, 403), accepted] }
      const stop = onConfirmPerson(async () => isTyped)
      const { purchase } = newPurchase()
      await order(purchase)
      stop()
      expect([purchase.state().step, callsOf(getPin).length]).toEqual([step, times])
      expect(new Set(asked.map(({ key }) => key)).size).toBe(1)
    },
  )

  it.each([
    ['to another number waits for its day', receiver, '2026-12-24', '2026-12-24'],
    ['to another number without a day goes at once', receiver, undefined, null],
    ['to the giver’s own number goes at once', buyer.phone, '2026-12-24', null],
  ])('of a gift %s', async (_, recipient, deliver_on, deliverOn) => {
    answers = { [getPin]: [accepted] }
    const { purchase } = newPurchase()
    const dated = deliver_on ? { deliver_on } : {}
    await order(purchase, { ...gift, recipient, order: { ...gift.order, ...dated } })
    expect(purchase.state()).toMatchObject({ step: 'ack', pending: { recipient, deliverOn } })
  })

  it('sends no order where the card is invalid, or where the page was closed', async () => {
    const { purchase } = newPurchase()
    const problem = { at: 'card', code: 'card_refused' } as const
    await order(purchase, own, { problem })
    expect(purchase.state()).toMatchObject({ step: 'checkout', work: 'none', problem })
    await reserve(purchase, own, async () => {
      purchase.stop()
      return { token: 'tok_1' }
    })
    expect([asked, purchase.record().order]).toEqual([[], null])
  })

  it('is sent under another key after a refusal', async () => {
    answers = { [getPin]: [json({ code: 'card_declined', error: 'Declined.' }, 402), accepted] }
    const { purchase, isRefreshed } = newPurchase()
    await order(purchase)
    expect(purchase.state()).toMatchObject({ problem: { at: 'card', code: 'card_declined' } })
    expect([purchase.record().order, isRefreshed()]).toEqual([null, true])
    await order(purchase)
    expect(new Set(asked.map(({ key }) => key)).size).toBe(2)
  })

  it('is repeated under its key without an answer, some five times and at the next press', async () => {
    answers = { [getPin]: [lost] }
    const { purchase } = newPurchase()
    const shown = new Set<string>()
    purchase.subscribe(() => shown.add(JSON.stringify(purchase.state())))
    await order(purchase)
    expect([...shown].some((state) => state.includes('"work":"checking"'))).toBe(true)
    expect([asked.length, waitedMs]).toEqual([5, 7_500])
    expect(purchase.state()).toMatchObject({ work: 'none', problem: { hint: 'no_answer' } })
    answers = { [getPin]: [accepted] }
    await order(purchase)
    expect(new Set(asked.map(({ key }) => key)).size).toBe(1)
    expect([purchase.state().step, callsOf(cancelPin)]).toEqual(['ack', []])
  })

  it('releases an order without an answer before another one replaces it', async () => {
    answers = { [getPin]: [lost] }
    const { purchase } = newPurchase()
    await order(purchase)
    const [first] = asked
    answers = { [getPin]: [accepted], [cancelPin]: [cancelled] }
    await order(purchase, { ...own, order: { ...own.order, count: 50 } })
    await vi.waitFor(() => expect(callsOf(cancelPin)).toHaveLength(1), { timeout: 60_000 })
    const after = callsOf(getPin).slice(5)
    expect(after.map(({ key, body }) => [key === first?.key, body.count]).sort()).toEqual([
      [false, 50],
      [true, 100],
    ])
    await vi.waitFor(() => expect(readCancelled('ada')).toEqual([]), { timeout: 60_000 })
  })
})

describe('Cancel of an order without an answer', () => {
  /** An order whose answer was lost, as a reload finds it. */
  const unanswered = (request = own) => reloaded({ ...request })

  it('finds the reservation under its key, for its receiver, and releases it', async () => {
    answers = { [getPin]: [accepted], [cancelPin]: [cancelled] }
    const { purchase, isRefreshed } = unanswered(gift)
    const { key } = purchase.record()
    expect(purchase.state()).toMatchObject({ work: 'checking' })
    expect(cancelOrder(purchase)).toBe(true)
    expect(purchase.state()).toEqual({ step: 'checkout', work: 'none', problem: null })
    expect(purchase.record()).toMatchObject({ order: null, recipient: null })
    expect(purchase.record().key).not.toBe(key)
    expect(readCancelled('ada')).toMatchObject([{ key, order: gift.order }])
    expect([...toasts]).toEqual(['Cancelling. Nothing will be charged.'])
    await vi.waitFor(() => expect(isRefreshed()).toBe(true), { timeout: 60_000 })
    expect([...toasts]).toEqual(['Cancelled. Nothing was charged.'])
    expect(asked).toMatchObject([
      { path: getPin, key, body: { ...gift.order, telephone: receiver } },
      { path: cancelPin, body: { txId: reserved.txId } },
    ])
    expect(readCancelled('ada')).toEqual([])
    // The next order can be sent.
    await order(purchase)
    expect(purchase.state().step).toBe('ack')
  })

  it.each([
    ['released', cancelled, texts.purchases_cancelled()],
    ['completed meanwhile', refusedAsComplete, texts.problems_purchase_completed()],
    ['without an answer', lost, texts.purchases_cancel_failed()],
  ])('says what became of its reservation: %s', async (_, answer, words) => {
    answers = { [getPin]: [accepted], [cancelPin]: [answer] }
    cancelOrder(unanswered().purchase)
    await vi.waitFor(() => expect([...toasts]).toEqual([words]), { timeout: 60_000 })
  })

  it('ends where the order was refused, and sends one request at a time', async () => {
    answers = { [getPin]: [json({ code: 'card_declined' }, 402)] }
    const { purchase } = unanswered()
    const sent = sentOf(purchase.record())
    if (sent === undefined) throw new Error('nothing was sent')
    releaseOrder(sent, purchase)
    releaseOrder(sent, purchase)
    await vi.waitFor(() => expect(readCancelled('ada')).toEqual([]), { timeout: 60_000 })
    expect(asked).toMatchObject([{ path: getPin, body: { telephone: buyer.phone } }])
  })

  it('continues for the ten minutes after which a reservation expires', async () => {
    answers = { [getPin]: [lost] }
    const { purchase } = unanswered()
    cancelOrder(purchase)
    await vi.waitFor(() => expect(readCancelled('ada')).toEqual([]), { timeout: 60_000 })
    expect(Math.abs(waitedMs / 60_000 - 10)).toBeLessThan(1)
  })

  it('ends with the sign-out, which erases it', async () => {
    answers = {
      [getPin]: [
        () => {
          sessionStorage.clear()
          return lost()
        },
        accepted,
      ],
    }
    const { purchase, isRefreshed } = unanswered()
    cancelOrder(purchase)
    await vi.waitFor(() => expect(isRefreshed()).toBe(true), { timeout: 60_000 })
    expect(asked).toHaveLength(1)
    expect(sessionStorage).toHaveLength(0)
  })

  it('has no effect before an order was sent; work under way then stops', async () => {
    const { purchase } = newPurchase()
    expect(cancelOrder(purchase)).toBe(false)
    const card = Promise.withResolvers<CardAnswer>()
    const running = reserve(purchase, own, () => card.promise)
    expect(purchase.state()).toMatchObject({ work: 'reserving' })
    expect(cancelOrder(purchase)).toBe(false)
    expect(purchase.state()).toMatchObject({ step: 'checkout', work: 'none' })
    expect(purchase.isRunning()).toBe(false)
    card.resolve({ token: 'tok_1' })
    await running
    expect(asked).toEqual([])
  })
})

describe('Complete', () => {
  async function completing(...given: Answer[]) {
    const made = reloaded({ ...own, pending })
    answers[validatePin] = given
    type(made.purchase)
    const { key } = made.purchase.record()
    await complete(made.purchase)
    return { ...made, key, call: callsOf(validatePin)[0] }
  }

  it('is sent under the purchase’s key, is stored before, and reloads all data', async () => {
    const { purchase, isRefreshed, key, call } = await completing(completed)
    expect(call).toMatchObject({ key, body: { txId: reserved.txId }, kept: { completing: true } })
    expect(purchase.state()).toEqual({ step: 'success', pending })
    expect(isRefreshed()).toBe(true)
    await vi.waitFor(() => expect(callsOf('/passport/me')).toHaveLength(1), { timeout: 60_000 })
    expect(readRecord('project', 'ada')).toBeUndefined()
  })

  it('that the server refuses finally ends the purchase, and the next has another key', async () => {
    const { purchase, isRefreshed, key } = await completing(
      json({ code: 'card_declined', error: 'Declined.', status: 'FAILED' }, 402),
    )
    const problem = { code: 'verification_failed', field: 'card' }
    expect(purchase.state()).toMatchObject({ step: 'checkout', work: 'none', problem })
    expect(purchase.record()).toMatchObject({ pending: null, order: null })
    expect([purchase.record().key === key, isRefreshed()]).toEqual([false, true])
  })

  it.each([
    ['refuses', json({ code: 'purchase_not_found', error: 'None.' }, 404), false],
    ['answers with another state', json({ status: 'PENDING', txId: reserved.txId }), false],
    ['does not answer', json({}, 500), true],
  ])('that the server %s can be pressed again, after a reload too', async (_, answer, isOpen) => {
    const { purchase, key } = await completing(answer)
    const problem = { code: 'verification_failed' }
    expect(purchase.state()).toMatchObject({ step: 'ack', work: 'none', problem })
    expect(purchase.record()).toMatchObject({ key, pending, completing: isOpen })
  })

  it('that the bank must answer first says so, also where the question is in another tab', async () => {
    const { purchase } = await completing(json({ code: 'card_action_required' }, 409))
    expect(purchase.state()).toMatchObject({
      ...{ step: 'ack', work: 'none', bank: { state: 'unknown' } },
      problem: { at: 'bank', code: 'card_action_required' },
    })
  })

  it('requests no message for a receiver whose number is unknown here', async () => {
    answers[validatePin] = [completed]
    const { purchase } = reloaded({ ...own, pending: { ...pending, recipient: '+44•••••321' } })
    type(purchase)
    await complete(purchase)
    await vi.waitFor(() => expect(callsOf('/passport/me')).toHaveLength(1), { timeout: 60_000 })
    // Of two messages the one requested first is sent first.
    const variables = { kg: 1, txId: 'CP-9' }
    await askNotify({ to: receiver, templateKey: 'gift_success', from: 'Ada', variables })
    expect(purchase.state().step).toBe('success')
    expect(callsOf('/api/notify').map(({ body }) => body.to)).toEqual([receiver])
  })
})

describe('the end of a reservation', () => {
  it.each([
    ['is released', cancelled, 'released', 'checkout', true],
    ['was completed meanwhile', refusedAsComplete, 'completed', 'success', true],
    ['expires by itself where the server is not reached', lost, 'kept', 'checkout', true],
  ])('by Cancel: it %s', async (_, answer, outcome, step, isNew) => {
    answers[cancelPin] = [answer]
    const { purchase, isRefreshed } = reloaded({ ...own, pending })
    const { key } = purchase.record()
    expect(await cancel(purchase)).toBe(outcome)
    expect(callsOf(cancelPin)[0]?.body).toEqual({ txId: reserved.txId })
    expect(purchase.state()).toMatchObject({ step })
    expect(purchase.record()).toMatchObject({ pending: null, order: null })
    expect([purchase.record().key !== key, isRefreshed()]).toEqual([isNew, true])
    if (outcome !== 'completed') return
    await vi.waitFor(() => expect(callsOf('/api/notify')).toHaveLength(1), { timeout: 60_000 })
  })

  it('by Cancel of a gift that was completed meanwhile: its receiver gets the note', async () => {
    answers[cancelPin] = [refusedAsComplete]
    const { purchase } = reloaded({ ...gift, pending: { ...pending, recipient: receiver } })
    await cancel(purchase)
    await vi.waitFor(() => expect(callsOf('/api/notify')).toHaveLength(1), { timeout: 60_000 })
    const variables = { giftNote: 'For you' }
    expect(callsOf('/api/notify')[0]?.body).toMatchObject({ to: receiver, variables })
  })

  it('by its time: the amounts it held are loaded again', async () => {
    const { purchase, isRefreshed } = reloaded({ ...own, pending })
    expire(purchase)
    await Promise.resolve()
    expect(isRefreshed()).toBe(true)
  })

  describe('by the bank', () => {
    const asking = () => {
      const { purchase } = reloaded({ ...own, pending: { ...pending, asksBank: true } })
      const bank = { state: 'asks', clientSecret: 'secret' } as const
      purchase.dispatch({ type: 'reserved', pending, bank })
      return purchase
    }

    it('that confirms: it continues, after a reload too', async () => {
      const purchase = asking()
      const ask = vi.fn(async () => true)
      await askBank(purchase, ask)
      expect(ask).toHaveBeenCalledWith('secret')
      expect(purchase.state()).toMatchObject({
        step: 'ack',
        work: 'none',
        bank: { state: 'approved' },
      })
      expect(newPurchase().purchase.state()).toMatchObject({ bank: { state: 'none' } })
    })

    it('that refuses: it is released, and the card is marked', async () => {
      answers[cancelPin] = [cancelled]
      const purchase = asking()
      await askBank(purchase, async () => false)
      expect(callsOf(cancelPin)).toHaveLength(1)
      const problem = { at: 'card', code: 'bank_declined' }
      expect(purchase.state()).toMatchObject({ step: 'checkout', problem })
      expect(purchase.record()).toMatchObject({ pending: null })
    })

    it.each([
      [new TypeError('Failed to fetch'), 'unreached'],
      [new Error('api_error'), 'unavailable'],
    ])('that does not answer: %s, it can be asked again', async (error, code) => {
      const purchase = asking()
      await askBank(purchase, () => Promise.reject(error))
      expect(purchase.state()).toMatchObject({
        ...{ step: 'ack', work: 'none', bank: { state: 'asks' } },
        problem: { at: 'bank', code },
      })
      expect(callsOf(cancelPin)).toEqual([])
    })
  })
})

describe('a reload', () => {
  it.each([
    ['asks for the answer to an order, under its key', { ...own }, getPin, 'ack'],
    [
      'asks for the outcome of a completion',
      { ...own, pending, completing: true },
      validatePin,
      'success',
    ],
    [
      'asks for the bank’s question',
      { ...own, pending: { ...pending, asksBank: true } },
      getPin,
      'ack',
    ],
    ['asks for nothing where a reservation waits', { ...own, pending }, undefined, 'ack'],
    ['asks for nothing where nothing was ordered', {}, undefined, 'checkout'],
  ])('%s', async (_, record, path, step) => {
    answers = { [getPin]: [accepted], [validatePin]: [completed] }
    const { purchase } = reloaded(record)
    const { key } = purchase.record()
    await resumePurchase(purchase)
    const own = asked.filter((call) => call.path === getPin || call.path === validatePin)
    expect(own).toMatchObject(path === undefined ? [] : [{ path, key }])
    expect(purchase.state()).toMatchObject({ step })
  })
})

it('a page that comes back handles answers again, but not those to its earlier requests', async () => {
  answers = { [getPin]: [accepted] }
  const { purchase } = reloaded({ ...own })
  const left = resumePurchase(purchase)
  purchase.stop()
  await resumePurchase(purchase)
  await left
  expect(purchase.state()).toMatchObject({ step: 'ack', pending })
  expect(new Set(callsOf(getPin).map(({ key }) => key)).size).toBe(1)
})

it('the notice of a Complete without an answer says that the reservation waits', async () => {
  answers = { [getPin]: [accepted], [validatePin]: [lost] }
  const { purchase } = newPurchase()
  await order(purchase)
  type(purchase)
  await complete(purchase)
  announceEnd(purchase)
  const waits = expect.stringMatching(/^Verification failed Your reservation waits until /)
  expect([...toasts]).toContainEqual(waits)
})

it.each([
  ['a purchase', {}, texts.purchases_added({ kg: 100 })],
  [
    'a gift that goes at once',
    { recipient: '+44•••••321', recipientName: 'Grace' },
    texts.gifts_given({ kg: 100, name: 'Grace (+44•••••321)' }),
  ],
  [
    'a gift that waits for its day',
    { recipient: '+44•••••321', recipientName: 'Grace', deliverOn: '2026-12-24' },
    texts.gifts_given_day({ kg: 100, name: 'Grace (+44•••••321)', day: 'Dec 24, 2026' }),
  ],
])(
  'the notice of %s that ends behind a closed dialog is that of its last step',
  async (_, parts, words) => {
    answers[validatePin] = [completed]
    const { purchase } = reloaded({ ...own, pending: { ...pending, ...parts } })
    type(purchase)
    await complete(purchase)
    announceEnd(purchase)
    const plain = (text: unknown) => String(text).replaceAll(/[\u2066-\u2069]/g, '')
    expect([...toasts].map(plain)).toEqual([plain(words)])
    expect(purchase.state().step).toBe('checkout')
  },
)
