// Tests the one-step gift: the field it leads to, its order, and its empty form for the next gift.

import { QueryClientProvider } from '@tanstack/react-query'
import {
  act,
  Children,
  type ComponentProps,
  isValidElement,
  type ReactElement,
  type ReactNode,
} from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type Batch,
  exampleBatch,
  exampleProject,
  listBatches,
  listProjects,
} from '#features/catalogue/catalogue-calls.ts'
import { listSavedCards } from '#features/purchases/saved-cards/saved-cards-calls.ts'
import { newQueryClient } from '#web/api/query-client.ts'
import { draw, openPage, pass, until } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'
import { texts } from '#web/texts.ts'
import type { Purchase } from '../purchase.ts'
import type { PurchaseDialog } from '../purchase-dialog.tsx'
import type { PurchaseEvent } from '../purchase-steps.ts'
import { usePurchase } from '../use-purchase.ts'
import { GiftForm, type GiftFormState, useGiftForm } from './gift-form.tsx'

const batch: Batch = {
  ...{ ...exampleBatch, id: 'b', project_id: 'p', price_per_kg: 0.03, name: 'Wind' },
  ...{ kg_available: 500, amount_kg: 900, serial_number: 'S' },
}
const cheap = { ...batch, id: 'cheap', price_per_kg: 0.02, kg_available: 50 }
const signed = (name: string) => ({ name, isNickname: false })
const getPin = '/api/tokens/getPin'

const reserved = {
  ...{ txId: 'CP-2222-2222-2222', expiresAt: '2199-01-01T12:00:00.000Z', kg: 20, total: 0.4 },
  ...{ currency: 'GBP', walletUsed: 0, cardUsed: 0.4, vintageYear: 2024, recipient: null },
  ...{ recipientName: null, asksBank: false },
}

let previews: number
let sheetToken: string | undefined
let asked: { path: string; body: Record<string, unknown> }[]
beforeEach(() => {
  asked = []
  previews = 0
  sheetToken = undefined
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  openPage()
  vi.stubGlobal('fetch', async (path: string, { body = '{}' }: { body?: string } = {}) => {
    if (path === '/api/auth/terminal') return Response.json(terminal)
    if (path.includes('preview')) {
      previews += 1
      return Response.json({ code: 'x' }, { status: 403 })
    }
    if (path === '/api/profile' || path === getPin) asked.push({ path, body: JSON.parse(body) })
    return path === '/api/profile' ? Response.json(ada) : Response.json({}, { status: 400 })
  })
})

type Shown = { gift: GiftFormState; purchase: Purchase }
function Look({ tell }: { tell: (shown: Shown) => void }) {
  const { state, purchase } = usePurchase('gift', 'gift:form', ada)
  tell({ gift: useGiftForm(ada, state, purchase), purchase })
  return null
}
async function opened(batches: readonly Batch[] = [batch, cheap]) {
  const client = newQueryClient()
  const offer = { batches, rates: new Map([['GBP', 1]]) }
  client.setQueryData([listBatches.id, 'offer', 'GBP'], offer)
  let shown: Shown | undefined
  const tell = (next: Shown) => {
    shown = next
  }
  await draw(
    <QueryClientProvider client={client}>
      <Look tell={tell} />
    </QueryClientProvider>,
  )
  let isFilled = true
  const tokenise = vi.fn(async () => ({ token: 'tok_1' }))
  const now = () => {
    if (shown === undefined) throw new Error('nothing is drawn')
    shown.gift.card.current = {
      ...{ takeSheetToken: () => sheetToken, tokenise },
      ...{ focus: () => undefined, isFilled: () => isFilled },
    }
    return shown
  }
  const problem = () => {
    const state = now().purchase.state()
    return state.step === 'checkout' ? state.problem : null
  }
  return {
    ...{ now, tokenise, problem },
    card: (filled: boolean) => {
      isFilled = filled
    },
    async change(fields: Parameters<GiftFormState['change']>[0]) {
      await act(async () => now().gift.change(fields))
      await pass(400)
    },
    /** Presses the button, and waits for the problem. */
    async send(code: string) {
      await act(async () => now().gift.send())
      await until(() => expect(problem()?.code).toBe(code))
    },
  }
}
const phone = { text: '07400654321', country: 'GB' }

it('leads to the first empty field, in their order', async () => {
  const { change, send, card, problem } = await opened()
  const leadsTo = async (field: string) => {
    await send('gift_incomplete')
    expect(problem()).toMatchObject({ at: 'form', field })
  }
  card(false)
  await leadsTo('name')
  await change({ name: ' Grace ' })
  expect(problem()).toBeNull()
  await leadsTo('recipient')
  await change({ phone })
  await leadsTo('card')
  card(true)
  await change({ kgText: '0' })
  await leadsTo('quantity')
  await change({ kgText: '20', phone: { text: '12', country: 'GB' } })
  await send('invalid_recipient')
  await change({ phone, signature: signed('<b>') })
  await send('nickname_wrong')
  expect(asked).toEqual([])
})

it('is sent from the cheapest batch with enough kilograms, paid by card, with the receiver’s name', async () => {
  const { change, send, now, tokenise } = await opened()
  await change({ name: ' Grace ', phone, kgText: '20', signature: signed('Ada L.') })
  expect(now().gift).toMatchObject({ kg: 20, batch: { id: 'cheap' }, isNoneLeft: false })
  await send('unknown')
  expect(asked).toMatchObject([
    { path: getPin, body: { batchId: 'cheap', count: 20, name: 'Grace', card_token: 'tok_1' } },
  ])
  expect(asked[0]?.body).toMatchObject({
    from_name: 'Ada L.',
    ...{ telephone: '+447400654321', is_gift: 1, message: '', payment_method: 'card' },
    ...{ wallet_used: 0, card_used: 0.4, wallet_tx_id: null },
  })
  expect(tokenise).toHaveBeenCalledOnce()
  await change({ kgText: '51' })
  expect(now().gift.batch?.id).toBe('b')
  await change({ kgText: '501' })
  expect(now().gift).toMatchObject({ batch: undefined, isNoneLeft: true })
  await send('invalid_selection')
  await change({ kgText: '10001' })
  expect(now().gift).toMatchObject({ kg: null, isNoneLeft: false })
})

it('needs no card fields for the token of a confirmed pay sheet', async () => {
  const { change, send, card } = await opened()
  await change({ name: 'Grace', phone, kgText: '20' })
  card(false)
  sheetToken = 'pm_sheet'
  await send('unknown')
  expect(asked).toMatchObject([{ path: getPin, body: { card_token: 'pm_sheet' } }])
})

it('is empty for the next gift, with an empty card field', async () => {
  const { change, now, send } = await opened()
  await send('gift_incomplete')
  expect(now().gift.marksEmpty).toBe(true)
  await change({ name: 'Grace', phone, kgText: '20', signature: signed('Ada') })
  const { turn } = now().gift
  await act(async () => now().gift.empty())
  const phoneNow = { text: '', country: 'GB' }
  const empty = {
    day: null,
    name: '',
    kgText: '',
    note: '',
    signature: signed(''),
    phone: phoneNow,
  }
  expect(now().gift.fields).toEqual(empty)
  expect(now().gift.turn).toBe(turn + 1)
  expect(now().gift.marksEmpty).toBe(false)
})

it('names a day that is still to be typed at its field', async () => {
  const client = newQueryClient()
  const offer = { batches: [batch], rates: new Map([['GBP', 1]]) }
  client.setQueryData([listBatches.id, 'offer', 'GBP'], offer)
  const card = { id: 'c', brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2099 }
  client.setQueryData([listSavedCards.id], [card])
  const page = await draw(
    <QueryClientProvider client={client}>
      <GiftForm profile={ada} />
    </QueryClientProvider>,
  )
  await page.type('Recipient name', 'Grace')
  await page.type('Recipient phone', '07400 654321')
  await page.type('Kilograms', '20')
  await page.tick('Let it arrive on another day')
  await pass(400)
  await page.press(/^Gift/)
  await until(() => expect(page.text()).toContain('Choose a day from tomorrow on'))
})

it.each([
  ['501', 'No batch has that much left right now.'],
  ['10001', 'Invalid selection.'],
  ['500', ''],
])('shows at the kilograms why %s are not for sale', async (typed, words) => {
  const client = newQueryClient()
  const offer = { batches: [batch], rates: new Map([['GBP', 1]]) }
  client.setQueryData([listBatches.id, 'offer', 'GBP'], offer)
  const page = await draw(
    <QueryClientProvider client={client}>
      <GiftForm profile={ada} />
    </QueryClientProvider>,
  )
  await page.type('Kilograms', typed)
  await pass(400)
  const reasons = ['No batch has that much left right now.', 'Invalid selection.']
  expect(reasons.filter((each) => page.text().includes(each)).join()).toBe(words)
})

it('marks each empty field once it was sent, until it is filled; its button names the kilograms', async () => {
  const client = newQueryClient()
  const offer = { batches: [batch, cheap], rates: new Map([['GBP', 1]]) }
  client.setQueryData([listBatches.id, 'offer', 'GBP'], offer)
  client.setQueryData([listSavedCards.id], [])
  client.setQueryData([listProjects.id], [{ ...exampleProject, id: 'p', shown_name: 'Wind' }])
  const page = await draw(
    <QueryClientProvider client={client}>
      <GiftForm profile={ada} />
    </QueryClientProvider>,
  )
  const [fill, least] = [texts.common_fill_in(), texts.gifts_count_least()]
  const marked = () => ({
    fields: [...document.querySelectorAll('[aria-invalid=true]')].map((each) =>
      each.getAttribute('name'),
    ),
    fills: page.text().split(fill).length - 1,
    isCountMarked: page.text().includes(least),
  })
  const button = () =>
    document.querySelector('button[type=submit]')?.textContent?.replaceAll('\u00a0', ' ')
  expect(marked()).toEqual({ fields: [], fills: 0, isCountMarked: false })
  expect(button()).toBe(texts.gifts_send_none())
  await page.submit()
  await until(() => expect(page.text()).toContain(texts.gifts_incomplete()))
  const card = ['cardnumber', 'exp-date', 'cvc']
  expect(marked()).toEqual({
    fields: ['name', 'recipient', ...card, 'quantity'],
    fills: 5,
    isCountMarked: true,
  })
  await page.type(texts.gifts_name(), 'Grace')
  expect(page.text()).not.toContain(texts.gifts_incomplete())
  await page.type(texts.gifts_count(), '20')
  await pass(400)
  expect(marked()).toEqual({ fields: ['recipient', ...card], fills: 4, isCountMarked: false })
  expect(button()).toBe('Gift 20 kg')
  const source = texts.gifts_from_batch({ project: 'Wind', year: '2024' })
  expect(page.text()).toContain(source)
  expect(page.text()).toContain('Card£0.40')
  await page.type(texts.gifts_giver(), 'Ada L.')
  await until(() => expect(page.text()).toContain('Gift from Ada L.'))
  expect(page.text()).toContain(': 20 kg of carbon offsets (Wind)')
  await page.type(texts.gifts_count(), '1.500')
  expect(page.text()).toContain(texts.purchases_amount_unclear({ typed: '1.500' }))
  expect([button(), page.text().includes(source)]).toEqual([texts.gifts_send_none(), false])
})

it('sends the day, is busy until the answer, and shows a refused part at its field', async () => {
  const answer = Promise.withResolvers<Response>()
  const sent: Record<string, unknown>[] = []
  vi.stubGlobal('fetch', async (path: string, { body = '{}' }: { body?: string } = {}) => {
    if (path === '/api/auth/terminal') return Response.json(terminal)
    if (path !== getPin) return Response.json({}, { status: 403 })
    sent.push(JSON.parse(body))
    return answer.promise
  })
  const client = newQueryClient()
  const offer = { batches: [cheap], rates: new Map([['GBP', 1]]) }
  client.setQueryData([listBatches.id, 'offer', 'GBP'], offer)
  const saved = { id: 'c', brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2099 }
  client.setQueryData([listSavedCards.id], [saved])
  const page = await draw(
    <QueryClientProvider client={client}>
      <GiftForm profile={ada} />
    </QueryClientProvider>,
  )
  await page.type(texts.gifts_name(), ' Grace ')
  await page.type(texts.gifts_recipient(), '07400 654321')
  await page.type(texts.gifts_count(), '20')
  await page.tick(texts.gifts_day_ask())
  await page.type(texts.gifts_day(), '2199-12-24')
  await pass(400)
  const state = () => [
    document.querySelector('button[type=submit]')?.getAttribute('aria-busy'),
    document.querySelector('form > fieldset')?.hasAttribute('inert'),
  ]
  expect(state()).toEqual([null, false])
  await page.submit()
  await until(() => expect(sent).toHaveLength(1))
  expect(state()).toEqual(['true', true])
  expect(sent).toEqual([
    {
      ...{ batchId: 'cheap', count: 20, amount: 0.02, currency: 'GBP', from: 'Ada', is_gift: 1 },
      ...{ payment_method: 'card', wallet_used: 0, card_used: 0.4, wallet_tx_id: null },
      ...{ message: '', is_reward: 0, name: 'Grace', deliver_on: '2199-12-24' },
      ...{ telephone: '+447400654321', card_token: 'saved:c' },
    },
  ])
  answer.resolve(Response.json({ code: 'insufficient_stock', kg_available: 7 }, { status: 409 }))
  await until(() => expect(page.text()).toContain('Only 7 kg left in this batch.'))
  expect(state()).toEqual([null, false])
})

it('asks for no figures of a gift that is reserved', async () => {
  const { change, now } = await opened()
  await change({ name: 'Grace', phone, kgText: '20' })
  expect(previews).toBe(1)
  const { purchase } = now()
  const bank = { state: 'none' } as const
  await act(async () => purchase.dispatch({ type: 'reserved', pending: reserved, bank }))
  expect(now().gift.cost.figures).toBeUndefined()
  await act(async () => purchase.refresh())
  await pass(1_000)
  expect(previews).toBe(1)
})

type Form = ReactElement<{ children: ReactNode }>
type FrameProps = ComponentProps<typeof PurchaseDialog>
function LookAtForm({ tell }: { tell: (form: Form) => void }) {
  tell(GiftForm({ profile: ada }))
  return null
}

describe('the dialog of its next steps', () => {
  async function form() {
    let drawnForm: Form | undefined
    const tell = (next: Form) => {
      drawnForm = next
    }
    await draw(
      <QueryClientProvider client={newQueryClient()}>
        <LookAtForm tell={tell} />
      </QueryClientProvider>,
    )
    type Parts = FrameProps & { onSubmit: () => void }
    const parts = () =>
      Children.toArray(drawnForm?.props.children).filter((each) => isValidElement<Parts>(each))
    const frame = () => {
      const props = parts()[1]?.props
      if (props === undefined) throw new Error('no dialog')
      return props
    }
    return {
      frame,
      turn: () => parts()[0]?.key,
      submit: () => act(async () => parts()[0]?.props.onSubmit()),
      dispatch: (event: PurchaseEvent) => act(async () => frame().purchase.dispatch(event)),
      close: () => act(async () => frame().onOpenChange(false)),
    }
  }
  const waits: PurchaseEvent = { type: 'reserved', pending: reserved, bank: { state: 'none' } }

  it('opens with a reservation, stays closed in that step, and opens again by the form', async () => {
    const { frame, dispatch, close, submit } = await form()
    expect(frame()).toMatchObject({ open: false, title: 'Gift Offsets' })
    await dispatch(waits)
    expect(frame().open).toBe(true)
    await close()
    expect(frame().open).toBe(false)
    await submit()
    expect([frame().open, frame().state.step, asked]).toEqual([true, 'ack', []])
  })

  it('opens again by itself with the success of a gift that it was closed upon', async () => {
    const { frame, dispatch, close } = await form()
    await dispatch(waits)
    await dispatch({ type: 'complete-sent' })
    await close()
    expect(frame().open).toBe(false)
    await dispatch({ type: 'completed' })
    expect([frame().open, frame().state.step]).toEqual([true, 'success'])
  })

  it('opens for each gift, and empties the form after it', async () => {
    const { frame, turn, dispatch, close } = await form()
    const turns = new Set([turn()])
    for (const next of [2, 3]) {
      await dispatch(waits)
      expect(frame().open).toBe(true)
      await dispatch({ type: 'complete-sent' })
      await dispatch({ type: 'completed' })
      await close()
      await dispatch({ type: 'started-over' })
      await act(async () => frame().onDone?.())
      expect([frame().open, turns.add(turn()).size]).toEqual([false, next])
    }
  })
})
