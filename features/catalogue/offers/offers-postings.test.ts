// Tests the postings of the issue of batches.
import { expect, it } from 'vitest'
import { issuePostings } from './offers-postings.ts'

it('every kilogram of a batch that its registry issued becomes available', () => {
  const issues = [
    { batchId: 'b1', quantityKg: 5_000 },
    { batchId: 'b2', quantityKg: 9_000 },
  ]
  const { kg, money } = issuePostings(issues)
  expect(money).toEqual([])
  expect(
    kg.map(
      ({ causeId, batchId, source, destination, quantityKg }) =>
        `${causeId}: ${quantityKg} kg of ${batchId}: ${source.name} > ${destination.name}`,
    ),
  ).toEqual(['null: 5000 kg of b1: issued > available', 'null: 9000 kg of b2: issued > available'])
})
