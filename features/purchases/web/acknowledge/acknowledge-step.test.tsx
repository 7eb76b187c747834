// Tests the text before an id is retyped: the kilograms held, the receiver, and the charges.

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { draw, openPage, until } from '#web/test-page.ts'
import { terminal } from '#web/test-person.ts'
import { texts } from '#web/texts.ts'
import { createPurchase } from '../purchase.ts'
import { type AckState, atAck, type Bank, type Pending } from '../purchase-steps.ts'
import { AcknowledgeStep } from './acknowledge-step.tsx'

const buyer = { id: 'ada', phone: '+447400123456', nickname: null, firstName: null }
const pending: Pending = {
  ...{ txId: 'CP-2222-2222-2222', expiresAt: '2199-01-01T12:00:00.000Z', kg: 100, total: 2 },
  ...{ currency: 'GBP', walletUsed: 0.5, cardUsed: 1.5, vintageYear: 2024, recipient: null },
  ...{ recipientName: null, asksBank: false },
}

beforeEach(openPage)

function drawn(state: AckState): string {
  const client = new QueryClient()
  const purchase = createPurchase({ scope: 'project', kind: 'buy' }, () => buyer, client)
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <AcknowledgeStep state={state} purchase={purchase} onCancel={() => undefined} />
    </QueryClientProvider>,
  )
  client.clear()
  return html.replaceAll('\u00a0', ' ')
}
const about = (own: Partial<Pending>) =>
  /<p id="[^"]+" class="text-soft">([^<]*)</.exec(
    drawn(atAck({ ...pending, ...own }, { state: 'none' })),
  )?.[1]
const retype = 'Retype this ID to complete.'

it.each([
  [
    {},
    `100 kg from vintage 2024 are held for you. ${retype} £0.50 will then be taken from your wallet and your card charged £1.50.`,
  ],
  [
    { vintageYear: null, walletUsed: 2, cardUsed: 0 },
    `100 kg are held for you. ${retype} £2.00 will then be taken from your wallet.`,
  ],
  [
    { kg: 1, walletUsed: 0, cardUsed: 2 },
    `1 kg from vintage 2024 is held for you. ${retype} Your card will then be charged £2.00.`,
  ],
  [
    { vintageYear: null, walletUsed: 0, cardUsed: 0 },
    `100 kg are held for you. ${retype} £2.00 will then be taken from your wallet and your card.`,
  ],
  [
    { vintageYear: null, walletUsed: 0, cardUsed: 0, total: 0.02 },
    `100 kg are held for you. ${retype} £0.02 will then be taken from your wallet and your card.`,
  ],
  [
    { vintageYear: null, walletUsed: 0, cardUsed: 0, total: 0 },
    `100 kg are held for you. ${retype}`,
  ],
])('%j: %s', (own, words) => expect(about(own)).toBe(words))

it('a gift names its receiver, by name and number, or as the list shows them', () => {
  const recipient = '+447400654321'
  expect(about({ recipient })).toMatch(/^100 kg are held as a gift for \+44/)
  expect(about({ recipient, recipientName: 'Grace' })).toContain('for Grace (+44')
  expect(about({ recipient: '+44•••••321' })).toContain('for +44•••••321.')
})

it.each([
  ['typed', 'mismatch', undefined, 'TxID mismatch', ''],
  ['bank', 'card_action_required', undefined, 'Please answer your bank first.', ''],
  [
    'form',
    'verification_failed',
    'unverified',
    'Verification failed',
    texts.purchases_unverified(),
  ],
  ['form', 'unreached', undefined, texts.common_no_connection(), ''],
] as const)(
  'a problem is shown once, at its part, with its next step: %s, %s',
  (at, code, hint, words, next) => {
    const state = atAck(pending, { state: 'asks', clientSecret: 'secret' })
    expect(drawn(state)).not.toContain(words)
    const html = drawn({ ...state, problem: { at, code, hint } })
    expect(html.split(words)).toHaveLength(2)
    expect(html).toContain(next)
  },
)

it('a dated gift names the kilograms, the receiver and its day', () => {
  const gift = { recipient: '+44•••••321', recipientName: 'Grace', deliverOn: '2026-12-24' }
  const text = about(gift)?.replaceAll(/[\u2066-\u2069]/g, '')
  expect(text).toMatch(
    /^100 kg are held as a gift for Grace \(\+44•••••321\)\. It arrives on Dec 24, 2026\./,
  )
})

describe('the bank’s question', () => {
  const asks: Bank = { state: 'asks', clientSecret: 'secret' }
  const bankOf = (bank: Bank) => drawn(atAck({ ...pending, cardUsed: 1.5 }, bank))

  it('names the card’s charge, with the sandbox’s two answers or the link to a real bank', () => {
    const sandbox = bankOf(asks)
    expect(sandbox).toContain('Do you confirm the payment of £1.50 to Carbon Passport?')
    expect(sandbox).toMatch(/Approve.*Decline/)
    document.documentElement.dataset.stripeKey = 'pk_test'
    const stripe = bankOf(asks)
    expect(stripe).toContain('Your bank wants you to confirm the payment of £1.50.')
    expect(stripe).not.toMatch(/Approve|Sandbox/)
  })

  it('offers no answers after an answer, or where the bank’s page is in another window', () => {
    for (const state of ['approved', 'unknown'] as const) {
      expect(bankOf({ state })).not.toMatch(/Approve|Decline/)
    }
    expect(bankOf({ state: 'approved' })).toContain('Your bank has confirmed this payment.')
    expect(bankOf({ state: 'unknown' })).toContain('Your bank asked in another window.')
  })

  it('comes before the id, which otherwise begins the step', () => {
    expect(bankOf({ state: 'none' })).toContain('data-step-begins')
    expect(bankOf(asks)).not.toContain('data-step-begins')
  })
})

it.each([
  ['none', true, false],
  ['cancelling', true, true],
  ['completing', false, true],
  ['checking', false, true],
] as const)(
  'while it is %s: Cancel is shown %s, the id is unchanged %s',
  (work, cancels, rests) => {
    const html = drawn({ ...atAck(pending, { state: 'none' }), work })
    expect([html.includes('Cancel'), html.includes('disabled=""')]).toEqual([cancels, rests])
    expect(html.includes('Checking your purchase…')).toBe(work === 'checking')
  },
)

it.each([
  ['Approve', true, { step: 'ack', bank: { state: 'approved' } }],
  ['Decline', false, { step: 'checkout', problem: { code: 'bank_declined' } }],
])('the sandbox’s bank receives %s, and the purchase follows', async (button, approved, state) => {
  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string } = {}) => {
    if (path === '/dev/cards/actions') asked.push(JSON.parse(body ?? ''))
    if (path === '/api/tokens/cancelPin') return Response.json({ status: 'EXPIRED' })
    return Response.json(terminal)
  })
  const client = new QueryClient()
  const purchase = createPurchase({ scope: 'project', kind: 'buy' }, () => buyer, client)
  const bank: Bank = { state: 'asks', clientSecret: 'secret' }
  purchase.dispatch({ type: 'reserved', pending, bank })
  const page = await draw(
    <QueryClientProvider client={client}>
      <AcknowledgeStep {...{ state: atAck(pending, bank), purchase }} onCancel={() => undefined} />
    </QueryClientProvider>,
  )
  await page.press(button)
  await until(() => expect(purchase.state()).toMatchObject(state))
  expect(asked).toEqual([{ client_secret: 'secret', approved }])
  client.clear()
})

it.each([
  ['none', undefined, 'Cancel', [false, false]],
  ['cancelling', undefined, 'Cancel', [true, false]],
  ['completing', undefined, 'Close', [false, true]],
  ['checking', undefined, 'Close', [false, true]],
  ['none', 'unverified', 'Close', [false, false]],
  ['none', 'no_answer', 'Cancel', [false, false]],
] as const)(
  'its two buttons while it is %s, with the hint %s',
  async (work, hint, leave, areBusy) => {
    const onCancel = vi.fn()
    const client = new QueryClient()
    const purchase = createPurchase({ scope: 'project', kind: 'buy' }, () => buyer, client)
    const problem = hint ? ({ at: 'form', code: 'verification_failed', hint } as const) : null
    const state: AckState = { ...atAck(pending, { state: 'none' }), work, problem }
    const page = await draw(
      <QueryClientProvider client={client}>
        <AcknowledgeStep {...{ state, purchase, onCancel }} />
      </QueryClientProvider>,
    )
    const foot = [...document.querySelectorAll('.sheet-foot button')]
    expect(foot.map((each) => each.textContent)).toEqual([leave, texts.purchases_complete()])
    expect(foot.map((each) => each.hasAttribute('aria-busy'))).toEqual(areBusy)
    await page.press(leave)
    expect(onCancel).toHaveBeenCalledTimes(areBusy[0] ? 0 : 1)
    client.clear()
  },
)

it('the bank’s buttons are busy while the bank answers', async () => {
  const client = new QueryClient()
  const purchase = createPurchase({ scope: 'project', kind: 'buy' }, () => buyer, client)
  const state = atAck(pending, { state: 'asks', clientSecret: 'secret' })
  const part = (work: AckState['work']) => (
    <QueryClientProvider client={client}>
      <AcknowledgeStep {...{ purchase, state: { ...state, work } }} onCancel={() => undefined} />
    </QueryClientProvider>
  )
  const page = await draw(part('none'))
  const busy = () => [...document.querySelectorAll('[aria-busy]')].map((each) => each.textContent)
  expect(busy()).toEqual([])
  await page.again(part('confirming'))
  expect(busy()).toEqual(['Approve', 'Decline'])
  client.clear()
})

it('what is typed is kept in the groups of the id, and Complete sends it', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string } = {}) => {
    if (path === '/api/tokens/validatePin') {
      sent.push(JSON.parse(body ?? ''))
      return Response.json({ status: 'COMPLETED', txId })
    }
    return path === '/api/auth/terminal'
      ? Response.json(terminal)
      : Response.json({}, { status: 404 })
  })
  const txId = 'CP-7K2M-9QXF-4HJD'
  const client = new QueryClient()
  const purchase = createPurchase({ scope: 'project', kind: 'buy' }, () => buyer, client)
  purchase.dispatch({ type: 'reserved', pending: { ...pending, txId }, bank: { state: 'none' } })
  const part = () => {
    const state = purchase.state()
    if (state.step !== 'ack') throw new Error(state.step)
    return (
      <QueryClientProvider client={client}>
        <AcknowledgeStep {...{ state, purchase }} onCancel={() => undefined} />
      </QueryClientProvider>
    )
  }
  const page = await draw(part())
  await page.type(texts.purchases_retype(), 'cp7k2m')
  await page.again(part())
  expect(page.valueOf(texts.purchases_retype())).toBe('CP-7K2M')
  await page.submit()
  expect(purchase.state()).toMatchObject({ problem: { at: 'typed', code: 'mismatch' } })
  await page.again(part())
  await page.type(texts.purchases_retype(), 'cp7k2m9qxf4hjd')
  expect(purchase.state()).toMatchObject({ typed: txId, problem: null })
  await page.again(part())
  await page.submit()
  await until(() =>
    expect(purchase.state()).toEqual({ step: 'success', pending: { ...pending, txId } }),
  )
  expect(sent).toEqual([{ txId }])
  client.clear()
})
