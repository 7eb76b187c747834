// Tests the postings of a credit and of its reversal.
import { expect, it } from 'vitest'
import { opposite, type Postings } from '#ledger/postings.ts'
import { creditPostings } from './wallet-postings.ts'

const linesOf = ({ kg, money }: Postings) => [
  ...kg,
  ...money.map(
    ({ causeId, currency, source, destination, amountMinor }) =>
      `${causeId}: ${amountMinor} ${currency}: ${source.name} > ${destination.name}`,
  ),
]

it('a programme’s money enters a wallet, and a reversal returns it the same way', () => {
  const credit = { passportId: 'ada', programmeId: 'green', currency: 'EUR', amountMinor: 500 }
  expect(linesOf(creditPostings([credit]))).toEqual([
    'null: 500 EUR: programme:green > wallet:ada:green',
  ])
  expect(linesOf(opposite(creditPostings([credit])))).toEqual([
    'null: 500 EUR: wallet:ada:green > programme:green',
  ])
})
