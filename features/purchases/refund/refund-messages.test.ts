// Tests which message each move of a reversal sends the buyer, and the sums in it: the wallet money
// once, the card money of that move.
import { describe, expect, it } from 'vitest'
import { buyerMessages } from './refund-messages.ts'
import {
  afterReturns,
  type CardReturns,
  payOtherwise,
  type Reversal,
  refundAgain,
  refundPart,
  refundWhole,
} from './reversal.ts'

const begun: Reversal = {
  ...{ stage: 'none', isWalletReturned: false, attempt: 1 },
  ...{ refundedMinor: 0, lostMinor: 0, dueMinor: 0, paidMinor: 0 },
  ...{ reinstatedMinor: 0, overpaidMinor: 0 },
  ...{ firstAttempt: 1, partKg: 0, partMinor: 0, isPartFailed: false },
}
const row: Parameters<typeof buyerMessages>[0] = {
  ...{ id: 'id', state: 'COMPLETED', buyer_id: 'buyer', is_gift: false, recipient_phone: null },
  ...{ wallet_minor: 30, card_minor: 100 },
}

type Move = (current: Reversal) => Reversal
const order: Move = (current) => refundWhole(current, 100, false)
const orderKept: Move = (current) => refundWhole(current, 100, true)
const report =
  (found: Partial<CardReturns>): Move =>
  (current) =>
    afterReturns(current, 100, {
      ...{ refundedMinor: 0, lostMinor: 0, isDisputed: false, attempt: 'none' },
      ...found,
    })
const success = report({ refundedMinor: 100, attempt: 'succeeded' })
const failure = report({ attempt: 'failed' })

function messagesOf(from: Reversal, moves: readonly Move[], purchase: typeof row): string[][] {
  let current = from
  return moves.map((move) => {
    const previous = current
    current = move(previous)
    return buyerMessages(purchase, previous, current).map((each) => {
      expect(each.recipient).toBe('buyer')
      return `${each.template} ${each.subject}`
    })
  })
}

it.each<[string, readonly Move[], string[][]]>([
  ['the operator', [order, success], [[], ['refund_sent id/1/100/30']]],
  ['the operator, kilograms kept', [orderKept, success], [[], ['refund_sent id/1/100/30']]],
  ['its provider’s page', [success], [['refund_sent id/1/100/30']]],
  ['its provider’s page in part', [report({ refundedMinor: 40 })], [[]]],
  [
    'a second attempt',
    [order, failure, refundAgain, success],
    [[], ['refund_failed id/1/100/0'], [], ['refund_sent id/2/100/0']],
  ],
  [
    'an attempt that fails days later',
    [order, success, failure, refundAgain, success],
    [[], ['refund_sent id/1/100/30'], ['refund_failed id/1/100/0'], [], ['refund_sent id/2/100/0']],
  ],
  [
    'an attempt that succeeds after it failed',
    [order, failure, success],
    [[], ['refund_failed id/1/100/0'], ['refund_sent id/2/100/0']],
  ],
  [
    'a payment without the card',
    [order, failure, payOtherwise],
    [[], ['refund_failed id/1/100/0'], ['refund_paid id/2/100/0']],
  ],
  ['a lost dispute', [report({ lostMinor: 100 })], [['dispute_lost id/1/100/30']]],
  [
    'a lost dispute of a part, and the rest',
    [report({ lostMinor: 40 }), report({ lostMinor: 40, refundedMinor: 60, attempt: 'succeeded' })],
    [['dispute_lost id/1/40/30'], ['refund_sent id/1/60/0']],
  ],
  [
    'two lost disputes of a part each',
    [report({ lostMinor: 40 }), report({ lostMinor: 100 })],
    [['dispute_lost id/1/40/30'], ['dispute_lost id/1/60/0']],
  ],
])('money returned by %s', (_, moves, messages) => {
  expect(messagesOf(begun, moves, row)).toEqual(messages)
})

it('the charge of an ended purchase is refunded alone, because the wallet money never left', () => {
  const owed: Reversal = { ...begun, stage: 'refunding', dueMinor: 100, isWalletReturned: true }
  expect(messagesOf(owed, [success], { ...row, state: 'FAILED' })).toEqual([
    ['refund_sent id/1/100/0'],
  ])
})

describe('the messages of parts', () => {
  /** A part of 40 of the card and 12 of the wallet, then what is left of both. */
  const part: Move = (current) => refundPart(current, { kg: 4, cardMinor: 40 })
  const paid = report({ refundedMinor: 40, attempt: 'succeeded' })
  const partMessages = (from: Reversal, moves: readonly Move[], partWalletMinor = 12) => {
    let current = from
    return moves.flatMap((move) => {
      const previous = current
      current = move(previous)
      // Of the wallet money, 18 is left after the part.
      const left = { ...row, wallet_minor: 18 }
      return buyerMessages(left, previous, current, partWalletMinor).map(
        ({ template, subject }) => `${template} ${subject}`,
      )
    })
  }

  it.each<[string, readonly Move[], string[]]>([
    ['one', [part, paid], ['refund_sent id/1/40/12']],
    ['one under way', [part, report({ attempt: 'pending' })], []],
    [
      'one that fails, and is tried again',
      [part, failure, refundAgain, paid],
      ['refund_failed id/1/40/0', 'refund_sent id/2/40/0'],
    ],
    [
      'one that fails, and is paid otherwise',
      [part, failure, payOtherwise],
      ['refund_failed id/1/40/0', 'refund_paid id/2/40/0'],
    ],
    [
      'two',
      [part, paid, part, report({ refundedMinor: 80, attempt: 'succeeded' })],
      ['refund_sent id/1/40/12', 'refund_sent id/2/40/12'],
    ],
    [
      'one, then the rest',
      [part, paid, order, report({ refundedMinor: 100, attempt: 'succeeded' })],
      ['refund_sent id/1/40/12', 'refund_sent id/2/60/18'],
    ],
    [
      'one, then a lost dispute of the rest',
      [part, paid, report({ refundedMinor: 40, lostMinor: 60 })],
      ['refund_sent id/1/40/12', 'dispute_lost id/2/60/18'],
    ],
    [
      'one that fails after it had arrived',
      [part, paid, report({ refundedMinor: 0, attempt: 'failed' })],
      ['refund_sent id/1/40/12', 'refund_failed id/1/40/0'],
    ],
  ])('%s name the money of each', (_, moves, messages) => {
    expect(partMessages(begun, moves)).toEqual(messages)
  })
})
