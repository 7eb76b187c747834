// Tests the checkout's first values, the order of its button, and its state after a refusal.

import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Batch, exampleBatch, exampleProject } from '#features/catalogue/catalogue-calls.ts'
import { newQueryClient } from '#web/api/query-client.ts'
import { draw, openPage, pass, until } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'
import type { Purchase } from '../purchase.ts'
import { freshRecord, scopeOf, writeRecord } from '../purchase-record.ts'
import { usePurchase } from '../use-purchase.ts'
import { type Checkout, type CheckoutDialogProps, useCheckout } from './use-checkout.ts'

const batch: Batch = {
  ...{ ...exampleBatch, id: 'b', project_id: 'p', price_per_kg: 0.02, name: 'Wind' },
  ...{ kg_available: 500, amount_kg: 900, serial_number: 'S' },
}
const other = { ...batch, id: 'other', serial_number: 'T' }
const signed = (name: string) => ({ name, isNickname: false })
const getPin = '/api/tokens/getPin'
const reserved = {
  ...{ txId: 'CP-2222-2222-2222', expires_at: '2199-01-01T12:00:00.000Z', total: 2 },
  ...{ currency: 'GBP', wallet_used: 1, card_used: 1 },
}

let asked: { path: string; body: Record<string, unknown> }[]
let answer: () => Response
let profileAnswer: () => Response
let walletHas: number
/** Requests for the wallet's part. */
let previews: number
let sheetToken: string | undefined
beforeEach(() => {
  asked = []
  answer = () => Response.json(reserved)
  profileAnswer = () => Response.json(ada)
  walletHas = 0.5
  previews = 0
  sheetToken = undefined
  const quoteOf = (total: number) => {
    const wallet_used = Math.min(total, walletHas)
    return {
      ...{ card_needed: total - wallet_used, wallet_used, wallet_total: walletHas, wallet_held: 0 },
      ...{ wallet_tx_id: `quote of ${total}`, currency: 'GBP', rate: 1, card_minimum: 0.3 },
      expires_at: new Date(Date.now() + 600_000).toISOString(),
    }
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  openPage()
  vi.stubGlobal('fetch', async (path: string, { body = '{}' }: { body?: string } = {}) => {
    if (path === '/api/auth/terminal') return Response.json(terminal)
    const sent = JSON.parse(body)
    if (path.includes('preview')) {
      previews += 1
      return Response.json(quoteOf(sent.total_price))
    }
    asked.push({ path, body: sent })
    return path === getPin ? answer() : profileAnswer()
  })
})

const wait = (ms = 400) => pass(ms)

type Shown = { checkout: Checkout; purchase: Purchase }
type LookProps = { given: CheckoutDialogProps; tell: (shown: Shown) => void }
function Look({ given, tell }: LookProps) {
  const { state, purchase } = usePurchase(given.kind, scopeOf(given.kind, 'p'), given.profile)
  tell({ checkout: useCheckout(given, state, purchase), purchase })
  return null
}

async function opened(own: Partial<CheckoutDialogProps> = {}) {
  const client = newQueryClient()
  const props: CheckoutDialogProps = {
    ...{ kind: 'buy', project: exampleProject, batches: [batch, other], batchId: 'b' },
    ...{ coveredKg: undefined, onBatch: vi.fn(), profile: ada, open: true, onOpenChange: vi.fn() },
    ...own,
  }
  let shown: Shown | undefined
  const tell = (next: Shown) => {
    shown = next
  }
  const part = (given: CheckoutDialogProps) => (
    <QueryClientProvider client={client}>
      <Look {...{ given, tell }} />
    </QueryClientProvider>
  )
  const page = await draw(part(props))
  /** Waits until all shown figures are known. */
  async function rest() {
    await wait()
    await until(() => expect(shown?.checkout.cost.isSettling).toBe(false))
  }
  await rest()
  const tokenise = vi.fn(async () => ({ token: 'tok_1' }))
  const now = () => {
    if (shown === undefined) throw new Error('nothing is drawn')
    const { checkout, purchase } = shown
    const takeSheetToken = () => sheetToken
    checkout.card.current = {
      takeSheetToken,
      tokenise,
      focus: () => undefined,
      isFilled: () => true,
    }
    return { ...checkout, purchase }
  }
  return {
    ...{ now, tokenise, props, rest },
    change: (fields: Parameters<Checkout['change']>[0]) => act(async () => now().change(fields)),
    /** Presses the button, and waits for the answer. */
    async send(isAnswered = () => !now().purchase.isRunning()) {
      await act(async () => now().send())
      await until(isAnswered)
    },
    again: (more: Partial<CheckoutDialogProps>) => page.again(part({ ...props, ...more })),
    async close() {
      await page.close()
      client.clear()
    },
  }
}

describe('the first values are', () => {
  it.each([
    ['a hundred kilograms', {}, '100'],
    ['the kilograms that the wallet pays alone, where those are fewer', { coveredKg: 50 }, '50'],
    ['a hundred where it pays for more', { coveredKg: 400 }, '100'],
    ['a hundred where it pays for none', { coveredKg: 0 }, '100'],
    ['the kilograms of the last purchase, on request', { coveredKg: 50, againKg: 250 }, '250'],
  ])('%s', async (_, own, kgText) => {
    const { now, close } = await opened(own)
    expect(now().fields).toMatchObject({ kgText, useWallet: true, note: '', signature: signed('') })
    expect(now().fields.phone).toEqual({ text: '', country: 'GB' })
    await close()
  })

  it('the order that was sent before a reload', async () => {
    const order = {
      ...{ batchId: 'b', count: 80, message: 'For you', wallet_used: 0 },
      ...{ from_name: 'Countess', deliver_on: '2199-12-24' },
    }
    const sent = { order, recipient: '+447400654321' }
    answer = () => Response.json({ code: 'x' }, { status: 400 })
    writeRecord('gift:p', { ...freshRecord(ada.id), ...sent })
    const { now, close } = await opened({ kind: 'gift', againKg: 250 })
    expect(now().fields).toEqual({
      ...{ kgText: '80', useWallet: true, note: 'For you', day: '2199-12-24' },
      phone: { text: '+447400654321', country: 'GB' },
      signature: { name: 'Countess', isNickname: false },
    })
    await close()
  })
})

describe('the button', () => {
  it('sends the shown figures, with the card’s token where a card pays', async () => {
    const { now, send, tokenise, close } = await opened()
    await send()
    expect(asked.findLast(({ path }) => path === getPin)?.body).toMatchObject({
      ...{ batchId: 'b', count: 100, wallet_used: 0.5, card_used: 1.5, card_token: 'tok_1' },
      ...{ wallet_tx_id: 'quote of 2', telephone: ada.phone, from: 'Ada', is_gift: 0 },
    })
    expect(tokenise).toHaveBeenCalledOnce()
    expect(now().purchase.state().step).toBe('ack')
    await close()
  })

  it('sends the token of a confirmed pay sheet, and after a refusal that of the card', async () => {
    const { now, send, tokenise, close } = await opened()
    sheetToken = 'pm_sheet'
    answer = () => Response.json({ code: 'card_declined', error: 'No.' }, { status: 402 })
    await send()
    expect(asked.find(({ path }) => path === getPin)?.body).toMatchObject({
      card_token: 'pm_sheet',
    })
    expect(tokenise).not.toHaveBeenCalled()
    sheetToken = undefined
    answer = () => Response.json(reserved)
    await send()
    expect(asked.findLast(({ path }) => path === getPin)?.body.card_token).toBe('tok_1')
    expect(now().purchase.state().step).toBe('ack')
    await close()
  })

  it('the wallet is not asked again once the order is reserved, nor after a reload', async () => {
    const { send, close } = await opened()
    await send()
    await wait(5_000)
    expect(previews).toBe(1)
    await close()
    const reloaded = await opened()
    expect([reloaded.now().purchase.state().step, previews]).toEqual(['ack', 1])
    await reloaded.close()
  })

  it('needs no card where the wallet pays everything', async () => {
    walletHas = 9
    const { send, tokenise, close } = await opened()
    await send()
    expect(asked[0]?.body).toMatchObject({ payment_method: 'wallet', card_used: 0 })
    expect(asked[0]?.body).not.toHaveProperty('card_token')
    expect(tokenise).not.toHaveBeenCalled()
    await close()
  })

  it('sends no gift with an invalid receiver or signature, and keeps the name as a nickname only where that is ticked', async () => {
    const { now, change, send, close } = await opened({ kind: 'gift' })
    const problem = () => now().purchase.state()
    const isWrongAt = (at: string) => () => JSON.stringify(problem()).includes(`"at":"${at}"`)
    await send(isWrongAt('recipient'))
    await change({
      phone: { text: '07400654321', country: 'GB' },
      note: 'Hi',
      signature: signed('<b>'),
    })
    expect(problem()).toMatchObject({ problem: null })
    await send(isWrongAt('giver'))
    expect(problem()).toMatchObject({ problem: { code: 'nickname_wrong' } })
    expect(asked).toEqual([])
    await change({ signature: { name: 'Ada L.', isNickname: true } })
    await send(() => problem().step === 'ack')
    const order = { telephone: '+447400654321', message: 'Hi', is_gift: 1, from_name: 'Ada L.' }
    expect(asked.slice(0, 2)).toMatchObject([
      { path: '/api/profile', body: { nickname: 'Ada L.' } },
      { path: getPin, body: order },
    ])
    await act(async () => now().emptyGift())
    const empty = { phone: { text: '', country: 'GB' }, note: '', signature: signed('') }
    expect(now().fields).toMatchObject(empty)
    await close()
  })

  it('sends no gift if its signature cannot be saved as the nickname', async () => {
    profileAnswer = () => Response.json({ code: 'invalid_nickname' }, { status: 400 })
    const { now, change, send, close } = await opened({ kind: 'gift' })
    const phone = { text: '07400654321', country: 'GB' } as const
    await change({ phone, signature: { name: 'Ada L.', isNickname: true } })
    await send(() => JSON.stringify(now().purchase.state()).includes('nickname_not_saved'))
    expect(asked.map(({ path }) => path)).toEqual(['/api/profile'])
    await close()
  })

  it('sends no order where no batch can be bought', async () => {
    const { now, change, send, close } = await opened()
    await change({ kgText: '501' })
    await wait()
    await send()
    expect(now().purchase.state()).toMatchObject({
      problem: { code: 'insufficient_stock', leftKg: 500 },
    })
    expect(asked).toEqual([])
    await close()
  })
})

describe('a refusal', () => {
  it('with a price or the kilograms left corrects the chosen batch, until the list does', async () => {
    const quote = {
      ...{ price_per_kg: 0.03, currency: 'GBP', rate: 1, total: 3, wallet_used: 0.5 },
      card_needed: 2.5,
    }
    answer = () => Response.json({ code: 'quote_changed', quote }, { status: 409 })
    const { now, send, again, close } = await opened()
    await send()
    const batches = () =>
      now().batches.map(({ price_per_kg, kg_available }) => [price_per_kg, kg_available])
    expect(batches()).toEqual([
      [0.03, 500],
      [0.02, 500],
    ])
    expect(now().cost.total).toBe(3)
    await again({ batches: [{ ...batch, price_per_kg: 0.04 }, other] })
    expect(batches()[0]).toEqual([0.04, 500])
    await close()
  })

  it('of too many kilograms shows how many are left, as the rest of the dialog does', async () => {
    answer = () => Response.json({ code: 'insufficient_stock', kg_available: 0 }, { status: 409 })
    const { now, send, close } = await opened()
    await send()
    expect(now().batch).toMatchObject({ kg_available: 0, price_per_kg: 0.02 })
    await close()
  })
})

it('after an order, quotes of other amounts are requested again, because part of the wallet may be held', async () => {
  answer = () => Response.json({ code: 'card_declined' }, { status: 402 })
  const { now, change, send, rest, close } = await opened()
  const walletFor = async (kgText: string) => {
    await change({ kgText })
    await rest()
    return now().cost.figures?.wallet
  }
  expect([await walletFor('50'), await walletFor('100')]).toEqual([0.5, 0.5])
  await send()
  walletHas = 0.2
  expect(await walletFor('50')).toBe(0.2)
  await close()
})

it('another batch is the page’s choice, and clears the problem', async () => {
  answer = () => Response.json({ code: 'card_declined' }, { status: 402 })
  const { now, send, props, close } = await opened()
  await send()
  expect(now().purchase.state()).toMatchObject({ problem: { code: 'card_declined' } })
  await act(async () => now().chooseBatch('other'))
  expect(props.onBatch).toHaveBeenCalledWith('other')
  expect(now().purchase.state()).toMatchObject({ problem: null })
  await close()
})

it('a closed checkout sends no request', async () => {
  const { now, close } = await opened({ open: false })
  expect(now().cost).toMatchObject({ total: 0, figures: undefined, preview: undefined })
  await close()
})
