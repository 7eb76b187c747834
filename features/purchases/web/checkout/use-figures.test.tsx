// Tests when a checkout requests figures, which ones, and its display until they arrive.

import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import { type Batch, exampleBatch } from '#features/catalogue/catalogue-calls.ts'
import { newQueryClient } from '#web/api/query-client.ts'
import { draw, openPage, pass } from '#web/test-page.ts'
import { type Cost, useFigures } from './use-figures.ts'

const payer = { phone: '+447400123456', currency: 'GBP' }
const batch: Batch = {
  ...{ ...exampleBatch, id: 'b', project_id: 'p', price_per_kg: 0.02, name: 'Wind' },
  ...{ kg_available: 500, amount_kg: 900, serial_number: 'S' },
}
const dollars = { ...batch, currency: 'USD' }
const now = Date.parse('2026-11-23T12:00:00Z')

let asked: { path: string; body: unknown }[]
let answers: Record<string, () => Response | Promise<Response>>
let held: number
beforeEach(() => {
  asked = []
  held = 0
  const quote = (total: number) => ({
    ...{ card_needed: total - 0.5, wallet_used: 0.5, wallet_total: 0.5, wallet_held: held },
    ...{ wallet_tx_id: 'quote', currency: 'GBP', rate: 0.8, card_minimum: 0.3 },
    expires_at: new Date(Date.now() + 600_000).toISOString(),
  })
  answers = {
    preview: () => Response.json(quote(2)),
    rate: () =>
      Response.json({ from: 'USD', to: 'GBP', rate: 0.75, as_of: '2026-11-20', source: 'ecb' }),
  }
  const toFake = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] as const
  vi.useFakeTimers({ toFake: [...toFake], now })
  openPage()
  vi.stubGlobal('fetch', async (path: string, { body = 'null' }: { body?: string }) => {
    asked.push({ path, body: JSON.parse(body) })
    return answers[path.includes('preview') ? 'preview' : 'rate']?.()
  })
})

type LookProps = {
  kgText: string
  useWallet: boolean
  of: Batch | undefined
  tell: (cost: Cost) => void
}
function Look({ kgText, useWallet, of, tell }: LookProps) {
  tell(useFigures({ kgText, useWallet }, of, payer))
  return null
}

/** Renders the figures of these kilograms and records each state. */
async function opened(firstKg: string, of: Batch | undefined, useWallet = true) {
  const client = newQueryClient()
  let cost: Cost | undefined
  const tell = (next: Cost) => {
    cost = next
  }
  const part = (kgText: string, batch = of) => (
    <QueryClientProvider client={client}>
      <Look {...{ kgText, useWallet, of: batch, tell }} />
    </QueryClientProvider>
  )
  const page = await draw(part(firstKg))
  return {
    cost: () => cost,
    type: (kgText: string, batch = of) => page.again(part(kgText, batch)),
    after: pass,
    async close() {
      await page.close()
      client.clear()
    },
  }
}
const previews = () => asked.filter(({ path }) => path.includes('preview'))

it('the wallet is asked once the typing pauses, for the text of that time', async () => {
  const { cost, type, after, close } = await opened('1', batch)
  await type('10')
  await after(200)
  await type('100')
  expect(cost()).toMatchObject({ isSettling: true, total: 2, figures: { total: 2 } })
  await after(290)
  expect(previews().some(({ body }) => JSON.stringify(body).includes('"total_price":2,'))).toBe(
    false,
  )
  await after(20)
  expect(previews().at(-1)).toEqual({
    path: '/api/wallet/prepay-preview',
    body: { phone: payer.phone, total_price: 2, currency: 'GBP', user_currency: 'GBP' },
  })
  expect(previews().some(({ body }) => JSON.stringify(body).includes('"total_price":0.2,'))).toBe(
    false,
  )
  await after(10)
  expect(cost()).toMatchObject({ isSettling: false, figures: { wallet: 0.5, card: 1.5 } })
  expect(asked.every(({ path }) => path.includes('preview'))).toBe(true)
  await close()
})

it.each([
  ['no batch', '100', undefined],
  ['no whole kilograms', '1.5', batch],
  ['more than one purchase may hold', '10001', batch],
])('of %s no figure is requested or awaited', async (_, kgText, of) => {
  const { cost, after, close } = await opened(kgText, of)
  await after(1_000)
  expect(asked).toEqual([])
  expect(cost()).toMatchObject({ figures: undefined, isSettling: false, previewFailed: false })
  await close()
})

it('in another currency the rate is requested, or the quote’s rate applies', async () => {
  const first = await opened('100', dollars)
  await first.after(400)
  expect(asked.find(({ path }) => path.includes('fx'))?.path).toMatch(/\?from=USD&to=GBP$/)
  expect(previews()).toMatchObject([{ body: { currency: 'USD', user_currency: 'GBP' } }])
  expect(first.cost()).toMatchObject({ isForeign: true, rateValue: 0.75, total: 2 })
  await first.close()
  answers.rate = () => Response.json({ code: 'unavailable' }, { status: 503 })
  const second = await opened('100', dollars)
  await second.after(400)
  expect(second.cost()).toMatchObject({ rateValue: 0.8, rateFailed: false })
  await second.close()
  answers.preview = answers.rate
  const third = await opened('100', dollars)
  await third.after(400)
  expect(third.cost()).toMatchObject({ rateFailed: false })
  await third.after(5_000)
  expect(third.cost()).toMatchObject({
    ...{ rateFailed: true, rateValue: undefined, previewFailed: true },
    figures: { total: null },
  })
  await third.close()
})

it.each([
  [503, 2],
  [500, 1],
  [403, 1],
])(
  'a wallet that answers %i is asked %i times; then the card pays everything',
  async (status, times) => {
    answers.preview = () => Response.json({ code: 'x' }, { status })
    const { cost, after, close } = await opened('100', batch)
    await after(5_000)
    expect(previews()).toHaveLength(times)
    const figures = { wallet: 0, card: 2, method: 'card' }
    expect(cost()).toMatchObject({ previewFailed: true, isSettling: false, figures })
    await close()
  },
)

it('a balance is requested again while part of it is held, and a quote after its expiry', async () => {
  held = 0.3
  const first = await opened('100', batch)
  await first.after(310)
  const before = previews().length
  await first.after(3_100)
  expect(previews().length - before).toBe(1)
  await first.close()
  held = 0
  asked = []
  const second = await opened('100', batch)
  await second.after(60_000)
  expect(previews()).toHaveLength(1)
  await second.after(545_000)
  expect(previews()).toHaveLength(2)
  await second.close()
})

it('an amount typed into an empty field sends no request before the typing pauses', async () => {
  const { type, after, close } = await opened('', batch)
  await type('100')
  await after(1_000)
  expect(previews()).toMatchObject([{ body: { total_price: 2 } }])
  await close()
})

it('the quote of another amount is shown only until the own one arrives', async () => {
  const { cost, type, after, close } = await opened('100', batch)
  await after(310)
  const answer = Promise.withResolvers<Response>()
  const slow = answers.preview?.()
  answers.preview = () => answer.promise
  await type('200')
  await after(310)
  const figures = { total: 4, wallet: 0.5, card: 3.5 }
  expect(cost()).toMatchObject({ isSettling: true, figures })
  answer.resolve(slow ?? Response.error())
  await after(10)
  expect(cost()).toMatchObject({ isSettling: false })
  await close()
})

it('batches of two currencies have a quote each, though their totals are equal', async () => {
  const { cost, type, after, close } = await opened('100', batch)
  await after(310)
  await type('100', dollars)
  await after(310)
  expect(previews().map(({ body }) => body)).toMatchObject([
    { total_price: 2, currency: 'GBP' },
    { total_price: 2, currency: 'USD' },
  ])
  await after(10)
  expect(cost()).toMatchObject({ isForeign: true, isSettling: false })
  await close()
})

it('a wallet that fails later pays no more, and without an amount no message is shown', async () => {
  held = 0.3
  const { cost, type, after, close } = await opened('100', batch)
  await after(310)
  expect(cost()).toMatchObject({ figures: { wallet: 0.5 } })
  answers.preview = () => Response.json({}, { status: 403 })
  await after(3_100)
  const figures = { wallet: 0, card: 2 }
  expect(cost()).toMatchObject({ previewFailed: true, preview: undefined, figures })
  await type('')
  expect(cost()).toMatchObject({ previewFailed: false })
  await close()
})

it('the preset amounts have their price in the buyer’s currency', async () => {
  const { cost, after, close } = await opened('100', dollars)
  await after(400)
  expect(cost()?.presets.at(-1)).toEqual({ kg: 1_000, price: 15 })
  await close()
})
