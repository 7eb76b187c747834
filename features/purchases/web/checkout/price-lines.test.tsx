// Tests the price part of a checkout: the lines, the wallet's switch, the announcement for screen
// readers, and the hints.

import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Router } from 'wouter'
import { type Batch, exampleBatch } from '#features/catalogue/catalogue-calls.ts'
import type { PreviewReply } from '#features/wallet/wallet-calls.ts'
import { wordsIn } from '#web/test-markup.tsx'
import { Notices, PurchaseFormProblem, quantityProblemText } from '../purchase-notices.tsx'
import type { PurchaseProblem } from '../purchase-steps.ts'
import type { Figures } from './figures.ts'
import { PriceLines } from './price-lines.tsx'
import type { Cost } from './use-figures.ts'

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-23T12:00:00Z') })
})
afterAll(() => vi.useRealTimers())

const batch: Batch = {
  ...{ ...exampleBatch, id: 'b', project_id: 'p', price_per_kg: 0.031, name: 'Wind' },
  ...{ kg_available: 500, amount_kg: 900, serial_number: 'S' },
}
const preview: PreviewReply = {
  ...{ card_needed: 2.1, wallet_used: 1, wallet_total: 1.5, wallet_held: 0, rate: 0.8 },
  ...{ wallet_tx_id: 'quote', currency: 'GBP', card_minimum: 0.3 },
  expires_at: '2026-11-23T12:10:00.000Z',
}
const figures: Figures = {
  ...{ total: 3.1, wallet: 1, card: 2.1, kgToCardMinimum: 0, walletCouldPay: false },
  method: 'wallet+card',
}
const cost: Cost = {
  ...{ kg: 100, figures, presets: [], total: 3.1, isForeign: false, rate: undefined, rateValue: 1 },
  ...{ rateFailed: false, preview, previewFailed: false, isSettling: false },
  retryPreview: () => undefined,
}
const dollars = { ...batch, currency: 'USD' }
const foreign: Cost = {
  ...{ ...cost, total: 3.875, isForeign: true, rateValue: 0.8 },
  rate: { from: 'USD', to: 'GBP', rate: 0.79, as_of: '2026-11-20', source: 'ecb' },
}

type Shown = { of?: Batch; cost?: Cost; useWallet?: boolean; isCardOnly?: boolean }
function linesOf({ of = batch, cost: known = cost, useWallet = true, isCardOnly }: Shown) {
  const wallet = isCardOnly ? {} : { onUseWallet: () => undefined }
  return renderToStaticMarkup(
    <PriceLines batch={of} currency="GBP" cost={known} useWallet={useWallet} {...wallet} />,
  )
}
const heard = (html: string) => /<p role="status"[^>]*>([^<]*)</.exec(html)?.[1]

describe('the lines', () => {
  it('are the price, the total, the wallet’s part and the card’s; a screen reader announces them once', () => {
    const html = linesOf({})
    const all = wordsIn(html)
    expect(all.slice(0, 9)).toEqual([
      ...['100 kg at £0.0310', '£31.00 a tonne', 'Total', '£3.10', 'From your wallet'],
      ...['£1.50 available', '− £1.00', 'Card', '£2.10'],
    ])
    expect(heard(html)).toBe('Total: £3.10, From your wallet: £1.00, Card: £2.10')
    expect(html).toContain('aria-checked="true"')
  })

  it('omit a payer who pays no part', () => {
    const card = { ...figures, wallet: 0, card: 3.1, method: 'card' } as const
    const switchedOff = linesOf({ cost: { ...cost, figures: card }, useWallet: false })
    expect(wordsIn(switchedOff)).not.toContain('− £0.00')
    expect(wordsIn(switchedOff)).toContain('Use my wallet')
    expect(heard(switchedOff)).toBe('Total: £3.10, Card: £3.10')
    const wallet = { ...figures, wallet: 3.1, card: 0, method: 'wallet' } as const
    const covered = linesOf({ cost: { ...cost, figures: wallet } })
    expect(wordsIn(covered)).not.toContain('Card')
    const empty = { ...cost, figures: card, preview: { ...preview, wallet_total: 0 } }
    for (const html of [linesOf({ cost: empty }), linesOf({ isCardOnly: true })]) {
      expect(html).not.toContain('role="switch"')
    }
  })

  it('in another currency lead with the buyer’s, and have the batch’s with the rate of the payment', () => {
    const words = wordsIn(linesOf({ of: dollars, cost: foreign }))
    expect(words.slice(0, 5)).toEqual([
      ...['100 kg at about £24.80 a tonne', '$0.0310 / kg, you pay in £', 'Total', '£3.10'],
      '$3.88 · 1 USD = 0.8000 GBP, rate of Nov 20, 2026',
    ])
    const fresh = { ...foreign, rate: foreign.rate && { ...foreign.rate, as_of: '2026-11-16' } }
    expect(wordsIn(linesOf({ of: dollars, cost: fresh })).join()).not.toContain('days old')
    const old = { ...foreign, rate: foreign.rate && { ...foreign.rate, as_of: '2026-11-10' } }
    const unquoted = linesOf({ of: dollars, cost: { ...old, preview: undefined } })
    expect(wordsIn(unquoted)).toContain(
      '$3.88 · 1 USD = 0.7900 GBP, rate of Nov 10, 2026, 13 days old',
    )
    const example = { ...foreign, rate: foreign.rate && { ...foreign.rate, is_example: true } }
    expect(wordsIn(linesOf({ of: dollars, cost: example }))).toContain(
      '$3.88 · 1 USD = 0.8000 GBP, example rate of Nov 20, 2026, 3 days old',
    )
    expect(wordsIn(linesOf({})).join()).not.toContain('rate of')
  })

  it('are the price alone without an amount, and are not announced while figures load', () => {
    const none = linesOf({ cost: { ...cost, kg: null, figures: undefined } })
    expect(wordsIn(none)).toEqual(['£0.0310', '£31.00 a tonne'])
    expect(heard(linesOf({ cost: { ...cost, isSettling: true } }))).toBe('')
    const unknown = { ...figures, total: null, card: null }
    const waiting = linesOf({ cost: { ...cost, figures: unknown } })
    expect([heard(waiting), waiting.includes('skeleton')]).toEqual(['', true])
  })
})

describe('the hint next to them', () => {
  const refused = { at: 'quantity', code: 'card_minimum', text: 'In English.' } as const
  const noticesOf = (
    known: Partial<Cost>,
    offersWallet = true,
    of = batch,
    problem: PurchaseProblem | null = null,
  ) =>
    wordsIn(
      renderToStaticMarkup(
        <Notices
          {...{ cost: { ...cost, ...known }, currency: 'GBP', batch: of, offersWallet, problem }}
          onQuantity={() => undefined}
        />,
      ),
    )

  it('is the card’s minimum, and the wallet only where it could pay and is offered', () => {
    const least = { figures: { ...figures, kgToCardMinimum: 5, walletCouldPay: true } }
    const add = 'Card payments start at £0.30. Add 5 kg'
    expect(noticesOf(least)).toEqual([`${add} or use your wallet.`, 'Add 5 kg'])
    expect(noticesOf(least, false)).toEqual([`${add}.`, 'Add 5 kg'])
    const poor = { figures: { ...figures, kgToCardMinimum: 5 } }
    expect(noticesOf(poor)[0]).toBe(`${add}.`)
    expect(noticesOf({})).toEqual([])
  })

  it('is at the field of the quantity, with the amount, once an order was refused for it', () => {
    const least = { figures: { ...figures, kgToCardMinimum: 5, walletCouldPay: true } }
    const known = { cost: { ...cost, ...least }, currency: 'GBP', problem: refused }
    const add = 'Card payments start at £0.30. Add 5\u00a0kg'
    expect(quantityProblemText(known, 'buy')).toBe(`${add} or use your wallet.`)
    expect(quantityProblemText({ ...known, offersWallet: false }, 'gift')).toBe(`${add}.`)
    expect(noticesOf(least, true, batch, refused)).toEqual(['Add 5 kg'])
    const unknown = { ...known, cost: { ...cost, preview: undefined } }
    expect(quantityProblemText(unknown, 'gift')).toBe('Card payments have a minimum.')
  })

  it('is a wallet that does not answer, where it is offered', () => {
    expect(noticesOf({ previewFailed: true })).toEqual([
      'Your wallet cannot be used right now. Your card pays the full amount.',
      'Try the wallet again',
    ])
    expect(noticesOf({ previewFailed: true }, false)).toEqual([])
  })

  it('is the card’s charge without a rate, in the batch’s currency', () => {
    expect(noticesOf({ rateFailed: true, total: 3.1 }, true, dollars)).toEqual([
      'No exchange rate right now. Your card is charged $3.10 in your own currency.',
    ])
  })
})

describe('a refusal of the whole order', () => {
  const problemOf = (problem: Parameters<typeof PurchaseFormProblem>[0]['problem']) =>
    renderToStaticMarkup(
      <Router ssrPath="/app">
        <PurchaseFormProblem problem={problem} currency="GBP" kind="buy" />
      </Router>,
    )

  it('has the new price and the new total in the buyer’s currency', () => {
    const quote = {
      ...{ price_per_kg: 0.04, currency: 'USD', rate: 0.8, total: 3.2 },
      ...{ wallet_used: 1, card_needed: 2.2 },
    }
    const words = wordsIn(problemOf({ at: 'form', code: 'quote_changed', quote }))
    expect(words).toContain('Now £0.0320 per kg, £3.20 in all.')
  })

  it('links to the open purchases where there are too many, and nowhere else', () => {
    const many = problemOf({ at: 'form', code: 'too_many_reservations' })
    expect(many).toContain('href="/app/transactions"')
    const lost = problemOf({ at: 'form', code: 'failed', hint: 'no_answer' })
    expect(lost).not.toContain('href')
    expect(wordsIn(lost)[1]).toMatch(/^We cannot tell whether it was reserved/)
  })

  it('that belongs to a field is not shown here', () => {
    expect(problemOf({ at: 'card', code: 'card_declined' })).toBe('<div role="alert"></div>')
    expect(problemOf(null)).toBe('<div role="alert"></div>')
  })
})
