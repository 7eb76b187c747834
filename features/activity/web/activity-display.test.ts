// Tests the pure parts of the activity: months, tonnes, the window over many ids, the next page.
import { describe, expect, it, vi } from 'vitest'
import type { ActivityEntry } from '#features/purchases/activity-calls.ts'
import { testEntry } from '#features/purchases/web/test-entry.ts'
import { texts } from '#web/texts.ts'
import { groupByMonth } from './activity-month.tsx'
import {
  amountOf,
  detailPartsOf,
  greyedOutStatus,
  hasKilograms,
  isSentGift,
  mayBeShared,
  outcomeOf,
} from './activity-words.ts'
import { pagesOf, rangeOf, tonnesOf, windowOf } from './token-list.tsx'
import { nextPathOf } from './use-activity.ts'

const entry: ActivityEntry = {
  ...testEntry,
  ...{
    project_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    project_name: 'A project',
    project_shown_name: 'A project',
  },
}

describe('months', () => {
  it('are listed newest first, as their entries came', () => {
    const days = ['2026-11-21', '2026-11-02', '2026-10-15']
    const months = groupByMonth(days.map((day) => ({ ...entry, created_at: `${day}T12:00:00Z` })))
    expect(months.map(({ key, entries }) => [key, entries.length])).toEqual([
      ['2026-11', 2],
      ['2026-10', 1],
    ])
  })

  it('of two years are different, also where they have one name', () => {
    const days = ['2026-11-21', '2025-11-21']
    const months = groupByMonth(days.map((day) => ({ ...entry, created_at: `${day}T12:00:00Z` })))
    expect(months.map(({ key }) => key)).toEqual(['2026-11', '2025-11'])
  })
})

describe('the texts of an entry', () => {
  it('distinguish cancelled from expired, and paid from to be paid', () => {
    const expired = { ...entry, status: 'EXPIRED' } as const
    expect(greyedOutStatus({ ...expired, is_cancelled: true })).toBe('Cancelled')
    expect(greyedOutStatus({ ...expired, is_cancelled: false })).toBe('Expired')
    expect(detailPartsOf({ ...entry, payment_source: 'wallet' })).toContain('paid from wallet')
    expect(detailPartsOf({ ...entry, status: 'PENDING', payment_source: 'wallet' })).toContain(
      'to be paid from wallet',
    )
  })

  it('name the receiver as the giver typed it, with the masked number', () => {
    const gift = {
      ...entry,
      is_gift: true,
      to_user: '+44•••••456',
      gift_status: 'waiting',
    } as const
    expect(detailPartsOf({ ...gift, to_name: 'Ada' })).toContain('Gift to Ada (+44•••••456)')
    expect(detailPartsOf({ ...gift, to_name: null })).toContain('Gift to +44•••••456')
    const thanked = { ...gift, gift_status: 'received', is_thanked: true } as const
    expect(detailPartsOf(thanked)).toContain('received, with thanks')
    expect(isSentGift(gift)).toBe(true)
  })

  it('show a receiver no payment, and a reward no price', () => {
    const received = { ...entry, is_gift: true, from_user: 'Ada', total: 0 }
    expect([detailPartsOf(received), amountOf(received)]).toEqual([['Gift from Ada'], 'Gift'])
    expect(isSentGift(received)).toBe(false)
    const reward = { ...entry, is_reward: true, payment_source: 'reward', total: 0 } as const
    expect([detailPartsOf(reward), amountOf(reward)]).toEqual([['Reward'], 'Reward'])
  })
})

const sent = { is_gift: true, to_user: '+44•••••456' } as const
const got = { is_gift: true, from_user: 'Ada', total: 0 } as const
it.each<[string, Partial<ActivityEntry>, string[], string, string | undefined]>([
  ['by card', {}, ['For yourself', 'paid by card'], '£0.20', undefined],
  [
    'by wallet',
    { payment_source: 'wallet' },
    ['For yourself', 'paid from wallet'],
    '£0.20',
    undefined,
  ],
  [
    'by both',
    { payment_source: 'wallet+card' },
    ['For yourself', 'wallet and card'],
    '£0.20',
    undefined,
  ],
  [
    'to be paid by card',
    { status: 'PENDING' },
    ['For yourself', 'to be paid by card'],
    '£0.20',
    undefined,
  ],
  [
    'to be paid by both',
    { status: 'PENDING', payment_source: 'wallet+card' },
    ['For yourself', 'wallet and card'],
    '£0.20',
    undefined,
  ],
  [
    'a gift to be paid by wallet',
    { ...sent, status: 'PENDING', payment_source: 'wallet' },
    ['Gift to +44•••••456', 'to be paid from wallet'],
    '£0.20',
    undefined,
  ],
  [
    'a waiting gift',
    { ...sent, gift_status: 'waiting' },
    ['Gift to +44•••••456', 'not yet received', 'paid by card'],
    '£0.20',
    undefined,
  ],
  [
    'a gift with a day',
    { ...sent, gift_status: 'waiting', deliver_on: '2026-12-24' },
    ['Gift to +44•••••456', 'arrives on Dec 24, 2026', 'paid by card'],
    '£0.20',
    undefined,
  ],
  [
    'a received gift',
    { ...sent, gift_status: 'received', is_thanked: false },
    ['Gift to +44•••••456', 'received', 'paid by card'],
    '£0.20',
    undefined,
  ],
  [
    'a gift with thanks',
    { ...sent, gift_status: 'received', is_thanked: true, payment_source: 'wallet' },
    ['Gift to +44•••••456', 'received, with thanks', 'paid from wallet'],
    '£0.20',
    undefined,
  ],
  [
    'a gift whose receiver was erased',
    { is_gift: true, to_user: null, gift_status: 'received' },
    ['Gift sent', 'received', 'paid by card'],
    '£0.20',
    undefined,
  ],
  [
    'a gift bought with a reward',
    { ...sent, is_reward: true, payment_source: 'reward', total: 0, gift_status: 'waiting' },
    ['Gift to +44•••••456', 'not yet received'],
    'Reward',
    undefined,
  ],
  ['a gift from somebody', got, ['Gift from Ada'], 'Gift', undefined],
  [
    'a gift from somebody that was refunded in part',
    { ...got, refunded_kg: 3 },
    ['Gift from Ada', '3 kg refunded'],
    'Gift',
    undefined,
  ],
  [
    'a gift from somebody that was refunded',
    { ...got, status: 'REFUNDED' },
    ['Gift from Ada', 'the money went back'],
    'Gift',
    'Refunded',
  ],
  [
    'a reward',
    { is_reward: true, payment_source: 'reward', total: 0 },
    ['Reward'],
    'Reward',
    undefined,
  ],
  [
    'an expired gift',
    { ...sent, status: 'EXPIRED', is_cancelled: false },
    ['Gift to +44•••••456', 'nothing was bought'],
    '£0.20',
    'Expired',
  ],
  [
    'a cancelled purchase',
    { status: 'EXPIRED', is_cancelled: true },
    ['For yourself', 'nothing was bought'],
    '£0.20',
    'Cancelled',
  ],
  [
    'a failed purchase whose card was charged',
    { status: 'FAILED', refund_status: 'on_its_way' },
    ['For yourself', 'nothing was bought, the refund is on its way'],
    '£0.20',
    'Failed',
  ],
  [
    'a disputed gift',
    { ...sent, status: 'DISPUTED', gift_status: 'received' },
    ['Gift to +44•••••456', 'your bank is asking about this payment'],
    'Disputed',
    undefined,
  ],
])('an entry has its line, amount and mark: %s', (_, own, line, amount, mark) => {
  const told = { ...entry, ...own }
  expect([detailPartsOf(told), amountOf(told), greyedOutStatus(told)]).toEqual([line, amount, mark])
})

it('the price of an entry has the currency in which it was paid', () => {
  const paid = { ...entry, total: 1250, currency: 'EUR', total_currency: 'GBP' } as const
  expect(amountOf(paid)).toMatch(/£/)
  expect(amountOf({ ...paid, currency: 'GBP', total_currency: 'EUR' })).toMatch(/€/)
})

it('a giver without a name is named in the language of the screen', () => {
  const somebody = vi.spyOn(texts, 'activity_somebody').mockReturnValue('Quelqu’un')
  const received = { ...entry, is_gift: true }
  expect(detailPartsOf({ ...received, from_user: 'Somebody' })).toEqual(['Gift from Quelqu’un'])
  expect(detailPartsOf({ ...received, from_user: 'Ada' })).toEqual(['Gift from Ada'])
  somebody.mockRestore()
})

it('a gift may be shared when it is sent, completed and does not wait for its day', () => {
  const gift = { ...entry, is_gift: true, from_user: null, status: 'COMPLETED' } as const
  expect(mayBeShared(gift)).toBe(true)
  expect(mayBeShared({ ...gift, deliver_on: '2026-12-24' })).toBe(false)
  expect(mayBeShared({ ...gift, from_user: 'Ada' })).toBe(false)
  for (const status of ['PENDING', 'EXPIRED', 'FAILED', 'REFUNDED', 'DISPUTED'] as const) {
    expect(mayBeShared({ ...gift, status }), status).toBe(false)
  }
})

describe('the tonnes of kilograms', () => {
  it.each([
    ['GS1-1-4937.1', 'GS1-1-4937.1000', { first: 1, last: 1 }],
    ['GS1-1-4937.1000', 'GS1-1-4937.1001', { first: 1, last: 2 }],
    ['a.b.30001', 'a.b.40000', { first: 31, last: 40 }],
    ['no place', 'no place', null],
  ])('%s to %s', (first, last, tonnes) => expect(tonnesOf(first, last)).toEqual(tonnes))
})

describe('the window over 10,000 ids', () => {
  it('holds only the visible rows and a few around them', () => {
    expect(windowOf(0, 10_000)).toEqual({ first: 0, last: 20 })
    expect(windowOf(44 * 5_000, 10_000)).toEqual({ first: 4_988, last: 5_020 })
    expect(windowOf(1e9, 10_000)).toEqual({ first: 9_992, last: 10_000 })
    expect(windowOf(0, 3)).toEqual({ first: 0, last: 3 })
  })

  it('requests the pages that it touches', () => {
    expect(pagesOf(0, 20)).toEqual([0])
    expect(pagesOf(988, 1_020)).toEqual([0, 1])
    expect(pagesOf(980, 1_000)).toEqual([0])
    expect(pagesOf(5, 5)).toEqual([])
  })
})

describe('the next page', () => {
  it('is that of the Link header', () => {
    expect(nextPathOf('</api/x?cursor=1>; rel="next"')).toBe('/api/x?cursor=1')
    expect(nextPathOf(null)).toBeNull()
    expect(nextPathOf('</api/x>; rel="prev"')).toBeNull()
  })
})

describe('the outcome of a purchase', () => {
  it.each([
    ['COMPLETED', undefined, true],
    ['DISPUTED', 'your bank is asking about this payment', true],
    ['REFUNDED', 'the money went back', true],
    ['EXPIRED', 'nothing was bought', false],
    ['FAILED', 'nothing was bought', false],
    ['PENDING', undefined, false],
  ] as const)('%s has the text %s', (status, words, shows) => {
    const told = { ...entry, status }
    expect(outcomeOf(told)).toBe(words)
    if (words !== undefined) expect(detailPartsOf(told)).toEqual(['For yourself', words])
    expect(hasKilograms(told)).toBe(shows)
  })

  it.each([
    ['on_its_way', 'the refund is on its way'],
    ['paid', 'the money went back'],
    ['failed', 'the refund failed, we still owe you the money'],
    ['owed', 'your bank gave the money back to us, we owe it to you'],
  ] as const)('of a refund that is %s has the text %s', (refund_status, words) => {
    expect(outcomeOf({ ...entry, status: 'REFUNDED', refund_status })).toBe(words)
    for (const status of ['FAILED', 'EXPIRED'] as const) {
      expect(outcomeOf({ ...entry, status, refund_status })).toBe(`nothing was bought, ${words}`)
    }
  })

  it('of a refund in part names the kilograms, and to the buyer the money', () => {
    const part = { ...entry, status: 'COMPLETED', refunded_kg: 1_200 } as const
    expect(outcomeOf(part)).toBe('1,200 kg refunded')
    expect(outcomeOf({ ...part, refund_status: 'on_its_way' })).toBe(
      '1,200 kg refunded, the refund is on its way',
    )
  })

  it('strikes through a refunded purchase, and names a dispute', () => {
    expect(greyedOutStatus({ ...entry, status: 'REFUNDED' })).toBe('Refunded')
    expect(greyedOutStatus({ ...entry, status: 'DISPUTED' })).toBeUndefined()
    expect(amountOf({ ...entry, status: 'DISPUTED' })).toBe('Disputed')
  })
})

it('ids of one batch are shown as one range, and a single one as itself', () => {
  expect(rangeOf('GS1-1-9.401', 'GS1-1-9.1000')).toBe('GS1-1-9.401–1000')
  expect(rangeOf('GS1-1-9.401', 'GS1-1-9.401')).toBe('GS1-1-9.401')
})
