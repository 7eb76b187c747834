// Tests the rules of an order that need no database: its fields, the day of a gift, the card's minimum in each
// currency, and the limits of an hour.
import { describe, expect, it } from 'vitest'
import { openNumberKeys } from '#platform/keys.ts'
import { numbersKey } from '#tests/support/number-keys.ts'
import { cardMinimumProblem } from './card-minimum.ts'
import { deliveryOf } from './delivery-day.ts'
import type { Stock } from './lock-inventory.ts'
import { type Order, readOrder } from './order.ts'
import { countInHour, hourLimitProblem, type RecentPurchases } from './purchase-limits.ts'

const numbers = openNumberKeys(Buffer.from(numbersKey, 'hex'))
const batchId = '0199c4a1-7f00-7a31-8c2e-1d2c3b4a5f60'
const buyer = {
  ...{ sessionId: 's', passportId: 'me', phone: '+447400123456', country: 'GB', currency: 'GBP' },
  ...{ language: 'en', actedLately: true, ownsTerminal: true, passport: null },
} as const
type Body = Parameters<typeof readOrder>[0]
const body: Body = {
  ...{ batchId: batchId.toUpperCase(), count: 100, amount: 0.02, currency: 'EUR' },
  ...{ payment_method: 'wallet+card', wallet_used: 0.57, card_used: 1.43, card_token: 'tok_1' },
}
const read = (own: Partial<Body> = {}) => readOrder({ ...body, ...own }, {}, buyer, null, numbers)

describe('an order', () => {
  const own = {
    ...{ purchaseId: expect.any(String), txId: expect.stringMatching(/^CP-/), buyer, batchId },
    ...{ quantityKg: 100, priceMicros: 20_000, batchCurrency: 'EUR', method: 'wallet+card' },
    ...{ walletMinor: 57, cardMinor: 143, quote: null, isQuoteRefused: false, gift: null },
    ...{ cardToken: 'tok_1', savedCard: null, savesCard: false, note: null, rewardId: null },
    isPlanned: false,
  }
  const recipientPhone = '+447400654321'
  const gift = {
    ...{ recipientPhone, recipientKey: numbers.giftKeyOf('me', recipientPhone) },
    ...{ recipientName: 'Grace', fromName: 'Ada L.', deliverOn: '2026-12-24' },
  }
  const given: Partial<Body> = {
    ...{ is_gift: true, telephone: recipientPhone, name: ' Grace ', from_name: ' Ada L. ' },
    ...{ deliver_on: '2026-12-24', message: 'For you' },
  }

  it.each<[string, Partial<Body>, object]>([
    ['of one’s own', {}, {}],
    ['with a note', { note: ' Mine ', message: 'Other' }, { note: 'Mine' }],
    ['by card where no way is named', { payment_method: undefined }, { method: 'card' }],
    ['with a card to keep', { save_card: true }, { savesCard: true }],
    ['without a card keeps none', { card_token: '', save_card: true }, { cardToken: null }],
    [
      'by a saved card, which is not kept again',
      { card_token: `saved:${batchId.toUpperCase()}`, save_card: true },
      { cardToken: null, savedCard: { cardId: batchId, sessionId: 's' } },
    ],
    ['by a saved card that is none', { card_token: 'saved:x' }, { cardToken: null }],
    ['with a quote that does not hold', { wallet_tx_id: 'forged' }, { isQuoteRefused: true }],
    [
      'without figures',
      { amount: undefined, wallet_used: undefined, card_used: undefined, currency: undefined },
      { priceMicros: null, walletMinor: null, cardMinor: null, batchCurrency: '' },
    ],
    ['of a gift', given, { gift, note: 'For you' }],
    [
      'of a gift without words or day',
      { is_gift: true, telephone: recipientPhone },
      { gift: { ...gift, recipientName: null, fromName: null, deliverOn: null } },
    ],
  ])('%s has each field', (_, change, fields) => {
    expect(read(change)).toEqual({ ...own, ...fields })
  })

  it.each<[Partial<Body>, object]>([
    [{ count: 0 }, { problem: 'invalid_selection', fields: { field: 'count' } }],
    [{ count: 10_001 }, { problem: 'invalid_selection', fields: { field: 'count' } }],
    [{ count: 1.5 }, { problem: 'invalid_selection', fields: { field: 'count' } }],
    [
      { batchId: 'x', count: 0 },
      { problem: 'invalid_selection', fields: { field: 'batchId' } },
    ],
    [{ ...given, telephone: '12' }, { problem: 'invalid_recipient' }],
    [{ ...given, from_name: 'A' }, { problem: 'invalid_from_name' }],
    [{ note: 'x'.repeat(256) }, { problem: 'note_too_long' }],
    [{ ...given, message: 'x'.repeat(256) }, { problem: 'note_too_long' }],
  ])('with %j is refused', (change, refusal) => expect(read(change)).toMatchObject(refusal))

  const rewardId = '0199c4a1-7f00-7a31-8c2e-1d2c3b4a5f77'
  const free: Partial<Body> = {
    ...{ is_reward: true, reward_id: rewardId.toUpperCase() },
    ...{ amount: 0, wallet_used: undefined, card_used: 0, card_token: undefined },
  }
  const refusedReward = { problem: 'reward_not_claimed' }
  it.each<[string, Partial<Body>, object]>([
    ['is redeemed', {}, { rewardId, priceMicros: 0, walletMinor: null, cardMinor: 0, gift: null }],
    ['that is not redeemed stays', { is_reward: false }, { rewardId: null }],
    ['is given', given, { rewardId, gift: { recipientPhone } }],
    ['is given without a number', { ...given, telephone: '12' }, refusedReward],
    ['without a number is one’s own', { telephone: '12' }, { rewardId, gift: null }],
    ['with a price is none', { amount: 0.02 }, refusedReward],
    ['with money of the wallet is none', { wallet_used: 0.01 }, refusedReward],
    ['with money of a card is none', { card_used: 0.01 }, refusedReward],
    ['without its id is none', { reward_id: undefined }, refusedReward],
    ['with another id is none', { reward_id: 'x' }, refusedReward],
    ['without kilograms is none', { count: 0 }, refusedReward],
    ['without a batch is none', { batchId: 'x' }, refusedReward],
  ])('a reward %s', (_, change, fields) =>
    expect(read({ ...free, ...change })).toMatchObject(fields),
  )

  it('with a name of the giver that is not fit to be shown is refused', () => {
    expect(read({ ...given, from_name: 'Ad\u0430 L.' })).toMatchObject({
      problem: 'invalid_from_name',
    })
  })

  it.each([1, 10_000])('may have %i kg', (count) =>
    expect(read({ count })).toMatchObject({ quantityKg: count }),
  )
})

describe('the day of a gift', () => {
  const day = (deliverOn: string | null, recipientPhone = '+447400654321', now = '2026-11-29') =>
    deliveryOf({ recipientPhone, deliverOn }, new Date(`${now}T12:00:00Z`))
  const refused = { problem: 'invalid_delivery_day' }

  it.each([
    ['2026-11-29', refused],
    ['2026-11-30', { deliverAt: new Date('2026-11-30T09:00:00Z') }],
    ['2027-11-29', { deliverAt: new Date('2027-11-29T09:00:00Z') }],
    ['2027-11-30', refused],
    ['2027-07-01', { deliverAt: new Date('2027-07-01T08:00:00Z') }],
  ])('%s is from tomorrow on and within 12 months, at 9 there', (deliverOn, delivery) => {
    expect(day(deliverOn)).toMatchObject(delivery)
  })

  it('is that of the receiver’s country, which may be a day ahead', () => {
    expect(deliveryOf(null, new Date())).toEqual({ deliverAt: null })
    expect(day(null)).toEqual({ deliverAt: null })
    const late = new Date('2026-11-29T23:00:00Z')
    const inTokyo = { recipientPhone: '+81312345678', deliverOn: '2026-11-30' }
    expect(deliveryOf(inTokyo, late)).toMatchObject(refused)
    expect(deliveryOf({ ...inTokyo, recipientPhone: '+447400654321' }, late)).toMatchObject({
      deliverAt: new Date('2026-11-30T09:00:00Z'),
    })
  })
})

const order = (own: Partial<Order> = {}): Order => {
  const found = read()
  if ('problem' in found) throw new Error(found.problem)
  return { ...found, ...own }
}

it.each([
  ['GBP', 30, 5, '1', '£0.30. Add 10 kg or use your wallet.'],
  ['EUR', 50, 5, '1', '€0.50. Add 20 kg or use your wallet.'],
  ['TRY', 2_000, 5, '1', '₺20.00. Add 995 kg or use your wallet.'],
  ['TRY', 2_000, 5, '50', '₺20.00. Add 15 kg or use your wallet.'],
  ['GBP', 30, 5, '0.5', '£0.30. Add 25 kg or use your wallet.'],
])(
  'in %s the card’s minimum names its sum and the kilograms to add',
  (currency, least, kg, rate, text) => {
    const stock: Stock = {
      ...{ batch_id: batchId, project_id: 'p', price_micros: 20_000, currency: 'USD' },
      ...{ available_kg: 10_000, is_offered: true },
    }
    const asked = order({ buyer: { ...buyer, currency }, quantityKg: kg })
    expect(cardMinimumProblem(stock, rate, least, asked)).toMatchObject({
      problem: 'card_minimum',
      text: `Card payments start at ${text}`,
    })
  },
)

describe('in an hour', () => {
  const recent = (started: number, declined: number, authorising = 0): RecentPurchases => ({
    started: new Map([['me', { count: started, waitSeconds: 7 }]]),
    declined: new Map([['me', { count: declined, waitSeconds: 9 }]]),
    authorising: new Map([['me', authorising]]),
  })
  it.each([
    [19, 0, 0, {}, null],
    [20, 0, 0, {}, 7],
    [20, 0, 0, { method: 'wallet', cardToken: null }, 7],
    [0, 4, 0, {}, null],
    [0, 5, 0, {}, 9],
    [0, 1, 4, {}, 9],
    [0, 1, 3, {}, null],
    [0, 0, 9, {}, null],
    [0, 5, 0, { method: 'wallet' }, null],
    [0, 5, 0, { cardToken: null }, null],
    [20, 5, 0, {}, 7],
  ] as const)(
    'after %i purchases, %i declines and %i open cards, %j waits %s s',
    (started, declined, open, own, wait) => {
      const found = hourLimitProblem(order(own), recent(started, declined, open))
      expect(found?.retryAfterSeconds ?? null).toBe(wait)
      if (wait === 9) expect(found?.text).toBe('Your card was declined.')
    },
  )

  it('accepted orders of a group count, by card also as open cards', () => {
    const counts = recent(3, 0)
    countInHour(order(), counts, 100)
    countInHour(order(), counts, 0)
    expect(counts.started.get('me')).toEqual({ count: 5, waitSeconds: 7 })
    expect(counts.authorising.get('me')).toBe(1)
    const exempt = { ...recent(0, 0), started: new Map() }
    countInHour(order(), exempt, 100)
    expect(exempt.started.size).toBe(0)
  })
})
