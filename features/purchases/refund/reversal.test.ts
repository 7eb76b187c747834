// How far a purchase is taken back after what its card provider says, for a card part of 1.00.
import { expect, it } from 'vitest'
import { afterReturns, type Reversal } from './reversal.ts'

const begun: Reversal = {
  stage: 'none',
  refundedMinor: 0,
  lostMinor: 0,
  dueMinor: 0,
  isWalletReturned: false,
}
const nothing = { refundedMinor: 0, lostMinor: 0, isDisputed: false }
const refunding = { stage: 'refunding', dueMinor: 100, isWalletReturned: true } as const
const kept = { stage: 'refunding kept', dueMinor: 100, isWalletReturned: true } as const
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
  ['refunding', 'the rest lost', { ...refunding, ...partly }, { lostMinor: 40 }, 'refunded', 0],
  ['refunding kept', 'a part refunded', kept, { refundedMinor: 60 }, 'refunding kept', 40],
  ['refunding kept', 'all refunded', kept, { refundedMinor: 100 }, 'refunded kept', 0],
  ['refunding kept', 'a part lost', kept, { lostMinor: 60 }, 'refunding', 40],
  ['refunding kept', 'the rest lost', { ...kept, ...partly }, { lostMinor: 40 }, 'refunded', 0],
  ['refunded kept', 'a part lost', { refundedMinor: 100 }, { lostMinor: 1 }, 'refunded', 0],
  ['refunded', 'all lost too', { refundedMinor: 100 }, { lostMinor: 100 }, 'refunded', 0],
] as const)('%s, and the provider says %s', (from, _, more, found, stage, dueMinor) => {
  const after = afterReturns({ ...begun, ...more, stage: from }, 100, { ...nothing, ...found })
  expect(after).toMatchObject({ stage, dueMinor })
})
