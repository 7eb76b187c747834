// Tests the reversal of a purchase after the card provider's answers, for a card part of 1.00.
import { expect, it } from 'vitest'
import { afterReturns, payOtherwise, type Reversal, refundAgain } from './reversal.ts'

const begun: Reversal = {
  stage: 'none',
  refundedMinor: 0,
  lostMinor: 0,
  dueMinor: 0,
  isWalletReturned: false,
  paidMinor: 0,
  reinstatedMinor: 0,
  overpaidMinor: 0,
  attempt: 1,
  firstAttempt: 1,
  partKg: 0,
  partMinor: 0,
  isPartFailed: false,
}
const nothing = { refundedMinor: 0, lostMinor: 0, isDisputed: false, attempt: 'none' } as const
const refunding = { stage: 'refunding', dueMinor: 100, isWalletReturned: true } as const
const kept = { stage: 'refunding kept', dueMinor: 100, isWalletReturned: true } as const
const owed = { dueMinor: 100, isWalletReturned: true }
const doubled = { refundedMinor: 100, lostMinor: 100 }
const partLost = { lostMinor: 40, dueMinor: 60, isWalletReturned: true }
const succeeded = { refundedMinor: 60, attempt: 'succeeded' } as const
const all = { refundedMinor: 100 }
const restLost = { refundedMinor: 60, lostMinor: 40 }
const partly = { refundedMinor: 60, dueMinor: 40 }

it.each([
  ['none', 'a dispute', {}, { isDisputed: true }, 'disputed', 0],
  ['none', 'a part refunded', {}, { refundedMinor: 99 }, 'none', 0],
  ['none', 'all refunded', {}, { refundedMinor: 100 }, 'refunded', 0],
  ['none', 'a part lost', {}, { lostMinor: 1 }, 'refunding', 99],
  ['disputed', 'a dispute', {}, { isDisputed: true }, 'disputed', 0],
  ['disputed', 'a dispute won', {}, {}, 'none', 0],
  ['disputed', 'all refunded', {}, { refundedMinor: 100, isDisputed: true }, 'refunded', 0],
  ['disputed', 'a part lost', {}, { lostMinor: 1 }, 'refunding', 99],
  ['refunding', 'a part refunded', refunding, { refundedMinor: 99 }, 'refunding', 1],
  ['refunding', 'the rest lost', { ...refunding, ...partly }, restLost, 'refunded', 0],
  ['refunding kept', 'a part refunded', kept, { refundedMinor: 60 }, 'refunding kept', 40],
  ['refunding kept', 'all refunded', kept, { refundedMinor: 100 }, 'refunded kept', 0],
  ['refunding kept', 'a part lost', kept, { lostMinor: 60 }, 'refunding', 40],
  ['refunding kept', 'the rest lost', { ...kept, ...partly }, restLost, 'refunded', 0],
  ['refunded kept', 'a part lost', all, { ...all, lostMinor: 1 }, 'refunded', 0],
  ['refunded', 'all lost too', all, doubled, 'refunded', 0],
  ['none', 'a part that was refunded failed', { refundedMinor: 99 }, {}, 'none', 0],
  ['refunding', 'the attempt failed', refunding, { attempt: 'failed' }, 'refund_failed', 100],
  ['refunding', 'the attempt is pending', refunding, { attempt: 'pending' }, 'refunding', 100],
  ['refunding kept', 'the attempt failed', kept, { attempt: 'failed' }, 'refund_failed kept', 100],
  ['refunded', 'the refund failed', { refundedMinor: 100 }, {}, 'refund_failed', 100],
  ['refunded', 'a part failed', { refundedMinor: 100 }, { refundedMinor: 60 }, 'refund_failed', 40],
  ['refunded kept', 'it failed', { refundedMinor: 100 }, {}, 'refund_failed kept', 100],
  ['refund_failed', 'it came through', owed, { refundedMinor: 100 }, 'refunded', 0],
  ['refund_failed', 'nothing new', owed, {}, 'refund_failed', 100],
  ['refund_failed', 'the bank took it', owed, { lostMinor: 100 }, 'refunded', 0],
  ['refunded', 'the bank gave it back', { lostMinor: 100 }, {}, 'reinstated', 100],
  ['refunded', 'one of two losses back', doubled, { refundedMinor: 100 }, 'refunded', 0],
  ['refunding', 'a part lost came back', partLost, succeeded, 'reinstated', 40],
  ['reinstated', 'a refund of it', owed, { refundedMinor: 100 }, 'refunded', 0],
  ['reinstated', 'lost once more', owed, { lostMinor: 100 }, 'refunded', 0],
] as const)('%s, and the provider reports %s', (from, _, more, found, stage, dueMinor) => {
  const after = afterReturns({ ...begun, ...more, stage: from }, 100, { ...nothing, ...found })
  expect(after).toMatchObject({ stage, dueMinor })
})

it('each failed refund uses up its number, and no other answer does', () => {
  const before = { ...begun, ...refunding }
  const failed = afterReturns(before, 100, { ...nothing, attempt: 'failed' })
  expect(failed).toMatchObject({ stage: 'refund_failed', attempt: 2 })
  expect(afterReturns(failed, 100, nothing)).toEqual(failed)
  const again = refundAgain(failed)
  expect(again).toMatchObject({ stage: 'refunding', attempt: 2, dueMinor: 100 })
  const done = afterReturns(again, 100, { ...nothing, refundedMinor: 100, attempt: 'succeeded' })
  expect(done).toMatchObject({ stage: 'refunded', attempt: 2, dueMinor: 0 })
})

it('a refund that succeeds after another payment was paid twice, and falls again later', () => {
  const failed = { ...begun, ...refunding, stage: 'refund_failed' } as const
  const paid = payOtherwise(failed)
  expect(paid).toMatchObject({ stage: 'refunded', paidMinor: 100, dueMinor: 0 })
  const late = afterReturns(paid, 100, { ...nothing, refundedMinor: 100 })
  expect(late).toMatchObject({ stage: 'refunded', overpaidMinor: 100, dueMinor: 0 })
  const failedAgain = afterReturns(late, 100, nothing)
  expect(failedAgain).toMatchObject({ stage: 'refunded', overpaidMinor: 0, dueMinor: 0 })
})

it('an amount that is not owed is neither paid nor refunded again', () => {
  for (const stage of ['none', 'disputed', 'refunding', 'refunded', 'refunded kept'] as const) {
    expect(() => payOtherwise({ ...begun, stage })).toThrow(stage)
    expect(() => refundAgain({ ...begun, stage })).toThrow(stage)
  }
})
