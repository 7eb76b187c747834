// Tests which credit notes have card money that did not arrive, or was paid without the card.
import { expect, it } from 'vitest'
import { cardWaysOf } from './returned-card.ts'

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
