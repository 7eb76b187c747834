// Tests the decision on an order at its limits: the last kilogram, the last penny, the minimum card
// part, and orders of one group that compete.
import { describe, expect, it } from 'vitest'
import { failureOf } from '#features/purchases/purchase-on-wire.ts'
import {
  bankStepProblem,
  countHold,
  holdCountProblem,
  holdKgProblem,
  noHolds,
} from '#features/purchases/reserve/hold-limits.ts'
import type { Order } from '#features/purchases/reserve/order.ts'
import { decideReservation, type Inventory } from '#features/purchases/reserve/reserve-decision.ts'
import type { Quote } from '#features/wallet/quote.ts'
import { isProblem } from '#values/problem.ts'

const buyer = {
  sessionId: 's',
  passportId: 'me',
  phone: '+447400123456',
  country: 'GB',
  currency: 'GBP',
  language: 'en',
  actedLately: true,
  ownsTerminal: true,
  passport: null,
}
const order = (over: Partial<Order> = {}): Order => ({
  purchaseId: 'p',
  txId: 'CP',
  buyer,
  batchId: 'batch',
  quantityKg: 100,
  priceMicros: 20_000,
  batchCurrency: 'GBP',
  method: 'wallet',
  walletMinor: null,
  cardMinor: null,
  quote: null,
  isPlanned: false,
  cardToken: null,
  savedCard: null,
  savesCard: false,
  gift: null,
  note: null,
  rewardId: null,
  isQuoteRefused: false,
  ...over,
})
const quote = (over: Partial<Quote> = {}): Quote => ({
  passportId: 'me',
  programmeId: null,
  batchCurrency: 'GBP',
  currency: 'GBP',
  rate: '1',
  walletRates: {},
  totalMinor: 200,
  walletMinor: 150,
  cardMinor: 50,
  expiresAtMs: 0,
  ...over,
})
const wallet = (
  passport_id: string,
  balance_minor: number,
  currency = 'GBP',
  programme = 'bank',
) => ({
  passport_id,
  programme_id: programme,
  currency,
  balance_minor,
  created_at: new Date(0),
})
function inventory({
  kg = 1_000,
  wallets = [wallet('me', 1_000)],
  currency = 'GBP',
  isOffered = true,
}: {
  kg?: number
  wallets?: ReturnType<typeof wallet>[]
  currency?: string
  isOffered?: boolean
} = {}): Inventory {
  const stock = {
    batch_id: 'batch',
    project_id: 'project',
    price_micros: 20_000,
    currency,
    available_kg: kg,
    is_offered: isOffered,
  }
  const unitsPerEur = new Map([
    ['EUR', '1'],
    ['GBP', '0.87'],
    ['USD', '1.16'],
  ])
  return {
    stock: new Map([['batch', stock]]),
    wallets,
    holds: new Map(),
    rates: { asOf: '2026-04-13', source: 'test', unitsPerEur },
    claims: new Map(),
    rewardBudgets: new Map(),
    cards: { get: () => undefined },
    now: new Date('2026-11-28T12:00:00Z'),
  }
}
const limits = {
  openReservationsMax: 3,
  openKgMax: 10_000,
  cardMinimumMinor: { EUR: 50, GBP: 30, TRY: 2_000, USD: 50 },
}
const decide = (one: Order, all = inventory()) => decideReservation(one, all, limits)
const codeOf = (decided: ReturnType<typeof decide>) =>
  isProblem(decided) ? decided.problem : 'accepted'
const partsOf = (decided: ReturnType<typeof decide>) =>
  isProblem(decided)
    ? decided.problem
    : { wallet: decided.walletMinor, card: decided.cardMinor, total: decided.totalMinor }

describe('the holds of a buyer', () => {
  it.each([
    [150, 'accepted'],
    [151, 'insufficient_stock'],
  ])('of an abandoned batch of 301 kg, %i kg again: %s', (quantityKg, code) => {
    const all = inventory({ kg: 301 })
    all.holds.set('me', { ...noHolds(), abandonedBatches: new Set(['batch']) })
    expect(codeOf(decide(order({ quantityKg }), all))).toBe(code)
  })

  it('are open with a reward too, but without its kilograms', () => {
    const holds = noHolds()
    countHold(order({ rewardId: 'reward' }), holds)
    expect(holds).toMatchObject({ open: 1, openKgByBatch: new Map() })
    countHold(order(), holds)
    expect(holds).toMatchObject({ open: 2, openKgByBatch: new Map([['batch', 100]]) })
  })

  it('never block a reward: neither expired holds nor their kilograms', () => {
    const lapsed = { ...noHolds(), abandoned: 5, abandonedWaitSeconds: 60 }
    expect(holdCountProblem(order(), lapsed, limits)).toMatchObject({ problem: 'rate_limited' })
    expect(holdCountProblem(order({ rewardId: 'reward' }), lapsed, limits)).toBeNull()
    const held = { ...noHolds(), openKgByBatch: new Map([['batch', 10_000]]) }
    const one = { quantityKg: 1, rewardId: 'reward' }
    expect(holdKgProblem(order(one), held, 10, limits)).toBeNull()
  })

  it('reach exactly the limit, and not a kilogram more', () => {
    const kgOf = (quantityKg: number) =>
      holdKgProblem(order({ quantityKg }), noHolds(), 20_000, limits)
    expect([kgOf(10_000), kgOf(10_001)?.problem]).toEqual([null, 'too_many_reservations'])
  })

  it.each([
    [300, 400, 100, 'too_many_reservations'],
    [300, 399, 101, 'insufficient_stock'],
    [300, 100, 400, undefined],
  ])(
    'with %i kg and %i kg waiting, of %i free, at a bank’s question: %s',
    (kg, waiting, free, code) => expect(bankStepProblem(kg, waiting, free)?.problem).toBe(code),
  )
})

describe('a changed quote', () => {
  it('leaves the card its minimum, as the order would', () => {
    const split = order({ method: 'wallet+card', priceMicros: 19_000, quote: quote() })
    const told = decide(split, inventory({ wallets: [wallet('me', 190)] }))
    expect(told).toMatchObject({
      problem: 'quote_changed',
      fields: { quote: { total: 2, wallet_used: 1.7, card_needed: 0.3 } },
    })
  })
})

describe('stock', () => {
  it.each([
    [100, 'accepted'],
    [99, 'insufficient_stock'],
  ])('of %i kg for an order of 100: %s', (kg, code) => {
    expect(codeOf(decide(order(), inventory({ kg })))).toBe(code)
  })

  it('that is withdrawn or unknown is not sold', () => {
    expect(codeOf(decide(order(), inventory({ isOffered: false })))).toBe('not_offered')
    expect(codeOf(decide(order({ batchId: 'other' })))).toBe('invalid_selection')
  })

  it('is reduced by the orders of a group one after another, money and open holds too', () => {
    const people = ['me', 'you', 'they']
    const all = inventory({ kg: 250, wallets: people.map((id) => wallet(id, 450)) })
    const codes = people.map((passportId) =>
      codeOf(decide(order({ buyer: { ...buyer, passportId } }), all)),
    )
    expect(codes).toEqual(['accepted', 'accepted', 'insufficient_stock'])
    expect(all.wallets.map((row) => row.balance_minor)).toEqual([250, 250, 450])
    const rich = inventory({ wallets: [wallet('me', 450)] })
    expect(Array.from({ length: 3 }, () => codeOf(decide(order(), rich)))).toEqual([
      'accepted',
      'accepted',
      'quote_changed',
    ])
    const open = inventory({ wallets: [wallet('me', 9_999)] })
    expect(Array.from({ length: 4 }, () => codeOf(decide(order(), open)))).toEqual([
      ...['accepted', 'accepted', 'accepted', 'too_many_reservations'],
    ])
  })

  it('is paid by wallets of several programmes and currencies', () => {
    const wallets = [
      wallet('me', 1_000, 'EUR'),
      wallet('me', 1_000, 'GBP', 'young'),
      wallet('me', 300),
    ]
    const all = inventory({ wallets })
    expect(codeOf(decide(order(), all))).toBe('accepted')
    expect(all.wallets.map((row) => row.balance_minor)).toEqual([1_000, 1_000, 100])
  })

  it('leaves a buyer’s holds unchanged where the order is refused', () => {
    const all = inventory({ wallets: [] })
    all.holds.set('me', noHolds())
    expect(codeOf(decide(order(), all))).toBe('quote_changed')
    expect([all.holds.get('me')?.open, all.stock.get('batch')?.available_kg]).toEqual([0, 1_000])
  })
})

describe('the budget of rewards', () => {
  const redeem = (rewardId: string, all: Inventory) =>
    codeOf(decide(order({ rewardId, quantityKg: 50 }), all))
  const rewarded = (budgetMinor: number, ...rewardIds: string[]) => {
    const claim = { passportId: 'me', kg: 50, recipientPhone: null, note: null, isReserved: false }
    const claims = rewardIds.map((rewardId) => ({ ...claim, rewardId, endsAt: new Date() }))
    return {
      ...inventory(),
      claims: new Map(claims.map((each) => [each.rewardId, each])),
      rewardBudgets: new Map([['GBP', budgetMinor]]),
    }
  }

  it('is spent to its last penny by the orders of a group one after another', () => {
    for (const [budgetMinor, last] of [
      [200, 'accepted'],
      [199, 'rewards_exhausted'],
    ] as const) {
      const all = rewarded(budgetMinor, 'first', 'second')
      expect([redeem('first', all), redeem('second', all)]).toEqual(['accepted', last])
    }
  })

  it('pays once for a claim that a group redeems twice', () => {
    const all = rewarded(1_000, 'first')
    expect([redeem('first', all), redeem('first', all)]).toEqual([
      'accepted',
      'reward_being_redeemed',
    ])
    expect(all.rewardBudgets.get('GBP')).toBe(900)
  })
})

describe('the price that the client sent', () => {
  it.each([
    [{ priceMicros: 20_001 }],
    [{ priceMicros: 19_999 }],
    [{ priceMicros: null }],
    [{ batchCurrency: 'EUR' }],
  ])('must be the price: %j', (over) => {
    expect(codeOf(decide(order(over)))).toBe('quote_changed')
  })
})

describe('the figures of a client', () => {
  it.each([
    [200, 0, 'accepted'],
    [201, 0, 'accepted'],
    [199, 1, 'accepted'],
    [202, 0, 'quote_changed'],
    [198, 0, 'quote_changed'],
    [200, 2, 'quote_changed'],
    [Number.NaN, 0, 'quote_changed'],
  ])('of %d by wallet and %d by card may differ by one: %s', (walletMinor, cardMinor, code) => {
    expect(codeOf(decide(order({ walletMinor, cardMinor })))).toBe(code)
  })
})

describe('money', () => {
  it('of a wallet reach to its last penny', () => {
    expect(codeOf(decide(order(), inventory({ wallets: [wallet('me', 200)] })))).toBe('accepted')
    expect(codeOf(decide(order(), inventory({ wallets: [wallet('me', 199)] })))).toBe(
      'quote_changed',
    )
  })

  it('of another buyer’s quote never pay', () => {
    const all = inventory({ wallets: [wallet('other', 1_000)] })
    expect(codeOf(decide(order(), all))).toBe('quote_changed')
  })

  it.each([
    [15, 30, 'accepted'],
    [14, 28, 'card_minimum'],
  ])('by card for %i kg, %i pence: %s', (quantityKg, _, code) => {
    expect(codeOf(decide(order({ method: 'card', cardToken: 'tok', quantityKg })))).toBe(code)
  })

  it('by card that no amount brings to its minimum point to the wallet', () => {
    const all = inventory()
    const stock = all.stock.get('batch')
    if (stock !== undefined) stock.price_micros = 7
    const cheap = order({ method: 'card', cardToken: 'tok', priceMicros: 7 })
    expect(decide(cheap, all)).toMatchObject({
      problem: 'card_minimum',
      text: 'Card payments start at £0.30. Use your wallet.',
    })
  })

  it('by card need a card', () => {
    expect(codeOf(decide(order({ method: 'card' })))).toBe('card_details_required')
  })
})

describe('a quote', () => {
  const split = (over: Partial<Order> = {}, quoted: Partial<Quote> = {}) =>
    order({ method: 'wallet+card', cardToken: 'tok', quote: quote(quoted), ...over })

  it('fixes the shares of wallet and card', () => {
    expect(partsOf(decide(split()))).toEqual({ wallet: 150, card: 50, total: 200 })
    expect(partsOf(decide(split({}, { cardMinor: 0 })))).toEqual({
      wallet: 200,
      card: 0,
      total: 200,
    })
    expect(partsOf(decide(split({ quote: null })))).toBe('quote_changed')
    expect(partsOf(decide(split({}, { batchCurrency: 'EUR' })))).toBe('quote_changed')
  })

  it.each([
    [198, 'accepted'],
    [202, 'accepted'],
    [197, 'quote_changed'],
    [203, 'quote_changed'],
  ])('for %i holds for 200: %s', (totalMinor, code) => {
    // One for the client's rounding, and one for half a unit of the batch's currency.
    expect(codeOf(decide(split({}, { totalMinor })))).toBe(code)
  })

  it.each([
    [796, 'quote_changed'],
    [797, 'accepted'],
    [803, 'accepted'],
    [804, 'quote_changed'],
  ])('at a rate of 4, for %i holds for 800: %s', (totalMinor, code) => {
    // One for the client's rounding, and two for half a unit of the batch's currency.
    const quoted = { batchCurrency: 'USD', rate: '4', totalMinor }
    expect(
      codeOf(decide(split({ batchCurrency: 'USD' }, quoted), inventory({ currency: 'USD' }))),
    ).toBe(code)
  })

  it('keeps its rates, of the batch and of wallets, though the rates have changed', () => {
    const all = () =>
      inventory({ currency: 'USD', wallets: [wallet('me', 1_000, 'EUR'), wallet('me', 1)] })
    const foreign = { method: 'wallet+card', cardToken: 'tok', batchCurrency: 'USD' } as const
    const quoted = quote({
      batchCurrency: 'USD',
      rate: '0.5',
      walletRates: { EUR: '2' },
      totalMinor: 100,
      walletMinor: 100,
      cardMinor: 0,
    })
    const decided = decide(order({ ...foreign, quote: quoted }), all())
    expect(decided).toMatchObject({ rate: '0.5', totalMinor: 100, walletMinor: 100 })
    if (isProblem(decided)) throw new Error(decided.problem)
    expect(decided.walletParts.map((part) => [part.walletCurrency, part.walletMinor])).toEqual([
      ['GBP', 1],
      ['EUR', 50],
    ])
  })

  it('fixes no rate for a card alone', () => {
    const card = { method: 'card', cardToken: 'tok', batchCurrency: 'USD' } as const
    const quoted = quote({ batchCurrency: 'USD', rate: '0.5' })
    const decided = decide(order({ ...card, quote: quoted }), inventory({ currency: 'USD' }))
    expect(decided).toMatchObject({ rate: '0.7500000000', cardMinor: 150 })
  })

  it('of one programme is paid by no other', () => {
    const wallets = () => [wallet('me', 100, 'GBP', 'small'), wallet('me', 1_000)]
    const quoted = (programmeId: string) => split({}, { programmeId, cardMinor: 0 })
    expect(codeOf(decide(quoted('bank'), inventory({ wallets: wallets() })))).toBe('accepted')
    expect(codeOf(decide(quoted('small'), inventory({ wallets: wallets() })))).toBe('quote_changed')
  })

  it('that no longer holds is answered with the new figures, at today’s rate', () => {
    const all = inventory({ currency: 'USD', wallets: [wallet('me', 40)] })
    const changed = decide(split({}, { rate: '0.1' }), all)
    expect(changed).toMatchObject({
      problem: 'quote_changed',
      fields: { quote: { rate: 0.75, total: 1.5, wallet_used: 0.4, card_needed: 1.1 } },
    })
    const byCard = decide(order({ method: 'card', priceMicros: 1 }))
    expect(byCard).toMatchObject({ fields: { quote: { wallet_used: 0, card_needed: 2 } } })
  })
})

describe('an accepted order', () => {
  const gift = {
    ...{ recipientPhone: '+447400000002', recipientKey: 'key', recipientName: 'Ben' },
    ...{ fromName: null, deliverOn: null },
  }

  it('has every figure of its stock, payment and delivery', () => {
    const dated = order({
      method: 'wallet+card',
      quote: quote(),
      cardToken: 'tok',
      gift: { ...gift, deliverOn: '2026-12-24' },
    })
    expect(decide(dated)).toEqual({
      ...{ order: dated, projectId: 'project', priceMicros: 20_000, batchCurrency: 'GBP' },
      ...{ rate: '1', totalMinor: 200, walletMinor: 150, cardMinor: 50, reward: null },
      walletParts: [
        {
          ...{ programmeId: 'bank', walletCurrency: 'GBP', walletMinor: 150, paidMinor: 150 },
          roundingMinor: 0,
        },
      ],
      ...{ deliverAt: new Date('2026-12-24T09:00:00Z'), endsAt: null },
    })
    const late = order({ gift: { ...gift, deliverOn: '2026-11-28' } })
    expect(codeOf(decide(late))).toBe('invalid_delivery_day')
  })

  it('is debited from the wallet of its programme, currency and buyer alone', () => {
    const wallets = [
      ...[wallet('other', 500), wallet('me', 500, 'EUR'), wallet('me', 500, 'GBP', 'shop')],
      wallet('me', 120),
    ]
    const all = inventory({ wallets })
    expect(codeOf(decide(order(), all))).toBe('accepted')
    expect(all.wallets.map(({ balance_minor }) => balance_minor)).toEqual([500, 500, 420, 0])
  })

  it('with a refused quote is answered with the present figures, though the wallet could pay', () => {
    expect(codeOf(decide(order({ isQuoteRefused: true })))).toBe('quote_changed')
    const card = order({ isQuoteRefused: true, method: 'card', cardToken: 'tok' })
    expect(codeOf(decide(card))).toBe('accepted')
  })

  const claim = {
    ...{ rewardId: 'r', passportId: 'me', kg: 100, recipientPhone: null, note: 'Of the claim' },
    ...{ isReserved: false, endsAt: new Date('2026-11-28T12:05:00Z') },
  }
  const redeemed = (over: Partial<Order>, of: object = {}) => {
    const claims = new Map([['r', { ...claim, ...of }]])
    const all = { ...inventory(), claims, rewardBudgets: new Map([['GBP', 900]]) }
    return decide(order({ rewardId: 'r', ...over }), all as Inventory)
  }

  it.each<[string, Partial<Order>, object, string]>([
    ['its own', {}, {}, 'accepted'],
    ['another reward', { rewardId: 'other' }, {}, 'reward_not_claimed'],
    ['another passport', {}, { passportId: 'other' }, 'reward_not_claimed'],
    ['other kilograms', { quantityKg: 99 }, {}, 'reward_not_claimed'],
    ['a gift without a claim for one', { gift }, {}, 'reward_not_claimed'],
    ['a claim for a gift', {}, { recipientPhone: gift.recipientPhone }, 'reward_not_claimed'],
    ['another receiver', { gift }, { recipientPhone: '+447400000003' }, 'reward_not_claimed'],
    ['its receiver', { gift }, { recipientPhone: gift.recipientPhone }, 'accepted'],
    ['a claim that another order redeems', {}, { isReserved: true }, 'reward_being_redeemed'],
  ])('by a reward needs its claim: %s', (_, over, of, code) => {
    expect(codeOf(redeemed(over, of))).toBe(code)
  })

  it('by a reward costs the buyer nothing, ends with the claim, and has its note', () => {
    const free = {
      ...{ projectId: 'project', priceMicros: 20_000, batchCurrency: 'GBP', rate: '1' },
      ...{ totalMinor: 0, walletMinor: 0, cardMinor: 0, walletParts: [], deliverAt: null },
      ...{ reward: { currency: 'GBP', amountMinor: 200 }, endsAt: claim.endsAt },
    }
    expect(redeemed({})).toEqual({
      ...{ ...free, order: order({ rewardId: 'r', note: 'Of the claim' }) },
    })
    expect(redeemed({ note: 'Own' })).toMatchObject({ order: { note: 'Own' } })
  })

  it('by a reward costs its batch’s price in its batch’s currency, of the budget in that currency', () => {
    const budgets = new Map([
      ['GBP', 5_000],
      ['USD', 250],
    ])
    const claims = new Map([['r', claim]])
    const all = { ...inventory({ currency: 'USD' }), claims, rewardBudgets: budgets }
    const foreign = order({ rewardId: 'r', batchCurrency: 'USD' })
    expect(decide(foreign, all as Inventory)).toMatchObject({
      ...{ batchCurrency: 'USD', rate: '1', reward: { currency: 'USD', amountMinor: 200 } },
    })
    expect([...budgets]).toEqual([
      ['GBP', 5_000],
      ['USD', 50],
    ])
    expect(all.stock.get('batch')?.available_kg).toBe(900)
    expect(all.wallets[0]?.balance_minor).toBe(1_000)
  })

  it.each([
    [{ passportId: 'me', isConfirmed: true }, 'accepted'],
    [{ passportId: 'me', isConfirmed: false }, 'code_required'],
    [{ passportId: 'other', isConfirmed: true }, 'card_details_required'],
    [undefined, 'card_details_required'],
  ])('by a saved card needs it, confirmed: %j is %s', (card, code) => {
    const savedCard = { cardId: 'c', sessionId: 's' }
    const cards: Inventory['cards'] = {
      get: (use) => (use.cardId === 'c' && use.sessionId === 's' ? card : undefined),
    }
    const byCard = order({ method: 'card', savedCard })
    expect(codeOf(decide(byCard, { ...inventory(), cards }))).toBe(code)
    // Its card pays nothing, so that it need not be confirmed.
    expect(codeOf(decide(order({ savedCard }), { ...inventory(), cards }))).toBe('accepted')
  })
})

it.each([
  ['card_declined', 'card_declined'],
  ['cardholder_needed', 'card_declined'],
  ['not_completed', 'purchase_refunded'],
  ['card_details_required', 'purchase_failed'],
  ['insufficient_stock', 'purchase_failed'],
  ['too_many_reservations', 'purchase_failed'],
  [null, 'purchase_failed'],
] as const)('a purchase that failed by %s is answered as %s', (failure_code, code) => {
  expect(failureOf({ failure_code } as Parameters<typeof failureOf>[0])).toBe(code)
})
