// Tests which credit notes have card money that did not arrive, or was paid without the card.
import { expect, it } from 'vitest'
import { cardWaysOf, notedCardWays } from './returned-card.ts'

const notes = [
  { part: 1, cardMinor: 300 },
  { part: 2, cardMinor: 200 },
  { part: null, cardMinor: 500 },
]
const ways = (cardMinor: number, otherwiseMinor = 0, missingMinor = 0) => ({
  ...{ cardMinor, otherwiseMinor, missingMinor },
})

it('gives a payment to the note of its refund, and what is missing to the last notes', () => {
  const payments = [{ part: 1, amount_minor: 300 }]
  const found = cardWaysOf(notes, { arrivedMinor: 100, payments, isPending: false })
  expect(found).toEqual([ways(0, 300), ways(100, 0, 100), ways(0, 0, 500)])
})

it('misses nothing while a refund is under way, or that arrived twice', () => {
  const arriving = { arrivedMinor: 500, payments: [], isPending: true }
  const all = [ways(300), ways(200), ways(500)]
  expect(cardWaysOf(notes, arriving)).toEqual(all)
  expect(cardWaysOf(notes, { ...arriving, arrivedMinor: 1_200, isPending: false })).toEqual(all)
})

it('gives what exceeds the note of a payment to the notes before', () => {
  const payments = [{ part: null, amount_minor: 600 }]
  const found = cardWaysOf(notes, { arrivedMinor: 400, payments, isPending: false })
  expect(found).toEqual([ways(300), ways(100, 100), ways(0, 500)])
})

it('gives each of several payments to the note of its own refund, one after another', () => {
  const payments = [
    ...[{ part: 2, amount_minor: 150 }],
    ...[{ part: 1, amount_minor: 100 }],
    ...[{ part: 2, amount_minor: 50 }],
    ...[{ part: null, amount_minor: 20 }],
    ...[{ part: null, amount_minor: 30 }],
  ]
  const found = cardWaysOf(notes, { arrivedMinor: 600, payments, isPending: false })
  expect(found).toEqual([ways(200, 100), ways(0, 200), ways(400, 50, 50)])
})

it('gives a payment of a refund without a note to the last notes', () => {
  const payments = [{ part: 9, amount_minor: 550 }]
  const found = cardWaysOf(notes, { arrivedMinor: 450, payments, isPending: false })
  expect(found).toEqual([ways(300), ways(150, 50), ways(0, 500)])
})

it('misses first what the last notes say, over several notes, and never more than they have', () => {
  const missing = (arrivedMinor: number) =>
    cardWaysOf(notes, { arrivedMinor, payments: [], isPending: false })
  expect(missing(1_000)).toEqual([ways(300), ways(200), ways(500)])
  expect(missing(999)).toEqual([ways(300), ways(200), ways(499, 0, 1)])
  expect(missing(400)).toEqual([ways(300), ways(100, 0, 100), ways(0, 0, 500)])
  expect(missing(0)).toEqual([ways(0, 0, 300), ways(0, 0, 200), ways(0, 0, 500)])
  expect(cardWaysOf([], { arrivedMinor: 5, payments: [], isPending: false })).toEqual([])
})

it.each([
  ['refunding', false, 0],
  ['none', true, 0],
  ['none', false, 60],
  ['refunded', false, 60],
  ['refund_failed', false, 60],
  ['reinstated', false, 60],
] as const)(
  'of a refund that is %s, with a part due: %s, %i is missing',
  (reversal, is_part_due, missing) => {
    const paid = { reversal, is_part_due, arrived_minor: 40 }
    const noted = [
      { part: 1, card_minor: 30 },
      { part: null, card_minor: 70 },
    ]
    expect(notedCardWays(paid, noted, [])).toEqual([ways(30), ways(70 - missing, 0, missing)])
    expect(notedCardWays(paid, [...noted, { part: null, card_minor: null }], [])).toBeNull()
  },
)
